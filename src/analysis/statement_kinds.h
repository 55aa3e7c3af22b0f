// What the graphs need to know of a statement, from the table of blocks.
#pragma once

#include "analysis/control_flow.h"

namespace ounce {

// The decision that a statement makes by itself; whether a call takes time depends on what it calls.
Decision decisionOf(const Statement& statement);

// Whether a message, clone or backdrop is started, and which.
struct StartedHappening {
    Happening::Kind kind = Happening::Kind::Message;
    std::int32_t which = kNone;  // message, sprite, backdrop; kNone: computed, it may be any
    bool nothing = false;        // none that exists
};
bool starts(Opcode opcode);
StartedHappening startedBy(const Program& program, const Statement& statement);

}  // namespace ounce
