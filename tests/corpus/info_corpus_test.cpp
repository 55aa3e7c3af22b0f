// The catalogue of the corpus says for every project how many goals it has.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>

#include "corpus_files.h"
#include "project/inspect.h"
#include "project/load.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct CatalogRow {
    std::string file, format;
    int goals = 0;
};

std::vector<CatalogRow> readCatalog() {
    std::ifstream in(corpus() / "catalog.csv");
    std::string line;
    std::getline(in, line);
    std::map<std::string, std::size_t> column;
    for (const std::string& name : splitCsv(line)) column.emplace(name, column.size());
    std::vector<CatalogRow> rows;
    while (std::getline(in, line)) {
        const auto fields = splitCsv(line);
        if (fields.size() <= column.at("stmts_plus_hats") || !fields.back().empty()) continue;
        rows.push_back({fields[column.at("file")], fields[column.at("format")],
                        std::atoi(fields[column.at("stmts_plus_hats")].c_str())});
    }
    return rows;
}

Result<Project> loadFromCorpus(const std::string& file) {
    const auto mark = file.find('!');
    if (mark == std::string::npos) return loadProject(corpus() / file);
    zip_t* archive = zip_open((corpus() / file.substr(0, mark)).c_str(), ZIP_RDONLY, nullptr);
    zip_stat_t info;
    const std::string inner = file.substr(mark + 1);
    if (!archive || zip_stat(archive, inner.c_str(), 0, &info) != 0) return fail("not in the archive", file);
    std::string json(info.size, ' ');
    zip_file_t* entry = zip_fopen_index(archive, info.index, 0);
    const zip_int64_t size = entry ? zip_fread(entry, json.data(), json.size()) : -1;
    if (entry) zip_fclose(entry);
    zip_discard(archive);
    if (size != static_cast<zip_int64_t>(json.size())) return fail("cannot be unpacked", file);
    return readProjectJson(json, file);
}

void expectGoalsAsCatalogued(const std::string& format, int percent) {
    if (!fs::exists(corpus() / "catalog.csv")) GTEST_SKIP() << "no corpus at " << corpus();
    int equal = 0, all = 0;
    std::string differences;
    for (const CatalogRow& row : readCatalog()) {
        if (row.format != format || row.file.ends_with(".sprite2")) continue;  // sprites are no projects
        all++;
        const auto project = loadFromCorpus(row.file);
        const int goals = project ? inspect(*project).goals : -1;
        if (goals == row.goals)
            equal++;
        else
            differences += fmt::format("{}: {} goals, the catalogue says {} {}\n", row.file, goals, row.goals,
                                       project ? "" : project.error().message());
    }
    ASSERT_GT(all, 0);
    EXPECT_GE(equal * 100, all * percent) << equal << " of " << all << "\n" << differences;
}

TEST(InfoCorpus, GoalsOfSb3ProjectsAreAsCatalogued) { expectGoalsAsCatalogued("sb3", 99); }
TEST(InfoCorpus, GoalsOfProjectJsonsAreAsCatalogued) { expectGoalsAsCatalogued("sb3-json", 99); }
// The catalogue counts a block that Scratch 3 drops, and a project.json that is no JSON.
TEST(InfoCorpus, GoalsOfSb2ProjectsAreAsCatalogued) { expectGoalsAsCatalogued("sb2", 98); }

}  // namespace
}  // namespace ounce
