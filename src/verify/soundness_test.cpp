// The explorer against plain enumeration: random little programs, all answers and all outcomes of random
// numbers tried one by one, without terms, without a solver and without leaving anything out.
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "base/cast.h"
#include "base/random.h"
#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "verify/check.h"
#include "verify/intervals.h"
#include "vm/machine.h"
#include "vm/program.h"

namespace ounce::verify {
namespace {

constexpr std::int64_t kGreatestAnswer = 3;
constexpr std::uint64_t kDepth = 4;

// ---- random programs ----

class Writer {
  public:
    // `more`: also clones, stopping, custom blocks, positions; for what does not go through terms.
    explicit Writer(std::uint32_t seed, bool more = false) : random_(seed), more_(more) {}

    std::string program() {
        const int sprites = 1 + below(3);
        std::string text =
            "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  variable v = 0\n  variable w = 0\n";
        for (int i = 0; i < sprites; i++) {
            text +=
                fmt::format("\nsprite S{}\n  costume \"c\" rect 20 20 #ff0000\n  variable own = 0\n\n", i);
            text += hat() + body(3, 0);
            if (below(2) == 0) text += "\n" + hat() + body(2, 0);
            if (!more_) continue;
            text += "\ndefine jump (a)\n" + body(2, 1);
            if (below(2) == 0) text += "\nwhen I start as a clone\n" + body(3, 0);
        }
        return text;
    }

    std::string property() {
        const std::string what = below(2) == 0 ? "v" : "w";
        if (more_ && below(3) == 0) {
            switch (below(4)) {
                case 0: return fmt::format("p: always S0.x < {}\n", 1 + below(5));
                case 1: return "p: always S0.visible\n";
                case 2: return fmt::format("p: always not flag => {0} >= prev({0})\n", what);
                default: return fmt::format("p: always {} > 1 => S0.own < {}\n", what, 2 + below(4));
            }
        }
        switch (below(6)) {
            case 0: return fmt::format("p: never {} = {}\n", what, number());
            case 1: return fmt::format("p: always {} < {}\n", what, 2 + below(4));
            case 2: return fmt::format("p: never v + w > {}\n", 2 + below(5));
            case 3: return fmt::format("p: never answered and answer = v + {}\n", below(3));
            case 4: return fmt::format("p: after rises({} > 1) within 66 ms rises(S0.own > 0)\n", what);
            default: return fmt::format("p: always {} >= prev({})\n", what, what);
        }
    }

  private:
    int below(int n) { return static_cast<int>(random_.next() * n); }
    int number() { return below(7) - 2; }

    std::string hat() {
        switch (below(5)) {
            case 0: return "when I receive [m v]\n";
            case 1: return "when [space v] key pressed\n";
            default: return "when flag clicked\n";
        }
    }
    std::string name() {
        const char* names[] = {"v", "w", "own"};
        return names[below(3)];
    }
    std::string value(int depth) {
        switch (below(depth > 1 ? 4 : 7)) {
            case 0: return fmt::format("({})", number());
            case 1: return fmt::format("({})", name());
            case 2: return "(answer)";
            case 3: return fmt::format("(pick random ({}) to ({}))", below(2), 1 + below(3));
            case 4: return fmt::format("({} + {})", value(depth + 1), value(depth + 1));
            case 5: return fmt::format("({} - {})", value(depth + 1), value(depth + 1));
            default: return fmt::format("({} * {})", value(depth + 1), value(depth + 1));
        }
    }
    std::string condition(int depth) {
        switch (below(depth > 0 ? 4 : 7)) {
            case 0: return fmt::format("<{} = {}>", value(1), value(1));
            case 1: return fmt::format("<{} < {}>", value(1), value(1));
            case 2: return fmt::format("<{} > {}>", value(1), value(1));
            case 3: return "<key (space v) pressed?>";
            case 4: return fmt::format("<not {}>", condition(depth + 1));
            case 5: return fmt::format("<{} and {}>", condition(depth + 1), condition(depth + 1));
            default: return fmt::format("<{} or {}>", condition(depth + 1), condition(depth + 1));
        }
    }
    std::string indented(const std::string& text) {
        std::string result;
        for (std::size_t i = 0, end = 0; i < text.size(); i = end + 1) {
            end = text.find('\n', i);
            result += "  " + text.substr(i, end - i) + "\n";
        }
        return result;
    }
    std::string body(int blocks, int depth) {
        std::string text;
        for (int i = 0; i < 1 + below(blocks); i++) text += block(depth);
        return text;
    }
    std::string more(int depth) {
        switch (below(depth > 1 ? 9 : 12)) {
            case 0: return "create clone of (myself v)\n";
            case 1: return "delete this clone\n";
            case 2: return below(2) == 0 ? "stop [all v]\n" : "stop [this script v]\n";
            case 3: return fmt::format("change x by {}\n", value(1));
            case 4: return fmt::format("set x to {}\n", value(0));
            case 5: return below(2) == 0 ? "hide\n" : "show\n";
            case 6: return "stop [other scripts in sprite v]\n";
            case 7: return fmt::format("move {} steps\n", value(1));
            case 8:
                return below(2) == 0 ? "wait (0) seconds\n"
                                     : fmt::format("set size to ({}) %\n", 50 * below(4));
            case 9:
                return fmt::format("repeat until {}\n{}end\n", condition(0), indented(body(2, depth + 1)));
            case 10: return fmt::format("jump {}\n", value(1));
            default: return "broadcast (m v) and wait\n";
        }
    }
    std::string block(int depth) {
        if (more_ && below(3) == 0) return more(depth);
        switch (below(depth > 1 ? 7 : 12)) {
            case 0:
            case 1: return fmt::format("set [{} v] to {}\n", name(), value(0));
            case 2:
            case 3: return fmt::format("change [{} v] by {}\n", name(), value(0));
            case 4: return fmt::format("set x to {}\n", value(1));
            case 5: return fmt::format("say (join {} [!])\n", value(1));
            case 6: return "ask [?] and wait\n";
            case 7: return fmt::format("if {} then\n{}end\n", condition(0), indented(body(2, depth + 1)));
            case 8:
                return fmt::format("if {} then\n{}else\n{}end\n", condition(0), indented(body(2, depth + 1)),
                                   indented(body(1, depth + 1)));
            case 9: return fmt::format("repeat (2)\n{}end\n", indented(body(2, depth + 1)));
            case 10: return "broadcast (m v)\n";
            default: return fmt::format("wait until {}\n", condition(0));
        }
    }

    Random random_;
    bool more_;
};

// ---- plain enumeration ----

class Enumerated final : public Choices {
  public:
    double pick(const Domain& domain, double, std::int32_t) override {
        const double outcome = next < plan.size() ? plan[next] : domain.low;
        if (next == plan.size()) plan.push_back(outcome), domains.push_back(domain);
        next++;
        return outcome;
    }
    // The next plan; false: that was the last.
    bool advance() {
        while (!plan.empty() && plan.back() >= domains.back().high) plan.pop_back(), domains.pop_back();
        if (plan.empty()) return false;
        plan.back()++;
        return true;
    }
    std::vector<double> plan{};
    std::vector<Domain> domains{};
    std::size_t next = 0;
};

struct Plain {
    bool violated = false;
    std::uint64_t depth = 0;  // of the violation
    std::uint64_t runs = 0;
    bool tooMany = false;
};

// `each`: is shown every state that is reached.
Plain enumerate(const std::shared_ptr<const Program>& program, const spec::Monitor& monitor,
                const AlphabetOptions& options, std::uint64_t mostRuns = 2000,
                const std::function<void(const State&)>& each = {}) {
    const std::vector<spec::Monitor> monitors{monitor};
    const MachineOptions machineOptions;
    Alphabet alphabet(program, monitor, options);
    const Canonical canonical(*program, Mode::Scratch, false);
    struct Node {
        State state;
        spec::WatchState watch;
        std::uint64_t flags;
    };
    State state = initialState(*program, machineOptions, 1);
    Machine machine(*program, state, machineOptions);
    Enumerated choices;
    machine.choices = &choices;
    spec::Watch watch(monitors, machine);
    std::vector<Node> level{{state, watch.state(), 0}};
    Plain result;
    for (std::uint64_t depth = 1; depth <= kDepth && !level.empty(); depth++) {
        std::vector<Node> next;
        std::set<std::pair<StateKey, std::string>> seen;
        for (const Node& node : level) {
            std::vector<std::vector<InputEvent>> inputs;
            if (depth == 1) {
                inputs.emplace_back().emplace_back();
            } else {
                for (const Action& action : alphabet.actions(node.state, node.flags)) {
                    if (action.answer == Action::Symbol::None) {
                        inputs.push_back(action.inputs);
                        continue;
                    }
                    for (std::int64_t n = -kGreatestAnswer; n <= kGreatestAnswer; n++) {
                        inputs.push_back(action.inputs);
                        inputs.back().front().value = typedValue(action, n);
                    }
                }
            }
            for (const std::vector<InputEvent>& events : inputs) {
                choices = {};
                do {
                    if (++result.runs > mostRuns) {
                        result.tooMany = true;
                        return result;
                    }
                    choices.next = 0;
                    state = node.state;
                    watch.restore(node.watch);
                    machine.step(events);
                    watch.afterStep();
                    if (each) each(state);
                    if (watch.anyViolated()) {
                        result.violated = true;
                        result.depth = depth;
                        return result;
                    }
                    std::string cells;
                    for (const Value& v : watch.state().monitors.front().cells)
                        cells += toText(v).utf8() + "|";
                    for (const auto& p : watch.state().monitors.front().promises)
                        cells += fmt::format("p{}", p.left);
                    std::uint64_t flags = node.flags;
                    for (const InputEvent& e : events) flags += e.kind == InputEvent::Kind::GreenFlag ? 1 : 0;
                    if (seen.emplace(canonical(state), cells).second)
                        next.push_back({state, watch.state(), flags});
                } while (choices.advance());
            }
        }
        level = std::move(next);
    }
    return result;
}

TEST(Soundness, SameVerdictAsPlainEnumeration) {
    int compared = 0, violations = 0, symbolic = 0, sliced = 0, byIntervals = 0;
    for (std::uint32_t seed = 1; compared < 1000; seed++) {
        ASSERT_LT(seed, 4000u);

        Writer writer(seed);
        const std::string text = writer.program(), property = writer.property();
        auto project = readText(text, "random.scratch", "");
        ASSERT_TRUE(project) << project.error().message() << "\n" << text;
        auto program = compile(std::move(*project));
        ASSERT_TRUE(program) << text;
        const auto spec = spec::parse(property, "random.props");
        ASSERT_TRUE(spec) << spec.error().message();
        const std::vector<spec::Monitor> monitors = spec::bind(*spec, **program);
        ASSERT_EQ(monitors.front().error, "") << property;
        ExploreOptions options;
        options.alphabet.greatestAnswer = kGreatestAnswer;
        options.alphabet.byExample = true;  // the same examples are tried by both
        const Plain plain = enumerate(*program, monitors.front(), options.alphabet);
        if (plain.tooMany) continue;
        options.steps = kDepth;
        const Exploration whole = Explorer(*program, monitors.front(), options, {}).explore();
        const std::string what = fmt::format("seed {}\n{}\n{}", seed, text, property);
        // The few answers of this test do not reach beyond all that they are compared with.
        if (!whole.learnt.empty()) continue;
        for (const std::string& gap : whole.gaps)
            EXPECT_THAT(gap,
                        testing::AnyOf(testing::HasSubstr("compared with"), testing::HasSubstr("compares"),
                                       testing::HasSubstr("the middle was typed")))
                << what;
        ASSERT_EQ(whole.violation.has_value(), plain.violated) << what;
        if (whole.violation) {
            EXPECT_EQ(whole.violation->steps, plain.depth) << what;
        }
        // By ranges, where they are enough.
        const CheckResult first = check(*program, *spec, 0, options);
        EXPECT_EQ(first.verdict == Verdict::Violated, plain.violated) << what << first.how;
        byIntervals += first.how.starts_with("by intervals") ? 1 : 0;
        // With what cannot matter left out, and a plain run of what was found.
        options.intervals = false;
        const CheckResult checked = check(*program, *spec, 0, options);
        EXPECT_EQ(checked.verdict == Verdict::Violated, plain.violated) << what;
        EXPECT_NE(checked.verdict, Verdict::Unknown) << what;
        compared++;
        violations += plain.violated ? 1 : 0;
        symbolic += whole.questions > 0 ? 1 : 0;
        for (const std::string& a : checked.assumptions) sliced += a.starts_with("left out") ? 1 : 0;
    }
    // Otherwise the comparison says little.
    EXPECT_GT(violations, 200);
    EXPECT_LT(violations, 800);
    EXPECT_GT(symbolic, 300);
    EXPECT_GT(sliced, 100);
    EXPECT_GT(byIntervals, 50);
}

// Whatever is reached lies within the ranges, and what follows from them is never violated.
TEST(Soundness, RangesHoldInEveryState) {
    int compared = 0, known = 0, proved = 0, clones = 0;
    for (std::uint32_t seed = 1; compared < 1000; seed++) {
        ASSERT_LT(seed, 8000u);
        Writer writer(seed, true);
        const std::string text = writer.program(), property = writer.property();
        auto project = readText(text, "random.scratch", "");
        ASSERT_TRUE(project) << project.error().message() << "\n" << text;
        auto program = compile(std::move(*project));
        ASSERT_TRUE(program) << text;
        const auto spec = spec::parse(property, "random.props");
        ASSERT_TRUE(spec) << spec.error().message() << property;
        const spec::Monitor monitor = spec::bind(*spec, **program).front();
        ASSERT_EQ(monitor.error, "") << property;
        const auto invariants = invariantsOf(**program, monitor, {});
        if (!invariants) continue;  // a custom block that calls itself
        const std::string what = fmt::format("seed {}\n{}\n{}", seed, text, property);
        bool isCloned = false;
        const Plain plain =
            enumerate(*program, monitor, {.greatestAnswer = kGreatestAnswer}, 500, [&](const State& state) {
                ASSERT_EQ(invariants->outside(state), "") << what;
                isCloned = isCloned || state.cloneCount > 0;
            });
        ASSERT_FALSE(HasFatalFailure());
        const bool isProved = follows(monitor, *invariants);
        ASSERT_FALSE(isProved && plain.violated) << what << describe(monitor, *invariants);
        compared++;
        proved += isProved ? 1 : 0;
        clones += isCloned ? 1 : 0;
        for (const auto& range : invariants->ranges) known += range && !range->any ? 1 : 0;
    }
    // Otherwise the comparison says little.
    EXPECT_GT(proved, 100);
    EXPECT_GT(clones, 100);
    EXPECT_GT(known, 5000);
}

}  // namespace
}  // namespace ounce::verify
