// What the table says a block reads and writes is what it does. Each statement of each little program is run
// alone, on a copy of the state: nothing may change but what its row writes; and where something is changed
// beforehand that its row does not read, it does the same.
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "../corpus/corpus_files.h"
#include "base/hash.h"
#include "cases.h"
#include "vm/interpreter.h"

namespace ounce::properties {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

constexpr std::pair<std::uint64_t, const char*> kNames[] = {
    {facet::Position, "Position"},
    {facet::Direction, "Direction"},
    {facet::RotationStyle, "RotationStyle"},
    {facet::Size, "Size"},
    {facet::Costume, "Costume"},
    {facet::Visibility, "Visibility"},
    {facet::Effects, "Effects"},
    {facet::Layer, "Layer"},
    {facet::Bubble, "Bubble"},
    {facet::Sound, "Sound"},
    {facet::Variables, "Variables"},
    {facet::Lists, "Lists"},
    {facet::Timer, "Timer"},
    {facet::Answer, "Answer"},
    {facet::RandomNumbers, "RandomNumbers"},
    {facet::Clones, "Clones"},
    {facet::Pen, "Pen"},
    {facet::Tempo, "Tempo"},
    {facet::Monitors, "Monitors"},
    {facet::DragMode, "DragMode"},
    {facet::Counter, "Counter"},
    {facet::Backdrop, "Backdrop"},
    {facet::Threads, "Threads"},
    {facet::Mouse, "Mouse"},
    {facet::Keys, "Keys"},
    {facet::Loudness, "Loudness"},
};

std::string namesOf(std::uint64_t facets) {
    std::string text;
    for (const auto& [bit, name] : kNames)
        if (facets & bit) text += (text.empty() ? "" : " | ") + std::string(name);
    return text;
}

void add(Hash& h, const Value& v) { h.add(v.hash() + static_cast<std::uint64_t>(v.type())); }

// What one facet of a state looks like, of these targets: clones that came or went are neither here nor
// there.
std::uint64_t look(const State& state, const std::vector<std::int32_t>& pane, std::uint64_t facet,
                   std::int32_t running) {
    Hash h;
    for (const std::int32_t place : pane) {
        const TargetState& t = *state.targets[at(place)];
        switch (facet) {
            case facet::Position: h.add(t.x), h.add(t.y); break;
            case facet::Direction: h.add(t.direction); break;
            case facet::RotationStyle: h.add(static_cast<std::int32_t>(t.rotationStyle)); break;
            case facet::Size: h.add(t.size); break;
            case facet::Costume:
                if (place != 0) h.add(t.costume);
                break;
            case facet::Backdrop:
                if (place == 0) h.add(t.costume);
                break;
            case facet::Visibility: h.add(t.visible); break;
            case facet::Effects:
                for (const double e : t.effects) h.add(e);
                break;
            case facet::Bubble: add(h, t.bubble.text), h.add(t.bubble.think); break;
            case facet::Sound:
                h.add(t.volume), h.add(t.pitch), h.add(t.pan), h.add(t.instrument);
                h.add(static_cast<std::uint64_t>(t.waitingSounds.size()));
                break;
            case facet::Variables:
                for (const Value& v : t.variables) add(h, v);
                break;
            case facet::Lists:
                for (const List& l : t.lists) {
                    h.add(static_cast<std::uint64_t>(l.size()));
                    for (const Value& v : l) add(h, v);
                }
                break;
            case facet::Pen:
                h.add(t.pen.down), h.add(t.pen.color), h.add(t.pen.saturation), h.add(t.pen.brightness);
                h.add(t.pen.transparency), h.add(t.pen.shade), h.add(t.pen.attributes.diameter);
                for (const double c : t.pen.attributes.rgba) h.add(c);
                break;
            case facet::DragMode: h.add(t.draggable); break;
            default: break;
        }
    }
    switch (facet) {
        case facet::Layer: {
            // In which order the targets of before stand.
            for (const std::int32_t place : state.execution)
                if (std::count(pane.begin(), pane.end(), place)) h.add(place);
            break;
        }
        case facet::Sound:
            for (const Player& p : state.players) h.add(p.playing), h.add(p.timer != 0);
            break;
        case facet::Timer: h.add(state.timerStart); break;
        case facet::Answer:
            add(h, state.answer), h.add(static_cast<std::uint64_t>(state.questions.size()));
            break;
        case facet::RandomNumbers: h.add(static_cast<std::uint64_t>(state.random.plain().state())); break;
        case facet::Clones: h.add(state.cloneCount); break;
        case facet::Tempo: h.add(state.tempo); break;
        case facet::Monitors:
            for (const std::uint8_t v : state.monitorVisible) h.add(v != 0);
            break;
        case facet::Counter: h.add(state.counter); break;
        case facet::Pen:
            if (state.stage) h.add(state.stage->penHash());
            break;
        case facet::Threads:
            // The others; what the running one does with its own stack is its flow.
            for (const std::int32_t place : state.threadList) {
                const Thread& t = *state.threads[at(place)];
                if (place == running) continue;
                h.add(t.script), h.add(t.killed), h.add(static_cast<std::int32_t>(t.status));
            }
            break;
        case facet::Mouse: h.add(state.mouse.x.value_or(-1)), h.add(state.mouse.down); break;
        case facet::Keys: h.add(static_cast<std::uint64_t>(state.keysDown.size())); break;
        case facet::Loudness: h.add(state.loudness); break;
        default: break;
    }
    return h.low();
}

// Changes one facet of everybody.
const std::map<std::uint64_t, std::function<void(Interpreter&, TargetState&, bool)>> kChanges = {
    {facet::Position,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.moveTo(t, t.x + 13, t.y - 7, true);
     }},
    {facet::Direction,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.turnTo(t, t.direction + 37);
     }},
    {facet::Size,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.resize(t, t.size * 0.7);
     }},
    {facet::Costume,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.setCostume(t, t.costume + 1);
     }},
    {facet::Backdrop,
     [](Interpreter& m, TargetState& t, bool s) {
         if (s) m.setCostume(t, t.costume + 1);
     }},
    {facet::Visibility,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.setVisible(t, !t.visible);
     }},
    {facet::Effects,
     [](Interpreter& m, TargetState& t, bool) { m.setEffect(t, ColorEffect, t.effects[0] + 40); }},
    {facet::Sound, [](Interpreter&, TargetState& t, bool) { t.volume = t.volume > 50 ? 40 : 70; }},
    {facet::DragMode, [](Interpreter&, TargetState& t, bool) { t.draggable = !t.draggable; }},
    {facet::Pen, [](Interpreter&, TargetState& t, bool) { t.pen.attributes.diameter += 3; }},
    {facet::Bubble,
     [](Interpreter& m, TargetState& t, bool s) {
         if (!s) m.updateBubble(t, false, String("x"));
     }},
    {facet::Variables,
     [](Interpreter&, TargetState& t, bool) {
         for (Value& v : t.variables) v = toNumber(v) + 3;
     }},
    {facet::Timer,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.timerStart -= 5000;
     }},
    {facet::Answer,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.answer = String("77");
     }},
    {facet::RandomNumbers,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.random = Generator(1234);
     }},
    {facet::Tempo,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.tempo += 37;
     }},
    {facet::Counter,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.counter += 5;
     }},
    {facet::Mouse,
     [](Interpreter& m, TargetState&, bool s) {
         if (!s) return;
         m.state.mouse.x = 33, m.state.mouse.y = -44, m.state.mouse.clientX = 273,
         m.state.mouse.clientY = 224;
         m.state.mouse.down = !m.state.mouse.down;
     }},
    {facet::Keys,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.keysDown = {"space", "left arrow", "A"};
     }},
    {facet::Loudness,
     [](Interpreter& m, TargetState&, bool s) {
         if (s) m.state.loudness = 60;
     }},
};

class Auditor final : public Observer {
  public:
    Auditor(const Case& one, Machine& machine) : one_(one), machine_(machine) {}

    void executed(std::int32_t index, std::int32_t) override {
        const Program& program = machine_.program;
        const Statement& s = program.statements[at(index)];
        if (blockRow(s.opcode).shape == Shape::Hat || s.opcode == Opcode::Unknown) return;
        if (++looks_[s.opcode] > 4) return;
        const Reading& now = machine_.reading();
        std::int32_t place = kNone;
        for (std::size_t i = 0; i < now.state.threads.size(); i++)
            if (&*now.state.threads[i] == now.thread) place = static_cast<std::int32_t>(i);
        if (place == kNone || now.state.threads[at(place)]->stack.empty()) return;
        State start = machine_.state;
        // Blocks of a plain branch run one after the other without the stack: the top of it may be older.
        start.threads[at(place)]->stack.back().statement = index;
        std::uint64_t reads = 0, writes = 0;
        collect(s, reads, writes);
        const State end = after(start, place, index);
        std::vector<std::int32_t> both;
        for (const std::int32_t target : start.pane)
            if (end.targets[at(target)]->id == start.targets[at(target)]->id) both.push_back(target);
        std::uint64_t changed = 0;
        for (const auto& [bit, name] : kNames)
            if (look(start, both, bit, place) != look(end, both, bit, place)) changed |= bit;
        if (reads & facet::RandomNumbers) changed &= ~facet::RandomNumbers;
        if (changed & ~writes)
            complain(s.opcode, "changes " + namesOf(changed & ~writes) + ", which its row does not write");
        for (const auto& [bit, change] : kChanges) {
            if (reads & bit) continue;
            State other = start;
            {
                Interpreter hand(program, other, one_.options);
                for (const std::int32_t target : start.pane)
                    change(hand, *other.targets[at(target)], other.targets[at(target)]->sprite == 0);
            }
            const State otherEnd = after(other, place, index);
            for (const auto& [seen, name] : kNames) {
                if (seen == bit || look(other, both, seen, place) != look(start, both, seen, place)) continue;
                if (look(otherEnd, both, seen, place) != look(end, both, seen, place))
                    complain(s.opcode, "does something else to " + namesOf(seen) + " after " + namesOf(bit) +
                                           " changed, which its row does not read");
            }
        }
    }

    static std::map<std::string, std::set<std::string>>& complaints() {
        static std::map<std::string, std::set<std::string>> all;
        return all;
    }

  private:
    void complain(Opcode opcode, const std::string& what) {
        complaints()[std::string(opcodeName(opcode)) + " " + what].insert(one_.name);
    }

    State after(const State& from, std::int32_t place, StatementIndex index) const {
        State state = from;
        Interpreter alone(machine_.program, state, one_.options);
        alone.runAlone(place, index);
        return state;
    }

    void collect(const Statement& s, std::uint64_t& reads, std::uint64_t& writes) const {
        const Program& program = machine_.program;
        const Row& row = blockRow(s.opcode);
        reads |= row.readFacets;
        writes |= row.writtenFacets;
        for (const ExpressionIndex e : s.arguments) collect(e, reads);
        if (s.preparation != kNone)
            for (const auto& [e, cell] : program.preparations[at(s.preparation)].steps) collect(e, reads);
        if (row.flow == Flow::Calls && s.slot != kNone)
            for (const ExpressionIndex e : program.calls[at(s.slot)].arguments) collect(e, reads);
        // A branch of plain blocks runs at once.
        for (const StatementIndex branch : {s.branch, s.branch2})
            for (StatementIndex i = branch; i != kNone; i = program.statements[at(i)].next)
                collect(program.statements[at(i)], reads, writes);
    }
    void collect(ExpressionIndex e, std::uint64_t& reads) const {
        if (e == kNone) return;
        const Expression& x = machine_.program.expressions[at(e)];
        reads |= blockRow(x.opcode).readFacets;
        if (x.node == Node::OwnVariable || x.node == Node::StageVariable) reads |= facet::Variables;
        collect(x.a, reads);
        collect(x.b, reads);
    }

    const Case& one_;
    Machine& machine_;
    std::map<Opcode, int> looks_;
};

void audit(const Case& one) {
    State state = initialState(*one.program, one.options, 3);
    Machine machine(*one.program, state, one.options);
    Auditor auditor(one, machine);
    machine.watch(auditor);
    std::size_t next = 0;
    while (state.step < one.steps) {
        std::vector<InputEvent> now;
        for (; next < one.inputs.size() && one.inputs[next].step <= state.step; next++)
            now.push_back(one.inputs[next]);
        machine.step(now);
    }
}

void expectNoComplaints() {
    for (const auto& [what, where] : Auditor::complaints())
        ADD_FAILURE() << what << " (" << *where.begin() << (where.size() > 1 ? " and others)" : ")");
    Auditor::complaints().clear();
}

TEST(Facets, BlocksOfLittleProgramsReadAndWriteWhatTheirRowsSay) {
    for (const Case& one : littlePrograms()) audit(one);
    expectNoComplaints();
}

TEST(Facets, BlocksOfGamesReadAndWriteWhatTheirRowsSay) {
    const std::vector<Case> all = games(60, 40);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) audit(one);
    expectNoComplaints();
}

// Every project of the corpus that can be read; what cannot is said in sb3_corpus_test.cpp.
TEST(Facets, BlocksOfTheCorpusReadAndWriteWhatTheirRowsSay) {
    if (!std::filesystem::exists(corpus())) GTEST_SKIP() << "there is no corpus";
    int programs = 0;
    for (const char* ending : {".sb3", ".sb2"}) {
        for (const std::filesystem::path& path : filesEndingIn(ending)) {
            if (isUnreadable(path)) continue;
            Case one = gameOf(path, 20, programs++ % 2 == 0 ? Mode::Scratch : Mode::Whisker);
            one.options.warpChecks = 2000;
            audit(one);
        }
    }
    EXPECT_GT(programs, 600);
    expectNoComplaints();
}

}  // namespace
}  // namespace ounce::properties
