// Lines of blocks become the blocks of a target.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "project/project.h"
#include "project/text/scope.h"

namespace ounce::text {

// What the targets of a project share while they are read.
class Shared {
  public:
    // Shadows included: keeps the tree well below 512 MB.
    static constexpr std::size_t kBlockLimit = 200000;

    explicit Shared(Project& project) : project_(project) {}

    std::string newId();
    // The id of a message; the first use of a name makes it.
    std::string messageId(const std::string& name);
    // Any message, for the shadow behind a reporter.
    const Broadcast& someMessage();
    void useExtension(std::string_view opcodeName);
    [[nodiscard]] bool full() const { return count_ > kBlockLimit; }

  private:
    Project& project_;
    std::size_t count_ = 0;
    std::unordered_map<std::string, std::string> messages_;
};

// Makes blocks of single lines.
class BlockReader {
  public:
    BlockReader(Shared& shared, Target& target, Scope& scope)
        : shared_(shared), target_(target), scope_(scope) {}

    struct Statement {
        std::string id;
        bool startsScript = false;          // a hat or a definition
        std::vector<std::string> branches;  // the names of the inputs for its branches, the first at least
    };
    // `parent` as the block will have it. A value on a line of its own is a statement, too.
    Result<Statement> statement(const Phrase& phrase, int line);
    // A second branch for `if`; nullptr-like empty name if the block has none.
    std::string openElse(const std::string& id, const std::string& label);
    void startScript() { scope_.setParameters({}); }

  private:
    Result<std::string> tableBlock(const Phrase& phrase, Opcode opcode, const std::string& parent);
    Result<std::string> rawBlock(const Phrase& phrase, const std::string& parent);
    Result<std::string> definition();
    Result<std::string> call(const Phrase& phrase, const CustomBlock* custom, const std::string& parent);
    Result<Slot> value(const Piece& piece, const std::string& parent);
    Primitive reference(const Phrase& phrase, bool list) const;

    // What a piece puts into the input; nothing for an empty slot.
    Result<std::optional<Input>> input(const Piece& piece, const Argument& argument,
                                       const std::string& parent);
    Result<Scalar> literal(const Piece& piece) const;
    Slot shadowOf(const Argument& argument, const std::string& parent);
    Slot menuShadow(std::string_view opcode, Scalar value, const std::string& parent);
    Result<Field> field(const Piece& piece, const Argument& argument);

    Result<std::string> add(Opcode opcode, std::string_view name, const std::string& parent);
    std::unexpected<Error> unknown(const Phrase& phrase) const;
    std::unexpected<Error> error(int column, std::string what, std::string advice = {}) const {
        return std::unexpected(errorAt(line_, column, std::move(what), std::move(advice)));
    }

    Shared& shared_;
    Target& target_;
    Scope& scope_;
    std::size_t definitions_ = 0;  // how many were read: each finds its CustomBlock by position
    int line_ = 0;
};

// Follows branches, script ends and comments from line to line.
class ScriptReader {
  public:
    ScriptReader(Shared& shared, Target& target, Scope& scope)
        : target_(target), shared_(shared), blocks_(shared, target, scope) {}

    Result<void> read(std::string_view line, int number);
    Result<void> finish();

  private:
    struct Open {
        std::string block;
        std::string branch;  // the input's name
        std::string last;    // the last block in it so far
        int line = 0;
        bool raw = false;
    };
    Result<void> end(std::string_view line, int number);
    void closeBranch(std::string_view keywordLine);
    Result<void> otherwise(std::string_view line, int number);
    Result<void> statement(std::string_view line, int number);
    void endScript();
    void link(const std::string& id);
    void comment(const std::string& blockId, const std::string& text);

    Target& target_;
    Shared& shared_;
    BlockReader blocks_;
    std::vector<Open> open_;
    std::string last_;   // on the script's own level
    std::string notes_;  // lines of // that wait for their block
    bool hasNotes_ = false;
    std::unordered_map<std::string, std::size_t> commented_;  // the comment of each block that has one
    double y_ = 0;                                            // where the next script goes
};

// The definitions in these lines, and the variables and lists that are used there but declared nowhere: those
// belong to the stage, so that a snippet from a forum runs as it is.
struct Line {
    std::string_view text;
    int number = 0;
};
Result<void> declare(const std::vector<Line>& lines, const std::string& prefix, Scope& scope, Target& stage,
                     Names& stageNames);

}  // namespace ounce::text
