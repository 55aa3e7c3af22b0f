// A network plays: it sees the state, chooses one of the events that make sense now, and does it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/distance_collector.h"
#include "base/job.h"
#include "neuro/features.h"
#include "neuro/future.h"
#include "neuro/network.h"
#include "neuro/wiring.h"
#include "testing/moment.h"

namespace ounce::neuro {

// In steps: how long the greatest output of a node is.
struct PlayDurations {
    std::int32_t wait = 50, press = 10, click = 10, sound = 10;
    bool operator==(const PlayDurations&) const = default;
};

enum class EventChoice : std::uint8_t { Activation, Random };

struct PlayRules {
    std::int64_t steps = 3000;  // how long a play may last
    PlayDurations durations{};
    Wiring wiring = Wiring::FullyHidden;
    EventChoice choice = EventChoice::Activation;
};

// Looks over the shoulder of a network, round by round.
class PlayWatcher {
  public:
    virtual ~PlayWatcher() = default;
    // What was seen, the network after it was activated, and the output that it chose.
    virtual void round(std::int32_t round, std::span<const SeenFeature> seen, const Network& network,
                       std::int32_t output) = 0;
};

// What to note down while playing.
struct PlayNotes {
    std::vector<TimedEvent>* events = nullptr;
    PlayWatcher* watcher = nullptr;
    // For learning: what was seen and done in each round.
    struct Decision {
        std::vector<SeenFeature> seen{};
        std::int32_t output = kNone;
    };
    std::vector<Decision>* decisions = nullptr;
    bool distances = true;  // how near decisions were to falling otherwise; without that plays are faster
};

struct Play {
    RunTrace trace;
    std::int64_t steps = 0;
    bool ended = false;                                   // the program stopped before the time was over
    bool interrupted = false;                             // somebody wanted an end; the rest means nothing
    std::vector<std::int32_t> newInputs{}, newOutputs{};  // that the genome had to grow
};

// Plays one game after the other; for one thread. What it keeps between games only saves time.
class Player {
  public:
    // All stay where they are.
    Player(const Vocabulary& vocabulary, const Fitness& fitness, const MachineOptions& options);

    // Called now and then; true: the play has reached all that it is for, or can reach no more of it.
    using Enough = std::function<bool(std::span<const std::uint8_t> covered, const State& state)>;

    // From `start` with the random numbers of `seed`. The genome grows when it meets something new.
    Play play(Genome& genome, const Moment& start, const RunTrace& startTrace, std::uint32_t seed,
              const PlayRules& rules, const Enough& enough = {}, const PlayNotes& notes = {});

    const Job* job = nullptr;
    [[nodiscard]] Future& future() { return future_; }

  private:
    struct Game;
    std::int32_t choose(const Game& game) const;
    UserEvent eventOf(const Game& game, const ExtractedEvent& event, std::int32_t output) const;

    const Vocabulary& vocabulary_;
    const Fitness& fitness_;
    const MachineOptions& options_;
    FeatureExtractor features_;
    Future future_;
    ExtractionCache cache_;
    std::vector<StatementIndex> stops_;  // `stop all`
    Network network_;
};

}  // namespace ounce::neuro
