// How networks begin, and how they grow when they meet something new.
#pragma once

#include <span>
#include <string_view>

#include "neuro/vocabulary.h"

namespace ounce::neuro {

enum class Wiring : std::uint8_t {
    Fully,        // every input to every output
    FullyHidden,  // one hidden node for each sprite between its inputs and all outputs
    Sparse,       // the inputs of some sprites to every output
};
constexpr std::string_view wiringName(Wiring wiring) {
    constexpr std::string_view kNames[] = {"fully", "fullyHidden", "sparse"};
    return kNames[static_cast<std::size_t>(wiring)];
}

struct GenomePlan {
    Wiring wiring = Wiring::FullyHidden;
    Activation hidden = Activation::Tanh;
    double inputRate = 0.3;  // sparse: how likely one more sprite is
    // Ounce's own: what lasts begins short, each hidden node looks at one of its inputs above all, and some
    // networks begin with a favourite event.
    bool biased = true;
};

// A genome for these inputs and outputs with weights drawn from [-1, 1). Its connections are not numbered.
// `favourite`: an output that is chosen rather than others.
Genome freshGenome(const Vocabulary& vocabulary, const GenomePlan& plan, std::span<const std::int32_t> inputs,
                   std::span<const std::int32_t> outputs, std::uint32_t id, Stream& random,
                   std::int32_t favourite = kNone);

// Wires what the genome does not have yet. The weights follow from the genome's id and the two nodes, so that
// a network grows in the same way wherever it plays. Connections are not numbered.
void growInput(Genome& genome, const Vocabulary& vocabulary, Wiring wiring, std::int32_t input);
void growOutput(Genome& genome, const Vocabulary& vocabulary, Wiring wiring, std::int32_t output);

}  // namespace ounce::neuro
