// Whether a state that was reached is new, and what is kept of it.
#include <algorithm>

#include "base/hash.h"
#include "spec/distance.h"
#include "verify/explorer_parts.h"

namespace ounce::verify {
namespace {

void addText(Hash& hash, const std::string& text) {
    hash.add(static_cast<std::uint64_t>(text.size()));
    std::uint64_t word = 0;
    int bytes = 0;
    for (const char c : text) {
        word = word << 8 | static_cast<unsigned char>(c);
        if (++bytes == 8) hash.add(std::exchange(word, 0)), bytes = 0;
    }
    if (bytes > 0) hash.add(word);
}

void addValue(Hash& hash, const Value& value) {
    hash.add(static_cast<std::int32_t>(value.type()));
    if (value.isNumber()) {
        hash.add(value.asNumber());
    } else if (value.isText()) {
        addText(hash, value.asText().utf8());
    } else if (value.type() == Type::Boolean) {
        hash.add(value.asBoolean());
    }
}

}  // namespace

// The step is over: is the property violated, and is the state new?
void Explorer::arrive(const Node& from, const Action& action) {
    const spec::MonitorState& monitor = watch_->state().monitors.front();
    result_.triggered = result_.triggered || monitor.triggered;
    if (monitor.violated) {
        trails_.push_back(trailFrom(from, action));
        result_.violation = counterexample(static_cast<std::int32_t>(trails_.size() - 1));
        return;
    }
    Node node;
    node.flags = from.flags;
    for (const InputEvent& e : action.inputs) node.flags += e.kind == InputEvent::Kind::GreenFlag ? 1 : 0;
    std::vector<std::int32_t> kept;
    if (!run_->shadow.empty()) keepSymbols(from, node, kept);
    const StateKey key = keyOf(node);
    if (options_.isSlice) ends_.insert(key);
    if (!seen_.insert(key).second) return;
    // Only now is it worth a copy.
    node.depth = from.depth + 1;
    node.trail = static_cast<std::int32_t>(trails_.size());
    node.watch = watch_->state();
    keepState(node);
    trails_.push_back(trailFrom(from, action));
    trails_.back().kept = std::move(kept);
    if (options_.nearestFirst) {
        look_->refresh(machine_->reading());
        frontier_->push(std::move(node), spec::distanceNow(monitors_.front(), *look_, monitor));
    } else {
        frontier_->push(std::move(node));
    }
}

// The first ones wait as they are, which is quicker; many wait in little room.
void Explorer::keepState(Node& node) {
    if (waitingBytes_ < options_.memory / 4) {
        if (!spare_.empty()) {
            node.state = std::move(spare_.back());
            spare_.pop_back();
            *node.state = state_;
        } else {
            node.state = std::make_unique<State>(state_);
        }
    } else {
        if (!packer_) packer_ = std::make_unique<StatePacker>(program_, state_);
        node.packed = packer_->pack(state_);
        node.packed.shrink_to_fit();
    }
    waitingBytes_ += bytesOf(node);
}

void Explorer::unpack(Node& node) {
    waitingBytes_ -= bytesOf(node);
    if (node.state) return;
    node.state = std::make_unique<State>(packer_->unpack(node.packed));
}

// About: what it points to is small, but for the state.
std::uint64_t Explorer::bytesOf(const Node& node) {
    constexpr std::uint64_t kBesides = 300, kOfATarget = 1500;
    return sizeof(Node) + kBesides + node.packed.size() +
           (node.state ? sizeof(State) + kOfATarget * node.state->targets.size() : 0);
}

Explorer::Trail Explorer::trailFrom(const Node& from, const Action& action) {
    Trail trail{.parent = from.trail,
                .action = placeOf(action),
                .picks = run_->picks,
                .symbolsBefore = static_cast<std::int32_t>(from.model.size()),
                .made = run_->made};
    for (const Decision& d : run_->decisions) {
        if (d.kind != Decision::Kind::Pick) trail.constraints.push_back(d.term);
    }
    return trail;
}

// Symbols that no cell has to do with are gone; the others are counted anew, in the order of the cells.
void Explorer::keepSymbols(const Node& from, Node& node, std::vector<std::int32_t>& kept) {
    node.shadow = run_->shadow;
    std::vector<std::int32_t> ordinals(static_cast<std::size_t>(run_->symbolCount()), -1);
    const auto visit = [&](auto& self, Term t) -> void {
        if (t == kNoTerm) return;
        const TermNode& x = terms_.at(t);
        if (x.op == Operator::Unknown) {
            const std::size_t ordinal = terms_.ordinalOf(static_cast<Symbol>(x.value));
            if (ordinals[ordinal] >= 0) return;
            ordinals[ordinal] = static_cast<std::int32_t>(kept.size());
            kept.push_back(static_cast<std::int32_t>(ordinal));
        } else {
            self(self, x.a);
            self(self, x.b);
        }
    };
    std::vector<Symbol> live;
    for (const auto& [cell, held] : node.shadow.cells()) {
        visit(visit, held.term);
        const auto& symbols = terms_.symbolsOf(held.term);
        live.insert(live.end(), symbols.begin(), symbols.end());
    }
    if (live.empty()) return;
    std::vector<Term> all = from.constraints;
    for (const Decision& d : run_->decisions) {
        if (d.kind != Decision::Kind::Pick) all.push_back(d.term);
    }
    const std::vector<Term> bearing = connected(terms_, all, live);
    for (const Term t : bearing) visit(visit, t);
    for (const Term t : bearing) node.constraints.push_back(terms_.renamed(t, ordinals));
    std::ranges::sort(node.constraints);
    node.constraints.erase(std::unique(node.constraints.begin(), node.constraints.end()),
                           node.constraints.end());
    for (auto& [cell, held] : node.shadow.cells()) held.term = terms_.renamed(held.term, ordinals);
    for (const std::int32_t old : kept) node.model.push_back(run_->model[static_cast<std::size_t>(old)]);
}

// Of the state that the machine is in, with the rest in `node`.
StateKey Explorer::keyOf(const Node& node) {
    Hash hash;
    const bool blankTexts = !run_->textsAreRead();
    const State* state = &state_;
    const bool hasTexts =
        blankTexts && (state_.shownQuestion || std::ranges::any_of(state_.pane, [&](std::int32_t i) {
                           return state_.targets[static_cast<std::size_t>(i)]->bubble.drawable != kNoDrawable;
                       }));
    if (!node.shadow.empty() || hasTexts) {
        blank_ = state_;
        node.shadow.blank(blank_);
        if (hasTexts) {
            static const String kSomething(std::string_view("…"));
            if (blank_.shownQuestion && !blank_.shownQuestion->empty()) blank_.shownQuestion = kSomething;
            for (Question& q : blank_.questions) {
                if (!q.text.empty()) q.text = kSomething;
            }
            for (const std::int32_t i : blank_.pane) {
                Bubble& bubble = blank_.targets[static_cast<std::size_t>(i)]->bubble;
                if (bubble.drawable != kNoDrawable) bubble.text = Value(kSomething);
            }
        }
        state = &blank_;
    }
    const StateKey key = canonical_(*state);
    hash.add(key.high);
    hash.add(key.low);
    for (const auto& [cell, held] : node.shadow.cells()) {
        hash.add(cell.target);
        hash.add(cell.slot);
        hash.add(static_cast<std::int32_t>(held.form));
        hash.add(held.term);
    }
    for (const Term t : node.constraints) hash.add(t);
    for (const spec::MonitorState& monitor : watch_->state().monitors) {
        for (const Value& value : monitor.cells) addValue(hash, value);
        hash.add(static_cast<std::uint64_t>(monitor.promises.size()));
        for (const auto& promise : monitor.promises) {
            hash.add(static_cast<std::uint64_t>(promise.left));
            for (const Value& value : promise.olds) addValue(hash, value);
        }
    }
    if (options_.alphabet.runs > 0) hash.add(std::min(node.flags, options_.alphabet.runs));
    if (readsTimer_) hash.add(state_.now - state_.timerStart);
    return {hash.high(), hash.low()};
}

}  // namespace ounce::verify
