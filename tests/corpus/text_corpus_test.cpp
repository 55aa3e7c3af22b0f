// Every project of the corpus: as text and back it is the same program, and the text is the same text.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "corpus_files.h"
#include "program_shape.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct Tally {
    int same = 0, unreadable = 0;
    std::vector<std::string> different;

    void check(const Result<Project>& read, const std::string& name) {
        if (!read) {
            unreadable++;
            return;
        }
        const std::string problem = problemOf(*read);
        if (problem.empty()) {
            same++;
        } else {
            different.push_back(name + ": " + problem);
        }
    }

    static std::string problemOf(const Project& project) {
        const auto text = writeText(project);
        if (!text) return text.error().message();
        const auto again = readText(*text, "text", "");
        if (!again) return again.error().message();
        const auto before = programShape(project), after = programShape(*again);
        const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        if (a != before.end() || b != after.end()) {
            return fmt::format("\n    {}\n    {}", a == before.end() ? "(end)" : *a,
                               b == after.end() ? "(end)" : *b);
        }
        const auto second = writeText(*again);
        if (!second) return second.error().message();
        if (*second != *text) return "the second text differs: " + firstDifference(*text, *second);
        return {};
    }

    static std::string firstDifference(std::string_view a, std::string_view b) {
        const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
        const auto line = [](std::string_view text, std::size_t position) {
            const std::size_t begin = position == 0 ? 0 : text.rfind('\n', position - 1) + 1;
            return std::string(text.substr(begin, text.find('\n', begin) - begin));
        };
        const auto position = static_cast<std::size_t>(at.first - a.begin());
        return "\n    " + line(a, position) + "\n    " + line(b, position);
    }

    void print(const char* what) const {
        fmt::print("{}: {} equal after a trip through text, {} different, {} unreadable\n", what, same,
                   different.size(), unreadable);
        for (const std::string& sentence : different) fmt::print("  {}\n", sentence);
    }
};

class TextCorpus : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(corpus())) GTEST_SKIP() << "no corpus at " << corpus();
    }
    void archives(std::string_view ending, int atLeast) {
        Tally tally;
        for (const fs::path& file : filesEndingIn(ending)) tally.check(loadProject(file), file);
        tally.print(std::string(ending).c_str());
        EXPECT_GE(tally.same, atLeast);
        EXPECT_TRUE(tally.different.empty());
    }
};

TEST_F(TextCorpus, Sb3) { archives(".sb3", 500); }
TEST_F(TextCorpus, Sb2) { archives(".sb2", 50); }

TEST_F(TextCorpus, BareJson) {
    Tally tally;
    forEachCollectedJson([&](const std::string& name, const std::string& json) {
        tally.check(readProjectJson(json, name), name);
    });
    tally.print("bare project.json");
    EXPECT_GE(tally.same, 1000);
    EXPECT_TRUE(tally.different.empty());
}

}  // namespace
}  // namespace ounce
