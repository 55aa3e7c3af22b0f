// Files that are broken or meant to break something: each is refused with one sentence that names the file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "project/load.h"
#include "project/sb3/archive.h"

namespace ounce {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const Result<Project>& project) {
    return project ? "was read" : project.error().message();
}
std::string refusalOfJson(const std::string& json) { return refusal(readProjectJson(json, "bad.json")); }
std::string refusalOfZip(const std::string& bytes) { return refusal(readSb3Archive(bytes, "bad.sb3")); }

std::string withStage(const std::string& members, const std::string& sprite = "") {
    return R"({"targets":[{"isStage":true,"name":"Stage")" + members + "}" +
           (sprite.empty() ? "" : "," + sprite) + "]}";
}
std::string withBlock(const std::string& members) {
    return withStage(R"(,"blocks":{"k":{"opcode":"x",)" + members + "}}");
}

std::string archiveOf(std::vector<std::pair<std::string, std::string_view>> entries) {
    auto bytes = makeArchive(entries);
    EXPECT_TRUE(bytes);
    return *bytes;
}

TEST(HostileJson, WrongTypesAnywhere) {
    const std::pair<std::string, std::string> table[] = {
        {"", "bad.json: is empty"},
        {"[]", "bad.json: is no Scratch project: its JSON is not an object"},
        {"{}", "bad.json: the project has no targets"},
        {"{\"targets\":", "bad.json: is not valid JSON"},
        {R"({"targets":"x)", "bad.json: ends in the middle of a text"},
        {R"({"targets":{}})", "bad.json: \"targets\" is not a list"},
        {R"({"targets":[]})", "bad.json: the project has no stage"},
        {R"({"targets":[5]})", "bad.json: target 1: \"target\" should be an object, but is a number"},
        {R"({"targets":[{"isStage":true}]})", "bad.json: target 1: the target has no name"},
        {R"({"targets":[{"isStage":false,"name":"a"}]})",
         "bad.json: target 1: the first target is not the stage"},
        {R"({"targets":[{"isStage":[],"name":"a"}]})",
         "bad.json: target 1: \"isStage\" should be true or false"},
        {R"({"targets":[{"isStage":true,"name":{}}]})", "bad.json: target 1: \"name\" should be a text"},
        {withStage("", R"({"isStage":true,"name":"b"})"), "bad.json: target 2: there is a second stage"},
        {withStage("", R"({"isStage":false,"name":"Cat","x":[]})"),
         "bad.json: sprite Cat: \"x\" should be a number, but is a list"},
        {withStage("", R"({"isStage":false,"name":"Cat","x":"far"})"),
         "bad.json: sprite Cat: \"x\" should be a number, but is a text"},
        {withStage(R"(,"blocks":5)"), "bad.json: the stage: \"blocks\" should be an object, but is a number"},
        {withStage(R"(,"blocks":{"k":null})"), "bad.json: the stage: block k: the block is null"},
        {withStage(R"(,"blocks":{"k":{}})"), "bad.json: the stage: block k: the block has no opcode"},
        {withStage(R"(,"blocks":{"k":["?"]})"),
         "bad.json: the stage: block k: the block is a list that Scratch does not know"},
        {withBlock(R"("opcode":[])"),
         "bad.json: the stage: block k: \"opcode\" should be a text, but is a list"},
        {withBlock(R"("next":{})"),
         "bad.json: the stage: block k: \"next\" should be a text, but is an object"},
        {withBlock(R"("topLevel":"x")"),
         "bad.json: the stage: block k: \"topLevel\" should be true or false, but is a text"},
        {withBlock(R"("inputs":5)"),
         "bad.json: the stage: block k: \"inputs\" should be an object, but is a number"},
        {withBlock(R"("inputs":{"A":[1,{}]})"),
         "bad.json: the stage: block k: an input holds an object instead of a block"},
        {withBlock(R"("inputs":{"A":[1,[4,[]]]})"),
         "bad.json: the stage: block k: \"value of an input\" should be a text or a number"},
        {withBlock(R"("fields":{"F":[{}]})"),
         "bad.json: the stage: block k: \"F\" should be a text or a number, but is an object"},
        {withBlock(R"("mutation":5)"),
         "bad.json: the stage: block k: \"mutation\" should be an object, but is a number"},
        {withBlock(R"("opcode":"procedures_call","mutation":{"argumentids":5})"),
         "bad.json: the stage: block k: \"argumentids\" of the custom block should be a text"},
        {withStage(R"(,"variables":{"v":5})"),
         "bad.json: the stage: variable v: \"variable\" should be a list, but is a number"},
        {withStage(R"(,"variables":{"v":["n",{}]})"),
         "bad.json: the stage: variable v: \"value\" should be a text or a number"},
        {withStage(R"(,"lists":{"l":["n",5]})"),
         "bad.json: the stage: list l: \"items\" should be a list, but is a number"},
        {withStage(R"(,"lists":{"l":["n",[[]]]})"),
         "bad.json: the stage: list l: \"item\" should be a text or a number"},
        {withStage(R"(,"broadcasts":{"b":[]})"),
         "bad.json: the stage: message b: \"name\" should be a text, but is a list"},
        {withStage(R"(,"comments":{"c":5})"),
         "bad.json: the stage: comment c: \"comment\" should be an object"},
        {withStage(R"(,"costumes":{})"),
         "bad.json: the stage: \"costumes\" should be a list, but is an object"},
        {withStage(R"(,"costumes":[5])"), "bad.json: the stage: costume 1: \"costume\" should be an object"},
        {withStage(R"(,"sounds":[{"rate":[]}])"),
         "bad.json: the stage: sound 1: \"rate\" should be a number"},
        {R"({"meta":5,"targets":[]})", "bad.json: \"meta\" should be an object"},
        {R"({"monitors":5})", "bad.json: \"monitors\" should be a list"},
        {R"({"monitors":[5]})", "bad.json: monitor: \"monitor\" should be an object"},
        {R"({"extensions":[[]]})", "bad.json: \"extensions\" should be a text"},
        {R"({"isStage":false,"name":"Cat","blocks":{}})", "bad.json: holds a single sprite, not a project"},
    };
    for (const auto& [json, sentence] : table) EXPECT_THAT(refusalOfJson(json), StartsWith(sentence)) << json;
}

TEST(HostileJson, BytesThatAreNoText) {
    EXPECT_THAT(refusalOfJson("{\"targets\":\"\xFF\xFE\"}"),
                StartsWith("bad.json: holds bytes that are no UTF-8 text"));
}

TEST(HostileJson, BlocksInACircle) {
    EXPECT_EQ(refusalOfJson(
                  withStage(R"(,"blocks":{"a":{"opcode":"x","next":"b"},"b":{"opcode":"x","next":"a"}})")),
              "bad.json: the stage: block a: the block follows or contains itself");
    EXPECT_EQ(refusalOfJson(withBlock(R"("inputs":{"A":[2,"k"]})")),
              "bad.json: the stage: block k: the block follows or contains itself");
}

// Each block inside an input of the one before.
std::string nested(int depth) {
    std::string blocks;
    for (int i = 0; i < depth; ++i) {
        const std::string id = std::to_string(i), next = std::to_string(i + 1);
        blocks.append(blocks.empty() ? "\"" : ",\"")
            .append(id)
            .append(R"(":{"opcode":"x","inputs":{"A":[2,")");
        blocks.append(next).append("\"]}}");
    }
    return withStage(R"(,"blocks":{)" + blocks + "}");
}

TEST(HostileJson, DeeplyNestedInputs) {
    EXPECT_TRUE(readProjectJson(nested(1900), "deep.json"));
    EXPECT_THAT(refusalOfJson(nested(100'000)), HasSubstr("blocks are nested more than 2000 deep"));
}

TEST(HostileJson, ALongScriptIsFineAMillionBlocksAreNot) {
    auto chain = [](int length) {
        std::string blocks;
        for (int i = 0; i < length; ++i) {
            blocks.append(blocks.empty() ? "\"" : ",\"").append(std::to_string(i));
            blocks.append(R"(":{"opcode":"x","next":")").append(std::to_string(i + 1)).append("\"}");
        }
        return withStage(R"(,"blocks":{)" + blocks + "}");
    };
    EXPECT_TRUE(readProjectJson(chain(100'000), "long.json"));
    EXPECT_THAT(refusalOfJson(chain(600'000)), HasSubstr("the project is too large"));
    EXPECT_THAT(refusalOfJson(chain(1'000'000)), HasSubstr("more than 4 million values"));
}

TEST(HostileJson, BlocksThatMultiply) {
    std::string blocks;
    for (int i = 0; i < 60; ++i) {
        const std::string next = std::to_string(i + 1);
        blocks.append(blocks.empty() ? "\"" : ",\"")
            .append(std::to_string(i))
            .append(R"(":{"opcode":"x","inputs":{"A":[2,")");
        blocks.append(next).append(R"("],"B":[2,")").append(next).append("\"]}}");
    }
    EXPECT_THAT(refusalOfJson(withStage(R"(,"blocks":{)" + blocks + "}")),
                HasSubstr("the script is endless"));
}

TEST(HostileJson, TooManyValues) {
    std::string list = "[1";
    for (int i = 0; i < 5'000'000; ++i) list += ",1";
    EXPECT_THAT(refusalOfJson(withStage(R"(,"lists":{"l":["n",)" + list + "]]}")),
                HasSubstr("more than 4 million values"));
}

TEST(HostileJson, TooDeep) {
    EXPECT_THAT(refusalOfJson(R"({"targets":)" + std::string(100'000, '[')), StartsWith("bad.json: "));
    EXPECT_THAT(refusalOfJson(R"({"x":)" + std::string(2000, '[') + std::string(2000, ']') + "}"),
                HasSubstr("nested too deeply"));
}

TEST(HostileJson, TooLong) {
    EXPECT_THAT(refusalOfJson("{\"x\":\"" + std::string(65 << 20, 'a') + "\"}"),
                HasSubstr("larger than 64 MB"));
}

TEST(HostileArchive, TruncatedAnywhere) {
    const std::string json = withStage("");
    const std::string whole = archiveOf({{"project.json", json}, {"a.svg", "<svg/>"}});
    ASSERT_EQ(refusalOfZip(whole), "was read");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_THAT(refusalOfZip(whole.substr(0, length)), StartsWith("bad.sb3: ")) << length;
    }
}

TEST(HostileArchive, ChangedBytesAreNoticed) {
    const std::string json = withStage(R"(,"extra":"some text that can be changed")");
    std::string bytes = archiveOf({{"project.json", json}});
    bytes[60] = static_cast<char>(bytes[60] ^ 0x55);
    EXPECT_THAT(refusalOfZip(bytes), StartsWith("bad.sb3: project.json: is damaged"));
}

TEST(HostileArchive, Bombs) {
    const std::string zeros(std::size_t{70} << 20, ' ');
    EXPECT_THAT(refusalOfZip(archiveOf({{"project.json", zeros}})),
                StartsWith("bad.sb3: project.json: is too large: more than 64 MB when unpacked"));
    const std::string json = withStage(R"(,"costumes":[{"name":"c","assetId":"a","dataFormat":"svg"}])");
    EXPECT_THAT(refusalOfZip(archiveOf({{"project.json", json}, {"a.svg", zeros}})),
                StartsWith("bad.sb3: a.svg: is too large"));
    // What nothing refers to is not unpacked.
    EXPECT_EQ(refusalOfZip(archiveOf({{"project.json", json}, {"b.svg", zeros}})), "was read");
}

// The archive with another size of its first file in both places that state it.
std::string withStatedSize(std::string archive, std::uint32_t size) {
    const std::size_t directory = archive.find("PK\1\2");
    for (std::size_t i = 0; i < 4; ++i)
        archive[22 + i] = archive[directory + 24 + i] = static_cast<char>(size >> (8 * i));
    return archive;
}

TEST(HostileArchive, StatesAnotherSize) {
    const std::string json = withStage("");
    const std::string archive = archiveOf({{"project.json", json}});
    const auto size = static_cast<std::uint32_t>(json.size());
    ASSERT_EQ(refusalOfZip(withStatedSize(archive, size)), "was read");
    for (const std::uint32_t lie : {size - 1, size + 1, 0u, 60u << 20})
        EXPECT_THAT(refusalOfZip(withStatedSize(archive, lie)),
                    StartsWith("bad.sb3: project.json: is damaged"))
            << lie;
}

TEST(HostileArchive, ManyLargeAssetsTogether) {
    const std::string zeros(std::size_t{50} << 20, ' ');
    std::string costumes;
    std::vector<std::pair<std::string, std::string_view>> entries{{"project.json", ""}};
    for (char c = 'a'; c < 'e'; ++c) {
        costumes += std::string(costumes.empty() ? "" : ",") + R"({"name":"c","assetId":")" + c +
                    R"(","dataFormat":"svg"})";
        entries.emplace_back(std::string(1, c) + ".svg", zeros);
    }
    const std::string json = withStage(R"(,"costumes":[)" + costumes + "]");
    entries[0].second = json;
    EXPECT_THAT(refusalOfZip(archiveOf(entries)), StartsWith("bad.sb3: d.svg: is too large"));
}

TEST(HostileArchive, PathsThatLeaveTheArchive) {
    const std::string json = withStage("");
    EXPECT_THAT(refusalOfZip(archiveOf({{"../project.json", json}})), HasSubstr("no project.json"));
    EXPECT_THAT(refusalOfZip(archiveOf({{"/project.json", json}})), HasSubstr("no project.json"));
    EXPECT_THAT(refusalOfZip(archiveOf({{"__MACOSX/project.json", json}})), HasSubstr("no project.json"));
}

TEST(HostileArchive, ASpriteIsNoProject) {
    EXPECT_THAT(refusalOfZip(archiveOf({{"sprite.json", "{}"}})),
                StartsWith("bad.sb3: holds a single sprite"));
}

TEST(Archives, TheProjectMayLieInAFolder) {
    const std::string json = withStage(R"(,"costumes":[{"name":"c","assetId":"a","dataFormat":"svg"}])");
    const auto project = readSb3Archive(
        archiveOf(
            {{"__MACOSX/project.json", "x"}, {"my game/project.json", json}, {"my game/a.svg", "<svg/>"}}),
        "x.sb3");
    ASSERT_TRUE(project) << project.error().message();
    EXPECT_EQ(*project->assets.at("a.svg"), "<svg/>");
}

TEST(Archives, TheSameProjectGivesTheSameBytes) {
    Project project = *readProjectJson(withStage(""), "x");
    project.assets["b.png"] = std::make_shared<const std::string>("picture");
    project.assets["a.svg"] = std::make_shared<const std::string>("<svg/>");
    const auto first = writeSb3Archive(project), second = writeSb3Archive(project);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, *second);
    EXPECT_EQ(first->find("project.json"), 30u);  // the first entry
}

TEST(LoadProject, ContentDecidesNotTheName) {
    const std::string folder = testing::TempDir();
    const std::string path = folder + "/project.sb2";
    ASSERT_TRUE(writeFile(path, withStage("")));
    EXPECT_EQ(loadProject(path)->format, Format::Json);
    ASSERT_TRUE(writeFile(path, archiveOf({{"project.json", withStage("")}})));
    EXPECT_EQ(loadProject(path)->format, Format::Sb3);
    for (auto [bytes, sentence] : {std::pair{"ScratchV02...", "is a project of Scratch 1"},
                                   {"", "is empty"},
                                   {"\x7F"
                                    "ELF",
                                    "is no Scratch project"}}) {
        ASSERT_TRUE(writeFile(path, bytes));
        EXPECT_THAT(refusal(loadProject(path)), StartsWith(path + ": " + sentence));
    }
    EXPECT_THAT(refusal(loadProject(folder + "/nowhere.sb3")), HasSubstr("nowhere.sb3: cannot be opened"));
}

TEST(SaveProject, TheEndingDecides) {
    const Project project = *readProjectJson(withStage(""), "x");
    const std::string folder = testing::TempDir();
    for (const char* name : {"/saved.sb3", "/saved.json"}) {
        ASSERT_TRUE(saveProject(project, folder + name));
        EXPECT_TRUE(*loadProject(folder + name) == project) << name;
    }
    EXPECT_THAT(saveProject(project, folder + "/saved.exe").error().message(), HasSubstr("must end in .sb3"));
}

}  // namespace
}  // namespace ounce
