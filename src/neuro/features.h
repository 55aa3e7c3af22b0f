// What a network sees of a state: numbers in [-1, 1], by the inputs of the vocabulary.
#pragma once

#include <span>
#include <vector>

#include "neuro/vocabulary.h"
#include "stage/look.h"
#include "vm/state.h"

namespace ounce::neuro {

struct SeenFeature {
    std::int32_t input = 0;
    double value = 0;
};

// Looks at states of one program, one after the other; for one thread.
class FeatureExtractor {
  public:
    explicit FeatureExtractor(const Vocabulary& vocabulary);

    // Forgets what was seen before: a game begins.
    void restart();
    // What there is to see now, in the order of targets. Valid until the next call.
    [[nodiscard]] std::span<const SeenFeature> extract(const State& state);

  private:
    void see(const State& state, std::int32_t place, std::int32_t group);
    [[nodiscard]] double size(const TargetState& t) const;
    bool color(const State& state, const TargetState& t, const Feature& feature, std::int32_t input,
               double& value);
    StageLook& look(const State& state);

    const Vocabulary& vocabulary_;
    std::vector<SeenFeature> seen_;
    std::vector<std::int32_t> clones_;                  // by sprite: seen in this state so far
    std::vector<std::vector<std::int32_t>> instances_;  // by sprite: places; kNone: none
    // Where a colour was seen last, by input. Colours stay where they are for a while: they are looked for
    // every few steps, and less and less often as long as they are nowhere or where they were.
    struct ColorMemory {
        Point place{};
        bool seen = false;
        std::uint64_t next = 0, pause = 0;
    };
    std::vector<ColorMemory> colors_;
    StageLook look_;
    bool looks_ = false;
};

}  // namespace ounce::neuro
