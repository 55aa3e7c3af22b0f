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
#include "cli/goals.h"
#include "cli/info_events.h"
#include "cli/project_files.h"
#include "project/inspect.h"
#include "project/load.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

struct ProjectInfo {
    std::string path, name;
    Format format = Format::Sb3;
    std::string agent, vm;
    Summary summary;
    std::vector<std::string> warnings;
    std::optional<std::vector<EventInfo>> events{};
};

std::string_view formatName(Format format) {
    switch (format) {
        case Format::Sb3: return "sb3";
        case Format::Sb2: return "sb2";
        case Format::Json: return "json";
        case Format::Text: return "scratch";
    }
    return "";
}

struct InfoSettings {
    std::vector<std::string> paths;
    bool events = false;
    bool goals = false;
    GraphSettings graph;
};

Result<ProjectInfo> collect(const std::string& path, const InfoSettings& settings) {
    OUNCE_TRY(Project project, loadProject(path));
    ProjectInfo info;
    info.path = path;
    info.format = project.format;
    info.summary = inspect(project);
    info.warnings = std::move(project.warnings);
    // Who saved the project with what; files need not say.
    const Json meta = Json::parse(project.meta).value_or(Json());
    info.agent = meta.text("agent");
    info.vm = meta.text("vm");
    if (settings.events) {
        auto events = eventsOf(std::move(project));
        if (!events) return std::unexpected(std::move(events.error()).inside(path));
        info.events = std::move(*events);
    }
    return info;
}

Json toJson(const ProjectInfo& info) {
    const Summary& summary = info.summary;
    Json json{{"name", info.name},
              {"file", info.path},
              {"format", formatName(info.format)},
              {"agent", info.agent},
              {"vm", info.vm},
              {"sprites", summary.sprites},
              {"scripts", summary.scripts},
              {"statements", summary.statements},
              {"goals", summary.goals},
              {"looseBlocks", summary.looseBlocks},
              {"customBlocks", summary.customBlocks},
              {"variables", summary.variables},
              {"lists", summary.lists},
              {"extensions", summary.extensions},
              {"unsupported", summary.unsupported},
              {"deadScripts", summary.deadScripts},
              {"warnings", info.warnings},
              {"targets", Json::array()}};
    for (const TargetSummary& target : summary.targets) {
        json["targets"].push_back({{"name", target.name},
                                   {"scripts", target.scripts},
                                   {"statements", target.statements},
                                   {"goals", target.goals},
                                   {"costumes", target.costumes},
                                   {"sounds", target.sounds},
                                   {"customBlocks", target.customBlocks},
                                   {"variables", target.variables},
                                   {"lists", target.lists}});
    }
    if (info.events) {
        json["events"] = Json::array();
        for (const EventInfo& event : *info.events) {
            json["events"].push_back({{"identifier", event.identifier},
                                      {"sentence", event.sentence},
                                      {"parameters", event.parameters}});
        }
    }
    return json;
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
    const Summary& summary = info.summary;
    if (quiet) {
        fmt::print("{}: {}, {}, {}\n", info.path, counted(summary.sprites, "sprite"),
                   counted(summary.scripts, "script"), counted(summary.goals, "goal"));
        return;
    }
    fmt::print("{} ({})\n", info.path, formatName(info.format));
    if (!info.vm.empty()) fmt::print("saved with Scratch VM {}\n", shown(info.vm));
    if (!info.agent.empty()) fmt::print("saved by {}\n", shown(info.agent));
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
    printList("warnings", info.warnings);
    if (info.events) {
        std::vector<std::string> sentences;
        for (const EventInfo& event : *info.events) sentences.push_back(event.sentence);
        printList("what a player can do", sentences);
    }
}

// --goals and --graph are about one program as it runs.
Result<int> runAnalysis(const InfoSettings& settings, const std::vector<std::string>& paths, bool asJson) {
    if (paths.size() != 1) return fail("goals and graphs are shown for one project at a time");
    const std::string& path = paths.front();
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(path));
    Json project{{"name", distinctNames(paths).front()}, {"file", path}};
    if (settings.goals && asJson) project["goalList"] = goalListAsJson(Fitness(program));
    if (settings.goals && !asJson) fmt::print("{}", goalList(Fitness(program)));
    if (!settings.graph.kind.empty()) {
        OUNCE_TRY(const std::string dot, graphOf(program, settings.graph));
        if (asJson) project["graph"] = dot;
        if (!asJson || !settings.graph.output.empty()) OUNCE_CHECK(writeGraph(dot, settings.graph));
    }
    if (asJson) fmt::print("{}\n", Json{{"schema", 1}, {"projects", std::vector<Json>{project}}}.dump());
    return 0;
}

// A file that cannot be read costs its own row and no other.
Result<int> runInfo(const InfoSettings& settings, const CommonOptions& common) {
    OUNCE_TRY(const std::vector<std::string> paths, projectsOf(settings.paths));
    if (settings.goals || !settings.graph.kind.empty()) return runAnalysis(settings, paths, common.json);
    const std::vector<std::string> names = distinctNames(paths);
    Json projects = Json::array();
    int unreadable = 0;
    for (std::size_t i = 0; i < paths.size(); i++) {
        Result<ProjectInfo> info = collect(paths[i], settings);
        if (info) info->name = names[i];
        if (!info) {
            unreadable++;
            const std::string problem = info.error().message();
            projects.push_back({{"name", names[i]}, {"file", paths[i]}, {"problem", problem}});
            fmt::print(stderr, "ounce: {}\n", problem);
        } else if (common.json) {
            projects.push_back(toJson(*info));
        } else {
            if (i > 0 && !common.quiet) fmt::print("\n");
            print(*info, common.quiet);
        }
    }
    if (common.json) fmt::print("{}\n", Json{{"schema", 1}, {"projects", projects}}.dump());
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
