// Blocks become phrases: in the table's words where that reads back as the same block, raw where not.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "project/project.h"
#include "project/text/scope.h"

namespace ounce::text {

class BlockWriter {
  public:
    BlockWriter(const Project& project, const Target& target, const Names& own, const Names& stage);

    struct Statement {
        Phrase phrase;
        std::string category;                // "motion", for colours
        std::vector<const Input*> branches;  // the first opens with the line, the others with `else`
        bool needsEnd = false;
        bool namesBranches = false;  // the raw form: `else NAME`
    };
    // `first`: the block starts a script; elsewhere a hat is written raw, because a hat's words start a new
    // script.
    Result<Statement> statement(const Block& block, bool first);
    // A variable lying in a branch.
    Statement looseReference(const Primitive& primitive);
    void startScript(const Block& first);

    // The comments of the blocks written since the last call, in order.
    std::vector<const Comment*> takeComments();
    // Comments that belong to no block that was written.
    [[nodiscard]] std::vector<const Comment*> freeComments() const;

    [[nodiscard]] const std::set<std::string>& messages() const { return messages_; }
    [[nodiscard]] bool hidesMessage() const { return hidesMessage_; }
    [[nodiscard]] const std::set<std::string>& extensions() const { return extensions_; }

  private:
    std::optional<CustomBlock> customOf(const Block& definition) const;
    void use(const Block& block);

    Phrase valuePhrase(const Block& block, char& bracket, int depth);
    Phrase referencePhrase(const Primitive& primitive);
    Piece valuePiece(const Block& block, int depth);
    std::optional<Phrase> tablePhrase(const Block& block, Position position, int depth);
    std::optional<Phrase> callPhrase(const Block& block, Position position, int depth);
    Phrase rawPhrase(const Block& block, bool asStatement, int depth, std::vector<const Input*>* branches);

    // nullopt: not in this slot.
    std::optional<Piece> inputPiece(const Input* input, const Argument& argument, int depth);
    Piece literalPiece(const Primitive& primitive, Kind kind);
    std::optional<Piece> menuPiece(const Scalar& value, const Argument& options, char bracket) const;
    Piece messagePiece(const Scalar& value, std::string_view id, char bracket);
    std::optional<Piece> fieldPiece(const Field* field, const Argument& argument);
    Piece rawFieldPiece(const Field& field);
    [[nodiscard]] bool isBranch(const Input& input) const;

    const Target& target_;
    Scope scope_;
    NameTable messageNames_;
    std::unordered_map<std::string, std::size_t>
        rawDefinitions_;  // proccodes whose definition is written raw
    std::unordered_map<std::string, const CustomBlock*> definitions_;  // by id of the definition
    std::unordered_map<std::string, std::vector<const Comment*>> comments_;
    std::vector<const Comment*> written_;
    std::set<const Comment*> attached_;
    std::set<std::string> messages_, extensions_;
    bool hidesMessage_ = false;
    bool tooDeep_ = false;
};

// The literal that a shadow block such as math_number stands for.
std::optional<Primitive> literalOf(const Block& block);

}  // namespace ounce::text
