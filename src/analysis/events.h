// Which inputs make sense now: the events that the blocks of a program wait for or look at, as in the papers
// on Whisker (dynamic and static event extraction).
//
// An extractor is made once for a program. It finds all events that the program could ever react to, in
// reading order, and for every script which of them its blocks look at. Extracting from a state then only
// selects: whose script runs, what is visible, whether a question is open. Where an event leads to (the
// position of a sprite, a colour on the stage, a point at which a clone lies on top) is found when the event
// is chosen, see codon_reader.h: most events of a list never are, and looking for a colour costs a thousand
// times as much as the list.
//
// A list is a function of the state alone. The cache only saves time: a search may extract from any state in
// any order with one cache, and gets the same lists as with a new one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/state.h"

namespace ounce {

// An answer that the program will compute: the value of an expression, or an item of the list that an
// expression looks through.
struct Sought {
    ExpressionIndex value = kNone;
    std::int32_t procedure = kNone;  // in whose body the expression stands
    std::int32_t item = 0;           // from 1; -1: the last; 0: it is no list
    enum class Change : std::uint8_t { None, Next, Previous } change = Change::None;
    bool operator==(const Sought&) const = default;
};

// An event that the blocks of a program ask for, with all that is known without a state.
struct EventTemplate {
    enum class Kind : std::uint8_t {
        KeyPress,          // text: the key as Scratch names it
        KeyHold,           // the same, while other things happen
        MouseMove,         // anywhere
        MouseMoveTo,       // onto the sprite
        MouseMoveX,        // number: the x at which a comparison with `mouse x` holds; y stays
        MouseMoveY,        // number: the same for y
        MouseDown,         //
        MouseUp,           //
        ClickSprite,       // the original of the sprite
        ClickClone,        // a clone of the sprite, at a point where it lies on top
        ClickStage,        //
        ClickAt,           // wherever it is; what lies on top is clicked
        DragToSprite,      // the sprite onto `other`
        DragToColor,       // the sprite to `color`
        DragColorToColor,  // the sprite's `mask` to `color`
        DragToEdge,        //
        DragAnywhere,      // a sprite that the player may drag
        Sound,             // number: the volume
        TypeText,          // text
        TypeNumber,        //
        TypeComputed,      // what an expression of the program is worth now, plus number
        Wait,              //
        GreenFlag,         // again
    };
    Kind kind = Kind::Wait;
    std::int16_t sprite = 0;  // whose blocks these are, or who is clicked
    std::int16_t other = 0;
    Color color{}, mask{};
    double number = 0;
    std::string text{};
    Sought sought{};

    bool operator==(const EventTemplate&) const = default;
    // How many codons say the rest: the duration, a position, an angle, a number.
    [[nodiscard]] int parameterCount() const;
    [[nodiscard]] bool isText() const {
        return kind == Kind::TypeText || kind == Kind::TypeNumber || kind == Kind::TypeComputed;
    }
};

using EventKind = EventTemplate::Kind;

struct ExtractedEvent {
    const EventTemplate* what = nullptr;  // belongs to the extractor
    // Which of the sprite's instances, as an index into State::targets. kNone: the first that is visible.
    std::int32_t target = kNone;
    bool operator==(const ExtractedEvent&) const = default;
    [[nodiscard]] int parameterCount() const { return what->parameterCount(); }
};

enum class Extraction : std::uint8_t {
    Dynamic,  // what running scripts look at and what starts the others (Algorithm 2)
    Static,   // what any script looks at
    Naive,    // any event, whatever the program is (Algorithm 1)
    Wait,     // nothing but time
};

// What a player is taken to be able to do. By default what the papers say.
struct PlayerRules {
    bool dragsAnything = true;  // also sprites that cannot be dragged while a program is shown
    // Keys held while other things happen, clicks at any place, the flag again, answers that the program
    // computes: see docs/events.md.
    bool isInventive = false;
    bool isPatient = false;  // the flag again only when no script runs
};

class EventExtractor;

// What was found last, to be kept beside the machine whose states are looked at.
class ExtractionCache {
  public:
    ExtractionCache();
    ExtractionCache(ExtractionCache&&) noexcept;
    ExtractionCache& operator=(ExtractionCache&&) noexcept;
    ~ExtractionCache();

  private:
    friend class EventExtractor;
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

class EventExtractor {
  public:
    explicit EventExtractor(std::shared_ptr<const Program> program,
                            Extraction extraction = Extraction::Dynamic, const PlayerRules& player = {});
    EventExtractor(EventExtractor&&) noexcept;
    EventExtractor& operator=(EventExtractor&&) noexcept;
    ~EventExtractor();

    // The events that make sense in this state, each once. The order is that of staticEvents(), so an event
    // has its place between the same neighbours in every list; clones of a sprite come in the order of their
    // creation. Never empty. Valid until the next call with this cache.
    [[nodiscard]] std::span<const ExtractedEvent> extract(const State& state, ExtractionCache& cache) const;

    // All events of the program: sprites, scripts and blocks in the order of the file, then Wait, then the
    // flag.
    [[nodiscard]] std::span<const ExtractedEvent> staticEvents() const;

    [[nodiscard]] const Program& program() const;
    [[nodiscard]] Extraction extraction() const;

    // What the event is called, the same in all states: «KeyPressEvent-space», «DragSpriteEvent-Cat-Dog»,
    // «ClickCloneEvent-Cat-0» for the oldest living clone.
    [[nodiscard]] std::string identifier(const ExtractedEvent& event, const State& state) const;
    [[nodiscard]] std::string identifier(const EventTemplate& event) const;
    // The same for people: «press space», «drag Cat to Dog».
    [[nodiscard]] std::string sentence(const EventTemplate& event) const;

  private:
    struct Plan;
    std::shared_ptr<const Plan> plan_;
};

}  // namespace ounce
