// ounce completions: what a shell needs to complete commands and options.
#include <fmt/format.h>
#include <memory>
#include <string>

#include "base/json.h"
#include "cli/command.h"

namespace ounce {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::vector<std::string> optionsOf(const CommandLine::Words& command) {
    std::vector<std::string> names;
    for (const auto& [name, help] : command.options) names.push_back(name);
    return names;
}

// In single quotes for a shell, where a single quote cannot be escaped; fish and zsh take their own signs.
std::string quoted(std::string text) {
    for (char& c : text) {
        if (c == '\'' || c == '\n' || c == '[' || c == ']' || c == ':') c = ' ';
    }
    return "'" + text + "'";
}

std::string bash(const std::vector<CommandLine::Words>& commands) {
    std::vector<std::string> names;
    std::string cases;
    for (const CommandLine::Words& command : commands) {
        names.push_back(command.name);
        cases += fmt::format("        {}) words='{}' ;;\n", command.name, joined(optionsOf(command)));
    }
    return fmt::format(
        "_ounce() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
        "    if ((COMP_CWORD == 1)); then\n"
        "        COMPREPLY=($(compgen -W '{} help' -- \"$word\"))\n"
        "        return\n"
        "    fi\n"
        "    case ${{COMP_WORDS[1]}} in\n{}    esac\n"
        "    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\")); fi\n"
        "}}\n"
        "complete -o default -F _ounce ounce\n",
        joined(names), cases);
}

std::string zsh(const std::vector<CommandLine::Words>& commands) {
    std::string names, cases;
    for (const CommandLine::Words& command : commands) {
        names += fmt::format("        {}:{}\n", command.name, quoted(command.help));
        cases += fmt::format("        {}) _arguments '*:file:_files'", command.name);
        for (const auto& [name, help] : command.options)
            cases += fmt::format(" \\\n            '{}[{}]'", name,
                                 quoted(help).substr(1, quoted(help).size() - 2));
        cases += " ;;\n";
    }
    return fmt::format(
        "#compdef ounce\n_ounce() {{\n"
        "    local -a commands=(\n{}    )\n"
        "    if ((CURRENT == 2)); then _describe command commands; return; fi\n"
        "    case $words[2] in\n{}    esac\n}}\ncompdef _ounce ounce\n",
        names, cases);
}

std::string fish(const std::vector<CommandLine::Words>& commands) {
    std::string out = "complete -c ounce -n __fish_use_subcommand -f\n";
    for (const CommandLine::Words& command : commands) {
        out += fmt::format("complete -c ounce -n __fish_use_subcommand -a {} -d {}\n", command.name,
                           quoted(command.help));
        for (const auto& [name, help] : command.options)
            out += fmt::format("complete -c ounce -n '__fish_seen_subcommand_from {}' -l {} -d {}\n",
                               command.name, name.substr(2), quoted(help));
    }
    return out;
}

}  // namespace

void addCompletionsCommand(CommandLine& line, CommonOptions& common) {
    Command command = line.add("completions", "commands and options for a shell to complete");
    auto shell = std::make_shared<std::string>();
    command.option("SHELL", *shell, "bash, zsh or fish").required().oneOf({"bash", "zsh", "fish"});
    addCommonOptions(command, common);
    command.footer(
        "Prints a script for the shell.\n\n"
        "Example: ounce completions bash > ~/.local/share/bash-completion/completions/ounce");
    command.does([shell, &line, &common]() -> Result<int> {
        const std::vector<CommandLine::Words> words = line.words();
        const std::string script = *shell == "bash"  ? bash(words)
                                   : *shell == "zsh" ? zsh(words)
                                                     : fish(words);
        if (common.json)
            fmt::print("{}\n", Json{{"schema", 1}, {"shell", *shell}, {"script", script}}.dump());
        else
            fmt::print("{}", script);
        return 0;
    });
}

}  // namespace ounce
