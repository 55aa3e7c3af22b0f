#include "project/settle/shadows.h"

#include <optional>
#include <unordered_map>

#include "project/sb3/format.h"

namespace ounce {
namespace {

class Shadows {
  public:
    explicit Shadows(BlockMap& blocks) : blocks_(blocks) {}

    void settle() {
        for (Block& block : blocks_.all()) {
            if (block.shadow) block.topLevel = false;
            if (block.opcode == Opcode::procedures_prototype) continue;  // its inputs only show the arguments
            for (Input& input : block.inputs) settle(block, input);
        }
    }

  private:
    static Slot& shadowOf(Input& input) { return input.status == 3 ? input.shadow : input.block; }
    static const Slot& shadowOf(const Input& input) { return input.status == 3 ? input.shadow : input.block; }

    // What lies on the workspace as a primitive gets another id while loading, so nothing refers to it.
    [[nodiscard]] const Block* find(const Slot& slot) const {
        const auto* id = std::get_if<std::string>(&slot);
        const Block* block = id ? blocks_.find(*id) : nullptr;
        return block && !block->primitive ? block : nullptr;
    }
    [[nodiscard]] bool dangles(const Slot& slot) const {
        const auto* id = std::get_if<std::string>(&slot);
        return id && !id->empty() && !find(slot);
    }

    void settle(const Block& block, Input& input) {
        if (input.status == 2 || !dangles(shadowOf(input))) return;
        Primitive copy{.code = 10, .value = std::string(), .id = {}};
        if (const Primitive* peer = peerOf(block.opcodeText, input.name)) copy = *peer;
        const bool empty = std::holds_alternative<std::monostate>(input.block) || dangles(input.block);
        shadowOf(input) = copy;
        if (empty) input.block = copy;
    }

    // The first literal that a block of that kind has in that input. All are looked up at the first question:
    // files with lost shadows are rare, and one walk is enough for all of them.
    const Primitive* peerOf(const std::string& opcode, const std::string& inputName) {
        if (!hasPeers_) {
            for (const Block& block : blocks_.all()) {
                for (const Input& input : block.inputs) {
                    if (input.status == 2) continue;
                    if (auto found = literal(shadowOf(input)))
                        peers_.try_emplace(key(block.opcodeText, input.name), *found);
                }
            }
            hasPeers_ = true;
        }
        const auto at = peers_.find(key(opcode, inputName));
        return at == peers_.end() ? nullptr : &at->second;
    }

    static std::string key(const std::string& opcode, const std::string& inputName) {
        return opcode + '/' + inputName;
    }

    [[nodiscard]] std::optional<Primitive> literal(const Slot& slot) const {
        if (const auto* primitive = std::get_if<Primitive>(&slot)) return *primitive;
        const Block* block = find(slot);
        if (!block) return std::nullopt;
        for (int code = 4; code <= 13; ++code) {
            if (block->opcodeText != primitiveOpcode(code)) continue;
            Primitive primitive{.code = code, .value = std::string(), .id = {}};
            if (const Field* field = block->field(primitiveField(code))) {
                primitive.value = field->value;
                if (code >= 11) primitive.id = field->id.value_or("");
            }
            return primitive;
        }
        return std::nullopt;
    }

    BlockMap& blocks_;
    std::unordered_map<std::string, Primitive> peers_;
    bool hasPeers_ = false;
};

}  // namespace

void settleShadows(BlockMap& blocks) { Shadows(blocks).settle(); }

}  // namespace ounce
