// Asks Z3 for values. Loaded when first needed: a program without symbols never pays for it.
#pragma once

#include <memory>
#include <span>

#include "verify/terms.h"

namespace ounce::verify {

class Solver {
  public:
    explicit Solver(const Terms& terms);
    ~Solver();

    enum class Answer : std::uint8_t { Possible, Impossible, Unknown };
    // Whether all constraints can hold at once. If so, the symbols that occur in them get such values in
    // `model`; all others keep theirs. Work is bounded by a count, not by a clock.
    Answer solve(std::span<const Term> constraints, Model& model);
    [[nodiscard]] std::uint64_t questions() const { return questions_; }

  private:
    struct Context;
    const Terms& terms_;
    std::unique_ptr<Context> context_;
    std::uint64_t questions_ = 0;
};

}  // namespace ounce::verify
