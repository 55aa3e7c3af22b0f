// Monitors against the meaning of the language: random formulas on random runs, once step by step with a
// small memory, once over the whole run with none. Runs are also thrown away in the middle and gone on with
// from a copy.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>

#include "base/cast.h"
#include "base/random.h"
#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "vm/keys.h"
#include "vm/machine.h"

namespace ounce::spec {
namespace {

constexpr const char* kProgram = R"(stage
  variable score = 0
  list words = "cat", 3

when flag clicked
set [score v] to (0)
repeat (2)
  ask [How many?] and wait
  add (answer) to [words v]
end

when [space v] key pressed
change [score v] by (1)
broadcast (go v)

sprite Cat
  costume "cat" rect 20 20 #ff0000
  variable lives = 3

when flag clicked
go to x: (0) y: (0)
repeat (4)
  change x by (pick random (-10) to (20))
  change [lives v] by (1)
end
hide

when I receive [go v]
say (score)
create clone of (myself v)
wait (0.07) seconds
say []
show

when I start as a clone
change x by (30)
wait (0.1) seconds
delete this clone

when this sprite clicked
delete (1) of [words v]
change [lives v] by (-1)
set [score v] to (0)
broadcast (go v)
stop [other scripts in sprite v]

sprite Dog
  costume "dog" rect 30 30 #0000ff
  at x: 35 y: 0
)";

// ---- the whole run ----

struct Moment {
    State state;
    Happening::Kind kind;
    std::int32_t which;
    std::string key;
    std::uint64_t step;  // the one it belongs to
};

class Recorder final : public Observer {
  public:
    Recorder(Machine& machine) : machine_(machine) { note(Happening::Kind::StepEnd); }
    void stepEnds() { note(Happening::Kind::StepEnd); }

    void input(const InputEvent& event) override {
        if (event.kind == InputEvent::Kind::GreenFlag) {
            inFlag = true;
            note(Happening::Kind::Flag);
        } else if (event.kind == InputEvent::Kind::KeyDown) {
            const auto& down = machine_.state.keysDown;
            const std::string key = scratchKey(event.name);
            if (std::find(down.begin(), down.end(), key) == down.end())
                note(Happening::Kind::Pressed, kNone, key);
        }
    }
    void stoppedAll() override {
        if (!inFlag) note(Happening::Kind::Stop);
        inFlag = false;
    }
    void broadcast(std::int32_t message) override { note(Happening::Kind::Broadcast, message); }
    void answered() override { note(Happening::Kind::Answered); }
    void clicked(std::int32_t t) override { note(Happening::Kind::Clicked, spriteOf(t)); }
    void said(std::int32_t t, bool, const Value& text) override {
        if (!toText(text).empty()) note(Happening::Kind::Said, spriteOf(t));
    }
    void cloned(std::int32_t t) override { note(Happening::Kind::Cloned, spriteOf(t)); }
    void deleting(std::int32_t t) override { note(Happening::Kind::Deleted, spriteOf(t)); }

    std::vector<Moment> moments{};
    bool inFlag = false;

  private:
    std::int32_t spriteOf(std::int32_t t) {
        return machine_.state.targets[static_cast<std::size_t>(t)]->sprite;
    }
    void note(Happening::Kind kind, std::int32_t which = kNone, std::string key = {}) {
        const std::uint64_t step = machine_.state.step + (kind == Happening::Kind::StepEnd ? 0 : 1);
        moments.push_back({machine_.state, kind, which, std::move(key), step});
    }
    Machine& machine_;
};

// ---- what a formula means ----

class Meaning {
  public:
    Meaning(const Spec& spec, const Program& program, const MachineOptions& options,
            const std::vector<Moment>& moments)
        : spec_(spec), program_(program), options_(options), moments_(moments) {}

    // Whether there was anything to say about the property, if it is not violated.
    bool isTriggered(TermIndex property) {
        const Term& t = spec_.at(property);
        if (t.code == Code::Never || t.code == Code::Until) return true;
        if (t.code == Code::Always && spec_.at(t.a).code != Code::Implies) return true;
        for (std::size_t m = 1; m < moments_.size(); m++) {
            if (t.code == Code::Always ? comes(spec_.at(t.a).a, m) : triggers(t, m)) return true;
        }
        return false;
    }

    // The step in which the property is violated; 0: it is not.
    std::uint64_t violation(TermIndex property) {
        const Term& t = spec_.at(property);
        std::uint64_t first = ~std::uint64_t{0};
        const auto violated = [&](std::uint64_t step) { first = std::min(first, step); };
        for (std::size_t m = 1; m < moments_.size(); m++) {
            if (t.code == Code::Always && isEnd(m) && !holds(t.a, m)) violated(moments_[m].step);
            if (t.code == Code::Never && comes(t.a, m)) violated(moments_[m].step);
            const bool isAfter = t.code == Code::Within || t.code == Code::For || t.code == Code::AfterAlways;
            if (!isAfter || !triggers(t, m)) continue;
            trigger_ = m;
            owed(t, m, violated);
            trigger_.reset();
        }
        if (t.code == Code::Until) asLongAs(t, 1, 1, violated);
        return first == ~std::uint64_t{0} ? 0 : first;
    }

  private:
    // After an event, or after a condition begins to hold.
    bool triggers(const Term& after, std::size_t m) {
        return isEvent(after.a) ? occurs(after.a, m) : holds(after.a, m) && !holds(after.a, m - 1);
    }
    template <class Violated>
    void owed(const Term& t, std::size_t m, const Violated& violated) {
        const std::uint64_t last = moments_[m].step + static_cast<std::uint64_t>(t.number);
        if (t.code == Code::AfterAlways) return asLongAs(t, m, m + 1, violated);
        for (std::size_t k = m; k < moments_.size() && moments_[k].step <= last; k++) {
            if (t.code == Code::Within && comes(t.b, k)) return;
            if (t.code == Code::For && isEnd(k) && !holds(t.b, k)) return violated(moments_[k].step);
            if (t.code == Code::Within && isEnd(k) && moments_[k].step == last) return violated(last);
        }
    }
    template <class Violated>
    void asLongAs(const Term& t, std::size_t from, std::size_t endsFrom, const Violated& violated) {
        for (std::size_t k = from; k < moments_.size(); k++) {
            if (t.c != kNoTerm && k >= endsFrom && comes(t.c, k)) return;
            if (isEnd(k) && !holds(t.b, k)) return violated(moments_[k].step);
        }
    }

    [[nodiscard]] bool isEnd(std::size_t m) const { return moments_[m].kind == Happening::Kind::StepEnd; }
    // The end of the step before the one that a moment belongs to.
    [[nodiscard]] std::size_t endBefore(std::size_t m) const {
        while (m > 0 && !isEnd(--m)) continue;
        return m;
    }

    [[nodiscard]] bool isEvent(TermIndex i) const {
        const Term& t = spec_.at(i);
        if (t.code == Code::And) return isEvent(t.a) || isEvent(t.b);
        if (t.code == Code::Or) return isEvent(t.a) && isEvent(t.b);
        return t.code >= Code::Flag && t.code <= Code::Changes;
    }
    [[nodiscard]] bool usesOld(TermIndex i) const {
        if (i == kNoTerm) return false;
        const Term& t = spec_.at(i);
        return t.code == Code::Old || usesOld(t.a) || usesOld(t.b) || usesOld(t.c);
    }

    bool comes(TermIndex i, std::size_t m) { return isEvent(i) ? occurs(i, m) : isEnd(m) && holds(i, m); }

    bool happenedInStep(TermIndex i, std::size_t m) {
        if (m == 0) return false;
        for (std::size_t k = endBefore(m) + 1; k <= m; k++) {
            if (occurs(i, k)) return true;
        }
        return false;
    }

    bool occurs(TermIndex i, std::size_t m) {
        const Term& t = spec_.at(i);
        const Moment& now = moments_[m];
        if (m == 0) return false;
        switch (t.code) {
            case Code::Flag: return now.kind == Happening::Kind::Flag;
            case Code::Stop: return now.kind == Happening::Kind::Stop;
            case Code::Broadcast: return now.kind == Happening::Kind::Broadcast;
            case Code::Pressed: return now.kind == Happening::Kind::Pressed && now.key == t.name;
            case Code::Answered: return now.kind == Happening::Kind::Answered;
            case Code::Clicked: return now.kind == Happening::Kind::Clicked && now.which == 1;
            case Code::Said: return now.kind == Happening::Kind::Said && now.which == 1;
            case Code::Cloned: return now.kind == Happening::Kind::Cloned && now.which == 1;
            case Code::Deleted: return now.kind == Happening::Kind::Deleted && now.which == 1;
            case Code::Rises: return holds(t.a, m) && !holds(t.a, m - 1);
            case Code::Falls: return !holds(t.a, m) && holds(t.a, m - 1);
            case Code::Changes: return compare(value(t.a, m), value(t.a, m - 1)) != 0;
            case Code::Or: return occurs(t.a, m) || occurs(t.b, m);
            default: break;  // and
        }
        if (!isEvent(t.a)) return occurs(t.b, m) && holds(t.a, m);
        if (!isEvent(t.b)) return occurs(t.a, m) && holds(t.b, m);
        return (occurs(t.a, m) && holds(t.b, m)) || (occurs(t.b, m) && holds(t.a, m));
    }

    bool holds(TermIndex i, std::size_t m) {
        if (usesOld(i)) return holdsNow(i, m);
        const auto [known, isNew] = known_.try_emplace({i, m}, false);
        if (isNew) {
            const bool now = holdsNow(i, m);
            known_[{i, m}] = now;
            return now;
        }
        return known->second;
    }

    bool holdsNow(TermIndex i, std::size_t m) {
        if (isEvent(i)) return happenedInStep(i, m);
        const Term& t = spec_.at(i);
        switch (t.code) {
            case Code::Not: return !holds(t.a, m);
            case Code::And: return holds(t.a, m) && holds(t.b, m);
            case Code::Or: return holds(t.a, m) || holds(t.b, m);
            case Code::Implies:
                if (!isEvent(t.a) || isEvent(t.b)) return !holds(t.a, m) || holds(t.b, m);
                for (std::size_t k = m == 0 ? 1 : endBefore(m) + 1; k <= m; k++) {
                    if (occurs(t.a, k) && !holds(t.b, k)) return false;
                }
                return true;
            case Code::Since:
                if (m == 0) return false;
                return holds(t.b, m) || (holds(i, endBefore(m)) && (!isEnd(m) || holds(t.a, m)));
            case Code::Less: return compare(value(t.a, m), value(t.b, m)) < 0;
            case Code::Equal: return compare(value(t.a, m), value(t.b, m)) == 0;
            case Code::Some:
            case Code::Every: {
                // some Cat (Cat.x > n), every Cat (Cat.x > n)
                const State& state = moments_[m].state;
                const Term& inside = spec_.at(t.a);
                for (const std::int32_t place : state.pane) {
                    const TargetState& target = *state.targets[static_cast<std::size_t>(place)];
                    if (target.sprite != 1) continue;
                    if ((target.x > spec_.at(inside.b).number) == (t.code == Code::Some))
                        return t.code == Code::Some;
                }
                return t.code == Code::Every;
            }
            case Code::If: return holds(t.a, m) ? holds(t.b, m) : holds(t.c, m);
            default: return toBoolean(value(i, m));
        }
    }

    // How it stands on the stage is the stage's business; when it is asked is what is compared here.
    bool touches(const Term& t, std::size_t m) {
        Look look(program_, moments_[m].state, options_);
        const TargetState& cat = look.at(1);
        return t.member == "edge" ? look.touchesEdge(cat) : look.touchesSprite(cat, 2);
    }

    Value value(TermIndex i, std::size_t m) {
        const Term& t = spec_.at(i);
        const State& state = moments_[m].state;
        switch (t.code) {
            case Code::Number: return t.number;
            case Code::Name: return state.targets[0]->variables[0];
            case Code::Answer: return state.answer;
            case Code::Asked:
                return state.shownQuestion.has_value() && moments_[m].kind != Happening::Kind::Flag &&
                       moments_[m].kind != Happening::Kind::Stop;
            case Code::Touching: return touches(t, m);
            case Code::Length: return static_cast<double>(state.targets[0]->lists[0].size());
            case Code::Item: {
                const List& words = state.targets[0]->lists[0];
                const auto n = static_cast<std::size_t>(toNumber(value(t.a, m)));
                return n >= 1 && n <= words.size() ? words[n - 1] : Value(String());
            }
            case Code::Contains: {
                for (const Value& word : state.targets[0]->lists[0]) {
                    if (compare(word, value(t.b, m)) == 0) return true;
                }
                return false;
            }
            case Code::If: return holds(t.a, m) ? value(t.b, m) : value(t.c, m);
            case Code::Member:
                if (t.member == "x") return state.targets[1]->x;
                if (t.member == "visible") return state.targets[1]->visible;
                return state.targets[1]->variables[0];
            case Code::Clones: {
                int count = 0;
                for (const std::int32_t place : state.pane)
                    count += state.targets[static_cast<std::size_t>(place)]->isClone ? 1 : 0;
                return count;
            }
            case Code::Add: return toNumber(value(t.a, m)) + toNumber(value(t.b, m));
            case Code::Prev: return value(t.a, endBefore(m));
            case Code::Old: return value(t.a, trigger_ ? *trigger_ : endBefore(m));
            case Code::Count: {
                int count = 0;
                for (std::size_t k = 1; k <= m; k++) {
                    if (t.b != kNoTerm && comes(t.b, k)) count = 0;
                    if (comes(t.a, k)) count++;
                }
                return count;
            }
            default: return holds(i, m);
        }
    }

    const Spec& spec_;
    const Program& program_;
    const MachineOptions& options_;
    const std::vector<Moment>& moments_;
    std::map<std::pair<TermIndex, std::size_t>, bool> known_;
    std::optional<std::size_t> trigger_;  // when the `after` part happened
};

// ---- random formulas and runs ----

class Author {
  public:
    explicit Author(std::uint32_t seed) : random_(seed) {}

    int below(int n) { return static_cast<int>(random_.next() * n); }

    std::string property() {
        switch (below(7)) {
            case 0: return fmt::format("always {}", any(3));
            case 1: return fmt::format("never {}", any(3));
            case 2: return fmt::format("after {} within {} steps {}", any(2), below(6), body());
            case 3: return fmt::format("after {} for {} steps {}", any(2), below(6), body());
            case 4: return fmt::format("after {} always {}", any(2), body());
            case 5: return fmt::format("after {} always {} until {}", any(2), body(), any(2));
            default: return fmt::format("{} until {}", any(2), any(2));
        }
    }

  private:
    // Half of them speak of what was.
    std::string body() {
        if (below(2) == 0) return any(2);
        return fmt::format("({} {} old({}) + {})", number(0), below(2) == 0 ? "<" : "=", number(1), below(4));
    }
    std::string any(int depth) { return below(2) == 0 ? event(depth) : condition(depth); }
    std::string event(int depth) {
        constexpr const char* kAtoms[] = {"flag",         "stop",        "broadcast \"go\"",
                                          "answered",     "said(Cat)",   "pressed(space)",
                                          "clicked(Cat)", "cloned(Cat)", "deleted(Cat)"};
        if (depth == 0) return kAtoms[below(9)];
        switch (below(8)) {
            case 0: return fmt::format("rises({})", any(depth - 1));
            case 1: return fmt::format("falls({})", any(depth - 1));
            case 2: return fmt::format("changes({})", number(depth - 1));
            case 3: return fmt::format("({} and {})", event(depth - 1), condition(depth - 1));
            case 4: return fmt::format("({} and {})", event(depth - 1), event(depth - 1));
            case 5: return fmt::format("({} or {})", event(depth - 1), event(depth - 1));
            default: return kAtoms[below(9)];
        }
    }
    std::string condition(int depth) {
        constexpr const char* kAtoms[] = {"Cat.visible", "asked", "touching(Cat, Dog)", "touching(Cat, edge)",
                                          "contains(words, 3)"};
        if (depth == 0)
            return below(2) == 0 ? kAtoms[below(5)] : fmt::format("{} < {}", number(0), below(12));
        switch (below(10)) {
            case 0: return fmt::format("not {}", wrapped(any(depth - 1)));
            case 1: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
            case 2: return fmt::format("({} or {})", any(depth - 1), condition(depth - 1));
            case 3: return fmt::format("({} => {})", any(depth - 1), any(depth - 1));
            case 4: return fmt::format("({} since {})", any(depth - 1), any(depth - 1));
            case 5: return fmt::format("{} = {}", number(depth - 1), number(depth - 1));
            case 9:
                return fmt::format("(if {} then {} else {})", any(depth - 1), any(depth - 1),
                                   condition(depth - 1));
            case 6: return fmt::format("{} Cat (Cat.x > {})", below(2) == 0 ? "some" : "every", below(30));
            default: return fmt::format("{} < {}", number(depth - 1), number(depth - 1));
        }
    }
    static std::string wrapped(const std::string& formula) { return fmt::format("({})", formula); }
    std::string number(int depth) {
        constexpr const char* kAtoms[] = {"Cat.x",  "Cat.lives",     "score",          "clones(Cat)", "3",
                                          "answer", "length(words)", "item(3, words)", "Cat.visible"};
        if (depth == 0) return kAtoms[below(9)];
        switch (below(7)) {
            case 0: return fmt::format("prev({})", number(depth - 1));
            case 1: return fmt::format("count({} since {})", any(depth - 1), any(depth - 1));
            case 2: return fmt::format("count({})", any(depth - 1));
            case 3: return fmt::format("({} + {})", number(depth - 1), number(depth - 1));
            case 4:
                return fmt::format("(if {} then {} else {})", any(depth - 1), number(depth - 1),
                                   number(depth - 1));
            default: return kAtoms[below(9)];
        }
    }

    Random random_;
};

std::vector<InputEvent> someInputs(Author& author) {
    std::vector<InputEvent> inputs;
    constexpr InputEvent::Kind kKinds[] = {InputEvent::Kind::GreenFlag, InputEvent::Kind::KeyDown,
                                           InputEvent::Kind::KeyDown,   InputEvent::Kind::KeyUp,
                                           InputEvent::Kind::KeyUp,     InputEvent::Kind::ClickSprite,
                                           InputEvent::Kind::StopAll,   InputEvent::Kind::Answer};
    for (int count = author.below(4) - 1; count > 0; count--) {
        InputEvent& event = inputs.emplace_back();
        event.kind = kKinds[author.below(8)];
        if (event.kind == InputEvent::Kind::Answer) event.value = Value(static_cast<double>(author.below(5)));
        event.name = event.kind == InputEvent::Kind::ClickSprite ? "Cat" : " ";
    }
    return inputs;
}

// Whoever hears of every comparison makes a watch look at everything in every step.
class NoShortcuts final : public ComparisonObserver {
  public:
    void looking(const Monitor&) override {}
    void compared(const Monitor&, std::int32_t, bool) override {}
};

struct Tally {
    int pairs = 0, violated = 0, held = 0, untriggered = 0;
};

void compareOnARun(const Program& program, std::uint32_t seed, Mode mode, Tally& tally) {
    constexpr int kFormulas = 60, kSteps = 16;
    Author author(seed);
    std::string text;
    for (int i = 0; i < kFormulas; i++) text += fmt::format("p{}: {}\n", i, author.property());
    const auto spec = parse(text, "random.props");
    ASSERT_TRUE(spec) << spec.error().message() << "\n" << text;
    const std::vector<Monitor> monitors = bind(*spec, program);

    MachineOptions options;
    options.mode = mode;
    State state = initialState(program, options, seed);
    Machine machine(program, state, options);
    Recorder recorder(machine);
    machine.watch(recorder);
    Watch watch(monitors, machine, false, true), thorough(monitors, machine, false, true);
    NoShortcuts noShortcuts;
    thorough.comparisons = &noShortcuts;
    const auto step = [&] {
        machine.step(someInputs(author));
        watch.afterStep();
        thorough.afterStep();
        recorder.stepEnds();
        // What is left out because nothing changed makes no difference, not even to distances.
        EXPECT_EQ(watch.state(), thorough.state()) << "seed " << seed << "\n" << text;
    };
    const int middle = author.below(kSteps);
    for (int i = 0; i < kSteps; i++) {
        if (i == middle) {
            const State kept = state;
            const WatchState keptWatch = watch.state();
            const std::size_t length = recorder.moments.size();
            for (int k = author.below(6); k > 0; k--) step();
            state = kept;
            watch.restore(keptWatch);
            thorough.restore(keptWatch);
            EXPECT_EQ(watch.state(), keptWatch);
            recorder.moments.erase(recorder.moments.begin() + static_cast<std::ptrdiff_t>(length),
                                   recorder.moments.end());
        }
        step();
    }
    Meaning meaning(*spec, program, options, recorder.moments);
    const std::vector<PropertyResult> results = watch.results();
    Look look(program, state, options);
    for (std::size_t i = 0; i < results.size(); i++) {
        const Property& property = spec->properties[i];
        ASSERT_NE(results[i].outcome, Outcome::Error) << results[i].message << "\n" << text;
        const std::uint64_t expected = meaning.violation(property.term);
        tally.pairs++;
        tally.violated += results[i].outcome == Outcome::Violated ? 1 : 0;
        tally.held += results[i].outcome == Outcome::Holds ? 1 : 0;
        tally.untriggered += results[i].outcome == Outcome::Untriggered ? 1 : 0;
        const std::string what = fmt::format("seed {}: {}", seed, spec->textOf(spec->at(property.term)));
        if (expected == 0) {
            ASSERT_EQ(results[i].outcome == Outcome::Holds, meaning.isTriggered(property.term)) << what;
        }
        // The distance is 0 exactly if it is violated, and never less.
        const Nearness& nearness = watch.state().nearness[i];
        ASSERT_EQ(nearness.least == 0, expected != 0) << what;
        ASSERT_GE(nearness.least, 0) << what;
        ASSERT_LE(nearness.least, nearness.now) << what;
        ASSERT_LE(nearness.now, 1) << what;
        const double now = distanceNow(monitors[i], look, watch.state().monitors[i]);
        ASSERT_EQ(now == 0, expected != 0) << what;
        ASSERT_GE(now, 0) << what;
        ASSERT_LE(now, 1) << what;
        ASSERT_EQ(results[i].step, expected)
            << "seed " << seed << ": " << spec->textOf(spec->at(property.term)) << "\n"
            << results[i].message;
    }
}

TEST(Monitors, MeanWhatTheWholeRunMeans) {
    auto project = readText(kProgram, "t.scratch", "");
    ASSERT_TRUE(project) << project.error().message();
    const auto program = compile(std::move(*project));
    ASSERT_TRUE(program) << program.error().message();
    Tally tally;
    for (std::uint32_t seed = 1; seed <= 200 && !testing::Test::HasFatalFailure(); seed++)
        compareOnARun(**program, seed, seed % 2 == 0 ? Mode::Scratch : Mode::Whisker, tally);
    EXPECT_GE(tally.pairs, 10000);
    // A comparison of nothing but triumphs would say little.
    EXPECT_GT(tally.violated, tally.pairs / 10);
    EXPECT_GT(tally.held, tally.pairs / 10);
    EXPECT_GT(tally.untriggered, tally.pairs / 100);
}

}  // namespace
}  // namespace ounce::spec
