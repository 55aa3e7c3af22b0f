#include "contracts/scratch/trial.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/cast.h"
#include "vm/interpreter.h"

namespace ounce::contracts {
namespace {

// Steps that a call may take before the next one begins.
// A call that takes longer has not returned: what its block ensures is not asked, and the program ends there,
// as two calls at once are not what contracts speak of.
constexpr int kStepsOfACall = 150;
constexpr std::size_t kLongestStory = 100;
// Nobody means to nest calls as deep as this.
constexpr std::size_t kDeepestStack = 5000;
// Programs of the corpus whose ends are kept.
constexpr std::size_t kMostSnapshots = 200;

Value toValue(const Constant& constant) {
    switch (constant.kind) {
        case Constant::Kind::Number: return Value(constant.number);
        case Constant::Kind::Boolean: return Value(constant.number != 0);
        case Constant::Kind::Text: return Value(String(std::string_view(constant.text)));
        default: return Value(0.0);
    }
}

Value nameValue(const std::string& name) { return Value(String(std::string_view(name))); }

}  // namespace

std::string show(const Value& value) { return toText(value).utf8(); }

std::string listed(const std::vector<Value>& values) {
    std::string text;
    for (const Value& value : values) text += fmt::format(" ({})", show(value));
    return text;
}

ScratchTrial::ScratchTrial(const ScratchTarget& target, const FuzzOptions& options, const ScratchRules& rules)
    : target_(target),
      options_(options),
      rules_(rules),
      contracts_(target.contracts),
      messageContracts_(target.messageContracts),
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
    messageOf_.assign(program.scripts.size(), ounce::kNone);
    isHeard_.assign(program.messages.size(), 0);
    for (std::size_t m = 0; m < program.messages.size(); m++) {
        messageNames_.push_back(nameValue(program.messages[m]));
        const auto& scripts = program.messageHats[m].scripts;
        for (std::size_t sprite = 0; sprite < scripts.size(); sprite++) {
            const bool isAdded = sprite + 1 == scripts.size();
            for (const std::int32_t script : scripts[sprite]) {
                messageOf_[static_cast<std::size_t>(script)] = static_cast<std::int32_t>(m);
                (isAdded ? isWire_[static_cast<std::size_t>(script)] : isHeard_[m]) = 1;
            }
        }
    }
    for (const std::vector<std::int32_t>& line : target.wires) {
        wireNames_.emplace_back();
        for (const std::int32_t message : line) {
            wireNames_.back().push_back(
                message == ounce::kNone ? Value() : messageNames_[static_cast<std::size_t>(message)]);
            if (message == ounce::kNone) continue;
            for (const auto& scripts : program.messageHats[static_cast<std::size_t>(message)].scripts)
                for (const std::int32_t script : scripts) isWire_[static_cast<std::size_t>(script)] = 1;
        }
    }
    if (rules_.lists) findListUses();
    // What comes of dividing by the answer of a block that Ounce does not have is nobody's fault.
    if (std::ranges::any_of(program.expressions, [](const ounce::Expression& e) {
            return e.node == Node::Report && e.opcode == Opcode::Unknown;
        }))
        rules_.numbers = false;
    machine_.watch(*this);
    machine_.decisions = this;
}

std::optional<Made> ScratchTrial::generate(std::uint64_t number, const Corpus& corpus) {
    const std::uint32_t seed = programSeed(options_.seed, number);
    return makeProgram(generator_, corpus, seed, programSize(seed, options_.largest), options_.largest);
}

std::vector<std::uint32_t> ScratchTrial::keep(Program program, std::uint64_t number,
                                              std::vector<std::uint32_t> fresh, Corpus& corpus) {
    dropUnused(program, run(program, true).done);
    // What is left may do something else; if it does not end well, nobody goes on from it.
    const ScratchReport report = run(program);
    const bool isFine = !report.failed && !report.discarded;
    fresh.insert(fresh.end(), report.fresh.begin(), report.fresh.end());
    corpus.reach(fresh);
    if (!isFine) return fresh;
    if (snapshots_.size() >= kMostSnapshots) snapshots_.erase(snapshots_.begin());
    snapshots_.emplace(number, Snapshot{state_, values_, pending_, sent_, receptions_});
    corpus.add(number, std::move(program));
    return fresh;
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
    if (isOver()) return;
    // What a generated receiver has broken before it is done is not the program's fault.
    std::string parts;
    for (const Sent& sent : sent_) {
        if (receivers_[sent.message] &&
            broken(machine_.reading(), messageContracts_[sent.message].ensures, {}, sent.before, parts))
            return discard();
    }
    report_.failed = true;
    report_.of = std::move(of);
    report_.contract = std::move(contract);
    report_.message = std::move(message);
}

void ScratchTrial::tell(int depth, std::string text) {
    if (tells_ && report_.story.size() < kLongestStory) report_.story.push_back({depth, std::move(text)});
}

void ScratchTrial::prepare(const Program& program) {
    values_.assign(static_cast<std::size_t>(program.variables), Value());
    functions_.assign(static_cast<std::size_t>(program.variables), nullptr);
    receivers_.assign(target_.program->messages.size(), nullptr);
    overrides_.assign(target_.blocks.size(), nullptr);
    keeps_.assign(target_.blocks.size(), 0);
    pending_.clear();
    sent_.clear();
    receptions_ = 0;
    sending_ = ounce::kNone;
    inside_ = kNone;
    isUnfinished_ = false;
    report_ = {};
}

ScratchReport ScratchTrial::run(const Program& program, bool tells) {
    state_ = initial_;
    tells_ = tells;
    prepare(program);
    return runFrom(program, 0);
}

ScratchReport ScratchTrial::run(const Made& made) {
    const auto known = made.base ? snapshots_.find(*made.base) : snapshots_.end();
    if (known == snapshots_.end() || !made.isAppended) return run(made.program);
    const Snapshot& from = known->second;
    tells_ = false;
    prepare(made.program);
    state_ = from.state;
    std::copy(from.values.begin(), from.values.end(), values_.begin());
    pending_ = from.pending;
    sent_ = from.sent;
    receptions_ = from.receptions;
    for (std::size_t i = 0; i < made.shared; i++) bind(made.program.block.statements[i]);
    return runFrom(made.program, made.shared);
}

ScratchReport ScratchTrial::runFrom(const Program& program, std::size_t first) {
    for (std::size_t i = first; i < program.block.statements.size() && !isOver() && !isUnfinished_; i++) {
        bind(program.block.statements[i]);
        runStatement(program.block.statements[i]);
    }
    if (isOver() || isUnfinished_) {
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

// Who receives messages, and what replaces custom blocks.
void ScratchTrial::bind(const Statement& statement) {
    if (statement.kind == Statement::Kind::Function) {
        functions_[static_cast<std::size_t>(statement.variable)] = &statement.bodies[0];
        return;
    }
    if (statement.kind != Statement::Kind::Call) return;
    const ScratchCallable& callable = target_.callables[static_cast<std::size_t>(statement.signature)];
    const auto body = [&] { return functions_[static_cast<std::size_t>(statement.attempts[0][0].variable)]; };
    if (callable.kind == ScratchCallable::Kind::Receiver) receivers_[callable.which] = body();
    if (callable.kind == ScratchCallable::Kind::Override) {
        overrides_[callable.which] = body();
        keeps_[callable.which] = toBoolean(valueOf(statement.attempts[0][1])) ? 1 : 0;
    }
}

void ScratchTrial::read(const Statement& statement, const ScratchCallable& callable) {
    Value& to = values_[static_cast<std::size_t>(statement.variable)];
    const TargetState& of = *state_.targets[callable.sprite];
    if (callable.kind == ScratchCallable::Kind::Variable) to = of.variables[callable.which];
    if (callable.kind == ScratchCallable::Kind::Length)
        to = Value(static_cast<double>(of.lists[callable.which].size()));
}

void ScratchTrial::runStatement(const Statement& statement) {
    using Kind = ScratchCallable::Kind;
    if (statement.kind != Statement::Kind::Call) return;
    const ScratchCallable& callable = target_.callables[static_cast<std::size_t>(statement.signature)];
    bool isDone = true;
    switch (callable.kind) {
        case Kind::CustomBlock: {
            isDone = putArguments(statement, callable.which, 0, 0);
            reachInside(statement.signature, isDone);
            if (!isDone) return;
            const std::int32_t message = target_.wires[0][callable.which];
            machine_.interpreter().startHats(target_.program->messageHats[static_cast<std::size_t>(message)]);
            break;
        }
        case Kind::Message:
            isDone = mayBroadcast(callable.which);
            reachInside(statement.signature, isDone);
            if (!isDone) return;
            tell(0, fmt::format("broadcast {}", target_.program->messages[callable.which]));
            sending_ = static_cast<std::int32_t>(callable.which);
            machine_.interpreter().broadcast(sending_);
            break;
        case Kind::Flag:
            tell(0, "the green flag is clicked");
            machine_.greenFlag();
            break;
        default: read(statement, callable);
    }
    if (tells_) report_.done.push_back(statement.variable);
    if (callable.kind == Kind::CustomBlock || callable.kind == Kind::Message || callable.kind == Kind::Flag)
        finishCalls();
}

// Lets the program run until the generated call has returned.
void ScratchTrial::finishCalls() {
    for (int i = 0; i < kStepsOfACall; i++) {
        machine_.step();
        for (const std::int32_t place : state_.threadList) {
            if (state_.threads[static_cast<std::size_t>(place)]->stack.size() > kDeepestStack)
                state_.limits.stackDepth = true;
        }
        if (!sent_.empty()) checkMessages();
        if (rules_.recursion && state_.limits.stackDepth)
            fail("a script", "does not call itself without end", "a custom block calls itself without end");
        if (rules_.hanging && (state_.limits.warp || state_.limits.work))
            fail("a script", "comes to an end", "a loop without screen refresh does not end");
        // Where nobody minds, there is still nothing more to learn from this program.
        if (state_.limits.stackDepth || state_.limits.warp || state_.limits.work) discard();
        if (isOver()) return;
        const bool waits =
            std::any_of(state_.threadList.begin(), state_.threadList.end(), [&](std::int32_t place) {
                const Thread& thread = *state_.threads[static_cast<std::size_t>(place)];
                return thread.script >= 0 && isWire_[static_cast<std::size_t>(thread.script)];
            });
        if (!waits) return;
    }
    isUnfinished_ = true;
}

bool ScratchTrial::putArguments(const Statement& statement, std::size_t block, int line, int depth) {
    for (const std::vector<Expression>& attempt : statement.attempts) {
        std::vector<Value> arguments;
        for (const Expression& argument : attempt) arguments.push_back(valueOf(argument));
        arguments.resize(target_.blocks[block].ids.size());
        if (!allows(contracts_[block].requires_, arguments)) continue;
        tell(depth, fmt::format("{}{}", nameOf(block), listed(arguments)));
        for (std::size_t i = 0; i < arguments.size(); i++) {
            const auto slot = static_cast<std::size_t>(target_.slots[static_cast<std::size_t>(line)][i]);
            state_.targets[0]->variables[slot] = arguments[i];
        }
        return true;
    }
    return false;
}

void ScratchTrial::executed(std::int32_t statement, std::int32_t) {
    if (isOver()) return;
    if (!sent_.empty()) checkMessages();
    const auto place = static_cast<std::size_t>(statement);
    reach(place * 4 + (receptions_ > 0 ? 1 : 0));
    if (target_.steps[place].of != ScratchStep::Of::Nothing) act(target_.steps[place]);
    if (blockOfDefinition_[place] != ounce::kNone) begin(static_cast<std::size_t>(blockOfDefinition_[place]));
    if (rules_.lists && !listUses_[place].empty()) checkLists(statement);
}

}  // namespace ounce::contracts
