// The scripts of one Scratch 2 object: nested arrays become blocks.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "project/sb2/conversion.h"
#include "project/sb2/json_value.h"
#include "project/sb2/opcode_map.h"

namespace ounce::sb2 {

// How the editor of Scratch 3 stretches coordinates of the workspace of Scratch 2.
inline constexpr double kWorkspaceX = 1.5;
inline constexpr double kWorkspaceY = 2.2;

// Comments point to blocks by number: blocks in the order of the file, across all scripts of the object,
// those that Scratch 3 dropped included.
using CommentsByBlock = std::map<double, std::vector<Comment*>>;

class ScriptConverter {
  public:
    ScriptConverter(Conversion& conversion, std::string owner, bool isStage)
        : conversion_(conversion), owner_(std::move(owner)), isStage_(isStage) {}

    // Adds the blocks of `scripts` (an array of [x, y, blocks]) to the target and ties comments to them.
    void convert(const std::vector<Json>& scripts, CommentsByBlock& comments, BlockMap& blocks);

    // The fields of a block without inputs, for monitors.
    std::vector<Field> fieldsOf(const Mapping& mapping, const std::vector<Json>& arguments);

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    // `slot` is what the blocks stand in, `parent` the block that has the slot; none for a script.
    std::vector<std::size_t> convertList(const std::vector<Json>& list, Kind slot,
                                         const std::optional<std::string>& parent);
    std::size_t convertBlock(const std::vector<Json>& parts, Kind slot);
    const Mapping* mappingOf(const std::vector<Json>& parts) const;
    void fillArguments(Block& block, const Mapping& mapping, const std::vector<Json>& parts);
    void fillParameter(Block& block, const std::vector<Json>& parts, Kind slot);
    void fillCall(Block& block, const std::vector<Json>& parts);
    void fillDefinition(Block& block, const std::vector<Json>& parts);
    void addInput(Block& block, std::string_view name, Kind kind, std::string_view shadow, const Json* given);
    Slot convertInside(const Json& given, Kind kind, const std::string& parent);
    Slot shadowSlot(const Block& owner, std::string id, std::string_view name, Kind kind,
                    std::string_view shadow, const Json* given);
    Field field(const Argument& argument, const Json* given);
    std::optional<std::string> tieComments(std::size_t number, const std::optional<std::string>& blockId);
    std::optional<Primitive> asPrimitive(const std::vector<Json>& parts);

    Conversion& conversion_;
    std::string owner_;
    bool isStage_;
    CommentsByBlock* comments_ = nullptr;
    std::size_t blockNumber_ = 0;
    std::deque<Block> made_;  // in the order of the file: a block, what is in its slots, what follows it
};

}  // namespace ounce::sb2
