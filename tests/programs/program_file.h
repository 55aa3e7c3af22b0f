// A little program with what is expected of it, both in one text file: see README.md for the directives.
#pragma once

#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/json_writer.h"
#include "project/load.h"
#include "vm/runner.h"

namespace ounce::programs {

struct Expectation {
    int line = 0;
    std::optional<std::uint64_t> step{};  // looked at after this many steps; none: at the end
    std::string subject;                  // «x of Cat», «say Cat»
    std::string wanted;                   // as it must read
};

struct ProgramFile {
    std::string text;
    std::uint64_t steps = 30;
    std::uint32_t seed = 1;
    std::vector<Mode> modes{Mode::Scratch};
    MachineOptions options;
    std::vector<InputEvent> inputs;
    std::vector<Expectation> expectations;
};

inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    return text;
}

// Cuts the first word off.
inline std::string_view takeWord(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
}

class ProgramFileReader {
  public:
    Result<ProgramFile> read(const std::string& path) {
        OUNCE_TRY(file_.text, readFile(path, std::size_t{1} << 20));
        std::string_view rest = file_.text;
        bool ok = true;
        while (!rest.empty() && ok) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            line_++;
            if (trimmed(line).starts_with("// ")) ok = directive(trimmed(line).substr(3));
        }
        if (!ok) return fail("does not say what it means", fmt::format("{}: line {}", path, line_));
        std::string inputs = "[";
        if (flag_) inputs += R"({"step": 0, "event": "greenFlag"})";
        for (const std::string& event : events_) inputs += (inputs.size() > 1 ? "," : "") + event;
        OUNCE_TRY(file_.inputs, readInputs(inputs + "]", path));
        return std::move(file_);
    }

  private:
    // False for a directive that cannot be understood; prose is none.
    bool directive(std::string_view text) {
        const std::string_view word = takeWord(text);
        if (word == "steps") file_.steps = static_cast<std::uint64_t>(std::stoul(std::string(text)));
        if (word == "seed") file_.seed = static_cast<std::uint32_t>(std::stoul(std::string(text)));
        if (word == "passes") file_.options.passes = std::stoi(std::string(text));
        if (word == "warp") file_.options.warpChecks = std::stoi(std::string(text));
        if (word == "turbo" && text.empty()) file_.options.turbo = true;
        if (word == "no" && text == "flag") flag_ = false;
        if (word == "mode") return mode(text);
        if (word == "input") return input(text);
        if (word == "expect") return expect(text);
        return true;
    }

    bool mode(std::string_view text) {
        file_.modes.clear();
        if (text == "scratch" || text == "both") file_.modes.push_back(Mode::Scratch);
        if (text == "whisker" || text == "both") file_.modes.push_back(Mode::Whisker);
        return !file_.modes.empty();
    }

    // «input 3 keyDown a»: what follows the name of the event depends on the event.
    bool input(std::string_view text) {
        const std::string step(takeWord(text));
        const std::string_view event = takeWord(text);
        JsonWriter json;
        json.beginObject().key("step").number(std::stod(step)).key("event").string(event);
        json.key("args").beginObject();
        if (event == "keyDown" || event == "keyUp") json.key("key").string(text == "space" ? " " : text);
        if (event == "answer") json.key("text").string(text);
        if (event == "clickSprite") json.key("sprite").string(text);
        if (event == "dragTo") json.key("sprite").string(takeWord(text));
        if (event == "setVariable") {
            json.key("name").string(takeWord(text));
            json.key("value").string(text);
        }
        if (event == "loudness") json.key("value").number(std::stod(std::string(text)));
        if (event.starts_with("mouse") || event == "dragTo") {
            for (std::string_view axis : {"x", "y"}) {
                if (!trimmed(text).empty()) json.key(axis).number(std::stod(std::string(takeWord(text))));
            }
        }
        events_.push_back(json.endObject().endObject().take());
        return true;
    }

    // «expect x of Cat = 10», «expect after 3: x of Cat = 10», «expect say Cat: hello», «expect limit warp».
    bool expect(std::string_view text) {
        Expectation expectation{.line = line_, .subject = {}, .wanted = {}};
        if (text.starts_with("after ")) {
            takeWord(text);
            std::string_view number = takeWord(text);
            if (!number.ends_with(':')) return false;
            number.remove_suffix(1);
            expectation.step = static_cast<std::uint64_t>(std::stoul(std::string(number)));
        }
        const bool spoken = text.starts_with("say ") || text.starts_with("think ");
        const std::string_view separator = spoken ? ": " : " = ";
        const auto at = text.find(separator);
        expectation.subject = trimmed(text.substr(0, at));
        if (at != std::string_view::npos) expectation.wanted = trimmed(text.substr(at + separator.size()));
        if (at == std::string_view::npos && !text.starts_with("limit ") && text != "no say") return false;
        file_.expectations.push_back(std::move(expectation));
        return true;
    }

    ProgramFile file_;
    std::vector<std::string> events_;
    bool flag_ = true;
    int line_ = 0;
};

inline std::vector<std::string> allPrograms() {
    std::vector<std::string> files;
    const std::filesystem::path folder = std::filesystem::path(OUNCE_SOURCE_DIR) / "tests/programs";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".scratch") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The file's place below tests/programs in letters that a test's name may have.
inline std::string nameOf(const std::string& file) {
    std::string name = std::filesystem::path(file)
                           .lexically_relative(std::filesystem::path(OUNCE_SOURCE_DIR) / "tests/programs")
                           .replace_extension();
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}

}  // namespace ounce::programs
