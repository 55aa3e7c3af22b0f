#include "cli/generate_folder.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/csv.h"
#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "cli/project_files.h"
#include "testing/worker_tasks.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kWorkerMemory = std::uint64_t{2} << 30;  // a search keeps many states

struct Item {
    std::string path;    // of the project
    std::string folder;  // for its suite, below the output; its name in the table
};

// Names that two projects share get a number.
std::vector<Item> itemsOf(const std::vector<std::pair<std::string, std::string>>& pathsAndNames) {
    std::map<std::string, int> used;
    std::vector<Item> items;
    for (const auto& [path, name] : pathsAndNames) {
        const int number = ++used[name];
        items.push_back({path, number == 1 ? name : fmt::format("{}-{}", name, number)});
    }
    return items;
}

Result<std::vector<Item>> findItems(const std::vector<std::string>& arguments) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::string& argument : arguments) {
        std::error_code ignored;
        if (!fs::is_directory(argument, ignored)) {
            found.emplace_back(argument, fs::path(argument).stem().string());
            continue;
        }
        OUNCE_TRY(const std::vector<std::string> inside, projectsIn(argument));
        for (const std::string& path : inside) {
            fs::path name = fs::path(path).lexically_relative(argument);
            found.emplace_back(path, name.replace_extension().string());
        }
    }
    return itemsOf(found);
}

// What one project gave, in either case.
Json rowOf(const Item& item, const TaskAnswer& answer) {
    Json row = answer.problem.empty() ? Json::parse(answer.answer, nullptr, false) : Json();
    if (!row.is_object()) row = {{"problem", answer.problem.empty() ? "gave no answer" : answer.problem}};
    row["project"] = item.folder;
    return row;
}

std::string generateItem(const GenerateSettings& settings, const Item& item) {
    auto suite = [&]() -> Result<GeneratedSuite> {
        OUNCE_TRY(GenerationOptions options, generationOptions(settings));
        options.threads = 1;  // the other cores have other projects
        const std::string folder =
            settings.output.empty() ? "" : (fs::path(settings.output) / item.folder).string();
        return generateSuite(settings, std::move(options), item.path, folder);
    }();
    const Json json = suite ? toJson(*suite) : Json{{"problem", suite.error().message()}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string summaryCsv(const std::vector<Json>& rows) {
    std::string csv =
        "project,goals,covered,coverage,dead,tests,assertions,executions,steps,seconds,problem\n";
    for (const Json& row : rows) {
        const Json coverage = row.value("coverage", Json::object());
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{:.3f},{}\n", csvCell(row.value("project", "")),
                           coverage.value("total", 0), coverage.value("covered", 0),
                           fmt::format("{:.4f}", coverage.value("ratio", 0.0)), row.value("dead", 0),
                           row.value("tests", Json::array()).size(), row.value("assertions", 0),
                           row.value("executions", std::int64_t{0}), row.value("steps", std::int64_t{0}),
                           row.value("seconds", 0.0), csvCell(row.value("problem", "")));
    }
    return csv;
}

void printTable(const std::vector<Json>& rows) {
    std::size_t width = 7;
    for (const Json& row : rows)
        width = std::max(width, std::min<std::size_t>(40, row.value("project", "").size()));
    fmt::print("{:{}}  {:>9} {:>8} {:>6} {:>7}\n", "project", width, "blocks", "covered", "tests", "checks");
    double sum = 0;
    std::size_t good = 0;
    for (const Json& row : rows) {
        const std::string name = row.value("project", "");
        if (row.contains("problem")) {
            fmt::print("{:{}}  {}\n", name, width, row.value("problem", ""));
            continue;
        }
        const Json& coverage = row["coverage"];
        good++;
        sum += coverage.value("ratio", 0.0);
        fmt::print("{:{}}  {:>9} {:>6.1f} % {:>6} {:>7}\n", name, width,
                   fmt::format("{}/{}", coverage.value("covered", 0), coverage.value("total", 0)),
                   100 * coverage.value("ratio", 0.0), row["tests"].size(), row.value("assertions", 0));
    }
    if (good > 0) {
        fmt::print("{} of {} projects, mean coverage {:.1f} %\n", good, rows.size(),
                   100 * sum / static_cast<double>(good));
    }
}

// Minimising, assertions and the report may take as long as the search; more than that is a fault.
double patience(const GenerationOptions& options) {
    return options.config.budget.seconds ? 60 + 10 * *options.config.budget.seconds : 3600;
}

}  // namespace

Result<int> generateForFolder(const GenerateSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const GenerationOptions options, generationOptions(settings));
    OUNCE_TRY(const std::vector<Item> items, findItems(settings.projects));
    ProgressBar bar(!common.quiet);
    std::size_t done = 0;
    auto answers = runInWorkers(
        items.size(),
        {.workers = options.threads,
         .limits = {.seconds = patience(options), .memoryBytes = kWorkerMemory},
         .stop = &listenForInterrupt()},
        [&](std::size_t i) { return generateItem(settings, items[i]); },
        [&](std::size_t i, const TaskAnswer&) {
            done++;
            bar.show(static_cast<double>(done) / static_cast<double>(items.size()),
                     fmt::format("{} of {} projects, last {}", done, items.size(), items[i].folder));
        });
    bar.clear();
    if (!answers) return std::unexpected(std::move(answers).error());
    std::vector<Json> rows;
    for (std::size_t i = 0; i < items.size(); i++) rows.push_back(rowOf(items[i], (*answers)[i]));
    if (!settings.output.empty()) {
        OUNCE_CHECK(makeFolder(settings.output));
        OUNCE_CHECK(writeFile((fs::path(settings.output) / "summary.csv").string(), summaryCsv(rows)));
    }
    if (common.json) {
        fmt::print("{}\n", Json(rows).dump(2, ' ', false, Json::error_handler_t::replace));
    } else if (!common.quiet) {
        printTable(rows);
    }
    const bool allRead =
        std::none_of(rows.begin(), rows.end(), [](const Json& row) { return row.contains("problem"); });
    return allRead ? 0 : 2;
}

}  // namespace ounce
