#include "cli/generate_folder.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <thread>

#include "base/csv.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "cli/project_files.h"
#include "workers/worker_tasks.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
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
    Json row = answer.problem.empty() ? Json::parse(answer.answer).value_or(Json()) : Json();
    if (!row.isObject()) row = {{"problem", answer.problem.empty() ? "gave no answer" : answer.problem}};
    row["project"] = item.folder;
    return row;
}

// ---- what --resume goes on with: every project that is done leaves its row in its folder ----

fs::path resultFile(const GenerateSettings& settings, const Item& item) {
    return fs::path(settings.output) / item.folder / "result.json";
}

// Everything that a row depends on. A row that was made of another file or in another way is made anew.
std::string fingerprint(const GenerateSettings& settings, const Item& item) {
    constexpr std::size_t kLargest = std::size_t{1} << 30;
    const std::string config =
        settings.config.empty() ? "" : readFile(settings.config, kLargest).value_or("");
    const std::string spec = settings.spec.empty() ? "" : readFile(settings.spec, kLargest).value_or("");
    return md5(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}{}{}{}\n{}", settings.algorithm,
                           settings.budget, settings.goals, settings.numbers + settings.madeFor,
                           settings.seed.value_or(1), settings.programSeed, config, spec, settings.stable,
                           settings.kill, settings.noMinimize, settings.noAssertions,
                           md5(readFile(item.path, kLargest).value_or(""))));
}

std::optional<Json> finishedRow(const GenerateSettings& settings, const Item& item) {
    constexpr std::size_t kLargest = std::size_t{64} << 20;
    const auto text = readFile(resultFile(settings, item).string(), kLargest);
    if (!text) return std::nullopt;
    std::optional<Json> row = Json::parse(*text);
    if (!row || row->text("fingerprint") != fingerprint(settings, item)) return std::nullopt;
    return row;
}

std::string generateItem(const GenerateSettings& settings, const Item& item) {
    const std::string folder =
        settings.output.empty() ? "" : (fs::path(settings.output) / item.folder).string();
    auto suite = [&]() -> Result<GeneratedSuite> {
        OUNCE_TRY(GenerationOptions options, generationOptions(settings));
        options.threads = 1;  // the other cores have other projects
        return generateSuite(settings, std::move(options), item.path, folder);
    }();
    if (!suite) return Json{{"problem", suite.error().message()}}.minified();
    Json row = toJson(*suite);
    if (!folder.empty() && !suite->cutShort) {
        row["fingerprint"] = fingerprint(settings, item);
        row["project"] = item.folder;
        if (auto written = writeFile(resultFile(settings, item).string(), row.dump() + "\n"); !written)
            return Json{{"problem", written.error().message()}}.minified();
    }
    return row.minified();
}

Json coverageOf(const Json& row) {
    const Json* coverage = row.find("coverage");
    return coverage ? *coverage : Json::object();
}

std::size_t testsOf(const Json& row) {
    const Json* tests = row.find("tests");
    return tests ? tests->size() : 0;
}

std::string summaryCsv(const std::vector<Json>& rows) {
    std::string csv =
        "project,goals,covered,coverage,dead,tests,assertions,executions,steps,seconds,problem,cutShort,"
        "blocks\n";
    for (const Json& row : rows) {
        if (row.has("problem")) {
            csv +=
                fmt::format("{},,,,,,,,,,{},,\n", csvCell(row.text("project")), csvCell(row.text("problem")));
            continue;
        }
        const Json coverage = coverageOf(row);
        csv +=
            fmt::format("{},{},{},{},{},{},{},{},{},{:.3f},,{},{}\n", csvCell(row.text("project")),
                        coverage.number("total"), coverage.number("covered"),
                        coverage.number("total") > 0 ? fmt::format("{:.4f}", coverage.number("ratio")) : "",
                        row.number("dead"), testsOf(row), row.number("assertions"), row.number("executions"),
                        row.number("steps"), row.number("seconds"), row.has("cutShort") ? "yes" : "",
                        coverage.number("total") + row.number("dead"));
    }
    return csv;
}

bool anyPropertyFails(const Json& row) {
    const Json* properties = row.find("properties");
    if (!properties) return false;
    for (const Json& property : properties->items()) {
        const std::string status = property.text("status");
        if (status == "violated" || status == "error") return true;
    }
    return false;
}

// A property fails, or a test of one of the files.
bool isBad(const Json& row) {
    const Json* rerun = row.find("rerun");
    const Json* failed = rerun ? rerun->find("failed") : nullptr;
    return anyPropertyFails(row) || (failed && failed->size() > 0);
}

void printTable(const std::vector<Json>& rows) {
    std::size_t width = 7;
    for (const Json& row : rows)
        width = std::max(width, std::min<std::size_t>(40, row.text("project").size()));
    fmt::print("{:{}}  {:>9} {:>8} {:>6} {:>7}\n", "project", width, "reachable", "covered", "tests",
               "checks");
    double sum = 0;
    std::size_t good = 0, counted = 0;
    for (const Json& row : rows) {
        const std::string name = row.text("project");
        if (row.has("problem")) {
            fmt::print("{:{}}  {}\n", name, width, row.text("problem"));
            continue;
        }
        const Json coverage = coverageOf(row);
        good++;
        // A project without blocks has no coverage.
        const bool hasCoverage = coverage.number("total") > 0;
        if (hasCoverage) {
            counted++;
            sum += coverage.number("ratio");
        }
        fmt::print("{:{}}  {:>9} {:>8} {:>6} {:>7}{}\n", name, width,
                   fmt::format("{}/{}", coverage.number("covered"), coverage.number("total")),
                   hasCoverage ? fmt::format("{:.1f} %", 100 * coverage.number("ratio")) : "–", testsOf(row),
                   row.number("assertions"),
                   row.has("cutShort") ? "  (cut short)"
                   : isBad(row)        ? "  (fails, see --json)"
                                       : "");
    }
    if (counted > 0) {
        fmt::print("{} of {} projects, mean coverage {:.1f} %\n", good, rows.size(),
                   100 * sum / static_cast<double>(counted));
    } else {
        fmt::print("{} of {} projects\n", good, rows.size());
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
    const std::string summary =
        settings.output.empty() ? "" : (fs::path(settings.output) / "summary.csv").string();
    if (!summary.empty()) OUNCE_CHECK(makeFolder(settings.output));
    std::vector<std::optional<Json>> rows(items.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < items.size(); i++) {
        if (settings.resume) rows[i] = finishedRow(settings, items[i]);
        if (!rows[i]) open.push_back(i);
    }
    if (settings.resume && !common.quiet)
        fmt::print(stderr, "ounce: {} of {} projects were done before\n", items.size() - open.size(),
                   items.size());
    const auto finishedRows = [&] {
        std::vector<Json> finished;
        for (const auto& row : rows) {
            if (row) finished.push_back(*row);
        }
        return finished;
    };
    // After every project, so that whatever happens the rows so far are there.
    Result<void> written;
    const auto writeSummary = [&] {
        if (!summary.empty() && written.has_value()) written = writeFile(summary, summaryCsv(finishedRows()));
    };
    ProgressBar bar(!common.quiet);
    std::size_t done = items.size() - open.size();
    auto answers = runInWorkers(
        open.size(),
        {.workers = options.threads,
         .limits = {.seconds = patience(options), .memoryBytes = kWorkerMemory},
         .stop = &listenForInterrupt()},
        [&](std::size_t i) { return generateItem(settings, items[open[i]]); },
        [&](std::size_t i, const TaskAnswer& answer) {
            const Item& item = items[open[i]];
            rows[open[i]] = rowOf(item, answer);
            writeSummary();
            done++;
            bar.show(static_cast<double>(done) / static_cast<double>(items.size()),
                     fmt::format("{} of {} projects, last {}", done, items.size(), item.folder));
        });
    bar.clear();
    if (!answers) return std::unexpected(std::move(answers).error());
    for (std::size_t i = 0; i < open.size(); i++) {
        if (!rows[open[i]]) rows[open[i]] = rowOf(items[open[i]], (*answers)[i]);
    }
    writeSummary();
    OUNCE_CHECK(written);
    const std::vector<Json> all = finishedRows();
    if (common.json) {
        fmt::print("{}\n", Json{{"schema", 1}, {"projects", all}}.dump());
    } else if (!common.quiet) {
        printTable(all);
    }
    if (wasInterrupted()) {
        fmt::print(stderr, "ounce: interrupted; {}\n",
                   settings.output.empty() ? "the other projects were not begun"
                                           : "the same call with --resume goes on");
        return kInterrupted;
    }
    const bool allRead =
        std::none_of(all.begin(), all.end(), [](const Json& row) { return row.has("problem"); });
    if (!allRead) return 2;
    return std::any_of(all.begin(), all.end(), isBad) ? 1 : 0;
}

}  // namespace ounce
