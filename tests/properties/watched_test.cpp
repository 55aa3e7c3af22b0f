// Looking leaves no trace: a run that everybody watches is the same, byte by byte, as one that nobody does.
#include <gtest/gtest.h>

#include "analysis/distance_collector.h"
#include "analysis/events.h"
#include "cases.h"
#include "generate/assertions.h"
#include "vm/canonical.h"
#include "vm/look.h"
#include "vm/views.h"

namespace ounce::properties {
namespace {

// Looks at everything whenever something happens, also in the middle of a step.
class Busybody final : public Observer {
  public:
    explicit Busybody(const Machine& machine) : look_(machine.reading()) {}

    void executed(std::int32_t, std::int32_t) override {
        if (++count_ % 16 == 0) observeAll();
    }
    void said(std::int32_t, bool, const Value&) override { observeAll(); }
    void moved(std::int32_t, double, double) override {
        if (++count_ % 16 == 0) observeAll();
    }
    void stepDone() override {
        observeAll();
        if (++count_ % 8 == 0) pictureOf(look_);
    }

  private:
    void observeAll() {
        look_.refresh();
        const std::vector<Check> checks = observe(look_);
        for (std::size_t i = 0; i < look_.program.expressions.size(); i++) {
            // Whatever can be evaluated outside its script.
            const Expression& e = look_.program.expressions[i];
            if (e.node == Node::Report && e.a == kNone) look_.value(static_cast<ExpressionIndex>(i));
        }
    }

    Look look_;
    int count_ = 0;
};

// Lines without events, which only an observer hears of.
std::string plainLines(const Case& one, bool watched) {
    State state = initialState(*one.program, one.options, 3);
    Machine machine(*one.program, state, one.options);
    TraceWriter writer(*one.program, state);
    Busybody busybody(machine);
    const Fitness fitness(one.program);
    DistanceCollector collector(fitness);
    RecordingChoices recording(*one.program);
    const EventExtractor extractor(one.program);
    const Canonical canonical(*one.program, one.options.mode);
    ExtractionCache cache;
    if (watched) {
        collector.attach(machine);
        machine.watch(busybody);
        machine.choices = &recording;
    }
    std::string text;
    std::size_t next = 0;
    while (state.step < one.steps) {
        std::vector<InputEvent> now;
        for (; next < one.inputs.size() && one.inputs[next].step <= state.step; next++)
            now.push_back(one.inputs[next]);
        machine.step(now);
        text += writer.line(machine, false) + '\n';
        if (!watched) continue;
        EXPECT_FALSE(extractor.extract(state, cache).empty());
        EXPECT_EQ(canonical(state), canonical(State(state)));
    }
    return text;
}

TEST(Watched, LittleProgramsRunAsIfNobodyLooked) {
    const std::vector<Case> all = littlePrograms();
    ASSERT_GT(all.size(), 200u);
    for (const Case& one : all) ASSERT_EQ(plainLines(one, true), plainLines(one, false)) << one.name;
}

TEST(Watched, GamesRunAsIfNobodyLooked) {
    const std::vector<Case> all = games(90, 12);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) ASSERT_EQ(plainLines(one, true), plainLines(one, false)) << one.name;
}

// Whether an item of a list is drawn is only known when the program runs: here the index is a text in a
// variable. Measuring how far the condition is from being true must not draw a second time.
TEST(Watched, AConditionThatDrawsByAWordInAVariableIsNotDrawnTwice) {
    auto project = readText(
        "stage\n  variable i = \"random\"\n  list l = 1, 2, 3, 4, 5, 6, 7\n  variable hits = 0\n\n"
        "sprite Cat\n  costume \"cat\" circle 20 orange\n\n"
        "when flag clicked\nforever\n  if <(item (i) of [l v]) > (3)> then\n    change [hits v] by (1)\n"
        "    move (1) steps\n  end\n  turn right (1) degrees\nend\n",
        "draws.scratch", "");
    ASSERT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    ASSERT_TRUE(program);
    Case one;
    one.name = "draws";
    one.program = *program;
    one.inputs.emplace_back();
    one.steps = 60;
    EXPECT_EQ(plainLines(one, true), plainLines(one, false));
}

}  // namespace
}  // namespace ounce::properties
