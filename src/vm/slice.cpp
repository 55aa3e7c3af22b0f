// A slice: one thread runs until it yields, waits, reaches the end of a loop iteration or its own end.
#include "base/invariant.h"
#include "vm/frames.h"
#include "vm/interpreter.h"

namespace ounce {
namespace {

// A thread that nests deeper is stopped; no ordinary script comes near.
constexpr std::size_t kMaxDepth = 100000;
constexpr std::size_t kMaxFrames = 2000000;

}  // namespace

bool Interpreter::isTooDeep() {
    std::size_t frames = 0;
    for (const Box<Thread>& t : state.threads) frames += t->stack.size();
    if (thread->stack.size() < kMaxDepth && frames < kMaxFrames) return false;
    state.limits.stackDepth = true;
    kill(*thread);
    return true;
}

void Interpreter::prepare(std::int32_t preparation) {
    for (auto [e, cell] : program.preparations[static_cast<std::size_t>(preparation)].steps) {
        Value result = value(e);
        if (stepFailed_) return;
        ownCells_[static_cast<std::size_t>(cell)] = std::move(result);
    }
}

void Interpreter::runAlone(std::int32_t threadPlace, StatementIndex index) {
    wall_ = state.now;
    activePlace_ = threadPlace;
    enter(&*state.threads[static_cast<std::size_t>(threadPlace)]);
    enter(thread->target);
    statement = index;
    if (!thread->stack.empty()) frame().statement = index;
    instructions_[index].run(*this, instructions_[index]);
    activePlace_ = kNone;
}

void Interpreter::runSlice(std::int32_t place) {
    INVARIANT(place >= 0 && static_cast<std::size_t>(place) < state.threads.size(),
              "a listed thread should have a place");
    Thread& t = *state.threads[static_cast<std::size_t>(place)];
    INVARIANT(t.inUse && !t.stack.empty(), "a thread that runs should have something to run");
    enter(&t);
    enter(t.target);
    warpTiming_ = false;
    if (t.stack.back().statement == kNone) {
        popFrame();
        if (t.stack.empty()) {
            t.status = Status::Done;
            return;
        }
    }
    while (!t.stack.empty() && t.stack.back().statement != kNone) {
        if (work_ >= sliceEnd_) return;
        StatementIndex current = t.stack.back().statement;
        const bool warp = t.stack.back().warp;
        if (warp && !warpTiming_) {
            warpTiming_ = true;
            warpChecks_ = 0;
        }
        // Plain blocks, one after the other, touch neither the stack nor the status.
        while (current != kNone && instructions_[current].isPlain) {
            const Instruction& s = instructions_[current];
            execute(current, s);
            current = s.next;
        }
        t.stack.back().statement = current;
        if (current != kNone) execute(current, instructions_[current]);
        if (stepFailed_) return;
        if (t.status != Status::Running) {
            if (t.status != Status::Done) underWay(current);
            if (t.status == Status::Yield) {
                t.status = Status::Running;
                if (warp && !isWarpTimeOver()) continue;
                return;
            }
            if (t.status != Status::Done) return;
        }
        if (!t.stack.empty() && current != kNone && t.stack.back().statement == current) {
            leaving(current);
            goToNextBlock();
        }
        while (t.stack.empty() || t.stack.back().statement == kNone) {
            if (!t.stack.empty()) popFrame();
            if (t.stack.empty()) {
                t.status = Status::Done;
                return;
            }
            const Frame& f = t.stack.back();
            if (f.isLoop) {
                if (f.warp && !warpTiming_) return failStep();  // as in enterProcedure
                if (!f.warp || isWarpTimeOver()) return;
                continue;
            }
            leaving(f.statement);
            goToNextBlock();
        }
    }
}

void Interpreter::startProcedure(std::int32_t callIndex) {
    const Call& call = program.calls[static_cast<std::size_t>(callIndex)];
    if (frame().started || call.procedure == kNone) return;
    const Procedure& procedure = program.procedures[static_cast<std::size_t>(call.procedure)];
    if (!procedure.hasPrototype) return;
    const auto base = static_cast<std::int32_t>(thread->parameters.size());
    takeMemory(procedure.names.size() * kItemBytes);
    for (std::size_t i = 0; i < procedure.names.size(); i++) {
        const ExpressionIndex e = call.arguments[i];
        Value argument = e == kNone ? procedure.defaults[i] : value(e);
        thread->parameters.push_back(std::move(argument));
    }
    enterProcedure(callIndex, base);
}

void Interpreter::startProcedureForInput(std::int32_t callIndex) {
    const Call& call = program.calls[static_cast<std::size_t>(callIndex)];
    const Procedure& procedure = program.procedures[static_cast<std::size_t>(call.procedure)];
    std::vector<Value> arguments;
    for (std::size_t i = 0; i < procedure.names.size(); i++) {
        const ExpressionIndex e = call.arguments[i];
        arguments.push_back(e == kNone ? procedure.defaults[i] : value(e));
    }
    if (stepFailed_ || thread->stack.empty() || frame().started || !procedure.hasPrototype) return;
    const auto base = static_cast<std::int32_t>(thread->parameters.size());
    takeMemory(arguments.size() * kItemBytes);
    for (Value& argument : arguments) thread->parameters.push_back(std::move(argument));
    enterProcedure(callIndex, base);
}

// Puts the definition on the stack; the parameters are there already.
void Interpreter::enterProcedure(std::int32_t callIndex, std::int32_t parameters) {
    const Call& call = program.calls[static_cast<std::size_t>(callIndex)];
    const Procedure& procedure = program.procedures[static_cast<std::size_t>(call.procedure)];
    frame().parameters = parameters;
    frame().call = callIndex;
    frame().started = true;
    if (procedure.definition == kNone) return;
    // A call is recursive if the same block is called from one of the six entries below.
    bool recursive = false;
    const auto& stack = thread->stack;
    for (std::size_t i = stack.size() - 1, seen = 0; i-- > 0 && seen < 6; seen++) {
        const Statement& s = program.statements[static_cast<std::size_t>(stack[i].statement)];
        if (s.opcode == Opcode::procedures_call &&
            program.calls[static_cast<std::size_t>(s.slot)].procedure == call.procedure) {
            recursive = true;
        }
    }
    pushFrame(procedure.definition, frame().warp);
    if (thread->stack.empty()) return;  // too deep
    if (frame().warp && !warpTiming_) {
        failStep();  // called by an input, before the clock of warp was started
    } else if (frame().warp && isWarpTimeOver()) {
        yield();
    } else if (procedure.warp) {
        frame().warp = true;
    } else if (recursive) {
        yield();
    }
}

// Leaves everything up to the nearest call of a custom block, which is then executed once more and left.
void Interpreter::stopThisScript() {
    while (!thread->stack.empty()) {
        const StatementIndex top = frame().statement;
        if (top == kNone ||
            program.statements[static_cast<std::size_t>(top)].opcode == Opcode::procedures_call)
            break;
        popFrame();
    }
    if (thread->stack.empty()) thread->status = Status::Done;
}

}  // namespace ounce
