// What a play looked like to its network, in numbers that plays of any length can be compared by: for each
// input that was seen, each hidden node and each event the values in some rounds, and a summary of all
// rounds.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "neuro/player.h"

namespace ounce::neuro {

// Something that has a value in each round of decisions. By names, because a changed program numbers nodes
// otherwise.
struct Signal {
    enum class Kind : std::uint8_t {
        NewEvent,  // that the network had no node for
        Target,    // whether it was reached
        Length,    // of the play, in steps and rounds
        Node,      // what flowed into a hidden node: a node that is off looks the same whatever happens
        Event,     // whether it was chosen
        Input,
    };
    Kind kind = Kind::Node;
    std::string name{}, feature{};
    auto operator<=>(const Signal&) const = default;
    [[nodiscard]] std::string text() const;  // for people
};

// Rounds grow as powers of two do, and one in between: what differs early shows early, whatever comes later.
inline constexpr std::int32_t kLookRounds[] = {1,   5,   10,  15,  20,  30,  40,   60,   80,  120,
                                               160, 240, 320, 480, 640, 960, 1280, 1920, 2560};
enum Aspect : std::uint8_t {
    kMean = std::size(kLookRounds),
    kLeast,
    kGreatest,
    kLast,
    kChanges,      // how often it was not as the round before
    kFirstChange,  // in which round
    kShare,        // of the rounds in which there was anything to see
    kAspects
};
std::string aspectText(std::size_t aspect);   // "in round 5", "in the mean"
using Aspects = std::array<float, kAspects>;  // not a number: nothing was seen
using Signals = std::map<Signal, Aspects>;

class SignalRecorder : public PlayWatcher {
  public:
    // The vocabulary stays where it is. `nodes`: what hidden nodes are called.
    SignalRecorder(const Vocabulary& vocabulary, const std::map<NodeId, NodeId>& nodes);

    void round(std::int32_t round, std::span<const SeenFeature> seen, const Network& network,
               std::int32_t output) override;
    [[nodiscard]] Signals signals() const;
    // Two plays with the same number are the same in all rounds, as far as the network could tell.
    [[nodiscard]] std::uint64_t trace() const { return trace_; }
    [[nodiscard]] std::int32_t rounds() const { return rounds_; }

  private:
    struct Track {
        std::array<float, std::size(kLookRounds)> looks;
        double sum = 0, least = 0, greatest = 0, last = 0;
        std::int32_t seen = 0, changes = 0, firstChange = 0;
    };
    void note(Track& track, double value);
    void mix(std::uint64_t bits);
    [[nodiscard]] Aspects aspectsOf(const Track& track) const;

    const Vocabulary& vocabulary_;
    std::map<NodeId, NodeId> names_;
    std::vector<Track> inputs_, events_;
    std::map<NodeId, Track> nodes_;
    std::int32_t rounds_ = 0;
    std::size_t look_ = 0;  // the next of kLookRounds
    bool isLook_ = false;
    std::uint64_t trace_ = 0;
};

// Values are compared to three decimals.
float settled(double x);

}  // namespace ounce::neuro
