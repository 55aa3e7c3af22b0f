// ounce info: what is in a project.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/goals.h"
#include "cli/info_events.h"
#include "project/inspect.h"
#include "project/load.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

using Json = nlohmann::ordered_json;

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

// Who saved the project with what; files need not say.
std::string metaText(const Json& meta, const char* key) {
    auto value = meta.find(key);
    return value != meta.end() && value->is_string() ? value->get<std::string>() : std::string();
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
    info.name = std::filesystem::path(path).stem().string();
    info.format = project.format;
    info.summary = inspect(project);
    info.warnings = std::move(project.warnings);
    Json meta = Json::parse(project.meta, nullptr, false);
    if (meta.is_object()) {
        info.agent = metaText(meta, "agent");
        info.vm = metaText(meta, "vm");
    }
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

std::string counted(int count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
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
Result<int> runAnalysis(const InfoSettings& settings) {
    if (settings.paths.size() != 1) return fail("goals and graphs are shown for one project at a time");
    const std::string& path = settings.paths.front();
    OUNCE_TRY(const std::shared_ptr<const Program> program, loadProgram(path));
    if (settings.goals) fmt::print("{}", goalList(Fitness(program)));
    if (!settings.graph.kind.empty()) OUNCE_CHECK(writeGraph(program, settings.graph));
    return 0;
}

Result<int> runInfo(const InfoSettings& settings, const CommonOptions& common) {
    if (settings.goals || !settings.graph.kind.empty()) return runAnalysis(settings);
    std::vector<ProjectInfo> infos;
    for (const std::string& path : settings.paths) {
        OUNCE_TRY(ProjectInfo info, collect(path, settings));
        infos.push_back(std::move(info));
    }
    if (common.json) {
        Json document = toJson(infos.front());
        if (infos.size() > 1) {
            document = {{"projects", Json::array()}};
            for (const ProjectInfo& info : infos) document["projects"].push_back(toJson(info));
        }
        fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
        return 0;
    }
    for (std::size_t i = 0; i < infos.size(); i++) {
        if (i > 0 && !common.quiet) fmt::print("\n");
        print(infos[i], common.quiet);
    }
    return 0;
}

}  // namespace

void addInfoCommand(CLI::App& app, CommonOptions& common, Action& action) {
    CLI::App* command = app.add_subcommand("info", "what is in a project");
    auto settings = std::make_shared<InfoSettings>();
    command->add_option("PROJECT", settings->paths, ".sb3, .sb2, project.json or .scratch files")->required();
    command->add_flag("--goals", settings->goals,
                      "list what coverage counts: statement number, block id, words");
    GraphSettings& graph = settings->graph;
    command
        ->add_option("--graph", graph.kind,
                     "the control flow (cfg) or control dependence (cdg) graph, as DOT")
        ->check(CLI::IsMember({"cfg", "cdg"}));
    command->add_option("-o,--output", graph.output, "where the graph goes; *.svg is drawn by Graphviz");
    command->add_option("--steps", graph.steps, "colour what a run of so many steps covers");
    command->add_option("--inputs", graph.inputs, "JSON file of that run's inputs (default: the green flag)");
    command->add_option("--seed", graph.seed, "seed of that run")->capture_default_str();
    command->add_flag("--events", settings->events, "also what a player of the program can do");
    addCommonOptions(*command, common);
    command->footer(
        "Shows what is in a project: sprites, scripts, coverage goals, extensions, blocks that Ounce does\n"
        "not run, scripts that can never start, and what is odd about the file.\n\n"
        "Example: ounce info game.sb3 --json\n"
        "Example: ounce info game.sb3 --graph cfg --steps 300 -o game.svg");
    command->callback([settings, &common, &action] {
        action = [settings, &common] { return runInfo(*settings, common); };
    });
}

}  // namespace ounce
