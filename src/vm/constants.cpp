#include "vm/constants.h"

#include <algorithm>

#include "base/cast.h"
#include "vm/keys.h"

namespace ounce {
namespace {

// The constant in an operand; null: it is computed, or there is none.
const Value* constantIn(const Program& program, ExpressionIndex e) {
    if (e == kNone) return nullptr;
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    return x.node == Node::Constant ? &x.constant : nullptr;
}

std::int32_t namedKey(Code& code, const Value& key) {
    if (key.isText() && key.asText().utf8() == "any") return kNamesAnyKey;
    const std::string name = keyName(key);
    const auto found = std::find(code.keys.begin(), code.keys.end(), name);
    const auto place = found - code.keys.begin();
    if (found == code.keys.end()) code.keys.push_back(name);
    return static_cast<std::int32_t>(place);
}

}  // namespace

std::int32_t namedObject(const Program& program, const Value& value) {
    const std::string name = toText(value).utf8();
    if (name == "_mouse_") return kNamesMouse;
    if (name == "_edge_") return kNamesEdge;
    const auto found = program.spriteByName.find(name);
    return found == program.spriteByName.end() ? kNamesNothing : found->second;
}

void nameConstants(const Program& program, Code& code) {
    for (Operation& x : code.operations) {
        if (x.node != Node::Report) continue;
        const Value* a = constantIn(program, x.a);
        const Value* b = constantIn(program, x.b);
        switch (x.opcode) {
            case Opcode::sensing_coloristouchingcolor:
                if (b) x.named2 = namedColor(*b);
                [[fallthrough]];
            case Opcode::sensing_touchingcolor:
                if (a) x.named = namedColor(*a);
                break;
            case Opcode::sensing_touchingobject:
                if (a) x.named = namedObject(program, *a);
                break;
            case Opcode::sensing_keypressed:
                if (a) x.named = namedKey(code, *a);
                break;
            default: break;
        }
    }
}

}  // namespace ounce
