// ounce convert: a project or a suite in another format.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "cli/project_files.h"
#include "models/load.h"
#include "project/load.h"
#include "stage/scratch3_costumes.h"
#include "tasks/convert.h"
#include "testing/run_suites.h"
#include "testing/suite_json.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

struct ConvertSettings {
    std::string from, to, format;
};

Result<void> checkTarget(const std::string& from, const std::string& to) {
    const std::string ending = lowerCase(fs::path(to).extension().string());
    if (ending == ".sb2")
        return fail("Scratch 2 projects can be read but not written", to, "choose a name that ends in .sb3");
    if (ending != ".sb3" && ending != ".json" && ending != ".scratch")
        return fail("the name does not say which format to write", to, "end it in .sb3, .json or .scratch");
    std::error_code ignored;
    if (fs::path(from) == fs::path(to) || fs::equivalent(from, to, ignored))
        return fail("the project would overwrite itself", to, "choose another name");
    if (fs::is_directory(to, ignored)) return fail("this is a folder", to, "give the name of a file");
    return {};
}

ProjectOutcome reportOf(const std::string& from, const std::string& to,
                        const std::vector<std::string>& warnings, const CommonOptions& common) {
    ProjectOutcome outcome{.json = {{"from", from}, {"to", to}, {"warnings", warnings}}};
    outcome.print = [from, warnings, &common] {
        if (common.quiet) return;
        for (const std::string& warning : warnings) fmt::print(stderr, "ounce: {}: {}\n", from, warning);
    };
    return outcome;
}

// Of what is no project: a document without `projects`.
int say(const ProjectOutcome& outcome, const CommonOptions& common) {
    Json document{{"schema", 1}};
    document.update(outcome.json);
    if (common.json) {
        fmt::print("{}\n", document.dump());
    } else {
        outcome.print();
    }
    return 0;
}

// A suite of Ounce as JavaScript for Whisker, or written anew as JSON.
Result<int> convertSuite(const std::string& from, const std::string& to, const CommonOptions& common) {
    const std::string ending = lowerCase(fs::path(to).extension().string());
    if (ending != ".js" && ending != ".json")
        return fail("a suite becomes JavaScript or JSON", to, "end the name in .js or .json");
    OUNCE_TRY(const Suite suite, loadSuiteJson(from));
    const tasks::Converted converted =
        tasks::convert(suite, ending == ".js" ? tasks::SuiteForm::JavaScript : tasks::SuiteForm::Json);
    OUNCE_CHECK(writeFile(to, converted.text));
    return say(reportOf(from, to, converted.notes, common), common);
}

Result<tasks::ModelForm> modelFormOf(const std::string& to) {
    const std::string ending = lowerCase(fs::path(to).extension().string());
    if (ending == ".model") return tasks::ModelForm::Text;
    if (ending == ".json") return tasks::ModelForm::WhiskerJson;
    if (ending == ".dot" || ending == ".gv") return tasks::ModelForm::Dot;
    if (ending == ".svg") return tasks::ModelForm::Svg;
    return fail("the name does not say what models should become", to,
                "end it in .model, .json, .dot or .svg");
}

// Models between their text form and Whisker's JSON, or drawn.
Result<int> convertModels(const std::string& from, const std::string& to, const CommonOptions& common) {
    OUNCE_TRY(const std::vector<models::Model> all, models::loadModels(from));
    OUNCE_TRY(const tasks::ModelForm form, modelFormOf(to));
    std::error_code ignored;
    if (fs::equivalent(from, to, ignored))
        return fail("the models would overwrite themselves", to, "choose another name");
    const tasks::Converted converted = tasks::convert(all, form);
    OUNCE_CHECK(writeFile(to, converted.text));
    return say(reportOf(from, to, converted.notes, common), common);
}

// What the other format has no place for.
std::vector<std::string> leftOut(const Project& project, const std::string& to) {
    const std::string ending = lowerCase(fs::path(to).extension().string());
    std::vector<std::string> notes;
    if (ending == ".json" && !project.assets.empty())
        notes.push_back(fmt::format("left out: {} of costumes and sounds, of which a project.json has none",
                                    counted(project.assets.size(), "file")));
    return notes;
}

bool isSuite(const std::string& path) {
    if (lowerCase(fs::path(path).extension().string()) != ".json") return false;
    const auto text = readFile(path, kMaxSuiteBytes);
    return text && looksLikeSuiteJson(*text);
}

Result<ProjectOutcome> convertProject(const std::string& from, const std::string& to,
                                      const CommonOptions& common) {
    if (auto checked = checkTarget(from, to); !checked) return std::unexpected(std::move(checked).error());
    OUNCE_TRY(Project project, loadProject(from));
    toScratch3Costumes(project);
    if (auto saved = saveProject(project, to); !saved) return std::unexpected(std::move(saved).error());
    for (std::string& note : leftOut(project, to)) project.warnings.push_back(std::move(note));
    return reportOf(from, to, project.warnings, common);
}

// Where a project of a folder goes: as deep below the other folder, with the other ending.
fs::path placeIn(const ConvertSettings& settings, const std::string& project) {
    fs::path place = fs::path(settings.to) / fs::path(project).lexically_relative(settings.from);
    return place.replace_extension(settings.format);
}

Result<int> convertFolder(const ConvertSettings& settings, const CommonOptions& common) {
    std::error_code ignored;
    if (settings.format.empty())
        return fail("the format to write is not said", settings.from,
                    "for a folder say it with --to, for example --to sb3");
    if (fs::exists(settings.to, ignored) && !fs::is_directory(settings.to, ignored))
        return fail("projects of a folder go into a folder, and this is a file", settings.to);
    OUNCE_TRY(const std::vector<std::string> sources, projectsIn(settings.from));
    std::map<fs::path, std::string> written;  // and what it was made of
    return onEachProject(settings.from, common, {}, [&](const OneProject& project) -> Result<ProjectOutcome> {
        const fs::path to = placeIn(settings, project.path);
        const auto [place, isNew] = written.emplace(to, project.path);
        if (!isNew) return fail(fmt::format("«{}» has become the same file", place->second), project.path);
        const auto isSource = [&](const std::string& source) {
            return fs::path(source) == to || fs::equivalent(source, to, ignored);
        };
        if (std::any_of(sources.begin(), sources.end(), isSource))
            return fail("one of the projects would be overwritten", to.string(), "choose another folder");
        OUNCE_CHECK(makeFolder(to.parent_path().string()));
        return convertProject(project.path, to.string(), common);
    });
}

Result<int> convert(const ConvertSettings& settings, const CommonOptions& common) {
    const auto& [from, to, format] = settings;
    std::error_code ignored;
    if (fs::is_directory(from, ignored)) return convertFolder(settings, common);
    if (!format.empty())
        return fail("--to is for folders", from, "the ending of the second name says the format");
    if (lowerCase(fs::path(from).extension().string()) == ".js")
        return fail("JavaScript is a program and cannot become data", from,
                    "convert goes from .json to .js only");
    if (isSuite(from)) return convertSuite(from, to, common);
    if (models::isModelName(from)) return convertModels(from, to, common);
    return onEachProject(from, common, {}, [&](const OneProject& project) {
        return convertProject(project.path, settings.to, common);
    });
}

}  // namespace

void addConvertCommand(CommandLine& line, CommonOptions& common) {
    Command command = line.add("convert", "a project, a suite or models in another format");
    auto settings = std::make_shared<ConvertSettings>();
    command
        .option("FROM", settings->from,
                "the project or a folder of them, a suite of Ounce (.json), or models (.json, .model)")
        .required();
    command.option("TO", settings->to, "the file to write; for a folder a folder").required();
    command.option("--to", settings->format, "what the projects of a folder become")
        .oneOf({"sb3", "json", "scratch"});
    addCommonOptions(command, common);
    command.footer(
        "Reads a project (.sb3, .sb2, project.json or .scratch) and writes it in the format that the ending "
        "of\n"
        "the second name says (.sb3, .json or .scratch). The costumes and sounds of game.scratch go into a "
        "folder\n"
        "game beside it. Of a folder every project is converted, into the same folders below the second "
        "name.\n\n"
        "A suite of Ounce (.json) becomes JavaScript that Whisker runs (.js). Models go between Whisker's "
        ".json\n"
        "and the text form .model, and to .dot or .svg.\n\n"
        "Example: ounce convert old-game.sb2 game.sb3\n"
        "Example: ounce convert submissions texts --to scratch\n"
        "Example: ounce convert suite.json suite.js\n"
        "Example: ounce convert fruitcatcher.json fruitcatcher.model");
    command.does([settings, &common] { return convert(*settings, common); });
}

}  // namespace ounce
