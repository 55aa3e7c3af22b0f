// ounce show: the program as text.
#include <filesystem>
#include <fmt/color.h>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "base/json.h"
#include "cli/command.h"
#include "cli/each_project.h"
#include "project/load.h"
#include "project/text/write_text.h"

namespace ounce {
namespace {

struct ShowOptions {
    std::string project;
    std::string sprite;  // empty: everything
};

// The colours of Scratch's own palette, so that a line looks like its block.
fmt::text_style styleOf(std::string_view category) {
    struct Entry {
        std::string_view category;
        std::uint32_t colour;
    };
    static constexpr Entry kColours[] = {
        {"motion", 0x4C97FF},     {"looks", 0x9966FF},    {"sound", 0xCF63CF},    {"event", 0xFFBF00},
        {"control", 0xFFAB19},    {"sensing", 0x5CB1D6},  {"operator", 0x59C059}, {"data", 0xFF8C1A},
        {"procedures", 0xFF6680}, {"argument", 0xFF6680},
    };
    if (category == "frame") return fmt::emphasis::bold;
    if (category == "comment") return fmt::emphasis::faint;
    for (const Entry& entry : kColours) {
        if (entry.category == category) return fmt::fg(fmt::rgb(entry.colour));
    }
    return category.empty() ? fmt::text_style() : fmt::fg(fmt::rgb(0x0FBD8C));  // extensions
}

std::string targetNames(const Project& project) {
    std::string names;
    for (const Target& target : project.targets) {
        if (!names.empty()) names += ", ";
        names += target.name;
    }
    return names;
}

Result<ProjectOutcome> runShow(const ShowOptions& options, const std::string& path,
                               const CommonOptions& common) {
    OUNCE_TRY(const Project project, loadProject(path));
    std::string text;
    bool found = false;
    if (options.sprite.empty() && !common.color) {
        OUNCE_TRY(text, writeText(project));
        found = true;
    } else {
        const text::Monitors monitors(project);
        for (std::size_t i = 0; i < project.targets.size(); i++) {
            if (!options.sprite.empty() && project.targets[i].name != options.sprite) continue;
            OUNCE_TRY(const auto lines, text::showTarget(project, i, monitors));
            if (found) text += '\n';
            found = true;
            for (const text::ShownLine& line : lines) {
                const bool coloured = common.color && !common.json && !line.text.empty();
                text += (coloured ? fmt::format(styleOf(line.category), "{}", line.text) : line.text) + '\n';
            }
        }
    }
    if (!found) {
        return fail("there is no sprite «" + options.sprite + "»", path, "it has " + targetNames(project));
    }
    Json json{{"name", std::filesystem::path(path).stem().string()}, {"text", text}};
    return ProjectOutcome{.json = std::move(json),
                          .print = [text = std::move(text)] { fmt::print("{}", text); }};
}

}  // namespace

void addShowCommand(CommandLine& line, CommonOptions& common) {
    Command command = line.add("show", "the program as text, one script after the other");
    auto options = std::make_shared<ShowOptions>();
    command.option("PROJECT", options->project, "the project, or a folder of them").required();
    command.option("--sprite", options->sprite, "only this sprite, or Stage");
    addCommonOptions(command, common);
    command.footer(
        "Prints the text form, which docs/text-form.md explains; saved as .scratch file it is a project "
        "again.\n\n"
        "Example: ounce show game.sb3 --sprite Bowl");
    command.does([options, &common] {
        return onEachProject(options->project, common, {}, [&](const OneProject& project) {
            return runShow(*options, project.path, common);
        });
    });
}

}  // namespace ounce
