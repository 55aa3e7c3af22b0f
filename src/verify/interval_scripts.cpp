// What blocks do to ranges.
#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "blocks/table.h"
#include "verify/interval_analysis.h"
#include "vm/constants.h"
#include "vm/math.h"
#include "vm/options.h"

namespace ounce::verify {
namespace {

// Directions are wrapped by whole turns from -179 on: a little more than 180 stays as it is.
constexpr Range kAnyDirection{-179, 181, false, false};
constexpr std::size_t kDeepestCall = 40;

// A little more than computed, where the machine rounds in an order of its own.
Range padded(const Range& r) {
    if (r.any) return r;
    const double pad = 1e-9 * (std::fabs(r.low) + std::fabs(r.high) + 1);
    return Range::of(r.low - pad, r.high + pad, false);
}

}  // namespace

// ---- yielding ----

// What was written is seen by others from here on.
void Analysis::publish(const Env& env) {
    if (silent_ > 0 || !env.isReachable) return;
    auto& written = next_.written[unit_];
    const std::size_t changes = env.cells.size() - tracked_.size();
    for (std::size_t i = 0; i < env.cells.size(); i++) {
        const Known& cell = env.cells[i];
        if (!cell.written) continue;
        // In the step in which the flag is clicked, everything may begin anew.
        if (i >= changes && env.isFlagStep) continue;
        joinInto(written[i], *cell.written);
    }
}

void Analysis::yield(Env& env) {
    publish(env);
    const std::size_t changes = env.cells.size() - tracked_.size();
    for (std::size_t i = 0; i < env.cells.size(); i++) {
        Known& cell = env.cells[i];
        cell.written.reset();
        if (i >= changes) {
            cell.range = *allChanges_[i - changes];
        } else if (others_[i]) {
            cell.range = join(cell.range, *others_[i]);
        }
    }
    env.isFlagStep = false;
}

// ---- writing ----

void Analysis::changes(Env& env, std::int32_t place, bool mayFall, bool mayRise) {
    const std::int32_t change = changePlace(place);
    if (change == kNone) return;
    Known& cell = env.cells[at(change)];
    cell.range.low = mayFall ? -kEndless : cell.range.low;
    cell.range.high = mayRise ? kEndless : cell.range.high;
    cell.written = cell.range;
}

void Analysis::assign(Env& env, std::int32_t place, const Range& value) {
    if (place == kNone) return;
    Known& cell = env.cells[at(place)];
    const Range old = cell.range;
    const bool isUnknown = old.any || value.any;
    cell = {value, value};
    changes(env, place, isUnknown || value.low < old.high, isUnknown || value.high > old.low);
}

// ---- moving ----

// The fence keeps some of a sprite on the stage. How much depends on its costume, size and direction, of
// which only ranges are known; the ends are a little too far out.
Range Analysis::fenced(const Env& env, const Range& wanted, bool horizontal) const {
    const Known& x = env.cells[at(ownPlace(Trait::X))];
    const Known& y = env.cells[at(ownPlace(Trait::Y))];
    const Range anywhere = wanted.any ? wanted : Range::of(-kEndless, kEndless, wanted.whole);
    // A sprite without a position is not fenced; one that goes infinitely far away stays unfenced for ever.
    const bool isBounded = std::isfinite(wanted.low) && std::isfinite(wanted.high);
    if (wanted.any || x.range.any || y.range.any) return wanted.any || isBounded ? anywhere : Range{};
    const Reach& reach = reaches_[at(sprite_)];
    const Range scale = env.cells[at(ownPlace(Trait::Size))].range.asNumber() / Range::of(100);
    if (scale.any) return anywhere;
    const Range& direction = env.cells[at(ownPlace(Trait::Direction))].range;
    const bool isUpright = !direction.any && direction.low == 90 && direction.high == 90;
    const auto offset = [&](const double(&ends)[2], bool positive) {
        if (isUpright) return Range::of(ends[0], ends[1], false) * scale;
        const double radius = reach.radius;
        const double inner = reach.isAround ? 0 : -radius;
        return (positive ? Range::of(inner, radius, false) : Range::of(-radius, -inner, false)) * scale;
    };
    const Range far = horizontal ? offset(reach.right, true) : offset(reach.top, true);
    const Range near = horizontal ? offset(reach.left, false) : offset(reach.bottom, false);
    if (far.any || near.any) return anywhere;
    // At least so much stays in sight: 15 units, or half of what is less wide.
    const double inset = std::clamp(std::floor(reach.narrowest * scale.low / 2 - 0.01), 0.0, 15.0);
    const double most = (horizontal ? 240 : 180) - inset, least = (horizontal ? 240 : 180) - 15;
    // A whole number next to the edge, on the inner side; edges are computed with single precision.
    constexpr double kNear = 0.01;
    const Range low = Range::of(-most - far.high - kNear, -least - far.low + 1 + kNear, false);
    const Range high = Range::of(least - near.high - 1 - kNear, most - near.low + kNear, false);
    Range result = wanted;
    result.low = std::max(wanted.low, low.low);
    result.high = std::min(wanted.high, high.high);
    if (wanted.low < low.high) result.high = std::max(result.high, low.high);
    if (wanted.high > high.low) result.low = std::min(result.low, high.low);
    return result;
}

void Analysis::moveTo(Env& env, const Range& x, const Range& y) {
    if (sprite_ == 0) return;
    // Whoever is dragged stays where the mouse is.
    const bool isDragged = draggable_[at(sprite_)] != 0;
    const Range newX = isDragged ? Range{} : fenced(env, x, true);
    const Range newY = isDragged ? Range{} : fenced(env, y, false);
    assign(env, ownPlace(Trait::X), newX);
    assign(env, ownPlace(Trait::Y), newY);
}

void Analysis::turnTo(Env& env, const Range& direction) {
    if (sprite_ == 0) return;
    if (direction.isOne() && std::isfinite(direction.low))
        return assign(env, ownPlace(Trait::Direction), Range::of(wrapClamp(direction.low, -179, 180)));
    assign(env, ownPlace(Trait::Direction),
           join(env.cells[at(ownPlace(Trait::Direction))].range, kAnyDirection));
}

void Analysis::motion(const Statement& s, Env& env) {
    const Range x = env.cells[at(ownPlace(Trait::X))].range, y = env.cells[at(ownPlace(Trait::Y))].range;
    const Range direction = env.cells[at(ownPlace(Trait::Direction))].range;
    const auto argument = [&](std::size_t i) { return number(s.arguments[i], env); };
    const Range anywhere = Range::of(-kEndless, kEndless, false);
    // Who is nowhere stays there.
    const auto from = [](const Range& position, const Range& way) {
        return position.any || way.any ? Range{} : position + way;
    };
    switch (s.opcode) {
        case Opcode::motion_movesteps: {
            const Range steps = argument(0);
            if (direction.isOne()) {
                const double angle = toRadians(90 - direction.low);
                moveTo(env, from(x, steps * Range::of(std::cos(angle))),
                       from(y, steps * Range::of(std::sin(angle))));
            } else {
                const double most = magnitude(steps).high;
                const Range way = Range::of(-most, most, false);
                moveTo(env, from(x, way), from(y, way));
            }
            break;
        }
        case Opcode::motion_gotoxy: moveTo(env, argument(0), argument(1)); break;
        case Opcode::motion_changexby: moveTo(env, from(x, argument(0)), y); break;
        case Opcode::motion_changeyby: moveTo(env, x, from(y, argument(0))); break;
        case Opcode::motion_setx: moveTo(env, argument(0), y); break;
        case Opcode::motion_sety: moveTo(env, x, argument(0)); break;
        case Opcode::motion_goto: {
            const Value* name = constantIn(s.arguments[0]);
            const std::int32_t sprite = named(s.arguments[0]);
            if (name && toText(*name).utf8() == "_random_") {
                moveTo(env, Range::of(-240, 240, true), Range::of(-180, 180, true));
            } else if (sprite > 0) {
                const auto cell = at(first_[at(2 * sprite)]);
                const bool isMe = actor_ == 2 * sprite;
                moveTo(env, isMe ? x : *all_[cell], isMe ? y : *all_[cell + 1]);
            } else {
                moveTo(env, Range{}, Range{});  // the mouse may be nowhere
            }
            break;
        }
        case Opcode::motion_glidesecstoxy: {
            const Range toX = argument(1), toY = argument(2);
            if (sprite_ == 0) return yield(env);
            Env under = env;
            moveTo(under, padded(join(x, toX)), padded(join(y, toY)));
            joinEnv(env, under);
            yield(env);
            moveTo(env, toX, toY);
            break;
        }
        case Opcode::motion_glideto:
            moveTo(env, join(x, anywhere), join(y, anywhere));
            yield(env);
            moveTo(env, join(x, anywhere), join(y, anywhere));
            break;
        case Opcode::motion_pointindirection: turnTo(env, argument(0)); break;
        case Opcode::motion_turnright: turnTo(env, direction.asNumber() + argument(0)); break;
        case Opcode::motion_turnleft: turnTo(env, direction.asNumber() - argument(0)); break;
        case Opcode::motion_pointtowards: turnTo(env, anywhere); break;
        case Opcode::motion_ifonedgebounce:
            if (sprite_ == 0) return;
            turnTo(env, anywhere);
            moveTo(env, x.any ? x : anywhere, y.any ? y : anywhere);
            break;
        default: otherwise(s, env); break;
    }
}

// ---- looks ----

void Analysis::anyCostume(Env& env, std::int32_t place, std::int32_t sprite) {
    const auto count = static_cast<double>(p_.sprites[at(sprite)].costumes.size());
    assign(env, place, Range::of(0, std::max(0.0, count - 1), true));
}

void Analysis::looks(const Statement& s, Env& env) {
    const std::int32_t visible = ownPlace(Trait::Visible), size = ownPlace(Trait::Size);
    switch (s.opcode) {
        case Opcode::looks_show:
        case Opcode::looks_hide:
            if (sprite_ != 0) assign(env, visible, Range::of(s.opcode == Opcode::looks_show ? 1 : 0));
            break;
        case Opcode::looks_setsizeto:
        case Opcode::looks_changesizeby: {
            if (sprite_ == 0) break;
            Range wanted = number(s.arguments[0], env);
            if (s.opcode == Opcode::looks_changesizeby)
                wanted = (env.cells[at(size)].range.asNumber() + wanted).asNumber();
            // At least so large that there is something to see, and no larger than the stage allows.
            assign(env, size,
                   Range::of(0, padded(Range::of(0, std::max(100.0, wanted.high), false)).high, false));
            break;
        }
        case Opcode::looks_switchcostumeto: {
            const Value* name = constantIn(s.arguments[0]);
            if (!name || name->type() == Type::Undefined) yield(env);  // the step may end here
            const auto& costumes = p_.sprites[at(sprite_)].costumes;
            for (std::size_t i = 0; name && name->isText() && i < costumes.size(); i++) {
                if (costumes[i].nameText == name->asText())
                    return assign(env, ownPlace(Trait::Costume), Range::of(static_cast<double>(i)));
            }
            anyCostume(env, ownPlace(Trait::Costume), sprite_);
            break;
        }
        case Opcode::looks_nextcostume: anyCostume(env, ownPlace(Trait::Costume), sprite_); break;
        case Opcode::looks_switchbackdropto:
        case Opcode::looks_switchbackdroptoandwait:
        case Opcode::looks_nextbackdrop: {
            const Value* name = constantIn(s.arguments[0]);
            const bool isNext = s.opcode == Opcode::looks_nextbackdrop;
            if (!isNext && (!name || name->type() == Type::Undefined)) yield(env);
            anyCostume(env, stagePlace(ownPlace(Trait::Costume)), 0);
            if (s.opcode == Opcode::looks_switchbackdroptoandwait) yield(env);
            break;
        }
        default: otherwise(s, env); break;
    }
}

// ---- control ----

void Analysis::loop(const Statement& s, Env& env) {
    const ExpressionIndex e = s.arguments[0];
    // Into the branch, or on behind the loop.
    const auto enter = [&](Env& at) {
        preparation_ = s.preparation;
        if (s.opcode == Opcode::control_repeat_until) assume(e, false, at);
        if (s.opcode == Opcode::control_while) assume(e, true, at);
        if (s.opcode == Opcode::control_repeat && number(e, at).high < 0.5) at.isReachable = false;
        if (s.opcode == Opcode::control_for_each && at.isReachable) {
            const double most = std::max(1.0, std::ceil(number(e, at).high));
            assign(at, variablePlace(s.onStage || sprite_ == 0, s.slot), Range::of(1, most, true));
        }
    };
    const auto leave = [&](Env& at) {
        preparation_ = s.preparation;
        if (s.opcode == Opcode::control_repeat_until) assume(e, true, at);
        if (s.opcode == Opcode::control_while) assume(e, false, at);
        if (s.opcode == Opcode::control_forever) at.isReachable = false;
    };
    const auto once = [&](Env at) {
        enter(at);
        if (at.isReachable) sequence(s.branch, at);
        if (at.isReachable) yield(at);
        return at;
    };
    Env head = env;
    silent_++;
    for (int times = 0; !failed_; times++) {
        const Env after = once(head);
        if (!after.isReachable) break;
        Env next = head;
        widenEnv(next, after, times);
        if (next == head) break;
        head = std::move(next);
    }
    for (int times = 0; times < 2 && !failed_; times++) {
        Env narrow = env;
        joinEnv(narrow, once(head));
        if (narrow == head) break;
        head = std::move(narrow);
    }
    silent_--;
    (void)once(head);  // and now others may see it
    env = std::move(head);
    leave(env);
}

void Analysis::call(const Statement& s, Env& env) {
    if (s.slot == kNone) return;
    const Call& call = p_.calls[at(s.slot)];
    if (call.procedure == kNone) return;
    const Procedure& procedure = p_.procedures[at(call.procedure)];
    if (!procedure.hasPrototype || procedure.definition == kNone) return;
    const bool isRecursive =
        std::ranges::any_of(frames_, [&](const Frame& f) { return f.procedure == call.procedure; });
    if (isRecursive || frames_.size() >= kDeepestCall) {
        failed_ = true;
        return;
    }
    Frame frame{.procedure = call.procedure};
    for (std::size_t i = 0; i < procedure.names.size(); i++) {
        const ExpressionIndex e = call.arguments[i];
        frame.parameters.push_back(e == kNone ? Range::of(procedure.defaults[i]) : value(e, env));
    }
    frame.returned.isReachable = false;
    frames_.push_back(std::move(frame));
    const std::int32_t preparation = preparation_;
    sequence(procedure.definition, env);
    preparation_ = preparation;
    joinEnv(env, frames_.back().returned);
    frames_.pop_back();
}

void Analysis::stop(const Statement& s, Env& env) {
    if (s.slot == StopOtherScripts) return;
    if (s.slot == StopThisScript && !frames_.empty()) {
        joinEnv(frames_.back().returned, env);
    } else if (s.slot == StopThisScript || s.slot == StopAll) {
        publish(env);
    } else {
        return;  // an option that nobody knows does nothing
    }
    env.isReachable = false;
}

void Analysis::createClone(const Statement& s, Env& env) {
    const Value* name = constantIn(s.arguments[0]);
    const bool isMyself = name && toText(*name).utf8() == "_myself_";
    for (std::size_t i = 1; i < p_.sprites.size(); i++) {
        const auto sprite = static_cast<std::int32_t>(i);
        if (name && sprite != (isMyself ? sprite_ : named(s.arguments[0]))) continue;
        next_.cloned[i] = 1;
        if (silent_ > 0) continue;
        const bool isMe = sprite == sprite_ && (!name || isMyself || actor_ == 2 * sprite);
        const bool isOriginal = !isMe || !name;
        for (std::int32_t k = 0; k < cellsOf(2 * sprite); k++) {
            Maybe& born = next_.begins[at(first_[at(2 * sprite + 1)] + k)];
            // A copy of what is there now, also of what nobody else will ever see.
            if (isMe) joinInto(born, env.cells[at(k)].range);
            if (isOriginal) joinInto(born, *all_[at(first_[at(2 * sprite)] + k)]);
        }
    }
}

void Analysis::broadcast(const Statement& s) {
    if (s.arguments[0] != kNone) {
        std::ranges::fill(next_.sent, std::uint8_t{1});
    } else if (s.slot >= 0) {
        next_.sent[at(s.slot)] = 1;
    }
}

// By the table: what it writes is unknown from now on, and whether it lets others run.
void Analysis::otherwise(const Statement& s, Env& env) {
    const Row& row = blockRow(s.opcode);
    const auto havoc = [&] {
        if (!env.isReachable) return;
        const auto unknown = [&](std::uint64_t facets, Trait trait) {
            if ((row.writtenFacets & facets) != 0) assign(env, ownPlace(trait), Range{});
        };
        unknown(facet::Position, Trait::X);
        unknown(facet::Position, Trait::Y);
        unknown(facet::Direction, Trait::Direction);
        unknown(facet::Size, Trait::Size);
        unknown(facet::Visibility, Trait::Visible);
        unknown(facet::Costume, Trait::Costume);
        if ((row.writtenFacets & facet::Backdrop) != 0)
            assign(env, stagePlace(ownPlace(Trait::Costume)), Range{});
        if ((row.writtenFacets & facet::Variables) != 0)
            assign(env, variablePlace(s.onStage || sprite_ == 0, s.slot), Range{});
    };
    havoc();
    if (row.flow == Flow::Waits || row.flow == Flow::Suspends) {
        yield(env);
        havoc();
    }
    for (const StatementIndex branch : {s.branch, s.branch2}) {
        if (branch == kNone) continue;
        Env once = env;
        sequence(branch, once);
        joinEnv(env, once);
    }
}

void Analysis::statement(const Statement& s, Env& env) {
    preparation_ = s.preparation;
    switch (s.opcode) {
        case Opcode::data_setvariableto: {
            const std::int32_t place = variablePlace(s.onStage || sprite_ == 0, s.slot);
            assign(env, place, value(s.arguments[0], env));
            break;
        }
        case Opcode::data_changevariableby: {
            const std::int32_t place = variablePlace(s.onStage || sprite_ == 0, s.slot);
            if (place == kNone) break;
            const Range by = number(s.arguments[0], env), old = env.cells[at(place)].range;
            const Range sum = old.asNumber() + by;
            env.cells[at(place)] = {sum, sum};
            // However it is rounded, adding what is not negative never makes a number less.
            changes(env, place, old.any || by.any || by.low < 0, old.any || by.any || by.high > 0);
            break;
        }
        case Opcode::control_if:
        case Opcode::control_if_else: {
            Env no = env;
            assume(s.arguments[0], true, env);
            if (env.isReachable) sequence(s.branch, env);
            preparation_ = s.preparation;
            assume(s.arguments[0], false, no);
            if (no.isReachable && s.opcode == Opcode::control_if_else) sequence(s.branch2, no);
            joinEnv(env, no);
            break;
        }
        case Opcode::control_wait_until: {
            Env waiting = env;
            yield(waiting);
            joinEnv(env, waiting);
            assume(s.arguments[0], true, env);
            break;
        }
        case Opcode::control_repeat:
        case Opcode::control_forever:
        case Opcode::control_repeat_until:
        case Opcode::control_while:
        case Opcode::control_for_each: loop(s, env); break;
        case Opcode::control_all_at_once: sequence(s.branch, env); break;
        case Opcode::control_stop: stop(s, env); break;
        case Opcode::control_create_clone_of: createClone(s, env); break;
        case Opcode::control_delete_this_clone:
            if (actor_ % 2 == 0) break;
            publish(env);
            env.isReachable = false;
            break;
        case Opcode::event_broadcast:
        case Opcode::event_broadcastandwait:
            broadcast(s);
            // Without a message the step ends here.
            if (s.opcode == Opcode::event_broadcastandwait || s.slot == kNoInput) yield(env);
            break;
        case Opcode::procedures_call: call(s, env); break;
        default:
            if (s.opcode >= Opcode::motion_movesteps && s.opcode < Opcode::looks_sayforsecs) {
                motion(s, env);
            } else if (s.opcode >= Opcode::looks_sayforsecs && s.opcode < Opcode::sound_playuntildone) {
                looks(s, env);
            } else {
                otherwise(s, env);
            }
            break;
    }
}

void Analysis::sequence(StatementIndex first, Env& env) {
    constexpr std::uint64_t kMostWork = 3'000'000, kLookEvery = 4096;
    for (StatementIndex i = first; i != kNone && env.isReachable && !failed_; i = p_.statements[at(i)].next) {
        if (++work_ > kMostWork || (work_ % kLookEvery == 0 && job_.isOver())) failed_ = true;
        statement(p_.statements[at(i)], env);
    }
}

}  // namespace ounce::verify
