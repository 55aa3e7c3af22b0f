// A bound on what a program may do in one step. Official Scratch has none: a clone that makes a clone of
// itself and then deletes itself freezes the page for ever. Here a step has so much work; what is left waits
// for the next step. It is counted, not timed, so that every run is cut off at the same place.
#include <algorithm>

#include "vm/interpreter.h"

namespace ounce {
namespace {

constexpr std::uint32_t kMostWork = 1 << 30;

class Weights {
  public:
    explicit Weights(const Program& program) : program_(program), known_(program.expressions.size(), 0) {}

    std::uint32_t of(ExpressionIndex e) {
        if (e == kNone) return 0;
        std::uint32_t& known = known_[static_cast<std::size_t>(e)];
        if (known == 0) {
            const Expression& x = program_.expressions[static_cast<std::size_t>(e)];
            known = 1;  // also stops at an expression that contains itself
            known = std::min(kMostWork, 1 + of(x.a) + of(x.b));
        }
        return known;
    }

  private:
    const Program& program_;
    std::vector<std::uint32_t> known_;
};

}  // namespace

void weigh(const Program& program, Code& code) {
    Weights weights(program);
    for (Instruction& s : code.instructions) {
        std::uint32_t sum = 1;
        const auto add = [&](ExpressionIndex e) { sum = std::min(kMostWork, sum + weights.of(e)); };
        for (const ExpressionIndex e : s.arguments) add(e);
        if (s.preparation != kNone)
            for (const auto& [e, cell] : program.preparations[static_cast<std::size_t>(s.preparation)].steps)
                add(e);
        if (s.opcode == Opcode::procedures_call && s.slot != kNone)
            for (const ExpressionIndex e : program.calls[static_cast<std::size_t>(s.slot)].arguments) add(e);
        s.work = sum;
    }
}

// Threads that were there when the pass began all have their turn, if only a small one, so that a script
// which never has enough does not keep the others from running. Those that a pass makes itself may be without
// number.
bool Interpreter::allowLateSlice(std::size_t place, std::size_t threads) {
    if (place >= threads && work_ >= kStepWork) return false;
    sliceEnd_ = std::max(kStepWork, work_ + kStepWork / std::max<std::size_t>(threads, 1));
    return true;
}

}  // namespace ounce
