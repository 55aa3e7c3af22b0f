// The six verbs, and what makes a context deterministic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "script/context.h"

namespace ounce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Script : public testing::Test {
  protected:
    std::string value(std::string_view source) {
        auto result = context.evaluate(source, "test.js");
        return result ? result->toText() : "threw " + result.error().toError().message();
    }

    JsEngine engine;
    double clock = 0;
    std::vector<std::string> log;
    JsContext context{
        engine,
        {.seed = 1,
         .clock = [this] { return clock; },
         .log = [this](std::string_view level,
                       const std::string& text) { log.push_back(std::string(level) + ": " + text); }}};
};

TEST_F(Script, EvaluatesModernJavaScript) {
    EXPECT_EQ(value("[1, 2, 3].map(x => x ** 2).at(-1)"), "9");
    EXPECT_EQ(value("({a: {b: 'ü€😀'}})?.a?.b"), "ü€😀");
}

TEST_F(Script, ExceptionsKnowTheirPlace) {
    auto thrown = context.evaluate("let a = 1;\n  a.b.c;", "suite.js");
    ASSERT_FALSE(thrown);
    EXPECT_EQ(thrown.error().name, "TypeError");
    EXPECT_EQ(thrown.error().line, 2);
    EXPECT_GT(thrown.error().column, 0);
    EXPECT_THAT(thrown.error().toError().message(), testing::StartsWith("suite.js:2:"));
}

TEST_F(Script, SyntaxErrorsKnowTheirPlace) {
    auto broken = context.evaluate("let a = 1;\nlet b = ;\n", "suite.js");
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().name, "SyntaxError");
    EXPECT_EQ(broken.error().line, 2);
}

TEST_F(Script, AnythingCanBeThrown) {
    EXPECT_EQ(value("throw 'a text'"), "threw a text");
    EXPECT_EQ(value("throw null"), "threw null");
}

TEST_F(Script, HostFunctionsGiveAndThrow) {
    context.set(context.global(), "twice", context.function("twice", [](JsCall& call) {
        if (call.isUndefined(0)) return call.throwError("nothing to double");
        call.give(2 * call.number(0));
    }));
    EXPECT_EQ(value("twice(21)"), "42");
    EXPECT_EQ(value("try { twice() } catch (e) { e.message }"), "nothing to double");
    EXPECT_EQ(value("twice.name"), "twice");
}

TEST_F(Script, CallsFunctionsWithArguments) {
    const JsValue add = *context.evaluate("(a, b) => a + b", "test.js");
    const JsValue arguments[] = {context.text("x"), context.number(1)};
    EXPECT_EQ(context.call(add, arguments)->toText(), "x1");
    EXPECT_FALSE(context.call(context.number(1)));
}

TEST_F(Script, PromisesOfCppAreKeptInOrder) {
    JsDeferred deferred = context.deferred();
    context.set(context.global(), "promise", deferred.promise);
    value("var order = []; promise.then(v => order.push(v)); order.push('first')");
    EXPECT_EQ(value("order.join()"), "first");
    const JsValue arguments[] = {context.text("kept")};
    ASSERT_TRUE(context.call(deferred.resolve, arguments));
    EXPECT_EQ(value("order.join()"), "first,kept");
}

TEST_F(Script, TheTimeLimitEndsALoop) {
    engine.setTimeLimit(0.05);
    auto result = context.evaluate("for (;;) { try { for (;;); } catch {} }", "loop.js");
    EXPECT_FALSE(result);
}

TEST_F(Script, RandomNumbersComeFromTheSeed) {
    JsContext other(engine, {.seed = 1}), different(engine, {.seed = 2});
    const std::string mine = value("[Math.random(), Math.random()].join()");
    EXPECT_EQ(other.evaluate("[Math.random(), Math.random()].join()", "")->toText(), mine);
    EXPECT_NE(different.evaluate("[Math.random(), Math.random()].join()", "")->toText(), mine);
}

TEST_F(Script, ContextsDoNotSeeEachOther) {
    value("globalThis.leak = 1; Array.prototype.leak = 2; Math.leak = 3");
    JsContext other(engine, {});
    EXPECT_EQ(other.evaluate("[typeof leak, typeof [].leak, typeof Math.leak].join()", "")->toText(),
              "undefined,undefined,undefined");
}

TEST_F(Script, DatesFollowTheClock) {
    EXPECT_EQ(value("new Date().toISOString()"), "2024-01-01T00:00:00.000Z");
    clock = 1500;
    EXPECT_EQ(value("Date.now() - Date.UTC(2024, 0, 1)"), "1500");
    EXPECT_EQ(value("performance.now()"), "1500");
    EXPECT_EQ(
        value(
            "new Date(0).getTime() + ',' + (new Date() instanceof Date) + ',' + new Date().constructor.name"),
        "0,true,Date");
    EXPECT_EQ(value("class Day extends Date {}; new Day(5).getTime()"), "5");
}

TEST_F(Script, TimersFireInTheOrderOfTheirTimes) {
    value(
        "var out = []; setTimeout(() => out.push('late'), 20); setTimeout(x => out.push(x), 10, 'early');"
        "clearTimeout(setTimeout(() => out.push('never'), 5))");
    EXPECT_TRUE(*context.fireNextTimer());
    EXPECT_EQ(context.now(), 10);
    EXPECT_TRUE(*context.fireNextTimer());
    EXPECT_EQ(context.now(), 20);
    EXPECT_FALSE(*context.fireNextTimer());
    EXPECT_EQ(value("out.join()"), "early,late");
}

TEST_F(Script, IntervalsRepeatUntilTheyAreCleared) {
    value("var n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 10)");
    clock = 25;
    EXPECT_TRUE(*context.fireDueTimers());
    EXPECT_EQ(value("n"), "2");
    EXPECT_FALSE(*context.fireDueTimers());
    EXPECT_TRUE(*context.fireNextTimer());
    EXPECT_FALSE(*context.fireNextTimer());
}

TEST_F(Script, TheConsoleGoesToTheLog) {
    value("console.log('a', 1, {b: [2]}); console.warn(null); console.error(new TypeError('c'))");
    EXPECT_THAT(log, ElementsAre("log: a 1 {\"b\":[2]}", "warn: null", "error: TypeError: c"));
}

TEST_F(Script, WhatWouldShowTheMachineIsGone) {
    EXPECT_EQ(value("[typeof WeakRef, typeof SharedArrayBuffer, typeof require, typeof document].join()"),
              "undefined,undefined,undefined,undefined");
}

}  // namespace
}  // namespace ounce
