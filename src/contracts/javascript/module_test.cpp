// Contracts as people write them: comments above classes, methods and functions.
#include "contracts/javascript/module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contracts/javascript/instrument.h"
#include "contracts/javascript/scanner.h"

namespace ounce::contracts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

JsModule moduleOf(const std::string& source) {
    auto module = jsModuleOf("m.js", source, "", "");
    EXPECT_TRUE(module) << (module ? "" : module.error().message());
    return module ? std::move(*module) : JsModule();
}
std::string problemOf(const std::string& source) {
    const auto module = jsModuleOf("m.js", source, "", "");
    return module ? "" : module.error().message();
}
const Signature* find(const JsModule& module, const std::string& name) {
    for (const Signature& signature : module.world.signatures) {
        if (module.world.nameOf(signature) == name) return &signature;
    }
    return nullptr;
}

TEST(JsScanner, TellsDivisionsFromRegularExpressions) {
    std::vector<std::string> texts;
    for (const JsToken& token : scanJavaScript("a / b / c; x = /}'/g.test(`${'}'}`)"))
        texts.emplace_back(token.text);
    EXPECT_THAT(texts, ElementsAre("a", "/", "b", "/", "c", ";", "x", "=", "/}'/g", ".", "test", "(",
                                   "`${'}'}`", ")", ""));
}

TEST(JsModule, ReadsMethodsWithTheirContracts) {
    const JsModule module = moduleOf(R"(
class Stack {
    /**
     * Puts something on top.
     * @param {any} item  what
     * @requires this.room() > 0
     *     && item !== null
     * @ensures this.size() === old(this.size()) + 1
     */
    push(item) { if (x) { return `}`; } }
    /** @returns {natural} @final */
    size() { return 0; }
    undocumented(a) {}
    #hidden() {}
})");
    const Signature* push = find(module, "Stack.push");
    ASSERT_TRUE(push);
    EXPECT_TRUE(push->imperative);
    EXPECT_TRUE(push->constrains);
    ASSERT_EQ(module.conditions.size(), 2u);
    EXPECT_EQ(module.conditions[0].text, "this.room() > 0\n&& item !== null");
    EXPECT_EQ(module.conditions[0].place, "m.js:6:18");
    EXPECT_EQ(module.conditions[1].code, "this.size() === $old[0] + 1");
    EXPECT_THAT(module.conditions[1].olds, ElementsAre("this.size()"));
    const Signature* size = find(module, "Stack.size");
    ASSERT_TRUE(size);
    EXPECT_TRUE(size->isFinal);
    EXPECT_FALSE(size->imperative);
    EXPECT_EQ(module.world.nameOf(size->result), "natural");
    EXPECT_FALSE(find(module, "Stack.undocumented"));
}

TEST(JsModule, ReadsTypes) {
    const JsModule module = moduleOf(R"(
/** @callback Compare @param {int} a @param {int} b @returns {number} */
/** @typedef {object} Options
 * @property {string} name
 * @property {boolean} [loud] */
/**
 * @param {Compare} compare
 * @param {Options} options
 * @param {('on'|'off')[]} states
 * @param {?string} [label]
 * @param {(item: int, index?: int) => boolean} keep
 * @param {...number} rest
 * @returns {Promise<Array<string>>}
 */
function sort(compare, options, states, keep, label, ...rest) {})");
    const Signature* sort = find(module, "sort");
    ASSERT_TRUE(sort);
    std::vector<std::string> types;
    for (const Parameter& parameter : sort->parameters) types.push_back(module.world.nameOf(parameter.type));
    EXPECT_THAT(types,
                ElementsAre("function", "object", "'on'|'off'[]", "function", "string|null", "number"));
    EXPECT_TRUE(sort->parameters[4].optional);
    EXPECT_TRUE(sort->parameters[5].rest);
    EXPECT_EQ(module.world.nameOf(sort->result), "Promise<string[]>");
}

TEST(JsModule, ErrorsNameFileLineAndColumn) {
    EXPECT_EQ(problemOf("/**\n * @param {Strin} a\n */\nfunction f(a) {}"),
              "m.js:2:12: there is no type «Strin»");
    EXPECT_THAT(problemOf("/**\n * @param a\n */\nfunction f(a) {}"),
                HasSubstr("m.js:2:11: @param needs a type in braces"));
    EXPECT_THAT(problemOf("/**\n * @returns {Array<int}\n */\nfunction f() {}"), HasSubstr("«>» is missing"));
}

TEST(JsModule, TakesExportsOutWithoutMovingLines) {
    const JsModule module = moduleOf(
        "export default class A {\n/** @returns {int} */ m() { return 1; }\n}\nexport const f = (a) => "
        "a;\nexport { A as B };\n");
    EXPECT_TRUE(module.declarations.isModule);
    EXPECT_EQ(module.declarations.defaultExport, "A");
    EXPECT_EQ(module.declarations.body.find("export"), std::string::npos);
    EXPECT_EQ(std::count(module.declarations.body.begin(), module.declarations.body.end(), '\n'), 5);
}

TEST(JsModule, FindsConstantsOfTheCode) {
    const JsModule module =
        moduleOf("const limit = 4096, mode = 'strict';\n/** @returns {int} */\nfunction f() { return 1e3; }");
    EXPECT_THAT(module.declarations.numbers, ElementsAre(4096, 1000));
    EXPECT_THAT(module.declarations.texts, ElementsAre("strict"));
}

TEST(JsModule, OldValuesMayBeSpread) {
    const JsModule module = moduleOf("/** @ensures [...old(a), a.old(1), cold(2)] */\nfunction f(a) {}");
    ASSERT_EQ(module.conditions.size(), 1u);
    EXPECT_EQ(module.conditions[0].code, "[...$old[0], a.old(1), cold(2)]");
}

TEST(JsInstrument, CountsFunctionsAndBothOutcomesOfConditions) {
    int next = 5;
    EXPECT_EQ(instrumented("f = (a) => {\n  if (a > 1 && g(a)) return 1;\n  while (a) a--;\n}", next),
              "f = (a) => {$c[5]||$n(5);\n"
              "  if ((a > 1 && g(a))?($c[6]||$n(6),1):($c[7]||$n(7),0)) return 1;\n"
              "  while ((a)?($c[8]||$n(8),1):($c[9]||$n(9),0)) a--;\n}");
    EXPECT_EQ(next, 10);
}

TEST(JsInstrument, LeavesAloneWhatIsNoBlock) {
    for (const char* source :
         {"class A extends mixin(B) { m = 1 }", "x.if(1); x.while(2)", "function f() { 'use strict'; }",
          "switch (a) { default: b() }", "a = {case: 1}", "y = `${(a) => { return 1 }}`", "z = /if (a) {/"}) {
        int next = 0;
        EXPECT_EQ(instrumented(source, next), source);
    }
    int next = 0;
    EXPECT_EQ(instrumented("switch (a) { case 'b': c() }", next),
              "switch (a) { case 'b':$c[0]||$n(0); c() }");
}

TEST(JsModule, AnythingGivesTokens) {
    for (const char* source :
         {"", "class", "class {", "`${", "/* never", "'", "export", "export default", "class A { static {",
          "/**", "a /", "\\", "function", "function (", "class A { get"}) {
        const auto module = jsModuleOf("m.js", source, "", "");
        EXPECT_TRUE(module) << source;
    }
}

}  // namespace
}  // namespace ounce::contracts
