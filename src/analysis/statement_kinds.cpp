#include "analysis/statement_kinds.h"

#include <algorithm>

#include "base/cast.h"

namespace ounce {
namespace {

// A text that the file itself gives; null where it is computed.
const Expression* constantOf(const Program& program, ExpressionIndex e) {
    if (e == kNone) return nullptr;
    const Expression& x = program.expressions[static_cast<std::size_t>(e)];
    return x.node == Node::Constant ? &x : nullptr;
}

StartedHappening startedClone(const Program& program, const Statement& s) {
    StartedHappening started{Happening::Kind::Clone, kNone, false};
    const Expression* constant = constantOf(program, s.arguments[0]);
    if (!constant) return started;
    const std::string name = toText(constant->constant).utf8();
    if (name == "_myself_") {
        started.which = s.sprite;
    } else if (auto at = program.spriteByName.find(name); at != program.spriteByName.end()) {
        started.which = at->second;
    }
    started.nothing =
        started.which == kNone || program.sprites[static_cast<std::size_t>(started.which)].isStage;
    return started;
}

// A backdrop's own name is found before any other meaning. Whatever else stands there, a switch ends at some
// backdrop and starts that one's scripts.
StartedHappening startedBackdrop(const Program& program, const Statement& s) {
    StartedHappening started{Happening::Kind::Backdrop, kNone, false};
    const Expression* constant = constantOf(program, s.arguments[0]);  // none: the next one
    if (!constant || !constant->constant.isText()) return started;
    const std::string name = constant->constant.asText().utf8();
    const auto& backdrops = program.sprites.front().costumes;
    const auto at = std::find_if(backdrops.begin(), backdrops.end(),
                                 [&](const SpriteCostume& backdrop) { return backdrop.name == name; });
    if (at != backdrops.end()) started.which = static_cast<std::int32_t>(at - backdrops.begin());
    return started;
}

}  // namespace

Decision decisionOf(const Statement& s) { return blockRow(s.opcode).decision; }

bool starts(Opcode opcode) { return blockRow(opcode).started != Starts::Nothing; }

StartedHappening startedBy(const Program& program, const Statement& s) {
    switch (blockRow(s.opcode).started) {
        case Starts::Messages:
            return {Happening::Kind::Message, s.slot, s.arguments[0] == kNone && s.slot == kNone};
        case Starts::Clones: return startedClone(program, s);
        case Starts::Backdrops:
        case Starts::Nothing: break;
    }
    return startedBackdrop(program, s);
}

}  // namespace ounce
