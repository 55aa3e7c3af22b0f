// A genome to begin with for tests and benchmarks that need no program.
#pragma once

#include "neuro/genome.h"

namespace ounce::neuro {

// All inputs and the bias to all outputs: nodes 0 … inputs - 1, the bias, then the outputs.
inline Genome plainStart(int inputs, int outputs, Activation activation, Innovations& innovations,
                         Stream& random) {
    Genome genome;
    genome.hidden = activation;
    for (NodeId i = 0; i < inputs; i++) genome.add(NodeGene{i, NodeKind::Input, Activation::None, 0});
    genome.add(NodeGene{inputs, NodeKind::Bias, Activation::None, 0});
    for (NodeId o = inputs + 1; o <= inputs + outputs; o++) {
        genome.add(NodeGene{o, NodeKind::Output, activation, 1});
        for (NodeId i = 0; i <= inputs; i++) {
            genome.add(ConnectionGene{i, o, 2 * random.uniform() - 1, true, false,
                                      innovations.connection(i, o, false)});
        }
    }
    return genome;
}

}  // namespace ounce::neuro
