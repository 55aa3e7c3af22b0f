// ounce info: what is in a project.
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/path_names.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/graph_file.h"
#include "cli/project_files.h"
#include "project/load.h"
#include "tasks/goals.h"
#include "tasks/info.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

struct ProjectInfo {
    std::string path{}, name{};
    tasks::InfoAnswer answer{};
};

struct GraphSettings {
    std::string kind;    // "cfg", "cdg", or empty: none wanted
    std::string output;  // empty: standard output
    std::uint64_t steps = 0;
    std::string inputs;
    std::uint32_t seed = 1;
};

struct InfoSettings {
    std::vector<std::string> paths;
    bool events = false;
    bool goals = false;
    GraphSettings graph;
};

Result<ProjectInfo> collect(const std::string& path, const InfoSettings& settings) {
    OUNCE_TRY(Project project, loadProject(path));
    auto answer = tasks::info(std::move(project), settings.events);
    if (!answer) return std::unexpected(std::move(answer.error()).inside(path));
    return ProjectInfo{.path = path, .answer = std::move(*answer)};
}

// Names come from files and go to a terminal: control characters stay out, long ones are cut.
std::string shown(const std::string& text, std::size_t most = 200) {
    std::string result;
    for (char c : text) {
        if (result.size() >= most && (static_cast<unsigned char>(c) & 0xC0) != 0x80) return result + "…";
        result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    return result;
}

void printList(std::string_view title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    fmt::print("\n{}:\n", title);
    for (const std::string& line : lines) fmt::print("  {}\n", shown(line));
}

void printRow(std::string_view name, const TargetSummary& row) {
    fmt::print("  {:<24} {:>7} {:>10} {:>6} {:>8} {:>6}\n", name, row.scripts, row.statements, row.goals,
               row.costumes, row.sounds);
}

void print(const ProjectInfo& info, bool quiet) {
    const Summary& summary = info.answer.summary;
    if (quiet) {
        fmt::print("{}: {}, {}, {}\n", info.path, counted(summary.sprites, "sprite"),
                   counted(summary.scripts, "script"), counted(summary.goals, "goal"));
        return;
    }
    fmt::print("{} ({})\n", info.path, tasks::formatName(info.answer.format));
    if (!info.answer.vm.empty()) fmt::print("saved with Scratch VM {}\n", shown(info.answer.vm));
    if (!info.answer.agent.empty()) fmt::print("saved by {}\n", shown(info.answer.agent));
    fmt::print("\n  {:<24} {:>7} {:>10} {:>6} {:>8} {:>6}\n", "", "scripts", "statements", "goals",
               "costumes", "sounds");
    TargetSummary total;
    for (const TargetSummary& target : summary.targets) {
        printRow(shown(target.name, 22), target);
        total.costumes += target.costumes;
        total.sounds += target.sounds;
    }
    total.scripts = summary.scripts;
    total.statements = summary.statements;
    total.goals = summary.goals;
    printRow("in total", total);
    fmt::print("\n{}, {}, {}, {}\n", counted(summary.sprites, "sprite"),
               counted(summary.customBlocks, "custom block"), counted(summary.variables, "variable"),
               counted(summary.lists, "list"));
    if (summary.looseBlocks > 0)
        fmt::print("{} under no hat, which never run\n", counted(summary.looseBlocks, "loose block"));
    if (!summary.extensions.empty()) fmt::print("extensions: {}\n", fmt::join(summary.extensions, ", "));
    printList("blocks that Ounce does not run", summary.unsupported);
    printList("scripts that can never start", summary.deadScripts);
    printList("warnings", info.answer.warnings);
    if (info.answer.events) {
        std::vector<std::string> sentences;
        for (const tasks::EventInfo& event : *info.answer.events) sentences.push_back(event.sentence);
        printList("what a player can do", sentences);
    }
}

// --goals and --graph are about one program as it runs.
Result<int> runAnalysis(const InfoSettings& settings, const std::vector<std::string>& paths, bool asJson) {
    if (paths.size() != 1) return fail("goals and graphs are shown for one project at a time");
    const std::string& path = paths.front();
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(path));
    Json said = Json::object();
    if (settings.goals && asJson) said["goalList"] = tasks::goalListAsJson(Fitness(program));
    if (settings.goals && !asJson) fmt::print("{}", tasks::goalList(Fitness(program)));
    const GraphSettings& graph = settings.graph;
    if (!graph.kind.empty()) {
        tasks::GraphRequest request{
            .program = program,
            .kind = graph.kind == "cfg" ? tasks::GraphKind::ControlFlow : tasks::GraphKind::ControlDependence,
            .steps = graph.steps,
            .seed = graph.seed};
        OUNCE_TRY(request.inputs, loadInputs(graph.inputs));
        const std::string dot = tasks::graphOf(request);
        if (asJson) said["graph"] = dot;
        if (!asJson || !graph.output.empty()) OUNCE_CHECK(writeGraph(dot, graph.output));
    }
    if (asJson) fmt::print("{}\n", documentOf({memberOf(distinctNames(paths).front(), path, said)}).dump());
    return 0;
}

// A file that cannot be read costs its own row and no other.
Result<int> runInfo(const InfoSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const std::vector<std::string> paths, projectsOf(settings.paths));
    if (settings.goals || !settings.graph.kind.empty()) return runAnalysis(settings, paths, common.json);
    const std::vector<std::string> names = distinctNames(paths);
    std::vector<Json> members;
    int unreadable = 0;
    for (std::size_t i = 0; i < paths.size(); i++) {
        Result<ProjectInfo> info = collect(paths[i], settings);
        members.push_back(
            memberOf(names[i], paths[i],
                     info ? Result<Json>(tasks::toJson(info->answer)) : std::unexpected(info.error())));
        if (!info) {
            unreadable++;
            fmt::print(stderr, "ounce: {}\n", info.error().message());
        } else if (!common.json) {
            if (i > 0 && !common.quiet) fmt::print("\n");
            print(*info, common.quiet);
        }
    }
    if (common.json) fmt::print("{}\n", documentOf(members).dump());
    if (unreadable > 0 && paths.size() > 1)
        fmt::print(stderr, "ounce: {} of {} files could not be read\n", unreadable, paths.size());
    return unreadable > 0 ? 2 : 0;
}

}  // namespace

void addInfoCommand(CommandLine& line, CommonOptions& common) {
    Command command = line.add("info", "what is in a project");
    auto settings = std::make_shared<InfoSettings>();
    command
        .option("PROJECT", settings->paths, ".sb3, .sb2, project.json or .scratch files, or folders of them")
        .required();
    command.flag("--goals", settings->goals, "list what coverage counts: statement number, block id, words");
    GraphSettings& graph = settings->graph;
    command.option("--graph", graph.kind, "the control flow (cfg) or control dependence (cdg) graph, as DOT")
        .oneOf({"cfg", "cdg"});
    command.option("-o,--output", graph.output, "where the graph goes; *.svg is drawn by Graphviz");
    command.option("--steps", graph.steps, "colour what a run of so many steps covers");
    command.option("--inputs", graph.inputs, "JSON file of that run's inputs (default: the green flag)");
    command.option("--seed", graph.seed, "seed of that run").showDefault();
    command.flag("--events", settings->events, "also what a player of the program can do");
    addCommonOptions(command, common);
    command.footer(
        "Shows what is in a project: sprites, scripts, coverage goals, extensions, blocks that Ounce does\n"
        "not run, scripts that can never start, and what is odd about the file.\n\n"
        "Example: ounce info game.sb3 --json\n"
        "Example: ounce info game.sb3 --graph cfg --steps 300 -o game.svg");
    command.does([settings, &common] { return runInfo(*settings, common); });
}

}  // namespace ounce
