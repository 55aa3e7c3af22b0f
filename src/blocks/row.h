// What is known about a block without running it. A row of blocks.def is an expression of this little
// language:
//
//     BLOCK(motion_movesteps, stack("move (STEPS) steps").num("STEPS", "10").reads(Position |
//     Direction).writes(Position))
//
// The text is scratchblocks notation; the brackets around an argument's name show its kind to the reader of
// the text: (NAME) round input, [NAME] text or colour input, <NAME> condition, (NAME v) input with a menu,
// [NAME v] field.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ounce {

enum class Shape : std::uint8_t {
    Hat,       // starts a script
    Stack,     // a command
    C,         // a command with one or two branches; what follows runs afterwards
    Cap,       // a command after which nothing can follow (delete this clone; forever is a Cap with a branch)
    Reporter,  // a value
    Boolean,   // a condition
    Menu,      // the drop-down shadow inside an input
    Literal,   // the typed-in shadow inside an input (math_number, text, …)
    Prototype,  // the head of a custom block
};

// clang-format off
// How an argument is filled in, and which shadow stands in the slot when nothing is dropped there.
enum class Kind : std::uint8_t {
    Number, PositiveNumber, WholeNumber, Integer, Angle, Colour, Text,  // literal shadows, in the order of sb3's codes 4…10
    Message,        // broadcast name, sb3's code 11
    Note,           // shadow block `note`
    Matrix,         // shadow block `matrix`
    Menu,           // shadow block with one field, see Argument::shadow
    Condition,      // no shadow
    Branch,         // a substack
    Block,          // the prototype inside a definition
    Field,          // a drop-down directly on the block
    Variable, List, MessageField,  // fields that name a variable, a list, a message (with its id)
};
// clang-format on

// When a block hands control back.
enum class Flow : std::uint8_t {
    Runs,      // finishes at once
    Waits,     // polls: executed again, with its inputs, until done; yields in between
    Suspends,  // gives up the rest of the step, goes on when a promise is kept (a sound ended, an answer
               // came)
    Branches,  // runs one of its branches at most once
    Loops,     // runs its branch again and again; the end of an iteration ends the slice outside warp
    Calls,     // runs a custom block
    Stops,     // ends threads
};

// What a block reads from or writes to, as bits.
namespace facet {
// clang-format off
enum Facet : std::uint64_t {
    Nothing = 0,
    Position = 1ull << 0, Direction = 1ull << 1, RotationStyle = 1ull << 2, Size = 1ull << 3, Costume = 1ull << 4,
    Visibility = 1ull << 5, Effects = 1ull << 6, Layer = 1ull << 7, Bubble = 1ull << 8, Sound = 1ull << 9, Variables = 1ull << 10,
    Lists = 1ull << 11, Timer = 1ull << 12, Clock = 1ull << 13, Answer = 1ull << 14, Mouse = 1ull << 15, Keys = 1ull << 16,
    Loudness = 1ull << 17, RandomNumbers = 1ull << 18, Threads = 1ull << 19, Clones = 1ull << 20, Pen = 1ull << 21,
    Tempo = 1ull << 22, Monitors = 1ull << 23, Pixels = 1ull << 24, DragMode = 1ull << 25, Counter = 1ull << 26, User = 1ull << 27,
    Video = 1ull << 28, Parameters = 1ull << 29, Backdrop = 1ull << 30, Hardware = 1ull << 31,
    Date = 1ull << 32,  // of the world outside; Clock is how long something takes
    // Who looks at pixels reads everything that can be seen.
    // A bubble is seen, and placing one asks for the speaker's shape, which the renderer remembers.
    Seen = Position | Direction | RotationStyle | Size | Costume | Visibility | Effects | Layer | Pen | Backdrop | Clones | Bubble,
    // What a sprite needs to know of itself to stay within the fence around the stage.
    Fence = Position | Direction | RotationStyle | Size | Costume,
};
// clang-format on
}  // namespace facet

// The happening outside the program that a hat waits for or a sensing block looks at.
// clang-format off
enum class Event : std::uint8_t {
    None, GreenFlag, Key, SpriteClick, StageClick, Message, Backdrop, CloneStart, Threshold, Touch,
    MousePosition, MouseButton, Answer, Loudness, Time, Hardware,
};
// clang-format on

// Which classes of mutation operators a block belongs to, as bits (deletion applies to every statement
// without branches, other operators to what the arguments say).
namespace mutation {
// clang-format off
enum Class : std::uint8_t {
    None = 0,
    Arithmetic = 1u << 0, Relational = 1u << 1, Logical = 1u << 2,  // replaced by another one of its class
    Key = 1u << 3,        // a field of it names a key
    Condition = 1u << 4,  // may be negated
    Loop = 1u << 5,       // `repeat` and `forever`, which learners mistake for each other
};
// clang-format on
}  // namespace mutation

// Which hats a block starts.
enum class Starts : std::uint8_t { Nothing, Messages, Clones, Backdrops };

// What decides how a script goes on behind the block, or whether it starts: where coverage has branches and
// distances are measured.
enum class Decision : std::uint8_t {
    None,
    Condition,  // a truth value
    Count,      // how many iterations are left
    Forever,    // a loop that nothing ends
    Time,       // it goes on when its time is over
    Threads,    // it goes on when others are done
    Call,       // of a custom block that may take time; found by what it calls
    Clone,      // only a clone stops there
    Hat,        // it starts when a condition becomes true
};

enum class Support : std::uint8_t {
    Full,     // behaves as in official Scratch
    StandIn,  // a documented deterministic replacement for a camera, a network service, …
    Absent,   // hardware that is not there: commands do nothing, reporters report nothing, hats never start
    NoOp,     // official Scratch itself does nothing
};

struct Argument {
    std::string_view name;
    Kind kind = Kind::Field;
    std::string_view initial;  // what the editor shows when the block is new
    std::string_view shadow;   // opcode of the shadow, for Kind::Menu
    std::string_view
        options;  // fields: "value=shown|…" where the text form shows something else than the file stores
    bool operator==(const Argument&) const = default;
};

// What the machine has room for: the inputs of a statement (a call of a custom block has a list of its own),
// and the operands of a value or a hat's condition.
constexpr std::size_t kMostInputs = 3, kMostOperands = 2;

// Not constexpr on purpose: reaching it while a row is evaluated at compile time is the error message.
inline void rowIsWrong(const char*) {}

struct Row {
    Shape shape = Shape::Stack;
    std::string_view text;
    std::array<Argument, 5> arguments{};
    std::uint8_t argumentCount = 0;
    Flow flow = Flow::Runs;
    std::uint64_t readFacets = facet::Nothing;
    std::uint64_t writtenFacets = facet::Nothing;
    bool redraw = false;   // asks for a redraw, which ends the step
    bool restart = false;  // hats: starting again replaces the running thread
    bool edge = false;     // hats: evaluated in every step, starts when its condition becomes true
    bool goal = false;     // a coverage goal when connected to a hat
    Event event = Event::None;
    std::uint8_t mutations = mutation::None;
    Starts started = Starts::Nothing;
    Decision decision = Decision::None;
    Support support = Support::Full;

    constexpr Row argument(Argument a) const {
        Row row = *this;
        if (row.argumentCount == row.arguments.size()) rowIsWrong("too many arguments");
        row.arguments[row.argumentCount++] = a;
        return row;
    }
    // clang-format off
    constexpr Row num(std::string_view n, std::string_view initial = "") const { return argument({n, Kind::Number, initial, {}, {}}); }
    constexpr Row positive(std::string_view n, std::string_view initial) const { return argument({n, Kind::PositiveNumber, initial, {}, {}}); }
    constexpr Row whole(std::string_view n, std::string_view initial) const { return argument({n, Kind::WholeNumber, initial, {}, {}}); }
    constexpr Row integer(std::string_view n, std::string_view initial) const { return argument({n, Kind::Integer, initial, {}, {}}); }
    constexpr Row angle(std::string_view n, std::string_view initial) const { return argument({n, Kind::Angle, initial, {}, {}}); }
    constexpr Row colour(std::string_view n, std::string_view initial = "#9966ff") const { return argument({n, Kind::Colour, initial, {}, {}}); }
    constexpr Row string(std::string_view n, std::string_view initial = "") const { return argument({n, Kind::Text, initial, {}, {}}); }
    constexpr Row message(std::string_view n) const { return argument({n, Kind::Message, "message1", {}, {}}); }
    constexpr Row note(std::string_view n) const { return argument({n, Kind::Note, "60", {}, {}}); }
    constexpr Row matrix(std::string_view n) const { return argument({n, Kind::Matrix, "0101010101100010101000100", {}, {}}); }
    constexpr Row menu(std::string_view n, std::string_view shadow, std::string_view initial) const { return argument({n, Kind::Menu, initial, shadow, {}}); }
    constexpr Row condition(std::string_view n) const { return argument({n, Kind::Condition, {}, {}, {}}); }
    constexpr Row branch(std::string_view n = "SUBSTACK") const { return argument({n, Kind::Branch, {}, {}, {}}); }
    constexpr Row field(std::string_view n, std::string_view initial, std::string_view options = {}) const { return argument({n, Kind::Field, initial, {}, options}); }
    constexpr Row variable(std::string_view n = "VARIABLE") const { return argument({n, Kind::Variable, "my variable", {}, {}}); }
    constexpr Row list(std::string_view n = "LIST") const { return argument({n, Kind::List, "list", {}, {}}); }
    constexpr Row messageField(std::string_view n) const { return argument({n, Kind::MessageField, "message1", {}, {}}); }

    constexpr Row reads(std::uint64_t facets) const { Row r = *this; r.readFacets |= facets | (facets & facet::Pixels ? facet::Seen : facet::Nothing); return r; }
    constexpr Row writes(std::uint64_t facets) const { Row r = *this; r.writtenFacets |= facets; return r; }
    constexpr Row redraws() const { Row r = *this; r.redraw = true; return r; }
    constexpr Row waits() const { Row r = *this; r.flow = Flow::Waits; r.decision = Decision::Time; r.readFacets |= facet::Clock; return r; }
    // As `waits`, but for something else than time.
    constexpr Row polls(Decision d) const { Row r = *this; r.flow = Flow::Waits; r.decision = d; return r; }
    constexpr Row suspends() const { Row r = *this; r.flow = Flow::Suspends; r.decision = Decision::Time; return r; }
    constexpr Row loops() const { Row r = *this; r.flow = Flow::Loops; return r; }
    constexpr Row branches() const { Row r = *this; r.flow = Flow::Branches; return r; }
    constexpr Row calls() const { Row r = *this; r.flow = Flow::Calls; return r; }
    constexpr Row stops() const { Row r = *this; r.flow = Flow::Stops; r.writtenFacets |= facet::Threads; return r; }
    constexpr Row restarts() const { Row r = *this; r.restart = true; return r; }
    constexpr Row onEdge() const { Row r = *this; r.edge = true; r.decision = Decision::Hat; return r; }
    constexpr Row starts(Starts hats) const { Row r = *this; r.started = hats; r.writtenFacets |= facet::Threads; return r; }
    constexpr Row decides(Decision d) const { Row r = *this; r.decision = d; return r; }
    constexpr Row on(Event e) const { Row r = *this; r.event = e; return r; }
    constexpr Row mutates(std::uint8_t classes) const { Row r = *this; r.mutations |= classes; return r; }
    constexpr Row standIn() const { Row r = *this; r.support = Support::StandIn; return r; }
    constexpr Row noOp() const { Row r = *this; r.support = Support::NoOp; return r; }
    constexpr Row absent() const {
        Row r = *this;
        r.support = Support::Absent;
        (r.shape == Shape::Reporter || r.shape == Shape::Boolean || r.shape == Shape::Hat ? r.readFacets : r.writtenFacets) |= facet::Hardware;
        return r;
    }
    // clang-format on

    [[nodiscard]] constexpr bool isStatement() const {
        return shape == Shape::Stack || shape == Shape::C || shape == Shape::Cap;
    }
    [[nodiscard]] constexpr bool isValue() const {
        return shape == Shape::Reporter || shape == Shape::Boolean;
    }
    [[nodiscard]] constexpr bool isShadow() const {
        return shape == Shape::Menu || shape == Shape::Literal || shape == Shape::Prototype;
    }
    [[nodiscard]] constexpr const Argument* find(std::string_view name) const {
        for (int i = 0; i < argumentCount; i++) {
            if (arguments[static_cast<std::size_t>(i)].name == name)
                return &arguments[static_cast<std::size_t>(i)];
        }
        return nullptr;
    }
};

namespace rows {

constexpr Row make(Shape shape, std::string_view text, bool goal) {
    Row row;
    row.shape = shape;
    row.text = text;
    row.goal = goal;
    return row;
}
constexpr Row hat(std::string_view text) { return make(Shape::Hat, text, true); }
constexpr Row stack(std::string_view text) { return make(Shape::Stack, text, true); }
constexpr Row c(std::string_view text) { return make(Shape::C, text, true); }
constexpr Row cap(std::string_view text) { return make(Shape::Cap, text, true); }
constexpr Row reporter(std::string_view text) { return make(Shape::Reporter, text, false); }
constexpr Row boolean(std::string_view text) { return make(Shape::Boolean, text, false); }
// A shadow with one field; `options` as in Argument.
constexpr Row menu(std::string_view field, std::string_view options = {}) {
    return make(Shape::Menu, {}, false).field(field, {}, options);
}
constexpr Row literal(std::string_view field) { return make(Shape::Literal, {}, false).field(field, {}); }

}  // namespace rows
}  // namespace ounce
