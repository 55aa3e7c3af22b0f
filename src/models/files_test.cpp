// Model files: what is wrong is said with model and edge; what is written is read again.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/drawing.h"
#include "models/expression.h"
#include "models/model_json.h"
#include "models/model_text.h"

namespace ounce::models {
namespace {

using testing::HasSubstr;

std::string file(const std::string& edge, const std::string& nodes = R"(["a", "b"])",
                 const std::string& start = R"("a")") {
    return fmt::format(
        R"([{{"usage": "program", "id": "m", "startNodeId": {}, "stopNodeIds": [], "stopAllNodeIds": [],
        "nodeIds": {}, "edges": [{}]}}])",
        start, nodes, edge);
}
std::string edge(const std::string& conditions) {
    return R"({"id": "e", "from": "a", "to": "b", "conditions": [)" + conditions + R"(], "effects": []})";
}
std::string problem(const std::string& json) {
    const auto models = readModelJson(json, "f.json");
    return models ? "fine" : models.error().message();
}

TEST(ModelJson, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(problem(file(edge(""))), "fine");
    EXPECT_EQ(problem(file(edge(R"({"name": "Kez", "args": ["a"], "negated": false})"))),
              "f.json: model «m»: edge «e»: condition 1: «Kez» is no check (did you mean «Key»?)");
    EXPECT_EQ(problem(file(edge(R"({"name": "VarComp", "args": ["a", "b"], "negated": false})"))),
              "f.json: model «m»: edge «e»: condition 1: «VarComp» takes 4 arguments (sprite, variable, "
              "comparison, value), "
              "but has 2");
    EXPECT_THAT(problem(file(edge(R"({"name": "Key", "args": ["space"]})"))),
                HasSubstr("there is no «negated»"));
    EXPECT_THAT(
        problem(file(edge(R"({"name": "AttrComp", "args": ["a", "wings", "=", 1], "negated": false})"))),
        HasSubstr("«wings» is no attribute"));
    EXPECT_THAT(problem(file(edge(R"({"name": "AttrChange", "args": ["a", "x", "up"], "negated": false})"))),
                HasSubstr("«up» is no change"));
    EXPECT_THAT(problem(file(edge(R"({"name": "SpriteColor", "args": ["a", 1, 2, 256], "negated": false})"))),
                HasSubstr("«256» is no part of a colour"));
    EXPECT_THAT(problem(file(edge(R"({"name": "Click", "args": ["(a"], "negated": false})"))),
                HasSubstr("«(a» is no regular expression"));
    EXPECT_THAT(problem(file(R"({"id": "e", "from": "a", "to": "c", "conditions": []})")),
                HasSubstr("model «m»: edge «e»: «to» is «c», which is none of the nodes"));
    EXPECT_THAT(problem(file(R"({"id": "e", "from": "a", "to": "b"})")),
                HasSubstr("there are no conditions"));
    EXPECT_THAT(problem(file(edge("") + "," + edge(""))), HasSubstr("model «m»: there are two edges «e»"));
    EXPECT_THAT(problem(file("", R"(["a", "a"])")), HasSubstr("there are two nodes «a»"));
    EXPECT_THAT(problem(file("", R"([""])")), HasSubstr("a node has no id"));
    EXPECT_THAT(problem(file("", R"(["a"])", R"("z")")),
                HasSubstr("the start node «z» is none of its nodes"));
    EXPECT_THAT(problem(file("", R"(["a", "b"])", R"(["a", "b"])")), HasSubstr("there are 2 start nodes"));
    EXPECT_THAT(problem(file("", R"(["a"])", "null")), HasSubstr("there is no start node"));
    EXPECT_THAT(problem(R"([{"usage": "cook"}])"), HasSubstr("model 1: «usage» is «cook»"));
    EXPECT_THAT(problem("[{"), HasSubstr("f.json: line 1"));
    EXPECT_THAT(problem("{}"), HasSubstr("expected a list of models"));
}

TEST(ModelJson, NamesWhatHasNoName) {
    const auto models = readModelJson(
        R"([{"usage": "end", "startNodeId": "a", "nodes": [{"id": "a", "label": "A"}],
             "edges": [{"from": "a", "to": "a", "conditions": []}]},
            {"usage": "user", "id": "x", "startNodeId": "a", "nodeIds": ["a"],
             "edges": [{"from": "a", "to": "a", "conditions": [], "inputEffects": [{"name": "InputKey", "args": ["Left"]}]}]},
            {"usage": "user", "id": "x", "startNodeId": "a", "nodeIds": ["a"], "edges": []}])",
        "f.json");
    ASSERT_TRUE(models) << models.error().message();
    EXPECT_EQ((*models)[0].id, "model1");
    EXPECT_EQ((*models)[0].edges[0].id, "edge1");
    EXPECT_EQ((*models)[0].nodes[0].label, "A");
    EXPECT_EQ((*models)[1].edges[0].inputs[0].args[0], "Left");
    EXPECT_EQ((*models)[2].id, "x-2");
}

constexpr const char* kEverything = R"T(# A model with everything.
program model every
  start a
  stop c
  stop all "the end"
  # Why this edge.
  a -> b as one called "the first"
    when Cat.x increases and not "big dog".y = 5 and Cat touches #ff0010 and not key left arrow and key space
    then Cat says "say \"hi\"" and Stage.score changes by -8 and visible clones of Cat <= 3 and { score > prev(score) }
    by 31 s
    within 150 ms
  b -> c as two
    when Cat.x changes and Cat.x does not increase and Cat touches vertical edge and backdrop is "b" and js "(t) => true"
  b -> "the end" as three
    when expr "$(Cat.x) > 1" and chance 0.5 and elapsed 1.5 s and after 20 ms and after end 2 s and Cat is clicked
    then Cat.x is random and VarChange("Cat", "x", "+") and always
  b -> c as four
    when Cat.x changes
    by 3 s

user model player
  start a
  a -> a as act
    do press left arrow and click Cat and click stage and mouse down and mouse up and move mouse 1, "$(Cat.y)" and type "x" and drag Cat to 5, "$(Cat.y)"
)T";

TEST(ModelText, IsWrittenAsItWasRead) {
    const auto models = readModelText(kEverything, "f.model");
    ASSERT_TRUE(models) << models.error().message();
    EXPECT_EQ(writeModelText(*models), kEverything);
    EXPECT_EQ((*models)[0].edges[0].explanation, "Why this edge.");
    EXPECT_EQ((*models)[0].edges[0].forceAfter, 150);
}

TEST(ModelText, AndJsonSayTheSame) {
    const auto models = readModelText(kEverything, "f.model");
    ASSERT_TRUE(models);
    auto again = readModelJson(writeModelJson(*models), "f.json");
    ASSERT_TRUE(again) << again.error().message();
    std::vector<Model> without = *models;
    for (Model& model : without) {
        model.explanation.clear();
        for (Edge& edge : model.edges) edge.explanation.clear();
    }
    EXPECT_EQ(*again, without);
}

TEST(ModelText, SaysWhatIsWrongAndWhere) {
    const auto problem = [](const std::string& text) {
        const auto models = readModelText(text, "f.model");
        return models ? "fine" : models.error().message();
    };
    EXPECT_EQ(problem("program model m\n  a -> b when Cat.x jumps\n"),
              "f.model: model «m»: line 2: expected a comparison such as «<», not «jumps»");
    EXPECT_THAT(problem("a -> b\n"), HasSubstr("line 1: expected «program model NAME» first"));
    EXPECT_THAT(problem("program model m\n  start a\n  start b\n  a -> b\n"), HasSubstr("two start states"));
    EXPECT_THAT(problem("program model m\n  a -> b\nprogram model m\n  a -> b\n"),
                HasSubstr("there are two models «m»"));
    EXPECT_THAT(problem("program model m\n  stop z\n  a -> b\n"),
                HasSubstr("no edge has to do with the state «z»"));
    EXPECT_THAT(problem("program model m\n  a -> b do press space\n"),
                HasSubstr("only a user model does something"));
    EXPECT_THAT(problem("user model m\n  a -> b then always\n"), HasSubstr("expected «do», not «then»"));
    EXPECT_THAT(problem("program model m\n  a -> b when key elephant\n"), HasSubstr("line 2"));
    EXPECT_THAT(problem("program model m\n  a -> b when Cat says \"x\n"),
                HasSubstr("a quotation mark is not closed"));
    EXPECT_THAT(problem(""), HasSubstr("there are no models"));
    EXPECT_EQ(problem("program model m\n  a -> b when \"\xC2\xC2\".visible = true\n"),
              "f.model: is no text in UTF-8");
}

TEST(Drawings, ColourEdgesByWhatBecameOfThem) {
    const auto models =
        readModelText("program model m\n  stop b\n  a -> b as x\n  a -> a as y\n  b -> a as z\n", "f");
    ASSERT_TRUE(models);
    const std::vector fates{EdgeFate::Taken, EdgeFate::Failed, EdgeFate::NeverTaken};
    const std::string dot = modelToDot(models->front(), fates), svg = modelToSvg(models->front(), fates);
    EXPECT_THAT(dot, HasSubstr("\"a\" -> \"b\" [label=\"x \", color=\"#2a7d3f\""));
    EXPECT_THAT(dot, HasSubstr("\"a\" -> \"a\" [label=\"y \", color=\"#c62828\""));
    EXPECT_THAT(dot, HasSubstr("style=dashed"));
    EXPECT_THAT(svg, HasSubstr("#2a7d3f"));
    EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
}

std::string value(const std::string& text) {
    const auto expression = Expression::parse(text, true);
    if (!expression) return expression.error().message();
    const Value result =
        expression->evaluate([](std::size_t i) { return Value(static_cast<double>(i) + 1); });
    if (result.type() == Type::Boolean) return result.asBoolean() ? "true" : "false";
    return result.isText() ? result.asText().utf8() : fmt::format("{}", result.asNumber());
}

TEST(Expressions, AreThePartOfJavaScriptThatModelsUse) {
    EXPECT_EQ(value("1 + 2 * 3 - 4 / 2"), "5");
    EXPECT_EQ(value("'Hel' + 'lo'"), "Hello");
    EXPECT_EQ(value("Math.abs($(A.x) - $(B.x)) == 1 && !($(C.x) < 3)"), "true");
    EXPECT_EQ(value("$(A.x) =$(B.x)"), "false");
    EXPECT_EQ(value("'5' == 5"), "true");
    EXPECT_EQ(value("'5' === 5"), "false");
    EXPECT_EQ(value("$(A.x) > 0 ? 'yes' : 'no'"), "yes");
    EXPECT_EQ(value("'Hello'.includes('ell') && 'Hello'.length == 5"), "true");
    EXPECT_EQ(value("Math.max(1, 7, 3) % 4"), "3");
    EXPECT_EQ(value("just some words"), "just some words");
    EXPECT_THAT(value("$(A.x) > "), HasSubstr("an end where a value should stand"));
    EXPECT_THAT(value("$(A) > 1"), HasSubstr("without «Sprite.attribute» inside"));
    EXPECT_THAT(value(std::string(5000, '(') + "$(A.x)"), HasSubstr("parts inside parts"));
}

}  // namespace
}  // namespace ounce::models
