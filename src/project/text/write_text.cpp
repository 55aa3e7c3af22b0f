#include "project/text/write_text.h"

#include <algorithm>

#include "project/load.h"
#include "project/text/block_writer.h"
#include "project/text/head_writer.h"
#include "project/text/words.h"

namespace ounce {
namespace text {
namespace {

// The lines of a comment; ends of lines as on any system, no spaces at their ends.
std::vector<std::string> commentLines(std::string_view text) {
    std::vector<std::string> lines(1);
    for (std::size_t i = 0; i < text.size(); i++) {
        const bool returned = text[i] == '\r';
        if (returned && i + 1 < text.size() && text[i + 1] == '\n') i++;
        if (returned || text[i] == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += text[i];
        }
    }
    for (std::string& line : lines) line.erase(line.find_last_not_of(" \t") + 1);
    return lines;
}

class ScriptWriter {
  public:
    ScriptWriter(const Target& target, BlockWriter& blocks) : target_(target), blocks_(blocks) {}

    Result<void> script(const Block& first) {
        lines_.push_back({});
        blocks_.startScript(first);
        return chain(&first, 0, true);
    }
    std::vector<ShownLine> take() { return std::move(lines_); }

  private:
    Result<void> chain(const Block* block, int depth, bool first) {
        if (depth > kDepthLimit)
            return fail("blocks are nested more than 500 deep, which the text form does not allow");
        for (; block != nullptr; block = block->next ? target_.blocks.find(*block->next) : nullptr) {
            OUNCE_TRY(BlockWriter::Statement one, blocks_.statement(*block, first));
            first = false;
            add(one, depth);
            lines_.back().block = block->id;
            if (!one.needsEnd) continue;
            for (std::size_t i = 0; i < one.branches.size(); i++) {
                if (i > 0) {
                    std::string line = "else";
                    if (one.namesBranches) line += ' ' + printLabel(one.branches[i]->name);
                    addLine(line, one.category, depth);
                }
                if (auto done = branch(one.branches[i], depth + 1); !done) return done;
            }
            addLine("end", one.category, depth);
        }
        return {};
    }

    Result<void> branch(const Input* input, int depth) {
        if (input == nullptr) return {};
        if (const auto* primitive = std::get_if<Primitive>(&input->block)) {
            add(blocks_.looseReference(*primitive), depth);
            return {};
        }
        const auto* id = std::get_if<std::string>(&input->block);
        return chain(id != nullptr ? target_.blocks.find(*id) : nullptr, depth, false);
    }

    void add(BlockWriter::Statement one, int depth) {
        std::vector<std::string> notes;
        for (const Comment* comment : blocks_.takeComments()) {
            for (std::string& line : commentLines(comment->text)) notes.push_back(std::move(line));
        }
        if (notes.size() == 1) {
            one.phrase.hasComment = true;
            one.phrase.comment = notes[0];
        } else {
            for (const std::string& note : notes)
                addLine(note.empty() ? "//" : "// " + note, "comment", depth);
        }
        addLine(printPhrase(one.phrase), one.category, depth);
        lines_.back().phrase = std::make_shared<const Phrase>(std::move(one.phrase));
    }

    void addLine(const std::string& text, const std::string& category, int depth) {
        lines_.push_back({std::string(2 * static_cast<std::size_t>(depth), ' ') + text, category, {}, depth});
    }

    const Target& target_;
    BlockWriter& blocks_;
    std::vector<ShownLine> lines_;
};

void addNotes(std::vector<ShownLine>& lines, const BlockWriter& blocks, bool above) {
    for (const Comment* comment : blocks.freeComments()) {
        if (!above) lines.push_back({});
        for (const std::string& line : commentLines(comment->text)) {
            lines.push_back({line.empty() ? "//" : "// " + line, "comment", {}});
        }
        if (above) lines.push_back({});
    }
}

// The stage says which messages and extensions there are besides those that scripts mention.
struct Mentioned {
    std::set<std::string> messages, extensions;
    bool hidesMessage = false;
};

std::vector<std::string> otherMessages(const Project& project, const Mentioned& mentioned) {
    std::vector<std::string> others;
    std::size_t count = 0;
    for (const Target& target : project.targets) {
        for (const Broadcast& message : target.broadcasts) {
            count++;
            if (!mentioned.messages.contains(message.name)) others.push_back(message.name);
        }
    }
    // Reading makes this one by itself, for the shadow behind a reporter.
    if (mentioned.hidesMessage && count == 1 && others == std::vector<std::string>{"message1"})
        others.clear();
    return others;
}

std::vector<std::string> otherExtensions(const Project& project, const Mentioned& mentioned) {
    std::vector<std::string> others;
    for (const std::string& extension : project.extensions) {
        if (!mentioned.extensions.contains(extension)) others.push_back(extension);
    }
    return others;
}

struct WrittenTarget {
    std::vector<ShownLine> notesAbove, scripts;
    Mentioned mentioned;
};

Result<WrittenTarget> writeScripts(const Project& project, const Target& target, const Names& stage) {
    const Names own = namesOf(target);
    BlockWriter blocks(project, target, own, target.isStage ? own : stage);
    ScriptWriter scripts(target, blocks);
    for (const Block& block : target.blocks.all()) {
        if (!block.topLevel) continue;
        if (auto done = scripts.script(block); !done)
            return std::unexpected(std::move(done.error()).inside(target.name));
    }
    WrittenTarget written;
    addNotes(target.isStage ? written.notesAbove : written.scripts, blocks, target.isStage);
    for (ShownLine& line : scripts.take()) written.scripts.push_back(std::move(line));
    written.mentioned = {blocks.messages(), blocks.extensions(), blocks.hidesMessage()};
    return written;
}

std::vector<ShownLine> assemble(const Project& project, std::size_t position, WrittenTarget written,
                                AssetFiles* files, const Monitors& monitors, const Mentioned& mentioned) {
    const bool stage = position == 0;
    const std::vector<std::string> head =
        writeHead(project, position, files, monitors,
                  stage ? otherMessages(project, mentioned) : std::vector<std::string>{},
                  stage ? otherExtensions(project, mentioned) : std::vector<std::string>{});
    std::vector<ShownLine> lines = std::move(written.notesAbove);
    for (const std::string& line : head) lines.push_back({line, "frame", {}});
    for (ShownLine& line : written.scripts) lines.push_back(std::move(line));
    return lines;
}

}  // namespace

Result<std::vector<ShownLine>> showTarget(const Project& project, std::size_t target,
                                          const Monitors& monitors) {
    OUNCE_TRY(WrittenTarget written,
              writeScripts(project, project.targets[target], namesOf(project.targets.front())));
    Mentioned mentioned = written.mentioned;
    return assemble(project, target, std::move(written), nullptr, monitors, mentioned);
}

}  // namespace text

Result<std::string> writeText(const Project& project, AssetFiles* files) {
    std::vector<text::WrittenTarget> targets;
    text::Mentioned all;
    const text::Names stage =
        project.targets.empty() ? text::Names{} : text::namesOf(project.targets.front());
    for (const Target& target : project.targets) {
        OUNCE_TRY(text::WrittenTarget written, text::writeScripts(project, target, stage));
        all.messages.merge(std::set(written.mentioned.messages));
        all.extensions.merge(std::set(written.mentioned.extensions));
        all.hidesMessage = all.hidesMessage || written.mentioned.hidesMessage;
        targets.push_back(std::move(written));
    }
    std::string out;
    const text::Monitors monitors(project);
    for (std::size_t i = 0; i < targets.size(); i++) {
        const auto lines = text::assemble(project, i, std::move(targets[i]), files, monitors, all);
        if (i > 0) out += '\n';
        for (const text::ShownLine& line : lines) out += line.text + '\n';
    }
    return out;
}

}  // namespace ounce
