// Every project of the corpus: as text and back it is the same program, and the text is the same text.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <zip.h>

#include "base/file.h"
#include "program_shape.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
    const char* shared = std::getenv("OUNCE_SHARED");
    return (shared ? fs::path(shared) : fs::path(OUNCE_SOURCE_DIR) / "../shared") / "corpus";
}

void forEachJson(const std::string& bytes,
                 const std::function<void(const std::string&, const std::string&)>& visit) {
    zip_t* archive = zip_open_from_source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr),
                                          ZIP_RDONLY, nullptr);
    for (zip_int64_t i = 0; archive && i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t info;
        zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &info);
        if (!std::string_view(info.name).ends_with(".json")) continue;
        std::string json(info.size, ' ');
        zip_file_t* file = zip_fopen_index(archive, info.index, 0);
        EXPECT_EQ(zip_fread(file, json.data(), json.size()), static_cast<zip_int64_t>(json.size()));
        zip_fclose(file);
        visit(info.name, json);
    }
    zip_discard(archive);
}

std::vector<fs::path> filesEndingIn(std::string_view ending) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(corpus())) {
        if (entry.path().extension() == ending) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

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
        const auto text = writeText(project, "");
        if (!text) return text.error().message();
        const auto again = readText(*text, "text", "");
        if (!again) return again.error().message();
        const auto before = programShape(project), after = programShape(*again);
        const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        if (a != before.end() || b != after.end()) {
            return fmt::format("\n    {}\n    {}", a == before.end() ? "(end)" : *a,
                               b == after.end() ? "(end)" : *b);
        }
        const auto second = writeText(*again, "");
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
    for (const fs::path& file : filesEndingIn(".zip")) {
        const auto bytes = readFile(file, std::size_t{100} << 20);
        ASSERT_TRUE(bytes);
        forEachJson(*bytes, [&](const std::string& entry, const std::string& json) {
            const std::string name = file.string() + "!" + entry;
            tally.check(readProjectJson(json, name), name);
        });
    }
    tally.print("bare project.json");
    EXPECT_GE(tally.same, 1000);
    EXPECT_TRUE(tally.different.empty());
}

}  // namespace
}  // namespace ounce
