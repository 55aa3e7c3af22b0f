// Cells, rounds, and what is known at their end. What blocks do is in interval_scripts.cpp.
#include "verify/intervals.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "verify/interval_analysis.h"
#include "verify/world.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

constexpr std::uint64_t kMostWork = 3'000'000;  // statements looked at
constexpr int kPlainRounds = 3, kThresholdRounds = 30, kMostRounds = 80, kNarrowingRounds = 3;

}  // namespace

// ---- what is known ----

std::optional<Range> Invariants::of(std::int32_t sprite, bool clone, Trait trait) const {
    const auto actor = static_cast<std::size_t>(2 * sprite + (clone ? 1 : 0));
    return ranges[static_cast<std::size_t>(first[actor] + static_cast<std::int32_t>(trait))];
}
std::optional<Range> Invariants::variable(std::int32_t sprite, bool clone, std::int32_t slot) const {
    const auto actor = static_cast<std::size_t>(2 * sprite + (clone ? 1 : 0));
    return ranges[static_cast<std::size_t>(first[actor] + kTraits + slot)];
}
std::optional<Range> Invariants::change(std::int32_t sprite, Trait trait) const {
    return changeOfVariable(sprite, static_cast<std::int32_t>(trait) - kTraits);
}
std::optional<Range> Invariants::changeOfVariable(std::int32_t sprite, std::int32_t slot) const {
    const std::int32_t cell = first[static_cast<std::size_t>(2 * sprite)] + kTraits + slot;
    for (const auto& [tracked, range] : changes) {
        if (tracked == cell) return range;
    }
    return std::nullopt;
}

std::string Invariants::outside(const State& state) const {
    static constexpr const char* kNames[] = {"x", "y", "direction", "size", "visible", "costume"};
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        std::vector<Value> values{
            t.x, t.y, t.direction, t.size, t.visible ? 1.0 : 0.0, static_cast<double>(t.costume)};
        values.insert(values.end(), t.variables.begin(), t.variables.end());
        for (std::size_t i = 0; i < values.size(); i++) {
            const auto range = variable(t.sprite, t.isClone, static_cast<std::int32_t>(i) - kTraits);
            if (range && range->contains(values[i])) continue;
            return fmt::format("{} of {} {} is {}, not {}",
                               i < kTraits ? kNames[i] : fmt::format("variable {}", i - kTraits),
                               t.isClone ? "a clone of sprite" : "sprite", t.sprite, toText(values[i]).utf8(),
                               range ? fmt::format("from {} to {}", range->low, range->high) : "there");
        }
    }
    return {};
}

std::optional<Invariants> invariantsOf(const Program& program, const spec::Monitor& monitor,
                                       const IntervalOptions& options, const Job& job) {
    return Analysis(program, monitor, options, job).run();
}

// ---- cells ----

Analysis::Analysis(const Program& program, const spec::Monitor& monitor, const IntervalOptions& options,
                   const Job& job)
    : p_(program), monitor_(monitor), options_(options), job_(job) {
    findCells();
    findThresholds();
    findReaches();
    begin();
}

std::int32_t Analysis::local(std::int32_t actor, std::int32_t cell) const {
    const std::int32_t own = cell - first_[at(actor)];
    if (own >= 0 && own < cellsOf(actor)) return own;
    return cell < cellsOf(0) ? cellsOf(actor) + cell : kNone;
}
std::int32_t Analysis::localCount(std::int32_t actor) const {
    const auto changes = static_cast<std::int32_t>(tracked_.size());
    return cellsOf(actor) + (actor == 0 ? 0 : cellsOf(0)) + changes;
}
std::int32_t Analysis::stagePlace(std::int32_t offset) const {
    return actor_ == 0 ? offset : cellsOf(actor_) + offset;
}
std::int32_t Analysis::variablePlace(bool onStage, std::int32_t slot) const {
    if (slot == kNone) return kNone;
    return onStage ? stagePlace(Invariants::kTraits + slot) : Invariants::kTraits + slot;
}
std::int32_t Analysis::changePlace(std::int32_t place) const {
    for (std::size_t i = 0; i < tracked_.size(); i++) {
        if (local(actor_, tracked_[i]) == place)
            return localCount(actor_) - static_cast<std::int32_t>(tracked_.size() - i);
    }
    return kNone;
}

void Analysis::findCells() {
    std::int32_t count = 0;
    for (const SpriteProgram& sprite : p_.sprites) {
        for (int clone = 0; clone < 2; clone++) {
            first_.push_back(count);
            count += Invariants::kTraits + static_cast<std::int32_t>(sprite.variables.size());
        }
    }
    first_.push_back(count);
    for (const spec::Node& node : monitor_.nodes) {
        if (node.code != spec::Code::Prev || node.a == kNone) continue;
        const spec::Node& of = monitor_.nodes[at(node.a)];
        if (of.bound != kNone || of.sprite == kNone) continue;
        std::int32_t offset = kNone;
        if (of.code == spec::Code::Variable) offset = Invariants::kTraits + of.slot;
        if (of.code == spec::Code::Attribute && of.attribute == Attribute::X) offset = 0;
        if (of.code == spec::Code::Attribute && of.attribute == Attribute::Y) offset = 1;
        if (offset == kNone) continue;
        const std::int32_t cell = first_[at(2 * of.sprite)] + offset;
        if (std::ranges::find(tracked_, cell) == tracked_.end()) tracked_.push_back(cell);
    }
    for (std::size_t i = 0; i < p_.scripts.size(); i++) {
        const Script& script = p_.scripts[i];
        for (int clone = 0; clone < (script.sprite == 0 ? 1 : 2); clone++)
            units_.push_back({static_cast<std::int32_t>(i), 2 * script.sprite + clone});
    }
    known_.begins.resize(at(count));
    for (const Unit& unit : units_) known_.written.emplace_back(at(localCount(unit.actor)));
    known_.sent.resize(p_.messages.size());
    known_.cloned.resize(p_.sprites.size());
    writers_.resize(at(count));
    for (std::size_t u = 0; u < units_.size(); u++) {
        for (std::int32_t cell = 0; cell < count; cell++) {
            const std::int32_t place = local(units_[u].actor, cell);
            if (place != kNone) writers_[at(cell)].emplace_back(u, place);
        }
    }
}

// The numbers at which ranges are likely to end.
void Analysis::findThresholds() {
    std::set<double> found{0, 1, -1, 240, -240, 180, -180, 100, 2, 10};
    const auto add = [&](const Value& value) {
        const Range range = Range::of(value);
        if (range.any || !std::isfinite(range.low)) return;
        for (const double near : {-1.0, 0.0, 1.0}) {
            found.insert(range.low + near);
            found.insert(-range.low + near);
        }
    };
    for (const Expression& x : p_.expressions) {
        if (x.node == Node::Constant) add(x.constant);
    }
    for (const spec::Node& node : monitor_.nodes) {
        if (node.code == spec::Code::Constant) add(node.constant);
    }
    for (const SpriteProgram& sprite : p_.sprites) {
        for (const Value& value : sprite.initialVariables) add(value);
    }
    thresholds_.assign(found.begin(), found.end());
}

void Analysis::findReaches() {
    for (std::size_t i = 0; i < p_.sprites.size(); i++) {
        Reach reach;
        bool isFirst = true;
        for (const SpriteCostume& costume : p_.sprites[i].costumes) {
            StageState stage = p_.stage->initialState();
            const DrawableId drawable = stage.create(LayerGroup::Sprite);
            stage.setSkin(drawable, costume.skin);
            stage.setDirectionAndSize(drawable, 90, 100, RotationStyle::AllAround);
            const Rectangle box = stage.fastBounds(drawable);
            const auto note = [&](double(&ends)[2], double value) {
                ends[0] = isFirst ? value : std::min(ends[0], value);
                ends[1] = isFirst ? value : std::max(ends[1], value);
            };
            note(reach.left, box.left);
            note(reach.right, box.right);
            note(reach.bottom, box.bottom);
            note(reach.top, box.top);
            for (const double x : {box.left, box.right}) {
                for (const double y : {box.bottom, box.top})
                    reach.radius = std::max(reach.radius, std::hypot(x, y));
            }
            const double narrow = std::min(box.right - box.left, box.top - box.bottom);
            reach.narrowest = isFirst ? narrow : std::min(reach.narrowest, narrow);
            reach.isAround =
                reach.isAround && box.left <= 0 && box.right >= 0 && box.bottom <= 0 && box.top >= 0;
            isFirst = false;
        }
        reaches_.push_back(reach);
    }
}

// ---- how it begins ----

void Analysis::begin() {
    const State state = initialState(p_, options_.machine, 1);
    draggable_ = draggableSprites(p_);
    for (std::size_t i = 0; i < p_.sprites.size(); i++) {
        const TargetState& t = *state.targets[i];
        const std::int32_t first = first_[2 * i];
        const auto set = [&](Trait trait, double number) {
            known_.begins[at(first + static_cast<std::int32_t>(trait))] = Range::of(Value(number));
        };
        set(Trait::X, t.x);
        set(Trait::Y, t.y);
        set(Trait::Direction, t.direction);
        set(Trait::Size, t.size);
        set(Trait::Visible, t.visible ? 1 : 0);
        set(Trait::Costume, t.costume);
        for (std::size_t slot = 0; slot < t.variables.size(); slot++) {
            Range range = Range::of(t.variables[slot]);
            known_.begins[at(first + Invariants::kTraits) + slot] =
                options_.anyInitialValues ? Range{} : range;
        }
        // Whoever can be dragged can be anywhere.
        for (int clone = 0; clone < 2 && draggable_[i] != 0; clone++) {
            const std::int32_t x = first_[2 * i + static_cast<std::size_t>(clone)];
            outside_.insert(outside_.end(), {x, x + 1});
        }
    }
    for (const auto& [sprite, slot] : variablesFromOutside(p_)) {
        for (int clone = 0; clone < 2; clone++)
            outside_.push_back(first_[at(2 * sprite + clone)] + Invariants::kTraits + slot);
    }
    std::ranges::sort(outside_);
    for (const std::int32_t cell : outside_) {
        if (known_.begins[at(cell)]) known_.begins[at(cell)] = Range{};
    }
}

// ---- rounds ----

void Analysis::sumUp() {
    all_ = known_.begins;
    allChanges_.assign(tracked_.size(), Range::of(0));
    for (std::size_t i = 0; i < tracked_.size(); i++) {
        if (isOutside(tracked_[i])) allChanges_[i] = Range::of(-kEndless, kEndless, false);
    }
    for (std::size_t u = 0; u < units_.size(); u++) {
        const std::int32_t actor = units_[u].actor;
        const auto& written = known_.written[u];
        const std::int32_t own = cellsOf(actor), stage = actor == 0 ? 0 : cellsOf(0);
        for (std::int32_t i = 0; i < own + stage; i++) {
            const std::int32_t cell = i < own ? first_[at(actor)] + i : i - own;
            if (written[at(i)]) joinInto(all_[at(cell)], *written[at(i)]);
        }
        for (std::size_t i = 0; i < tracked_.size(); i++) {
            if (written[at(own + stage) + i]) joinInto(allChanges_[i], *written[at(own + stage) + i]);
        }
    }
}

bool Analysis::canStart(const Unit& unit) const {
    const Script& script = p_.scripts[at(unit.script)];
    const bool isClone = unit.actor % 2 == 1;
    if (isClone && known_.cloned[at(script.sprite)] == 0) return false;
    // The flag removes all clones before it starts anything.
    if (script.opcode == Opcode::event_whenflagclicked) return !isClone;
    if (script.opcode == Opcode::control_start_as_clone) return isClone;
    if (script.opcode != Opcode::event_whenbroadcastreceived) return true;
    for (std::size_t m = 0; m < p_.messageHats.size(); m++) {
        const auto& scripts = p_.messageHats[m].scripts;
        if (known_.sent[m] == 0 || at(script.sprite) >= scripts.size()) continue;
        if (std::ranges::find(scripts[at(script.sprite)], unit.script) != scripts[at(script.sprite)].end())
            return true;
    }
    return false;
}

Knowledge Analysis::round() {
    sumUp();
    next_ = {.begins = known_.begins, .sent = known_.sent, .cloned = known_.cloned};
    for (const Unit& unit : units_) next_.written.emplace_back(at(localCount(unit.actor)));
    for (std::size_t u = 0; u < units_.size() && !failed_; u++) {
        if (canStart(units_[u])) runUnit(u);
    }
    return std::move(next_);
}

void Analysis::runUnit(std::size_t unit) {
    unit_ = unit;
    actor_ = units_[unit].actor;
    sprite_ = actor_ / 2;
    frames_.clear();
    silent_ = 0;
    const Script& script = p_.scripts[at(units_[unit].script)];
    Env env;
    env.isFlagStep = script.opcode == Opcode::event_whenflagclicked;
    const std::int32_t own = cellsOf(actor_);
    for (std::int32_t i = 0; i < own; i++) {
        const Maybe& range = all_[at(first_[at(actor_)] + i)];
        if (!range) return;  // nobody is there yet
        env.cells.push_back({*range, {}});
    }
    for (std::int32_t i = 0; actor_ != 0 && i < cellsOf(0); i++) env.cells.push_back({*all_[at(i)], {}});
    for (const Maybe& change : allChanges_) env.cells.push_back({*change, {}});
    findOthers();
    sequence(script.hat, env);
    if (env.isReachable) publish(env);
}

// A script runs at most once at a time on one sprite or clone. But its other clones write the stage's cells.
void Analysis::findOthers() {
    const std::int32_t own = cellsOf(actor_), count = own + (actor_ == 0 ? 0 : cellsOf(0));
    others_.assign(at(localCount(actor_)), std::nullopt);
    for (std::int32_t i = 0; i < count; i++) {
        const std::int32_t cell = i < own ? first_[at(actor_)] + i : i - own;
        const bool isShared = i >= own && actor_ % 2 == 1;
        for (const auto& [unit, place] : writers_[at(cell)]) {
            if (unit == unit_ && !isShared) continue;
            if (const Maybe& range = known_.written[unit][at(place)]) joinInto(others_[at(i)], *range);
        }
        if (isOutside(cell)) others_[at(i)] = Range{};
    }
}

std::optional<Invariants> Analysis::run() {
    if (!options_.machine.renderer) return std::nullopt;
    // Where custom blocks are called by inputs, scripts run in another order than they are written.
    for (const Expression& x : p_.expressions)
        if (x.opcode == Opcode::procedures_call && x.slot != kNone) return std::nullopt;
    for (int n = 0;; n++) {
        const Knowledge found = round();
        if (failed_ || work_ > kMostWork || n > kMostRounds) return std::nullopt;
        Knowledge sum = known_;
        static const std::vector<double> kNone;
        const auto grow = [&](Maybe& old, const Maybe& more) {
            if (!more) return;
            if (!old) {
                old = more;
                return;
            }
            const Range both = join(*old, *more);
            old = n < kPlainRounds ? both : widen(*old, both, n < kThresholdRounds ? thresholds_ : kNone);
        };
        for (std::size_t i = 0; i < sum.begins.size(); i++) grow(sum.begins[i], found.begins[i]);
        for (std::size_t u = 0; u < units_.size(); u++) {
            for (std::size_t i = 0; i < sum.written[u].size(); i++)
                grow(sum.written[u][i], found.written[u][i]);
        }
        for (std::size_t i = 0; i < sum.sent.size(); i++) sum.sent[i] |= found.sent[i];
        for (std::size_t i = 0; i < sum.cloned.size(); i++) sum.cloned[i] |= found.cloned[i];
        if (sum == known_) break;
        known_ = std::move(sum);
    }
    // All that can happen is described now. So what follows from the description describes it, too.
    for (int n = 0; n < kNarrowingRounds; n++) {
        Knowledge found = round();
        if (failed_ || work_ > kMostWork) return std::nullopt;
        if (found == known_) break;
        known_.written = std::move(found.written);
    }
    sumUp();
    Invariants result{.first = first_, .ranges = all_};
    for (std::size_t i = 0; i < tracked_.size(); i++)
        result.changes.emplace_back(tracked_[i], *allChanges_[i]);
    return result;
}

// ---- environments ----

void Analysis::joinChanges(Env& a, const Env& b) const {
    for (std::size_t i = a.cells.size() - tracked_.size(); i < a.cells.size(); i++) {
        if (a.isFlagStep && !b.isFlagStep) {
            a.cells[i] = b.cells[i];
        } else if (a.isFlagStep == b.isFlagStep) {
            a.cells[i].range = join(a.cells[i].range, b.cells[i].range);
            joinInto(a.cells[i].written, b.cells[i].written);
        }
    }
    a.isFlagStep = a.isFlagStep && b.isFlagStep;
}

void Analysis::joinEnv(Env& a, const Env& b) const {
    if (!b.isReachable) return;
    if (!a.isReachable) {
        a = b;
        return;
    }
    for (std::size_t i = 0; i + tracked_.size() < a.cells.size(); i++) {
        a.cells[i].range = join(a.cells[i].range, b.cells[i].range);
        joinInto(a.cells[i].written, b.cells[i].written);
    }
    joinChanges(a, b);
}

void Analysis::widenEnv(Env& a, const Env& b, int times) const {
    static const std::vector<double> kNoThresholds;
    constexpr int kPlain = 3, kThresholds = 20;
    for (std::size_t i = 0; i + tracked_.size() < a.cells.size(); i++) {
        const Range both = join(a.cells[i].range, b.cells[i].range);
        const auto& thresholds = times < kThresholds ? thresholds_ : kNoThresholds;
        a.cells[i].range = times < kPlain ? both : widen(a.cells[i].range, both, thresholds);
        if (Maybe& old = a.cells[i].written; old && b.cells[i].written) {
            const Range written = join(*old, *b.cells[i].written);
            old = times < kPlain ? written : widen(*old, written, thresholds);
            continue;
        }
        joinInto(a.cells[i].written, b.cells[i].written);
    }
    // Their ends are 0 or infinite: nothing to widen.
    joinChanges(a, b);
}

}  // namespace ounce::verify
