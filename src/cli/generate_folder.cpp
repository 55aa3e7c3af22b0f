#include "cli/generate_folder.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "base/csv.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/command_job.h"
#include "cli/interrupt.h"
#include "cli/project_files.h"
#include "workers/worker_tasks.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kWorkerMemory = std::uint64_t{2} << 30;  // a search keeps many states
constexpr std::size_t kLargestProject = std::size_t{1} << 30;
constexpr double kGrace = 3;  // seconds that a search may take to write down what it has

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

// ---- what --resume goes on with: every project that is done leaves its row in its folder ----

fs::path resultFile(const GenerateSettings& settings, const Item& item) {
    return fs::path(settings.output) / item.folder / "result.json";
}

std::optional<Json> finishedRow(const GenerateSettings& settings, const tasks::GenerateOrder& order,
                                const Item& item) {
    constexpr std::size_t kLargest = std::size_t{64} << 20;
    const auto text = readFile(resultFile(settings, item).string(), kLargest);
    if (!text) return std::nullopt;
    std::optional<Json> row = Json::parse(*text);
    const auto bytes = readFile(item.path, kLargestProject);
    // A row that was made of another file or in another way is made anew.
    if (!row || !bytes || row->text("fingerprint") != tasks::fingerprint(order, *bytes)) return std::nullopt;
    return row;
}

// Writes the files of a project that is done, and its row.
Result<void> keep(const GenerateSettings& settings, const tasks::GenerateOrder& order, const Item& item,
                  tasks::GenerateReply& reply) {
    if (settings.output.empty() || reply.row.has("problem")) return {};
    const fs::path folder = fs::path(settings.output) / item.folder;
    OUNCE_CHECK(makeFolder(folder.string()));
    std::vector<std::string> paths;
    for (const MadeFile& file : reply.files) {
        paths.push_back((folder / file.name).string());
        OUNCE_CHECK(writeFile(paths.back(), file.text));
    }
    reply.row["files"] = Json(paths);
    if (reply.interrupted) return {};
    OUNCE_TRY(const std::string bytes, readFile(item.path, kLargestProject));
    reply.row["fingerprint"] = tasks::fingerprint(order, bytes);
    reply.row["project"] = item.folder;
    return writeFile(resultFile(settings, item).string(), reply.row.dump() + "\n");
}

// What one project gave, in either case.
Json rowOf(const GenerateSettings& settings, const tasks::GenerateOrder& order, const Item& item,
           const TaskAnswer& answer) {
    tasks::GenerateReply reply;
    switch (answer.status) {
        case TaskAnswer::Status::Done: {
            reply = tasks::readGenerateReply(answer.text);
            if (const auto kept = keep(settings, order, item, reply); !kept)
                reply.row = {{"problem", kept.error().message()}};
            break;
        }
        case TaskAnswer::Status::Lost: reply.row = {{"problem", answer.problem}}; break;
        case TaskAnswer::Status::NotBegun: reply.row = {{"problem", "was not begun"}}; break;
    }
    reply.row["project"] = item.folder;
    return reply.row;
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
double patience(const tasks::GenerateRequest& request) {
    const auto& seconds = request.options.config.budget.seconds;
    return seconds ? 60 + 10 * *seconds : 3600;
}

}  // namespace

Result<int> generateForFolder(const GenerateSettings& settings, const tasks::GenerateOrder& order,
                              const CommonOptions& common) {
    OUNCE_TRY(const tasks::GenerateRequest request, tasks::requestOf(order));
    OUNCE_TRY(const std::vector<Item> items, findItems(settings.projects));
    const std::string summary =
        settings.output.empty() ? "" : (fs::path(settings.output) / "summary.csv").string();
    if (!summary.empty()) OUNCE_CHECK(makeFolder(settings.output));
    std::vector<std::optional<Json>> rows(items.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < items.size(); i++) {
        if (settings.resume) rows[i] = finishedRow(settings, order, items[i]);
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
    CommandJob command(common, settings.threads, 1);
    std::size_t done = items.size() - open.size();
    const WorkerTasks work{
        .service = std::string(tasks::kGenerateService),
        .count = open.size(),
        .message =
            [&](std::size_t i) {
                const std::string& path = items[open[i]].path;
                return tasks::generateMessage(order, path, readFile(path, kLargestProject).value_or(""),
                                              !settings.output.empty());
            },
        .limits = {.seconds = patience(request), .memoryBytes = kWorkerMemory},
        .grace = kGrace,
        .done =
            [&](std::size_t i, const TaskAnswer& answer) {
                const Item& item = items[open[i]];
                rows[open[i]] = rowOf(settings, order, item, answer);
                writeSummary();
                done++;
                command.job.report(static_cast<double>(done) / static_cast<double>(items.size()),
                                   fmt::format("{} of {} projects, last {}", done, items.size(), item.folder),
                                   done, items.size());
            }};
    const auto answers = runInWorkers(work, command.job);
    command.bar.clear();
    if (!answers) return std::unexpected(answers.error());
    for (std::size_t i = 0; i < open.size(); i++) {
        if (!rows[open[i]]) rows[open[i]] = rowOf(settings, order, items[open[i]], (*answers)[i]);
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
