#include "verify/explorer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

#include "base/cast.h"
#include "verify/explorer_parts.h"

namespace ounce::verify {
namespace {

constexpr std::uint32_t kSeed = 1;
// So many outcomes of one draw, or values of one term, are tried.
constexpr double kMostOutcomes = 1000, kFewOutcomes = 150;
// So many passes may change something in a slice.
constexpr std::int32_t kMostPasses = 8;
// And so many ways through one step.
constexpr std::size_t kMostWays = 2000;
constexpr std::int64_t kGreatestInitial = 9999;
constexpr std::size_t kMostSpare = 1000;
constexpr std::uint64_t kReportEvery = 64;  // states

bool readsTimer(const spec::Monitor& monitor) {
    return std::ranges::any_of(monitor.nodes,
                               [](const spec::Node& node) { return node.code == spec::Code::Timer; });
}

}  // namespace

Explorer::Explorer(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
                   ExploreOptions options, const Job& job)
    : program_(std::move(program)),
      monitors_{monitor},
      options_(std::move(options)),
      job_(job),
      alphabet_(program_, monitor, options_.alphabet),
      solver_(terms_),
      state_(initialState(*program_, options_.machine, kSeed)),
      canonical_(*program_, options_.machine.mode, false),
      blank_(state_) {
    machine_.emplace(*program_, state_, options_.machine);
    run_.emplace(*machine_, terms_, monitors_, alphabet_.answers());
    for (const std::string& gap : alphabet_.gaps()) note(gap);
    if (options_.anyInitialValues)
        note("variables began with whole numbers only, and lists and sprites as the project has them");
    watch_.emplace(monitors_, *machine_);
    watch_->comparisons = &*run_;
    look_ = std::make_unique<Look>(machine_->reading());
    frontier_ = std::make_unique<Frontier>();
    readsTimer_ = readsTimer(monitors_.front());
}
Explorer::~Explorer() = default;

void Explorer::note(const std::string& gap) {
    if (!gap.empty() && std::ranges::find(result_.gaps, gap) == result_.gaps.end())
        result_.gaps.push_back(gap);
}

void Explorer::begin() {
    Node root{.state = std::make_unique<State>(state_), .watch = watch_->state()};
    if (options_.anyInitialValues) {
        for (std::size_t i = 0; i < program_->sprites.size(); i++) {
            const auto& values = root.state->targets[i]->variables;
            for (std::size_t slot = 0; slot < values.size(); slot++) {
                double number = 0;
                if (values[slot].type() == Type::Boolean || std::isnan(toRawNumber(values[slot]))) continue;
                number = toNumber(values[slot]);
                if (std::trunc(number) != number || std::fabs(number) > kGreatestInitial) continue;
                const auto ordinal = static_cast<std::int32_t>(root.model.size());
                root.model.push_back(static_cast<std::int64_t>(number));
                const SymbolNode symbol{ordinal, -kGreatestInitial, kGreatestInitial};
                root.shadow.hold({static_cast<std::int32_t>(i), static_cast<std::int32_t>(slot)},
                                 {terms_.symbol(symbol), Form::Number});
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
    while (!frontier_->empty() && !result_.violation && result_.ended.empty()) {
        if (options_.untilTriggered && result_.triggered) break;
        if (options_.states > 0 && result_.states >= options_.states) {
            result_.ended = "states";
            break;
        }
        if (waitingBytes_ + trails_.size() * kTrailBytes > options_.memory) {
            result_.ended = "memory";
            break;
        }
        if (isTimeOver()) break;
        if (result_.states % kReportEvery == 0) report();
        Node node = frontier_->pop();
        if (options_.steps > 0 && node.depth >= options_.steps) {
            result_.ended = "steps";
            break;
        }
        result_.states++;
        result_.depth = std::max(result_.depth, node.depth);
        unpack(node);
        expand(node);
        for (; learnt_ < run_->learnt().size(); learnt_++) alphabet_.learn(run_->learnt()[learnt_]);
        if (spare_.size() < kMostSpare) spare_.push_back(std::move(node.state));
    }
    result_.isExhausted = frontier_->empty() && !result_.violation && result_.ended.empty();
    result_.questions = solver_.questions();
    result_.learnt = run_->learnt();
    return std::move(result_);
}

bool Explorer::isTimeOver() {
    if (!job_.isOver()) return false;
    result_.ended = "time";
    return true;
}

void Explorer::report() const {
    if (!job_.listener) return;
    const auto states = static_cast<double>(result_.states);
    const double part = job_.isLimited() || options_.states == 0
                            ? job_.spent()
                            : states / static_cast<double>(options_.states);
    job_.report(part,
                fmt::format("{} states, {:.0f}/s, {} waiting, depth {}", result_.states,
                            states / std::max(job_.seconds(), 1e-3), frontier_->size(), result_.depth),
                result_.states, options_.states);
}

void Explorer::expand(Node& node) {
    for (const Action& action : alphabet_.actions(*node.state, node.flags)) {
        tryAction(node, action);
        if (result_.violation || !result_.ended.empty() || isTimeOver()) return;
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
        wantsPasses_ = false;
        tryWays(node, action);
        // Every way ended by itself: with more passes it would be the same.
        if (!wantsPasses_) return;
        if (passes > 1 && std::ranges::includes(before, ends_)) return;
        if (passes == kMostPasses) {
            result_.passesMatter = true;
            result_.ended = "passes";
        }
        before = ends_;
    }
}

// Whether the step that was just done was ended by the number of passes.
bool Explorer::couldGoOn() const {
    return state_.passes >= options_.machine.passes && !state_.redraw &&
           std::ranges::any_of(state_.threadList, [&](std::int32_t place) {
               const Status status = state_.threads[static_cast<std::size_t>(place)]->status;
               return status == Status::Running;
           });
}

void Explorer::tryWays(const Node& node, const Action& action) {
    std::vector<Attempt> open(1);
    open.back().model = node.model;
    const auto symbols = static_cast<std::int32_t>(node.model.size());
    std::vector<InputEvent> typed;
    std::span<const InputEvent> inputs = action.inputs;
    for (std::size_t ways = 0; !open.empty() && !result_.violation && result_.ended.empty(); ways++) {
        if (ways >= kMostWays) {
            note(fmt::format(
                "of the ways in which random numbers can come out in one step only {} were tried", ways));
            return;
        }
        // A single step of a program may take long.
        if (ways > 0 && isTimeOver()) return;
        const Attempt attempt = std::move(open.back());
        open.pop_back();
        state_ = *node.state;
        node.shadow.apply(terms_, attempt.model, state_);
        watch_->restore(node.watch);
        RunTerms::Start start{.shadow = &node.shadow,
                              .constraints = &node.constraints,
                              .model = attempt.model,
                              .symbols = symbols,
                              .outcomes = attempt.outcomes};
        if (action.answer != Action::Symbol::None) {
            start.answer =
                SymbolNode{symbols, -options_.alphabet.greatestAnswer, options_.alphabet.greatestAnswer};
            start.answerForm = action.answer == Action::Symbol::Half ? Form::TypedHalf : Form::Typed;
            if (start.model.size() <= node.model.size()) start.model.push_back(1);
            typed = action.inputs;
            typed.front().value = typedValue(action, start.model[static_cast<std::size_t>(symbols)]);
            inputs = typed;
        }
        run_->begin(start);
        machine_->step(inputs);
        watch_->afterStep();
        note(run_->gap);
        const Limits& limits = state_.limits;
        if (limits.warp || limits.work || limits.memory || limits.stackDepth)
            note("a script did more than Ounce lets it do in one step, or took too much memory");
        wantsPasses_ = wantsPasses_ || couldGoOn();
        alternatives(node, attempt, open);
        arrive(node, action);
    }
}

// Every decision of the step that just ended and that is not settled could have come out otherwise.
void Explorer::alternatives(const Node& node, const Attempt& attempt, std::vector<Attempt>& open) {
    if (run_->decisions.empty()) return;
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
            // Of a wide range there is little hope to try all.
            const TermNode& value = terms_.at(isValue ? terms_.at(d.term).a : d.term);
            const bool isWide = isValue && value.high - value.low > kMostOutcomes;
            if (isValue && static_cast<double>(values) > (isWide ? kFewOutcomes : kMostOutcomes)) {
                note(
                    "a number was used where all its values had to be tried one by one, and there were too "
                    "many");
            } else {
                // A question to the solver takes up to a second.
                if (isTimeOver()) return;
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

}  // namespace ounce::verify
