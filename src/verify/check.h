// Checks one property of a program: a proof, a witness, or how far it came.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/monitor.h"
#include "spec/syntax.h"
#include "verify/explorer.h"
#include "verify/witness.h"

namespace ounce::verify {

enum class Verdict : std::uint8_t {
    Violated,  // with a witness that was run once more
    Safe,      // no state that can be reached violates it
    Vacuous,   // the same, but only because what it speaks of can never happen
    Bounded,   // none up to so many steps or states
    Unknown,   // nothing can be said
};
constexpr std::string_view verdictName(Verdict verdict) {
    constexpr std::string_view kNames[] = {"violated", "safe", "vacuous", "bounded", "unknown"};
    return kNames[static_cast<std::size_t>(verdict)];
}

struct CheckResult {
    std::string name{}, explanation{};
    Verdict verdict = Verdict::Unknown;
    std::string how{};                       // in a sentence: why this verdict
    std::string message{};                   // what was seen when it was violated
    std::uint64_t steps = 0;                 // of the witness, or how deep the search went
    std::uint64_t states = 0;                // visited
    std::uint64_t questions = 0;             // to the solver
    std::vector<std::string> assumptions{};  // under which the verdict holds
    std::optional<Witness> witness{};
};

// The property at `place` of a specification.
CheckResult check(const std::shared_ptr<const Program>& program, const spec::Spec& spec, std::size_t place,
                  const ExploreOptions& options, const Job& job = {});

}  // namespace ounce::verify
