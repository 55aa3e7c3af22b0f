// Asks Z3 for values. Loaded when first needed: a program without symbols never pays for it.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

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
    // Symbols are counted anew in every state, so the same questions come again and again.
    struct Known {
        Answer answer = Answer::Unknown;
        std::vector<std::pair<Symbol, std::int64_t>> values{};
    };
    Known ask(std::span<const Term> constraints);

    std::map<std::vector<Term>, Known> known_{};
    const Terms& terms_;
    std::unique_ptr<Context> context_;
    std::uint64_t questions_ = 0;
};

}  // namespace ounce::verify
