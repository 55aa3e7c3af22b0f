// How surprised a network is by a program: what it saw, what flowed through it and what it did in a few
// plays, compared with plays of a program that is right. The plays are judged together, by one verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "neuro/dynamic_suite.h"
#include "neuro/judge.h"
#include "neuro/ranges.h"
#include "neuro/signals.h"

namespace ounce::neuro {

// One play, as far as it is compared.
struct WatchedPlay {
    Signals signals{};
    std::uint64_t trace = 0;  // of all rounds
};

using Comparable = std::function<bool(const Signal&)>;
// All but events that the program of the context cannot ask for, and a target that it does not have.
Comparable comparableIn(const JudgeContext& context, const NetworkFile& network);

// Whether the network could not tell them apart.
bool areAlike(const WatchedPlay& a, const WatchedPlay& b, const Comparable& comparable);

enum class Suspicion : std::uint8_t { None, Surprise, NewEvent, TargetMissed };
std::string_view suspicionName(Suspicion suspicion);  // "", "surprise", "new event", "target not reached"

struct Opinion {
    Suspicion suspicion = Suspicion::None;
    std::string about{};  // what surprised most, for people
};

class Reference {
  public:
    // `rate`: of false alarms.
    Reference(std::vector<WatchedPlay> plays, double rate, std::uint64_t seed);

    // `comparable`: what the program that was played has at all. That a block is gone is not what the network
    // is asked.
    [[nodiscard]] Opinion judge(std::span<const WatchedPlay> plays, const Comparable& comparable = {}) const;

  private:
    std::vector<WatchedPlay> plays_;
    double rate_;
    Stream random_;
};

// The network plays once on the program of the context.
WatchedPlay watchNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                         const PlayRules& rules, std::uint32_t seed);

}  // namespace ounce::neuro
