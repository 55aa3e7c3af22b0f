// The mutation of a block. Those of custom blocks carry their lists as JSON inside a text.
#include <fmt/format.h>

#include "project/sb3/format.h"
#include "project/sb3/reading.h"

namespace ounce {
namespace {

template <class Item, class Read>
void readEmbeddedList(Reading& reading, JsonElement value, std::string_view member, std::vector<Item>& items,
                      Read&& read) {
    items.clear();
    auto readAll = [&](JsonElement list) {
        for (JsonElement item : list.array()) items.push_back(read(item));
        reading.spend(items.size() * sizeof(Item));
    };
    if (value.isArray()) return readAll(value);
    std::string_view text;
    if (value.isNull()) return;
    if (!value.get(text)) {
        return reading.refuse(fmt::format("\"{}\" of the custom block should be a text", member));
    }
    auto document = dom::parse(std::string(text));
    if (document && document->root.isArray()) return readAll(document->root);
    reading.warn(fmt::format("\"{}\" of the custom block is no list and was taken for an empty one", member));
}

ProcedureMutation readProcedure(Reading& reading, JsonElement value) {
    ProcedureMutation mutation;
    auto asText = [&](JsonElement item) {
        std::string text;
        reading.text(item, "argument", text);
        return text;
    };
    for (auto [key, member] : value.object()) {
        if (key == "proccode") {
            reading.text(member, key, mutation.proccode);
        } else if (key == "argumentids") {
            readEmbeddedList(reading, member, key, mutation.argumentIds, asText);
        } else if (key == "argumentnames") {
            readEmbeddedList(reading, member, key, mutation.argumentNames, asText);
        } else if (key == "argumentdefaults") {
            readEmbeddedList(reading, member, key, mutation.argumentDefaults,
                             [&](JsonElement item) { return reading.scalar(item, "argument"); });
        } else if (key == "warp") {
            mutation.warp =
                member.isBoolean() ? member.boolean() : member.isText() && member.text() == "true";
        }
    }
    return mutation;
}

}  // namespace

void readMutation(Reading& reading, JsonElement value, Block& block) {
    std::string json = dom::minified(value);
    reading.spend(json.size());
    const bool isPrototype = block.opcodeText == "procedures_prototype";
    if (!isPrototype && block.opcodeText != "procedures_call") {
        block.otherMutation = std::move(json);
        return;
    }
    block.mutation = readProcedure(reading, value);
    if (json != mutationJson(*block.mutation, isPrototype)) block.mutation->json = std::move(json);
}

}  // namespace ounce
