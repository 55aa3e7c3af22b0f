#include <algorithm>
#include <deque>

#include "base/text.h"
#include "project/load.h"
#include "project/text/head_reader.h"
#include "project/text/script_reader.h"
#include "project/text/words.h"

namespace ounce {
namespace text {
namespace {

constexpr std::size_t kMostTargets = 10000;

std::string_view firstWord(std::string_view line) { return line.substr(0, line.find_first_of(" \t")); }

// The name behind `sprite`: quoted, or all there is up to a comment.
std::string headerName(std::string_view rest) {
    rest = trimSpaces(rest);
    if (rest.starts_with('"')) {
        std::size_t end = 1;
        while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
        return unescape(rest.substr(1, std::min(end, rest.size()) - 1));
    }
    return std::string(trimSpaces(rest.substr(0, std::min(rest.find(" //"), rest.size()))));
}

// First the frame is read and every line goes to its target; then names are declared; then blocks are made,
// for which all names must be known.
class TextReader {
  public:
    TextReader(std::string_view text, const std::string& folder) : rest_(text), head_(project_, folder) {
        project_.format = Format::Text;
        addTarget("Stage", true);
    }

    Result<Project> read() {
        while (nextLine()) {
            if (auto done = line(); !done) return std::unexpected(done.error());
        }
        for (Target& target : project_.targets) head_.addUsualCostume(target);
        if (auto done = readScripts(); !done) return std::unexpected(done.error());
        setLayers();
        return std::move(project_);
    }

  private:
    bool nextLine() {
        if (rest_.empty()) return false;
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(rest_.size(), end + 1));
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        number_++;
        return true;
    }

    Result<void> line() {
        const std::string_view text = trimSpaces(line_);
        const std::string_view word = firstWord(text);
        if (word == "stage" || word == "sprite") return header(word, text.substr(word.size()));
        const bool prose = text.empty() || text.starts_with("//");
        if (inHead_ && !prose && isHeadLine(text)) return headLine();
        if (!prose) {
            inHead_ = false;
            // Blocks before any `sprite` line belong to a sprite all the same: a snippet is a program.
            if (!headerSeen_) {
                headerSeen_ = true;
                std::vector<Line> notes = std::exchange(scripts_[0], {});
                addTarget("Sprite1", false);
                scripts_.back() = std::move(notes);
            }
        }
        scripts_[current_].push_back({line_, number_});
        return {};
    }

    Result<void> header(std::string_view word, std::string_view rest) {
        const std::string name = headerName(rest);
        if (word == "stage") {
            if (stageSeen_) return std::unexpected(errorAt(number_, 1, "there is a second stage here"));
            stageSeen_ = true;
            current_ = 0;
            if (!name.empty()) project_.targets[0].name = name;
        } else {
            if (trimSpaces(rest).empty()) {
                return std::unexpected(
                    errorAt(number_, 7, "the name of the sprite is missing", "write «sprite Cat»"));
            }
            if (project_.targets.size() > kMostTargets)
                return std::unexpected(errorAt(number_, 1, "there are more than 10000 sprites"));
            addTarget(name, false);
        }
        // What stands above the first header is about the whole program: a note on the stage.
        headerSeen_ = true;
        inHead_ = true;
        scripts_[current_].push_back({{}, number_});
        return {};
    }

    // A line of the head that ends with a comma goes on in the next one.
    Result<void> headLine() {
        const int first = number_;
        std::string joined;
        std::string_view whole = line_;
        while (trimSpaces(line_).ends_with(',') && nextLine()) {
            if (joined.empty()) joined = whole;
            joined += ' ';
            joined += line_;
            whole = joined;
        }
        return head_.read(project_.targets[current_], whole, first);
    }

    void addTarget(std::string name, bool isStage) {
        Target& target = project_.targets.emplace_back();
        target.isStage = isStage;
        target.name = std::move(name);
        scripts_.emplace_back();
        current_ = project_.targets.size() - 1;
        inHead_ = true;
    }

    Result<void> readScripts() {
        std::deque<Names> names;
        for (const Target& target : project_.targets) names.push_back(namesOf(target));
        std::vector<Scope> scopes;
        for (std::size_t i = 0; i < names.size(); i++) {
            scopes.emplace_back(names[i], names[0]);
            std::string prefix = "p";
            prefix.append(std::to_string(i)).append("-");
            auto done = declare(scripts_[i], prefix, scopes[i], project_.targets[0], names[0]);
            if (!done) return done;
        }
        Shared shared(project_);
        for (std::size_t i = 0; i < names.size(); i++) {
            project_.targets[i].blocks.reserve(std::min(scripts_[i].size() * 2, Shared::kBlockLimit));
            ScriptReader reader(shared, project_.targets[i], scopes[i]);
            for (const Line& one : scripts_[i]) {
                if (auto done = reader.read(one.text, one.number); !done) return done;
            }
            if (auto done = reader.finish(); !done) return done;
        }
        return {};
    }

    // Without a layer of their own sprites lie in the order in which they stand.
    void setLayers() {
        for (std::size_t i = 0; i < project_.targets.size(); i++) {
            auto& layer = project_.targets[i].layerOrder;
            if (!layer) layer = static_cast<double>(i);
        }
    }

    std::string_view rest_, line_;
    int number_ = 0;
    Project project_;
    HeadReader head_;
    std::vector<std::vector<Line>> scripts_;  // of each target
    std::size_t current_ = 0;
    bool inHead_ = true, headerSeen_ = false, stageSeen_ = false;
};

}  // namespace
}  // namespace text

Result<Project> readText(std::string_view text, const std::string& name, const std::string& folder) {
    if (text.size() > kLargestText)
        return fail("is larger than the limit of 16 MB for programs in text form", name);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (!isValidUtf8(text)) return fail("is not written in UTF-8", name, "save it as UTF-8 in your editor");
    auto project = text::TextReader(text, folder).read();
    if (!project) return std::unexpected(std::move(project.error()).inside(name));
    return project;
}

}  // namespace ounce
