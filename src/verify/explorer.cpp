#include "verify/explorer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/hash.h"

namespace ounce::verify {
namespace {

constexpr std::uint32_t kSeed = 1;
// So many outcomes of one draw, or values of one term, are tried.
constexpr double kMostOutcomes = 1000;
// So many passes may change something in a slice.
constexpr std::int32_t kMostPasses = 8;
// And so many ways through one step.
constexpr std::size_t kMostWays = 2000;
constexpr std::int64_t kGreatestInitial = 9999;

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

bool readsTimer(const spec::Monitor& monitor) {
    return std::ranges::any_of(monitor.nodes,
                               [](const spec::Node& node) { return node.code == spec::Code::Timer; });
}

std::string describe(const InputEvent& e) {
    return fmt::format("{}|{}|{}|{}|{}|{}", static_cast<int>(e.kind), e.name, e.variable,
                       e.x ? fmt::format("{}", *e.x) : "", e.y ? fmt::format("{}", *e.y) : "",
                       toText(e.value).utf8());
}

}  // namespace

struct Explorer::Node {
    State state{};
    spec::WatchState watch{};
    Shadow shadow{};
    std::vector<Term> constraints{};  // ascending
    Model model{};                    // by ordinal; so many symbols there are
    std::uint64_t flags = 0, depth = 0;
    std::int32_t trail = -1;
};

// How a state was reached; all that is kept of it once it was visited.
struct Explorer::Trail {
    std::int32_t parent = -1;
    std::int32_t action = -1;
    std::vector<Pick> picks{};        // with ordinals of this step
    std::vector<Term> constraints{};  // that came with this step, likewise
    std::int32_t symbolsBefore = 0;
    std::vector<SymbolNode> made{};    // in this step
    std::vector<std::int32_t> kept{};  // which of this step's ordinals are the ordinals 0, 1, … afterwards
};

// One way through a step.
struct Explorer::Attempt {
    Model model{};
    std::vector<double> outcomes{};
    std::size_t from = 0;       // decisions before this one are settled
    std::vector<Term> extra{};  // what has been tried before at the first decision
    std::size_t values = 0;     // how many values of it
};

Explorer::Explorer(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
                   ExploreOptions options)
    : program_(std::move(program)),
      monitors_{monitor},
      options_(std::move(options)),
      alphabet_(program_, monitor, options_.alphabet),
      solver_(terms_),
      state_(initialState(*program_, options_.machine, kSeed)),
      canonical_(*program_, options_.machine.mode, false),
      blank_(state_) {
    machine_.emplace(*program_, state_, options_.machine);
    run_.emplace(*machine_, terms_, monitors_);
    watch_.emplace(monitors_, *machine_);
    watch_->comparisons = &*run_;
}
Explorer::~Explorer() = default;

void Explorer::note(const std::string& gap) {
    if (!gap.empty() && std::ranges::find(result_.gaps, gap) == result_.gaps.end())
        result_.gaps.push_back(gap);
}

std::int32_t Explorer::placeOf(const Action& action) {
    std::string key = action.isSymbolicAnswer ? "?" : "";
    for (const InputEvent& e : action.inputs) key += describe(e) + "\n";
    const auto [place, isNew] = actionPlaces_.try_emplace(key, static_cast<std::int32_t>(actions_.size()));
    if (isNew) actions_.push_back(action);
    return place->second;
}

void Explorer::begin() {
    Node root{.state = state_, .watch = watch_->state()};
    if (options_.anyInitialValues) {
        for (std::size_t i = 0; i < program_->sprites.size(); i++) {
            const auto& values = root.state.targets[i]->variables;
            for (std::size_t slot = 0; slot < values.size(); slot++) {
                double number = 0;
                if (values[slot].type() == Type::Boolean || std::isnan(toRawNumber(values[slot]))) continue;
                number = toNumber(values[slot]);
                if (std::trunc(number) != number || std::fabs(number) > kGreatestInitial) continue;
                const auto ordinal = static_cast<std::int32_t>(root.model.size());
                root.model.push_back(static_cast<std::int64_t>(number));
                const SymbolNode symbol{ordinal, -kGreatestInitial, kGreatestInitial};
                root.shadow.hold({static_cast<std::int32_t>(i), static_cast<std::int32_t>(slot)},
                                 {terms_.symbol(symbol), false});
                InputEvent e;
                e.kind = InputEvent::Kind::SetVariable;
                e.name = program_->sprites[i].name;
                e.variable = program_->sprites[i].variables[slot].name;
                initialValues_.push_back(e);
            }
        }
    }
    root.trail = 0;
    Trail& trail = trails_.emplace_back();
    for (std::size_t i = 0; i < root.model.size(); i++) {
        trail.made.push_back({static_cast<std::int32_t>(i), -kGreatestInitial, kGreatestInitial});
        trail.kept.push_back(static_cast<std::int32_t>(i));
    }
    Action flag;
    flag.inputs.emplace_back();
    tryAction(root, flag);
}

Exploration Explorer::explore() {
    begin();
    constexpr std::uint64_t kTrailBytes = sizeof(Trail) + 100;  // with what it points to and its key
    const std::uint64_t nodeBytes = 1024 + 800 * state_.targets.size();
    while (!frontier_.empty() && !result_.violation && result_.ended.empty()) {
        if (options_.states > 0 && result_.states >= options_.states) {
            result_.ended = "states";
            break;
        }
        if (frontier_.size() * nodeBytes + trails_.size() * kTrailBytes > options_.memory) {
            result_.ended = "memory";
            break;
        }
        if (result_.states % 64 == 0 && isTimeOver()) break;
        Node node = std::move(frontier_.front());
        frontier_.pop_front();
        if (options_.steps > 0 && node.depth >= options_.steps) {
            result_.ended = "steps";
            break;
        }
        result_.states++;
        result_.depth = std::max(result_.depth, node.depth);
        expand(node);
    }
    result_.isExhausted = frontier_.empty() && !result_.violation && result_.ended.empty();
    result_.questions = solver_.questions();
    return std::move(result_);
}

bool Explorer::isTimeOver() {
    if (!options_.isOver || !options_.isOver(result_.states, frontier_.size(), result_.depth)) return false;
    result_.ended = "time";
    return true;
}

void Explorer::expand(Node& node) {
    for (const Action& action : alphabet_.actions(node.state, node.flags)) {
        tryAction(node, action);
        if (result_.violation || !result_.ended.empty()) return;
    }
}

// A script that was left out may ask for a redraw and so end the step after any pass: then every number of
// passes is possible, up to the one that changes nothing any more.
void Explorer::tryAction(const Node& node, const Action& action) {
    if (!options_.isSlice) return tryWays(node, action);
    std::set<StateKey> before;
    for (std::int32_t passes = 1; !result_.violation && result_.ended.empty(); passes++) {
        options_.machine.passes = passes;
        ends_.clear();
        tryWays(node, action);
        if (std::ranges::includes(before, ends_)) return;
        if (passes == kMostPasses) {
            result_.passesMatter = true;
            result_.ended = "passes";
        }
        before = ends_;
    }
}

void Explorer::tryWays(const Node& node, const Action& action) {
    std::vector<Attempt> open(1);
    open.back().model = node.model;
    const auto symbols = static_cast<std::int32_t>(node.model.size());
    std::vector<InputEvent> inputs = action.inputs;
    for (std::size_t ways = 0; !open.empty() && !result_.violation; ways++) {
        if (ways >= kMostWays) {
            note(fmt::format(
                "of the ways in which random numbers can come out in one step only {} were tried", ways));
            return;
        }
        if (ways % 256 == 255 && isTimeOver()) return;
        const Attempt attempt = std::move(open.back());
        open.pop_back();
        state_ = node.state;
        node.shadow.apply(terms_, attempt.model, state_);
        watch_->restore(node.watch);
        RunTerms::Start start{.shadow = &node.shadow,
                              .constraints = &node.constraints,
                              .model = attempt.model,
                              .symbols = symbols,
                              .outcomes = attempt.outcomes};
        if (action.isSymbolicAnswer) {
            start.answer =
                SymbolNode{symbols, -options_.alphabet.greatestAnswer, options_.alphabet.greatestAnswer};
            if (start.model.size() <= node.model.size()) start.model.push_back(1);
            const auto typed = static_cast<double>(start.model[static_cast<std::size_t>(symbols)]);
            inputs.front().value = toText(Value(typed));
        }
        run_->begin(start);
        machine_->step(inputs);
        watch_->afterStep();
        note(run_->gap);
        const Limits& limits = state_.limits;
        if (limits.warp || limits.work || limits.memory || limits.stackDepth)
            note("a script did more than Ounce lets it do in one step, or took too much memory");
        alternatives(node, attempt, open);
        arrive(node, action);
    }
}

// Every decision of the step that just ended and that is not settled could have come out otherwise.
void Explorer::alternatives(const Node& node, const Attempt& attempt, std::vector<Attempt>& open) {
    std::vector<Term> known = node.constraints;
    known.insert(known.end(), attempt.extra.begin(), attempt.extra.end());
    std::vector<double> outcomes;
    const std::vector<Decision> decisions = run_->decisions;
    for (std::size_t i = 0; i < decisions.size(); i++) {
        const Decision& d = decisions[i];
        if (d.kind == Decision::Kind::Pick) {
            if (i >= attempt.from) {
                if (d.domain.size() > kMostOutcomes)
                    note(fmt::format("of {:.0f} outcomes of a random number only three were tried",
                                     d.domain.size()));
                const auto attemptWith = [&](double outcome) {
                    if (outcome == d.outcome) return;
                    Attempt other{
                        .model = run_->model, .outcomes = outcomes, .from = i + 1, .extra = attempt.extra};
                    other.outcomes.push_back(outcome);
                    open.push_back(std::move(other));
                };
                if (d.domain.size() > kMostOutcomes) {
                    attemptWith(std::trunc((d.domain.low + d.domain.high) / 2));
                    attemptWith(d.domain.high);
                } else {
                    for (double o = d.domain.high; o >= d.domain.low; o--) attemptWith(o);
                }
            }
            outcomes.push_back(d.outcome);
            continue;
        }
        if (i >= attempt.from) {
            const Term otherwise = terms_.negation(d.term);
            std::vector<Term> question = connected(terms_, known, terms_.symbolsOf(otherwise));
            question.push_back(otherwise);
            Model model = run_->model;
            const bool isValue = d.kind == Decision::Kind::Value;
            const std::size_t values = i == attempt.from ? attempt.values + 1 : 1;
            if (isValue && static_cast<double>(values) > kMostOutcomes) {
                note(
                    "a number was used where all its values had to be tried one by one, and there were too "
                    "many");
            } else {
                switch (solver_.solve(question, model)) {
                    case Solver::Answer::Possible: {
                        Attempt other{
                            .model = std::move(model), .outcomes = outcomes, .extra = attempt.extra};
                        other.from = isValue ? i : i + 1;
                        if (isValue) other.extra.push_back(otherwise), other.values = values;
                        open.push_back(std::move(other));
                        break;
                    }
                    case Solver::Answer::Impossible: break;
                    case Solver::Answer::Unknown: note("a question was too hard for the solver"); break;
                }
            }
        }
        known.push_back(d.term);
    }
}

// The step is over: is the property violated, and is the state new?
void Explorer::arrive(const Node& from, const Action& action) {
    const spec::MonitorState& monitor = watch_->state().monitors.front();
    result_.triggered = result_.triggered || monitor.triggered;
    Trail trail{.parent = from.trail,
                .picks = run_->picks,
                .symbolsBefore = static_cast<std::int32_t>(from.model.size()),
                .made = run_->made};
    for (const Decision& d : run_->decisions) {
        if (d.kind != Decision::Kind::Pick) trail.constraints.push_back(d.term);
    }
    if (monitor.violated) {
        trail.action = placeOf(action);
        trails_.push_back(std::move(trail));
        result_.violation = counterexample(static_cast<std::int32_t>(trails_.size() - 1));
        return;
    }

    Node node{.watch = watch_->state(), .shadow = run_->shadow, .flags = from.flags, .depth = from.depth + 1};
    for (const InputEvent& e : action.inputs) node.flags += e.kind == InputEvent::Kind::GreenFlag ? 1 : 0;

    // Symbols that no cell has to do with are gone; the others are counted anew, in the order of the cells.
    std::vector<std::int32_t> ordinals(static_cast<std::size_t>(run_->symbolCount()), -1);
    const auto visit = [&](auto& self, Term t) -> void {
        if (t == kNoTerm) return;
        const TermNode& x = terms_.at(t);
        if (x.op == Operator::Unknown) {
            const std::size_t ordinal = terms_.ordinalOf(static_cast<Symbol>(x.value));
            if (ordinals[ordinal] >= 0) return;
            ordinals[ordinal] = static_cast<std::int32_t>(trail.kept.size());
            trail.kept.push_back(static_cast<std::int32_t>(ordinal));
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
    if (!live.empty()) {
        std::vector<Term> all = from.constraints;
        all.insert(all.end(), trail.constraints.begin(), trail.constraints.end());
        const std::vector<Term> kept = connected(terms_, all, live);
        for (const Term t : kept) visit(visit, t);
        for (const Term t : kept) node.constraints.push_back(terms_.renamed(t, ordinals));
        std::ranges::sort(node.constraints);
        node.constraints.erase(std::unique(node.constraints.begin(), node.constraints.end()),
                               node.constraints.end());
        for (auto& [cell, held] : node.shadow.cells()) held.term = terms_.renamed(held.term, ordinals);
        for (const std::int32_t old : trail.kept)
            node.model.push_back(run_->model[static_cast<std::size_t>(old)]);
    }
    const StateKey key = keyOf(node);
    if (options_.isSlice) ends_.insert(key);
    if (!seen_.insert(key).second) return;
    trail.action = placeOf(action);
    node.trail = static_cast<std::int32_t>(trails_.size());
    node.state = state_;
    trails_.push_back(std::move(trail));
    frontier_.push_back(std::move(node));
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
        hash.add(held.isText);
        hash.add(held.term);
    }
    for (const Term t : node.constraints) hash.add(t);
    for (const spec::MonitorState& monitor : node.watch.monitors) {
        for (const Value& value : monitor.cells) addValue(hash, value);
        hash.add(static_cast<std::uint64_t>(monitor.promises.size()));
        for (const auto& promise : monitor.promises) {
            hash.add(static_cast<std::uint64_t>(promise.left));
            for (const Value& value : promise.olds) addValue(hash, value);
        }
    }
    if (options_.alphabet.runs > 0) hash.add(std::min(node.flags, options_.alphabet.runs));
    if (readsTimer(monitors_.front())) hash.add(state_.now - state_.timerStart);
    return {hash.high(), hash.low()};
}

// All constraints of the way from the beginning, over symbols of their own, are solved once more together: on
// the way, those that had no bearing on the rest were left behind.
Counterexample Explorer::counterexample(std::int32_t last) {
    std::vector<std::int32_t> way;
    for (std::int32_t i = last; i >= 0; i = trails_[static_cast<std::size_t>(i)].parent) way.push_back(i);
    std::ranges::reverse(way);

    Model model;
    std::vector<Term> constraints;
    std::vector<std::int32_t> here;                 // ordinals after the step before → ordinals of the way
    std::vector<std::vector<std::int32_t>> inStep;  // the same for each step's own ordinals
    for (const std::int32_t i : way) {
        const Trail& trail = trails_[static_cast<std::size_t>(i)];
        std::vector<std::int32_t> step = here;
        for (const SymbolNode& symbol : trail.made) {
            step.push_back(static_cast<std::int32_t>(model.size()));
            model.push_back(std::clamp<std::int64_t>(1, symbol.low, symbol.high));
        }
        for (const Term t : trail.constraints) constraints.push_back(terms_.renamed(t, step));
        here.clear();
        for (const std::int32_t ordinal : trail.kept) here.push_back(step[static_cast<std::size_t>(ordinal)]);
        inStep.push_back(std::move(step));
    }
    if (!constraints.empty() && solver_.solve(constraints, model) != Solver::Answer::Possible)
        note("the values of a violating run could not be found again");

    Counterexample result;
    for (std::size_t n = 0; n < initialValues_.size(); n++) {
        InputEvent e = initialValues_[n];
        e.value = Value(static_cast<double>(model[n]));
        result.inputs.push_back(std::move(e));
    }
    for (std::size_t n = 1; n < way.size(); n++) {
        const Trail& trail = trails_[static_cast<std::size_t>(way[n])];
        const Action& action = actions_[static_cast<std::size_t>(trail.action)];
        for (InputEvent e : action.inputs) {
            e.step = n - 1;
            if (action.isSymbolicAnswer) {
                const std::int32_t typed = inStep[n][static_cast<std::size_t>(trail.symbolsBefore)];
                e.value = toText(Value(static_cast<double>(model[static_cast<std::size_t>(typed)])));
            }
            result.inputs.push_back(std::move(e));
        }
        for (Pick pick : trail.picks) {
            if (pick.ordinal >= 0) {
                const std::int32_t drawn = inStep[n][static_cast<std::size_t>(pick.ordinal)];
                pick.outcome = static_cast<double>(model[static_cast<std::size_t>(drawn)]);
            }
            result.picks.push_back(pick);
        }
    }
    result.steps = way.size() - 1;
    return result;
}

}  // namespace ounce::verify
