#include "verify/run_terms.h"

#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "verify/whole_number.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

// Never to be seen; if it is, no proof comes of it.
constexpr const char* kMistake = "a block computed something else than its term";
// More than this is not followed: a loop without a pause may draw a million numbers.
constexpr std::size_t kMostInAStep = 5000;
constexpr const char* kTooMuch =
    "in one step more random numbers were drawn, or more was decided by them, than can be followed";

bool isCondition(Opcode opcode) {
    return opcode == Opcode::control_if || opcode == Opcode::control_if_else ||
           opcode == Opcode::control_repeat_until || opcode == Opcode::control_while ||
           opcode == Opcode::control_wait_until;
}

bool isAssignment(Opcode opcode) {
    return opcode == Opcode::data_setvariableto || opcode == Opcode::data_changevariableby;
}

// Which argument is shown to people.
int shownArgument(Opcode opcode) {
    switch (opcode) {
        case Opcode::looks_say:
        case Opcode::looks_think:
        case Opcode::looks_sayforsecs:
        case Opcode::looks_thinkforsecs:
        case Opcode::sensing_askandwait: return 0;
        default: return -1;
    }
}

}  // namespace

RunTerms::RunTerms(Machine& machine, Terms& terms, const std::vector<spec::Monitor>& monitors,
                   const Answers& answers)
    : machine_(machine), terms_(terms), answers_(answers) {
    const Program& program = machine.program;
    for (const spec::Monitor& monitor : monitors) {
        strict_[&monitor] = strictNodes(monitor);
        for (const spec::Node& node : monitor.nodes) {
            if (node.code == spec::Code::Question ||
                (node.code == spec::Code::Attribute && node.attribute == Attribute::Say))
                textsAreRead_ = true;
        }
    }
    for (const Expression& e : program.expressions) {
        if (e.opcode == Opcode::sensing_touchingcolor || e.opcode == Opcode::sensing_coloristouchingcolor)
            textsAreRead_ = true;
    }
    for (const Script& script : program.scripts) {
        if (script.condition != kNone) hatConditions_[script.hat] = script.condition;
    }
    machine.watch(*this);
    machine.decisions = this;
    machine.choices = this;
}

void RunTerms::begin(const Start& start) {
    shadow = *start.shadow;
    constraints_ = start.constraints;
    model = start.model;
    used_ = start.symbols;
    outcomes_ = start.outcomes;
    answer_ = start.answer;
    answerForm_ = start.answerForm;
    if (answer_) {
        used_ = answer_->ordinal + 1;
        if (model.size() < static_cast<std::size_t>(used_)) model.resize(static_cast<std::size_t>(used_), 0);
    }
    nextOutcome_ = 0;
    decisions.clear();
    picks.clear();
    made.clear();
    if (answer_) made.push_back(*answer_);
    gap.clear();
    drawn_.clear();
    cells_.clear();
    statement_ = kNone;
}

Look& RunTerms::look() {
    if (!look_) {
        look_.emplace(machine_.reading());
    } else {
        look_->refresh(machine_.reading());
    }
    return *look_;
}

// ---- taking things at their present value ----

void RunTerms::fix(Cell cell) {
    const Held* held = shadow.find(cell);
    if (!held) return;
    const Term term = held->term;
    shadow.forget(cell);
    if (terms_.isConstant(term)) return;
    constrain(terms_.make(Operator::Equal, term, terms_.constant(terms_.evaluate(term, model))), true,
              Decision::Kind::Value);
}

void RunTerms::fixVariables() {
    const auto cells = shadow.cells();
    for (const auto& [cell, held] : cells) {
        if (cell != kAnswer) fix(cell);
    }
}

void RunTerms::fix(ExpressionIndex e) {
    if (e == kNone || shadow.empty()) return;
    const Expression& x = machine_.program.expressions[static_cast<std::size_t>(e)];
    if (const auto cell = cellOf(x)) return fix(*cell);
    if (x.opcode == Opcode::sensing_of || x.opcode == Opcode::procedures_call) fixVariables();
    fix(x.a);
    fix(x.b);
}

void RunTerms::fixArguments(const Statement& s) {
    const int shown = textsAreRead_ ? -1 : shownArgument(s.opcode);
    for (int i = 0; i < static_cast<int>(s.arguments.size()); i++) {
        if (i != shown) fix(s.arguments[static_cast<std::size_t>(i)]);
    }
    if (s.opcode == Opcode::procedures_call && s.slot != kNone) {
        for (const ExpressionIndex e : machine_.program.calls[static_cast<std::size_t>(s.slot)].arguments)
            fix(e);
    }
}

// What was drawn by a block that does something with it for which there is no term.
void RunTerms::fixDrawn() {
    for (const Term drawn : drawn_) {
        if (drawn == kNoTerm || terms_.isConstant(drawn)) continue;
        constrain(terms_.make(Operator::Equal, drawn, terms_.constant(terms_.evaluate(drawn, model))), true,
                  Decision::Kind::Value);
    }
}

void RunTerms::constrain(Term term, bool outcome, Decision::Kind kind) {
    const Term holds = outcome ? term : terms_.negation(term);
    if (terms_.evaluate(holds, model) == 0) {
        gap = kMistake;
        return;
    }
    if (terms_.isConstant(holds) || std::ranges::find(*constraints_, holds) != constraints_->end()) return;
    for (const Decision& d : decisions) {
        if (d.term == holds) return;
    }
    if (decisions.size() >= kMostInAStep) {
        gap = kTooMuch;
        return;
    }
    decisions.push_back({.kind = kind, .term = holds});
}

// ---- what the machine does ----

void RunTerms::executed(std::int32_t statement, std::int32_t target) {
    statement_ = statement;
    target_ = target;
    drawn_.clear();
    cells_.clear();
    if (shadow.empty()) return;
    const Statement& s = machine_.program.statements[static_cast<std::size_t>(statement)];
    if (s.preparation != kNone) {
        // The bounds of what will be drawn.
        for (const auto& [e, cell] :
             machine_.program.preparations[static_cast<std::size_t>(s.preparation)].steps)
            fix(e);
    }
    if (isAssignment(s.opcode) || isCondition(s.opcode)) return;
    fixArguments(s);
}

void RunTerms::variableWritten(std::int32_t target, std::int32_t slot, const Value& before) {
    const Cell cell{target, slot};
    const Statement* s =
        statement_ == kNone ? nullptr : &machine_.program.statements[static_cast<std::size_t>(statement_)];
    if (!s || !isAssignment(s->opcode) || (drawn_.empty() && shadow.empty())) {
        shadow.forget(cell);
        return;
    }
    nextDrawn_ = 0;
    if (!drawn_.empty() && s->preparation != kNone) {
        for (const auto& [e, place] :
             machine_.program.preparations[static_cast<std::size_t>(s->preparation)].steps) {
            const Term drawn = number(e);
            if (place != kNone && drawn != kNoTerm) cells_[place] = drawn;
        }
    }
    const ExpressionIndex e = s->arguments[0];
    const bool changes = s->opcode == Opcode::data_changevariableby;
    Term term = kNoTerm;
    Form form = Form::Number;
    if (changes) {
        const Held* held = shadow.find(cell);
        if (!held && !isSymbolic(e) && drawn_.empty()) return;
        std::int64_t whole = 0;
        const Term old = held && held->form == Form::TypedHalf  ? kNoTerm
                         : held                                 ? held->term
                         : wholeNumber(toNumber(before), whole) ? terms_.constant(whole)
                                                                : kNoTerm;
        term = terms_.make(Operator::Add, old, number(e));
    } else {
        const bool draws = e != kNone && machine_.program.expressions[static_cast<std::size_t>(e)].draws;
        if (!isSymbolic(e) && !draws) {
            shadow.forget(cell);
            fixDrawn();
            return;
        }
        isNegativeZero_ = false;
        term = number(e);
        const Expression& x = machine_.program.expressions[static_cast<std::size_t>(e)];
        if (const auto from = cellOf(x)) {
            const Held* held = shadow.find(*from);
            if (held) form = held->form, term = held->term;
        }
    }
    const bool isProduct =
        e != kNone && machine_.program.expressions[static_cast<std::size_t>(e)].node == Node::Multiply;
    if (term == kNoTerm && isNegativeZero_ && isProduct && !changes) {
        shadow.forget(cell);  // and all that led to it is said by constraints
    } else if (term == kNoTerm) {
        fix(e);
        fix(cell);
        fixDrawn();
        shadow.forget(cell);
    } else if (terms_.isConstant(term)) {
        shadow.forget(cell);
    } else {
        shadow.hold(cell, {term, form});
    }
}

void RunTerms::cloned(std::int32_t clone) {
    if (shadow.empty()) return;
    const std::int16_t sprite = machine_.state.targets[static_cast<std::size_t>(clone)]->sprite;
    const auto cells = shadow.cells();
    for (const auto& [cell, held] : cells) {
        if (cell != kAnswer &&
            machine_.state.targets[static_cast<std::size_t>(cell.target)]->sprite == sprite)
            fix(cell);
    }
}

void RunTerms::deleting(std::int32_t clone) {
    const auto cells = shadow.cells();
    for (const auto& [cell, held] : cells) {
        if (cell != kAnswer && cell.target == clone) fix(cell);  // others may look at it for the last time
    }
}

void RunTerms::input(const InputEvent& event) {
    flagIsStarting_ = event.kind == InputEvent::Kind::GreenFlag;
    if (event.kind != InputEvent::Kind::Answer) return;
    if (answer_) {
        shadow.hold(kAnswer, {terms_.symbol(*answer_), answerForm_});
    } else {
        shadow.forget(kAnswer);
    }
}

// The flag stops everything, and then the answer is empty again.
void RunTerms::stoppedAll() {
    if (flagIsStarting_) shadow.forget(kAnswer);
    flagIsStarting_ = false;
}

void RunTerms::stepDone() {
    if (shadow.empty()) return;
    State expected = machine_.state;
    shadow.apply(terms_, model, expected);
    for (const auto& entry : shadow.cells()) {
        const Cell cell = entry.first;
        const auto valueIn = [&](const State& state) -> const Value& {
            return cell == kAnswer ? state.answer
                                   : state.targets[static_cast<std::size_t>(cell.target)]
                                         ->variables[static_cast<std::size_t>(cell.slot)];
        };
        if (!valueIn(expected).same(valueIn(machine_.state))) gap = kMistake;
    }
}

void RunTerms::decided(const Reading& at, std::int32_t statement, bool outcome) {
    if (!answers_.comparands.empty()) learnFrom(statement);
    if (shadow.empty()) return;
    const Statement& s = at.program.statements[static_cast<std::size_t>(statement)];
    ExpressionIndex e = kNone;
    if (isCondition(s.opcode)) {
        e = s.arguments[0];
    } else if (const auto hat = hatConditions_.find(statement); hat != hatConditions_.end()) {
        e = hat->second;
    }
    if (e == kNone || !isSymbolic(e)) return;
    const Term term = condition(e);
    if (term == kNoTerm) {
        fix(e);
    } else {
        constrain(term, outcome, Decision::Kind::Condition);
    }
}

// ---- what is drawn ----

// At first it always has its least value: what is shown of it then looks the same in states that are alike.
Term RunTerms::makeSymbol(std::int64_t low, std::int64_t high) {
    const std::int32_t ordinal = used_++;
    if (model.size() < static_cast<std::size_t>(used_)) model.push_back(low);
    std::int64_t& value = model[static_cast<std::size_t>(ordinal)];
    if (value < low || value > high) value = low;
    made.push_back({ordinal, low, high});
    return terms_.symbol(made.back());
}

double RunTerms::pick(const Domain& domain, double drawn, std::int32_t statement) {
    const double usual = domain.outcome(drawn);
    if (picks.size() >= kMostInAStep) {
        gap = kTooMuch;
        drawn_.push_back(kNoTerm);
        return usual;
    }
    const double count = domain.size();
    const bool assigned =
        statement != kNone &&
        isAssignment(machine_.program.statements[static_cast<std::size_t>(statement)].opcode);
    std::int64_t low = 0, high = 0;
    const bool isWhole = domain.kind != Domain::Kind::Between && wholeNumber(domain.low, low) &&
                         wholeNumber(domain.high, high) && std::isfinite(count);
    if (!isWhole) {
        gap = "a random number that is not whole has too many outcomes to try them all";
        picks.push_back({statement, usual});
        drawn_.push_back(kNoTerm);
        return usual;
    }
    if (assigned && count > 1) {
        const std::int32_t ordinal = used_;
        const Term term = makeSymbol(std::min(low, high), std::max(low, high));
        drawn_.push_back(term);
        const auto value = static_cast<double>(model[static_cast<std::size_t>(ordinal)]);
        picks.push_back({statement, value, ordinal});
        return value;
    }
    double outcome = domain.low;
    if (count > 1 && nextOutcome_ < outcomes_.size()) {
        if (domain.contains(outcomes_[nextOutcome_])) outcome = outcomes_[nextOutcome_];
        nextOutcome_++;
    }
    picks.push_back({statement, outcome});
    drawn_.push_back(terms_.constant(static_cast<std::int64_t>(outcome)));
    if (count > 1) decisions.push_back({.kind = Decision::Kind::Pick, .domain = domain, .outcome = outcome});
    return outcome;
}

}  // namespace ounce::verify
