// Text that is read, written and read again: what it must look like.
#include <filesystem>
#include <gtest/gtest.h>

#include "base/file.h"
#include "project/load.h"

namespace ounce {
namespace {

// The scripts of the last sprite, as they are written.
std::string rewritten(const std::string& text) {
    const auto project = readText(text, "test", "");
    if (!project) return project.error().message();
    const auto once = writeText(*project);
    if (!once) return once.error().message();
    const auto again = readText(*once, "test", "");
    if (!again) return again.error().message() + "\n" + *once;
    EXPECT_EQ(*writeText(*again), *once);
    const auto sprite = once->rfind("sprite ");
    const auto scripts = sprite == std::string::npos ? std::string::npos : once->find("\n\n", sprite);
    return scripts == std::string::npos ? *once : once->substr(scripts + 2);
}

void expectUnchanged(const std::string& script, const std::string& head = "") {
    EXPECT_EQ(rewritten("stage\n" + head + "sprite A\n\n" + script + "\n"), script + "\n");
}

TEST(RoundTrip, ScriptsKeepTheirWords) {
    expectUnchanged(
        "when flag clicked\nrepeat (10)\n  move (10) steps\n  if <mouse down?> then\n  else\n    hide\n  "
        "end\nend");
    expectUnchanged("say [Hello!]\n\n((1) + (2))\n\n<[] = [50]>");
    expectUnchanged("if <<(x position) > [1]> and <not <>>> then\nend");
    expectUnchanged("set size to (50) %");
    expectUnchanged("play drum ((1) Snare Drum v) for (0.25) beats");
}

TEST(RoundTrip, EmptySlotsAndEmptyTextsStayApart) {
    expectUnchanged("move () steps\nmove <> steps\nsay []\nsay <>\ngo to <>\nwait until <>");
}

TEST(RoundTrip, TheSlotDecidesWhatALiteralIs) {
    EXPECT_EQ(rewritten("say (10)\nmove [10] steps\n"), "say [10]\nmove (10) steps\n");
    expectUnchanged(
        "move [abc] steps\nmove [10 :: positive] steps\nsay [10 :: number]\nmove (10*) steps\nsay "
        "[true*]\nsay [10\\*]");
    expectUnchanged("switch costume to [costume1]\nswitch costume to (2)\nif [yes] then\nend");
}

TEST(RoundTrip, OddTextsAreEscaped) {
    expectUnchanged(R"(say [a \] b \\ c \n d])");
    expectUnchanged(R"(say [ends with \v])");
    expectUnchanged(R"(say [a \:: b // c "quoted" (x)])");
    expectUnchanged(R"(say [ spaces ])");
}

TEST(RoundTrip, NamesThatLookLikeSomethingElse) {
    expectUnchanged(
        "say (timer)\nsay (timer :: variables)\nsay (10 :: variables)\nsay (a\\(b\\) \\v)\nset [a(b) v v] to "
        "[1]",
        "variable timer = 0\nvariable \"10\" = 1\nvariable \"a(b) v\" = 2\n");
    expectUnchanged("go to (mouse-pointer v)\ngo to (\"mouse-pointer\" v)\ngo to (\\(odd v)");
    expectUnchanged("say (things :: list)\nadd [x] to [things v]", "variable things = 0\nlist things\n");
}

TEST(RoundTrip, VariablesOfTheSpriteHideThoseOfTheStage) {
    const std::string script = "set [a v] to [1]\nset [a v :: global] to (a :: global)\n";
    EXPECT_EQ(rewritten("stage\n  variable a = 1\nsprite A\n  variable a = 2\n\n" + script), script);
}

TEST(RoundTrip, CustomBlocks) {
    expectUnchanged(
        "define jump (height) <high?> :: warp\nchange y by (height)\nif <high?> then\nend\n\njump [10] <>");
    expectUnchanged("define f (a :: number default=1) (b)\nsay (a)\n\nf (1) (x position)");
}

TEST(RoundTrip, CustomBlocksNamedLikeOtherBlocks) {
    expectUnchanged("define hide\nshow\n\nhide :: custom\nhide");
    expectUnchanged("define \"two  spaces %s\" (a)\nsay (a)\n\ncall \"two  spaces %s\" [x]");
    expectUnchanged("define size (a)\nsay (size)\nsay (a)\n\ncall \"size %s\" [x]\n\nsay (a :: custom)");
    expectUnchanged("define f (size)\nsay (size)\nsay (size :: looks)");
    expectUnchanged("call \"not defined %s %b\" [x] <mouse down?>");
}

TEST(RoundTrip, SignsInTheNamesOfCustomBlocks) {
    expectUnchanged("define a < \\> b (x)\nsay (x)\n\na < \\> b [1]");
    expectUnchanged("define \\//a \\:: b\\(c\\) d? (x)?\nhide\n\n\\//a \\:: b\\(c\\) d? [1]?");
}

TEST(RoundTrip, TheRawFormKeepsUnknownBlocks) {
    expectUnchanged("@codey_if begin \"a b\"\n  hide\nelse \"c d\"\n  show\nend");
    expectUnchanged("@codey.meos_move DIRECTION=[forward v] SPEED=(50)");
    expectUnchanged(
        "@codey_repeat TIMES=(10) begin SUBSTACK\n  move (10) steps\nelse SUBSTACK2\n  hide\nend");
    expectUnchanged("say (@codey_brightness PORT=(@codey_menu PORT=[1 v] :: shadow) \"odd \\(name\\)\"=[x])");
    expectUnchanged("@codey_x mutation={\"a\":[\"(\",\"]\"]}");
    expectUnchanged("hide\n@event_whenflagclicked");
}

TEST(RoundTrip, CommentsStayWithTheirBlocks) {
    expectUnchanged("// alone\n\nmove (10) steps  // short\n// two\n// lines\nhide");
    EXPECT_EQ(rewritten("forever\n  hide\n  // last\nend\n"), "forever\n  hide  // last\nend\n");
    EXPECT_EQ(rewritten("forever  // a\n  hide\nend // b\n"), "// a\n// b\nforever\n  hide\nend\n");
}

TEST(RoundTrip, CostumesAndSoundsGoIntoAFolderBesideTheText) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "ounce_round_trip";
    std::filesystem::create_directories(folder);
    auto project = readText(
        "sprite A\n  costume \"a\" circle 10 red centre 1 2\n  sound b silence 1 seconds\n", "test", "");
    ASSERT_TRUE(project);
    // Something that is no shape of ours must go into a file.
    Costume& costume = project->targets[1].costumes[0];
    Sound& sound = project->targets[1].sounds[0];
    project->assets[costume.md5ext] =
        std::make_shared<const std::string>("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    project->assets[sound.md5ext] = std::make_shared<const std::string>("RIFF?");
    costume.dataFormat = "svg+xml";  // what is no usual ending must not become one
    const std::string path = (folder / "my game.scratch").string();
    ASSERT_TRUE(saveProject(*project, path));
    EXPECT_TRUE(std::filesystem::is_directory(folder / "my game"));
    EXPECT_NE(readFile(path, kLargestText)->find("file \"my game/"), std::string::npos);
    const auto again = loadProject(path);
    ASSERT_TRUE(again) << again.error().message();
    const Costume& read = again->targets[1].costumes[0];
    EXPECT_EQ(*again->assets.at(read.md5ext), *project->assets[costume.md5ext]);
    EXPECT_EQ(*again->assets.at(again->targets[1].sounds[0].md5ext), "RIFF?");
    EXPECT_EQ(read.rotationCenterX, 1);
    EXPECT_EQ(read.dataFormat, "svg+xml");
    std::filesystem::remove_all(folder);
}

TEST(RoundTrip, MonitorsStandBehindWhatTheyShow) {
    const std::string text =
        "stage\n  backdrop \"backdrop1\" empty\n  variable score = 0  monitor 5 5\n  variable speed = 1  "
        "monitor 5 33 mode slider range "
        "1 9.5 fractions\n  list log = 1, 2  monitor 5 60 box 100 200\n  list \"empty\"  monitor 5 200\n  "
        "monitor \"motion_xposition\" id "
        "\"a_xposition\" 7 8 of \"A\"\n"
        "\nsprite A\n  no costumes\n  at x: 0 y: 0\n  variable lives = 3  monitor 5 90 mode large "
        "off\n\nshow variable [lives v]\n";
    auto project = readText(text, "test", "");
    ASSERT_TRUE(project) << project.error().message();
    EXPECT_EQ(*writeText(*project), text);
    ASSERT_EQ(project->monitors.size(), 6u);
    EXPECT_EQ(project->monitors[0].params, "{\"VARIABLE\":\"score\"}");
    EXPECT_EQ(project->monitors[5].spriteName, "A");
    EXPECT_FALSE(project->monitors[5].visible);
    EXPECT_FALSE(readText("stage\n  monitor 5 5\n", "test", ""));
}

TEST(RoundTrip, SeveralTargetsMayHaveNoCostumes) {
    const std::string text = "stage\n  no backdrops\n\nsprite A\n  no costumes\n  at x: 0 y: 0\n";
    EXPECT_EQ(*writeText(*readText(text, "test", "")), text);
}

TEST(RoundTrip, AFileWithoutCentreTurnsAroundItsMiddle) {
    const std::string folder = testing::TempDir();
    ASSERT_TRUE(writeFile(folder + "/a.svg",
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20px\"/>"));
    ASSERT_TRUE(
        writeFile(folder + "/b.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8,6\"/>"));
    const auto project =
        readText("sprite A\n  costume \"a\" file \"a.svg\"\n  costume b file b.svg\n", "test", folder);
    ASSERT_TRUE(project) << project.error().message();
    const auto& costumes = project->targets[1].costumes;
    EXPECT_EQ(costumes[0].rotationCenterX, 15);
    EXPECT_EQ(costumes[0].rotationCenterY, 10);
    EXPECT_EQ(costumes[1].rotationCenterX, 4);
    EXPECT_EQ(costumes[1].rotationCenterY, 3);
}

TEST(RoundTrip, FilesElsewhereAreRefused) {
    for (const char* path : {"../a.svg", "/etc/passwd", "a/../../b.svg"}) {
        const auto project =
            readText(std::string("sprite A\n  costume \"a\" file \"") + path + "\"", "test", "/tmp");
        ASSERT_FALSE(project);
        EXPECT_NE(project.error().message().find("must lie beside"), std::string::npos);
    }
}

TEST(ReadTextLimits, DeepNestingIsRefusedNotCrashed) {
    const auto deep = [](int depth) { return "say " + std::string(static_cast<std::size_t>(depth), '('); };
    EXPECT_FALSE(readText(deep(100000), "test", ""));
    std::string nested = "1";
    for (int i = 0; i < 1000; i++) nested = "(round (" + nested + "))";
    const auto project = readText("say " + nested, "test", "");
    ASSERT_FALSE(project);
    EXPECT_NE(project.error().message().find("500 deep"), std::string::npos);
    std::string branches;
    for (int i = 0; i < 1000; i++) branches += "forever\n";
    EXPECT_NE(readText(branches, "test", "").error().message().find("500 deep"), std::string::npos);
}

TEST(ReadTextLimits, LongLinesTakeLinearTime) {
    std::string line = "say ";
    for (int i = 0; i < 100000; i++) line += "(a\"[ ";
    EXPECT_FALSE(readText(line, "test", ""));
    std::string words = "foo";
    for (int i = 0; i < 100000; i++) words += " <x> :: [y]";
    EXPECT_FALSE(readText(words, "test", ""));
}

}  // namespace
}  // namespace ounce
