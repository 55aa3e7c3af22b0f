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
    const Expression* constant =
        s.opcode == Opcode::looks_nextbackdrop ? nullptr : constantOf(program, s.arguments[0]);
    if (!constant || !constant->constant.isText()) return started;
    const std::string name = constant->constant.asText().utf8();
    const auto& backdrops = program.sprites.front().costumes;
    const auto at = std::find_if(backdrops.begin(), backdrops.end(),
                                 [&](const SpriteCostume& backdrop) { return backdrop.name == name; });
    if (at != backdrops.end()) started.which = static_cast<std::int32_t>(at - backdrops.begin());
    return started;
}

}  // namespace

Decision decisionOf(const Statement& s) {
    switch (s.opcode) {
        case Opcode::control_if:
        case Opcode::control_if_else:
        case Opcode::control_wait_until:
        case Opcode::control_repeat_until:
        case Opcode::control_while: return Decision::Condition;
        case Opcode::control_repeat:
        case Opcode::control_for_each: return Decision::Count;
        case Opcode::control_forever: return Decision::Forever;
        case Opcode::event_broadcastandwait:
        case Opcode::looks_switchbackdroptoandwait: return Decision::Threads;
        case Opcode::control_delete_this_clone: return Decision::Clone;
        // These go through the audio engine, which costs the rest of a step and never more.
        case Opcode::sound_changeeffectby:
        case Opcode::sound_seteffectto:
        case Opcode::sound_changevolumeby:
        case Opcode::sound_setvolumeto: return Decision::None;
        default: break;
    }
    const Row& row = blockRow(s.opcode);
    if (row.shape == Shape::Hat) return row.edge ? Decision::Hat : Decision::None;
    return row.flow == Flow::Waits || row.flow == Flow::Suspends ? Decision::Time : Decision::None;
}

bool starts(Opcode opcode) {
    switch (opcode) {
        case Opcode::event_broadcast:
        case Opcode::event_broadcastandwait:
        case Opcode::control_create_clone_of:
        case Opcode::looks_switchbackdropto:
        case Opcode::looks_switchbackdroptoandwait:
        case Opcode::looks_nextbackdrop: return true;
        default: return false;
    }
}

StartedHappening startedBy(const Program& program, const Statement& s) {
    switch (s.opcode) {
        case Opcode::event_broadcast:
        case Opcode::event_broadcastandwait:
            return {Happening::Kind::Message, s.slot, s.arguments[0] == kNone && s.slot == kNone};
        case Opcode::control_create_clone_of: return startedClone(program, s);
        default: return startedBackdrop(program, s);
    }
}

}  // namespace ounce
