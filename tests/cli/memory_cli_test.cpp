// Files of a few megabytes that would like to be gigabytes: what other editors write, or somebody who means
// harm.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../run_ounce.h"
#include "../temp_folder.h"

namespace ounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Memory : public TempFolder {
  protected:
    // A stage with `part` in place of one of its members, and `top` beside the list of targets.
    static std::string project(const std::string& member, const std::string& part,
                               const std::string& top = "") {
        std::string text = R"({"targets":[{"isStage":true,"name":"Stage")";
        for (const char* name : {"variables", "lists", "broadcasts", "blocks", "comments"})
            text += fmt::format(",\"{}\":{}", name, member == name ? part : "{}");
        for (const char* name : {"costumes", "sounds"})
            text += fmt::format(",\"{}\":{}", name, member == name ? part : "[]");
        return text + "}" + (member == "targets" ? part : "") + "]" + top + "}";
    }
    static std::string many(const std::string& item, char open, char close, std::size_t bytes = 1'500'000) {
        std::string text(1, open);
        for (std::size_t i = 0; text.size() < bytes; i++)
            text += fmt::format("{}{}", i > 0 ? "," : "", fmt::format(fmt::runtime(item), i));
        return text + close;
    }
};

TEST_F(Memory, FewMegabytesStayBelowHalfAGigabyte) {
    const std::pair<const char*, std::string> files[] = {
        {"blocks", project("blocks", many(R"("{}":{{"opcode":"x"}})", '{', '}'))},
        {"variables", project("blocks", many(R"("{}":[12,"a","b",1,1])", '{', '}'))},
        {"comments", project("comments", many(R"("{}":{{}})", '{', '}'))},
        {"costumes", project("costumes", many("{{}}", '[', ']'))},
        {"targets", project("targets", many("{{}}", ',', ' ').replace(0, 1, ","))},
        {"monitors", project("", "", ",\"monitors\":" + many("{{}}", '[', ']'))},
        {"extensions", project("", "", ",\"extensions\":" + many("\"\"", '[', ']'))},
        {"foreign", many(R"("{}":{{}})", '{', '}')},
        {"scratch2", R"({"objName":"Stage","children":)" + many("{{}}", '[', ']') + R"(,"info":{}})"},
    };
    for (const auto& [name, text] : files) {
        const std::string file = write(fmt::format("{}.json", name), text);
        for (const char* command : {"info -q", "show", "run -q --steps 2"}) {
            // In kilobytes; the program and its libraries have their share.
            const Outcome outcome = runCommand(
                fmt::format("bash -c 'ulimit -v 450000; {} {} {} >/dev/null'", OUNCE_PROGRAM, command, file));
            EXPECT_TRUE(outcome.code == 0 || outcome.code == 2)
                << name << ": " << command << ": " << outcome.code;
            EXPECT_THAT(outcome.out, Not(HasSubstr("not enough memory"))) << name << ": " << command;
        }
    }
}

}  // namespace
}  // namespace ounce
