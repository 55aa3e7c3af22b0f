// Commands and their options, as the commands declare them. The parser behind it, CLI11, takes the compiler
// longer than most files of Ounce together: only command_line.cpp sees it.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace ounce {

// What a command does; the value is the exit code.
using Action = std::function<Result<int>()>;

// One option of a command: a handle, to say more about it.
class Option {
  public:
    Option& required();
    Option& between(double low, double high);  // both included
    Option& positive();
    Option& oneOf(std::initializer_list<const char*> words);
    Option& excludes(const Option& other);
    Option& each();         // takes one value each time it is given
    Option& showDefault();  // the help says the value it has without being given

  private:
    friend class Command;
    explicit Option(void* option) : option_(option) {}
    void* option_;
};

// One command: a handle, to declare what it takes. Values must live as long as the command line.
class Command {
  public:
    // "-o,--output" or, without dashes, a place: "PROJECT". T: a text, a list of texts, a number, or one of
    // them that may be missing (std::optional).
    template <class T>
    Option option(const std::string& names, T& value, const std::string& help);
    // "--color,!--no-color": the second turns it off.
    Option flag(const std::string& names, bool& value, const std::string& help);
    void footer(const std::string& text);
    void does(Action action);

  private:
    friend class CommandLine;
    Command(void* command, Action& chosen) : command_(command), chosen_(chosen) {}
    void* command_;
    Action& chosen_;
};

class CommandLine {
  public:
    CommandLine(const std::string& title, const std::string& version, const std::string& footer);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // Help lists the commands in the order in which they are added.
    Command add(const std::string& name, const std::string& what);

    // Commands and their options with one line of help each, for those who complete them.
    struct Words {
        std::string name, help;
        std::vector<std::pair<std::string, std::string>> options;
    };
    [[nodiscard]] std::vector<Words> words() const;

    // The exit code if nothing is left to do (help was asked for, or something is wrong and was said); none:
    // a command was chosen, see action().
    std::optional<int> parse(int argc, char** argv);
    [[nodiscard]] const Action& action() const { return chosen_; }

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
    Action chosen_{};
};

}  // namespace ounce
