// The levels of a thread's stack; inline, because every block goes through here.
#pragma once

#include "vm/interpreter.h"

namespace ounce {

inline void Interpreter::pushFrame(StatementIndex index, bool warp) {
    if (thread->stack.size() % 4096 == 4095 && isTooDeep()) return;
    Frame f;
    f.statement = index;
    f.warp = warp;
    thread->stack.push_back(f);
}

inline void Interpreter::popFrame() {
    const Frame& f = thread->stack.back();
    if (f.call != kNone) thread->parameters.resize(static_cast<std::size_t>(f.parameters));
    thread->stack.pop_back();
}

// Whoever watches decisions hears of statements that take time while they are under way, and of these and of
// calls when they are left.
inline void Interpreter::underWay(StatementIndex index) {
    if (decisions && index != kNone) [[unlikely]] {
        const Flow flow = blockRow(instructions_[index].opcode).flow;
        if (flow == Flow::Waits || flow == Flow::Suspends) decisions->decided(*this, index, false);
    }
}

inline void Interpreter::leaving(StatementIndex index) {
    if (decisions && index != kNone) [[unlikely]] {
        const Flow flow = blockRow(instructions_[index].opcode).flow;
        if (flow == Flow::Waits || flow == Flow::Suspends || flow == Flow::Calls || flow == Flow::Stops)
            decisions->decided(*this, index, true);
    }
}

// The next block uses the same level; everything but warp starts anew.
inline void Interpreter::goToNextBlock() {
    Frame& f = thread->stack.back();
    if (f.call != kNone) {
        thread->parameters.resize(static_cast<std::size_t>(f.parameters));
        f.call = kNone;
    }
    f.statement = f.statement == kNone ? kNone : instructions_[f.statement].next;
    f.isLoop = f.started = false;
}

inline void Interpreter::startBranch(StatementIndex branch, bool isLoop) {
    Frame& f = frame();
    f.isLoop = isLoop;
    // A custom block called by an input lies on top now, and a definition has no branches.
    pushFrame(f.statement == statement ? branch : kNone, f.warp);
}

inline void Interpreter::execute(StatementIndex index, const Instruction& s) {
    statement = index;
    work_ += s.work;
    if (coverage) coverage[index] = 1;
    if (observer) observer->executed(index, targetIndex);
    s.run(*this, s);
}

// A branch of plain blocks, without going through the stack.
inline void Interpreter::runPlain(StatementIndex index) {
    while (index != kNone) {
        const Instruction& s = instructions_[index];
        execute(index, s);
        index = s.next;
    }
}

}  // namespace ounce
