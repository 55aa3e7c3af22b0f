#include "mutation/translation.h"

namespace ounce {
namespace {

// What a state has a place for is the same in both.
bool haveTheSamePlaces(const Program& a, const Program& b) {
    if (a.sprites.size() != b.sprites.size() || a.scripts.size() != b.scripts.size() ||
        a.playerCount != b.playerCount || a.monitors.size() != b.monitors.size())
        return false;
    for (std::size_t i = 0; i < a.sprites.size(); i++) {
        const SpriteProgram &x = a.sprites[i], &y = b.sprites[i];
        if (x.variables.size() != y.variables.size() || x.lists.size() != y.lists.size() ||
            x.edgeSlots != y.edgeSlots)
            return false;
    }
    return true;
}

}  // namespace

// Both were compiled in the order of the same file, so what both have comes in the same order.
Translation::Translation(const Program& original, const Program& variant) : variant_(variant) {
    statements_.assign(original.statements.size(), kNone);
    std::size_t next = 0;
    for (std::size_t i = 0; i < original.statements.size() && next < variant.statements.size(); i++) {
        if (original.statements[i].sprite != variant.statements[next].sprite ||
            original.statementIds[i] != variant.statementIds[next])
            continue;
        statements_[i] = static_cast<StatementIndex>(next++);
    }
    fits_ = next == variant.statements.size() && haveTheSamePlaces(original, variant);
}

std::optional<Moment> Translation::of(const Moment& moment) const {
    if (!fits_) return std::nullopt;
    Moment translated = moment;
    for (Box<Thread>& boxed : translated.state.threads) {
        Thread& thread = *boxed;
        thread.position = 0;  // a signature of the old places
        for (Frame& frame : thread.stack) {
            if (frame.statement == kNone) continue;
            frame.statement = statements_[static_cast<std::size_t>(frame.statement)];
            if (frame.statement == kNone) return std::nullopt;
            // The frame of a call stands at the call.
            if (frame.call != kNone)
                frame.call = variant_.statements[static_cast<std::size_t>(frame.statement)].slot;
        }
    }
    return translated;
}

}  // namespace ounce
