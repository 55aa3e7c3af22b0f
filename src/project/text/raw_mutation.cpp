#include "project/text/raw_mutation.h"

#include "project/sb3/format.h"
#include "project/sb3/reading.h"

namespace ounce::text {

Result<void> readRawMutation(const std::string& json, Block& block) {
    if (json.empty()) return {};
    const auto document = dom::parse(json);
    if (!document) return std::unexpected(document.error());
    Reading reading;
    if (!document->root.isObject()) return fail("the mutation is no JSON object");
    readMutation(reading, document->root, block);
    if (reading.refused()) return std::unexpected(reading.takeError());
    return {};
}

std::string writeRawMutation(const Block& block) {
    if (!block.mutation) return block.otherMutation;
    if (!block.mutation->json.empty()) return block.mutation->json;
    return mutationJson(*block.mutation, block.opcode == Opcode::procedures_prototype);
}

}  // namespace ounce::text
