#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <type_traits>
#include <vector>

#include "base/json.h"
#include "base/nearest.h"

namespace ounce {
namespace {

CLI::Option& option(void* handle) { return *static_cast<CLI::Option*>(handle); }
CLI::App& command(void* handle) { return *static_cast<CLI::App*>(handle); }

// What a value of the type may look like. The parser takes -5 for a very large number and nan for a number.
template <class T>
struct Check {
    static void add(CLI::Option&) {}
};
template <class T>
requires std::is_unsigned_v<T>
struct Check<T> {
    static void add(CLI::Option& option) {
        option.check([](const std::string& text) {
            const bool whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
            return whole ? std::string() : "«" + text + "» is not a whole number, 0 or more";
        });
    }
};
template <>
struct Check<double> {
    static void add(CLI::Option& option) {
        option.check([](const std::string& text) {
            char* end = nullptr;
            const double number = std::strtod(text.c_str(), &end);
            const bool good = !text.empty() && *end == '\0' && std::isfinite(number);
            return good ? std::string() : "«" + text + "» is not a number";
        });
    }
};
template <class T>
struct Check<std::optional<T>> : Check<T> {};

bool isKnown(const std::vector<std::string>& known, const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
}

std::vector<std::string> commandNames(CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* one : app.get_subcommands({})) names.push_back(one->get_name());
    return names;
}

std::vector<std::string> optionNames(CLI::App& one) {
    std::vector<std::string> names{"--help"};
    for (const CLI::Option* some : one.get_options()) {
        for (const std::string& name : some->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : some->get_fnames()) {
            if (!isKnown(names, "--" + name)) names.push_back("--" + name);
        }
    }
    return names;
}

std::string withAdvice(std::string what, const std::string& advice) {
    return advice.empty() ? what : what + " (" + advice + ")";
}

// A command or an option that is not there, with what may have been meant. The parser would only say that
// something was not expected.
std::string unknownWord(CLI::App& app, const std::vector<std::string>& words) {
    if (words.empty() || words[0].starts_with("-")) return {};
    const std::vector<std::string> commands = commandNames(app);
    if (!isKnown(commands, words[0])) {
        const std::string advice = didYouMean(words[0], commands);
        return withAdvice("there is no command «" + words[0] + "»",
                          advice.empty() ? "ounce help lists them" : advice);
    }
    const std::vector<std::string> options = optionNames(*app.get_subcommand(words[0]));
    for (std::size_t i = 1; i < words.size() && words[i] != "--"; i++) {
        const std::string name = words[i].substr(0, words[i].find('='));
        if (!name.starts_with("--") || isKnown(options, name)) continue;
        return withAdvice("ounce " + words[0] + " has no option «" + name + "»", didYouMean(name, options));
    }
    return {};
}

}  // namespace

Option& Option::required() {
    option(option_).required();
    return *this;
}

Option& Option::between(double low, double high) {
    option(option_).check(CLI::Range(low, high));
    return *this;
}

Option& Option::positive() {
    option(option_).check(CLI::PositiveNumber);
    return *this;
}

Option& Option::oneOf(std::initializer_list<const char*> words) {
    option(option_).check(CLI::IsMember(std::vector<std::string>(words.begin(), words.end())));
    return *this;
}

Option& Option::excludes(const Option& other) {
    option(option_).excludes(&option(other.option_));
    return *this;
}

Option& Option::each() {
    option(option_).expected(1)->take_all();
    return *this;
}

Option& Option::showDefault() {
    option(option_).capture_default_str();
    return *this;
}

template <class T>
Option Command::option(const std::string& names, T& value, const std::string& help) {
    CLI::Option* option = command(command_).add_option(names, value, help);
    Check<T>::add(*option);
    return Option(option);
}

template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::int32_t&, const std::string&);
template Option Command::option(const std::string&, std::uint32_t&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::uint32_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::uint64_t>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);

Option Command::flag(const std::string& names, bool& value, const std::string& help) {
    return Option(command(command_).add_flag(names, value, help));
}

void Command::footer(const std::string& text) { command(command_).footer(text); }

void Command::does(Action action) {
    command(command_).callback([&chosen = chosen_, action = std::move(action)] { chosen = action; });
}

struct CommandLine::Parser {
    CLI::App app;
};

CommandLine::CommandLine(const std::string& title, const std::string& version, const std::string& footer)
    : parser_(new Parser{CLI::App(title, "ounce")}) {
    parser_->app.require_subcommand(1);
    parser_->app.set_version_flag("--version", version);
    parser_->app.footer(footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& what) {
    return Command(parser_->app.add_subcommand(name, what), chosen_);
}

std::vector<CommandLine::Words> CommandLine::words() const {
    std::vector<Words> all;
    for (CLI::App* one : parser_->app.get_subcommands({})) {
        Words words{one->get_name(), one->get_description(), {}};
        for (const CLI::Option* some : one->get_options()) {
            for (const std::string& name : some->get_lnames())
                words.options.emplace_back("--" + name, some->get_description());
        }
        all.push_back(std::move(words));
    }
    return all;
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    // ounce help, ounce help test
    if (!words.empty() && words[0] == "help") {
        words.erase(words.begin());
        words.push_back("--help");
    }
    const auto complain = [&](const std::string& problem) {
        if (isKnown(words, "--json")) fmt::print("{}\n", Json{{"schema", 1}, {"error", problem}}.dump());
        fmt::print(stderr, "ounce: {}\n", problem);
        return 2;
    };
    if (const std::string problem = unknownWord(parser_->app, words); !problem.empty())
        return complain(problem);
    try {
        parser_->app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::Success& asked) {
        return parser_->app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return complain(error.what());
    }
    return std::nullopt;
}

}  // namespace ounce
