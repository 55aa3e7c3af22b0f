#include "contracts/scratch/trial.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "spec/evaluate.h"
#include "vm/interpreter.h"
#include "vm/look.h"

namespace ounce::contracts {
namespace {

// Steps that a call may take before the next one begins.
constexpr int kStepsOfACall = 30;
// Messages that generated scripts answer in one program: they may answer themselves.
constexpr int kReceptions = 50;
constexpr std::size_t kLongestStory = 100;
// Nobody means to nest calls as deep as this.
constexpr std::size_t kDeepestStack = 5000;

Value toValue(const Constant& constant) {
    switch (constant.kind) {
        case Constant::Kind::Number: return Value(constant.number);
        case Constant::Kind::Boolean: return Value(constant.number != 0);
        case Constant::Kind::Text: return Value(String(std::string_view(constant.text)));
        default: return Value(0.0);
    }
}

std::string show(const Value& value) { return toText(value).utf8(); }

std::string listed(const std::vector<Value>& values) {
    std::string text;
    for (const Value& value : values) text += fmt::format(" ({})", show(value));
    return text;
}

bool isBroken(const Value& value) { return value.isNumber() && !std::isfinite(value.asNumber()); }

}  // namespace

ScratchTrial::ScratchTrial(const ScratchTarget& target, const FuzzOptions& options, const ScratchRules& rules)
    : target_(target),
      options_(options),
      rules_(rules),
      contracts_(target.contracts),
      language_(target),
      generator_(target.world, language_, {.callbacks = options.callbacks}, 0),
      initial_(initialState(*target.program, machineOptions_, options.seed)),
      state_(initial_),
      machine_(*target.program, state_, machineOptions_) {
    // What cannot be seen in a second of a call is no longer its fault.
    machineOptions_.warpChecks = 20000;
    const ounce::Program& program = *target.program;
    blockOfDefinition_.assign(program.statements.size(), ounce::kNone);
    for (std::size_t i = 0; i < target.procedures.size(); i++) {
        if (target.procedures[i] == ounce::kNone) continue;
        const auto definition = program.procedures[static_cast<std::size_t>(target.procedures[i])].definition;
        if (definition != ounce::kNone)
            blockOfDefinition_[static_cast<std::size_t>(definition)] = static_cast<std::int32_t>(i);
    }
    isWire_.assign(program.scripts.size(), 0);
    for (const std::vector<std::int32_t>& line : target.wires) {
        for (const std::int32_t message : line) {
            if (message == ounce::kNone) continue;
            for (const auto& scripts : program.messageHats[static_cast<std::size_t>(message)].scripts)
                for (const std::int32_t script : scripts) isWire_[static_cast<std::size_t>(script)] = 1;
        }
    }
    if (rules_.lists) findListUses();
    machine_.watch(*this);
    machine_.decisions = this;
}

std::optional<Made> ScratchTrial::generate(std::uint64_t number, const Corpus& corpus) {
    const std::uint32_t seed = programSeed(options_.seed, number);
    return makeProgram(generator_, corpus, seed, programSize(seed, options_.largest), options_.largest);
}

void ScratchTrial::keep(Program program, std::uint64_t number, const std::vector<std::uint32_t>& fresh,
                        Corpus& corpus) {
    dropUnused(program, run(program, true).done);
    corpus.reach(fresh);
    corpus.add(number, std::move(program));
}

// Features: of each block whether it ran inside a generated script or not, both outcomes of each decision,
// and which calls were made inside which generated script, with and without their pre-condition.
void ScratchTrial::reach(std::size_t feature) {
    if (feature >= hit_.size()) hit_.resize(feature + 1);
    if (hit_[feature]) return;
    hit_[feature] = 1;
    report_.fresh.push_back(static_cast<std::uint32_t>(feature));
}
void ScratchTrial::reachInside(SignatureId signature, bool allowed) {
    const std::size_t first = target_.program->statements.size() * 4;
    const auto context = static_cast<std::size_t>(inside_ + 1);
    reach(first + (context * target_.world.signatures.size() + static_cast<std::size_t>(signature)) * 2 +
          (allowed ? 1 : 0));
}

std::string ScratchTrial::nameOf(std::size_t block) const {
    const CustomBlock& of = target_.blocks[block];
    return fmt::format("{}: {}", target_.original.targets[of.target].name, of.label);
}

void ScratchTrial::fail(std::string of, std::string contract, std::string message) {
    if (report_.failed || report_.discarded) return;
    report_.failed = true;
    report_.of = std::move(of);
    report_.contract = std::move(contract);
    report_.message = std::move(message);
}

void ScratchTrial::tell(int depth, std::string text) {
    if (tells_ && report_.story.size() < kLongestStory) report_.story.push_back({depth, std::move(text)});
}

ScratchReport ScratchTrial::run(const Program& program, bool tells) {
    state_ = initial_;
    values_.assign(static_cast<std::size_t>(program.variables), Value());
    functions_.assign(static_cast<std::size_t>(program.variables), nullptr);
    receivers_.assign(target_.program->messages.size(), nullptr);
    pending_.clear();
    receptions_ = 0;
    nextLine_ = 1;
    tells_ = tells;
    inside_ = kNone;
    report_ = {};
    for (const Statement& statement : program.block.statements) {
        if (statement.kind == Statement::Kind::Function)
            functions_[static_cast<std::size_t>(statement.variable)] = &statement.bodies[0];
        runStatement(statement, 0);
        if (report_.failed || report_.discarded) break;
    }
    if (report_.failed || report_.discarded) {
        // Who is stopped on the way has no claim to what he passed.
        for (const std::uint32_t feature : report_.fresh) hit_[feature] = 0;
        report_.fresh.clear();
    }
    return std::move(report_);
}

Value ScratchTrial::valueOf(const Expression& expression) const {
    if (expression.kind == Expression::Kind::Variable)
        return values_[static_cast<std::size_t>(expression.variable)];
    return toValue(expression.constant);
}

void ScratchTrial::runStatement(const Statement& statement, int depth) {
    using Kind = ScratchCallable::Kind;
    if (statement.kind != Statement::Kind::Call) return;  // functions are looked up when they are used
    const ScratchCallable& callable = target_.callables[static_cast<std::size_t>(statement.signature)];
    Interpreter& interpreter = machine_.interpreter();
    const auto variable = static_cast<std::size_t>(statement.variable);
    if (tells_ && callable.kind != Kind::CustomBlock) report_.done.push_back(statement.variable);
    if (callable.kind == Kind::Message || callable.kind == Kind::Receiver)
        reachInside(statement.signature, true);
    switch (callable.kind) {
        case Kind::CustomBlock:
            callBlock(statement, callable.which, depth == 0 ? 0 : nextLine_++, depth);
            break;
        case Kind::Message:
            tell(depth, fmt::format("broadcast {}", target_.program->messages[callable.which]));
            interpreter.broadcast(static_cast<std::int32_t>(callable.which));
            break;
        case Kind::Flag:
            if (depth > 0) return;
            tell(depth, "the green flag is clicked");
            machine_.greenFlag();
            break;
        case Kind::Variable:
            values_[variable] = state_.targets[callable.sprite]->variables[callable.which];
            return;
        case Kind::Length:
            values_[variable] =
                Value(static_cast<double>(state_.targets[callable.sprite]->lists[callable.which].size()));
            return;
        case Kind::Receiver:
            if (depth == 0)
                receivers_[callable.which] =
                    functions_[static_cast<std::size_t>(statement.attempts[0][0].variable)];
            return;
    }
    if (depth == 0) finishCalls();
}

// Lets the program run until the generated call has returned.
void ScratchTrial::finishCalls() {
    for (int i = 0; i < kStepsOfACall; i++) {
        machine_.step();
        for (const std::int32_t place : state_.threadList) {
            if (state_.threads[static_cast<std::size_t>(place)]->stack.size() > kDeepestStack)
                state_.limits.stackDepth = true;
        }
        if (rules_.recursion && state_.limits.stackDepth)
            fail("a script", "does not call itself without end", "a custom block calls itself without end");
        if (rules_.hanging && (state_.limits.warp || state_.limits.work))
            fail("a script", "comes to an end", "a loop without screen refresh does not end");
        // Where nobody minds, there is still nothing more to learn from this program.
        if (state_.limits.stackDepth || state_.limits.warp || state_.limits.work)
            report_.discarded = !report_.failed;
        if (report_.failed || report_.discarded) return;
        const bool waits =
            std::any_of(state_.threadList.begin(), state_.threadList.end(), [&](std::int32_t place) {
                const Thread& thread = *state_.threads[static_cast<std::size_t>(place)];
                return thread.script >= 0 && isWire_[static_cast<std::size_t>(thread.script)];
            });
        if (!waits) return;
    }
}

void ScratchTrial::callBlock(const Statement& statement, std::size_t block, int line, int depth) {
    if (line >= kLines) return;
    for (const std::vector<Expression>& attempt : statement.attempts) {
        std::vector<Value> arguments;
        for (const Expression& argument : attempt) arguments.push_back(valueOf(argument));
        arguments.resize(target_.blocks[block].ids.size());
        if (!allows(block, arguments)) continue;
        reachInside(statement.signature, true);
        if (tells_) report_.done.push_back(statement.variable);
        tell(depth, fmt::format("{}{}", nameOf(block), listed(arguments)));
        for (std::size_t i = 0; i < arguments.size(); i++) {
            const auto slot = static_cast<std::size_t>(target_.slots[static_cast<std::size_t>(line)][i]);
            state_.targets[0]->variables[slot] = arguments[i];
        }
        const std::int32_t message = target_.wires[static_cast<std::size_t>(line)][block];
        machine_.interpreter().startHats(target_.program->messageHats[static_cast<std::size_t>(message)]);
        return;
    }
    reachInside(statement.signature, false);
}

// ---- conditions ----

void ScratchTrial::give(ScratchCondition& condition, const std::vector<Value>& arguments) {
    for (std::size_t i = 0; i < condition.parameters.size(); i++) {
        for (const std::size_t node : condition.parameters[i]) {
            condition.monitor.nodes[node].code = spec::Code::Constant;
            condition.monitor.nodes[node].constant = arguments[i];
        }
    }
}

bool ScratchTrial::holds(ScratchCondition& condition, const std::vector<Value>& arguments) {
    give(condition, arguments);
    Look look(machine_.reading());
    spec::MonitorState state = condition.monitor.start(look);
    const spec::Happening happening;
    return spec::Evaluation(condition.monitor, look, happening, state).test(condition.monitor.condition);
}

bool ScratchTrial::allows(std::size_t block, const std::vector<Value>& arguments) {
    for (ScratchCondition& condition : contracts_[block].requires_) {
        if (!holds(condition, arguments)) return false;
    }
    return true;
}

// A custom block begins: whoever called it answers for what it requires.
void ScratchTrial::begin(std::size_t block) {
    ScratchContract& contract = contracts_[block];
    if (contract.requires_.empty() && contract.ensures.empty()) return;
    const Thread* thread = machine_.reading().thread;
    if (!thread || thread->stack.size() < 2) return;
    const Frame& caller = thread->stack[thread->stack.size() - 2];
    Pending call{.thread = thread->id, .depth = thread->stack.size() - 1, .block = block};
    const auto count = target_.blocks[block].ids.size();
    for (std::size_t i = 0; i < count; i++)
        call.arguments.push_back(thread->parameters[static_cast<std::size_t>(caller.parameters) + i]);
    const bool isGenerated =
        thread->stack.size() == 2 && thread->script >= 0 && isWire_[static_cast<std::size_t>(thread->script)];
    for (ScratchCondition& condition : contract.requires_) {
        if (holds(condition, call.arguments)) continue;
        // It held when the call was made; another generated call came between.
        if (isGenerated) {
            report_.discarded = true;
            return;
        }
        return fail(nameOf(block), "requires " + condition.text,
                    fmt::format("the program used {}{} when this did not hold", nameOf(block),
                                listed(call.arguments)));
    }
    if (contract.ensures.empty()) return;
    Look look(machine_.reading());
    for (ScratchCondition& condition : contract.ensures) {
        give(condition, call.arguments);
        call.states.push_back(condition.monitor.start(look));
        const spec::Happening happening;
        spec::Evaluation evaluation(condition.monitor, look, happening, call.states.back());
        call.olds.emplace_back();
        for (const std::int32_t old : condition.monitor.olds)
            call.olds.back().push_back(evaluation.value(old));
    }
    pending_.push_back(std::move(call));
}

void ScratchTrial::decided(const Reading& at, std::int32_t statement, bool outcome) {
    reach(static_cast<std::size_t>(statement) * 4 + (outcome ? 2 : 3));
    if (!outcome || pending_.empty() || report_.failed || report_.discarded || !at.thread) return;
    if (at.program.statements[static_cast<std::size_t>(statement)].opcode != Opcode::procedures_call) return;
    const auto found = std::find_if(pending_.rbegin(), pending_.rend(), [&](const Pending& call) {
        return call.thread == at.thread->id && call.depth == at.thread->stack.size();
    });
    if (found == pending_.rend()) return;
    Pending call = std::move(*found);
    pending_.erase(std::next(found).base());
    Look look(at);
    ScratchContract& contract = contracts_[call.block];
    for (std::size_t i = 0; i < contract.ensures.size(); i++) {
        ScratchCondition& condition = contract.ensures[i];
        give(condition, call.arguments);
        const spec::Happening happening;
        spec::Evaluation evaluation(condition.monitor, look, happening, call.states[i]);
        evaluation.remember(&call.olds[i]);
        if (!evaluation.test(condition.monitor.condition))
            return fail(nameOf(call.block), "ensures " + condition.text,
                        fmt::format("after {}{} this did not hold: {}", nameOf(call.block),
                                    listed(call.arguments), evaluation.parts(condition.monitor.condition)));
    }
}

// ---- what is always asked of a program ----

void ScratchTrial::executed(std::int32_t statement, std::int32_t) {
    if (report_.failed || report_.discarded) return;
    const auto place = static_cast<std::size_t>(statement);
    reach(place * 4 + (receptions_ > 0 ? 1 : 0));
    if (blockOfDefinition_[place] != ounce::kNone) begin(static_cast<std::size_t>(blockOfDefinition_[place]));
    if (rules_.lists && !listUses_[place].empty()) checkLists(statement);
}

void ScratchTrial::variableChanged(std::int32_t target, std::int32_t slot, const Value& before,
                                   const Value& now) {
    if (!rules_.numbers || !isBroken(now) || isBroken(before) || report_.failed) return;
    const TargetState& of = *state_.targets[static_cast<std::size_t>(target)];
    const SpriteProgram& sprite = target_.program->sprites[static_cast<std::size_t>(of.sprite)];
    const std::string& name = sprite.variables[static_cast<std::size_t>(slot)].name;
    fail(sprite.name, fmt::format("keeps {} a number", name),
         fmt::format("the variable {} became {}", name, show(now)));
}

void ScratchTrial::uses(ExpressionIndex index, std::vector<ListUse>& to) const {
    if (index == ounce::kNone) return;
    const ounce::Expression& expression = target_.program->expressions[static_cast<std::size_t>(index)];
    if (expression.draws) return;
    // Scratch looks at both sides: «<(i) > (length)> or <(item (i)) = …>» is how people search a list.
    if (expression.node == Node::And || expression.node == Node::Or) return;
    uses(expression.a, to);
    uses(expression.b, to);
    if (expression.node == Node::ItemOfList)
        to.push_back({.index = expression.a, .list = expression.slot, .onStage = expression.onStage});
}

void ScratchTrial::findListUses() {
    const ounce::Program& program = *target_.program;
    listUses_.resize(program.statements.size());
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const ounce::Statement& statement = program.statements[i];
        for (const ExpressionIndex argument : statement.arguments) uses(argument, listUses_[i]);
        const bool replaces = statement.opcode == Opcode::data_replaceitemoflist;
        const bool deletes = statement.opcode == Opcode::data_deleteoflist;
        const bool inserts = statement.opcode == Opcode::data_insertatlist;
        if (!replaces && !deletes && !inserts) continue;
        // «insert [ITEM] at (INDEX)», the others begin with the index.
        listUses_[i].push_back({.index = statement.arguments[inserts ? 1 : 0],
                                .list = statement.slot,
                                .onStage = statement.onStage,
                                .inserts = inserts,
                                .acceptsAll = deletes});
    }
}

void ScratchTrial::checkLists(std::int32_t statement) {
    Look look(machine_.reading());
    for (const ListUse& use : listUses_[static_cast<std::size_t>(statement)]) {
        if (use.index == ounce::kNone || use.list == ounce::kNone) continue;
        const List& list = look.owner(use.onStage).lists[static_cast<std::size_t>(use.list)];
        const std::size_t length = list.size() + (use.inserts ? 1 : 0);
        const Value index = look.value(use.index);
        if (look.drew()) continue;
        if (look.listIndex(use.index, length, use.acceptsAll) != 0) continue;
        const SpriteProgram& sprite =
            target_.program->sprites[static_cast<std::size_t>(use.onStage ? 0 : look.target->sprite)];
        const std::string& name = sprite.lists[static_cast<std::size_t>(use.list)].name;
        return fail(sprite.name, fmt::format("stays inside the list {}", name),
                    fmt::format("item {} of {} is used, which has {} items", show(index), name, list.size()));
    }
}

// ---- what a generated sprite does when a message comes ----

void ScratchTrial::broadcast(std::int32_t message) {
    const Body* body = receivers_[static_cast<std::size_t>(message)];
    if (!body || report_.failed) return;
    if (++receptions_ > kReceptions) {
        report_.discarded = true;
        return;
    }
    tell(1, fmt::format("when I receive {}", target_.program->messages[static_cast<std::size_t>(message)]));
    nextLine_ = 1;
    inside_ = body->signature;
    for (const Statement& statement : body->block.statements) runStatement(statement, 2);
    inside_ = kNone;
}

}  // namespace ounce::contracts
