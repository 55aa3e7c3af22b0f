// Learning by gradient descent: a network comes to do what somebody did when they saw the same. Softmax with
// cross-entropy for which event it was, half the squared error for its durations and places.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "neuro/lesson.h"

namespace ounce::neuro {

struct LearningOptions {
    double rate = 0.05;
    bool gradual = true;  // the rate goes down to a hundredth over the epochs
    int epochs = 40;
    std::size_t batch = 8;
    double labelSmoothing = 0;
    int patience = 30;  // epochs without progress before learning ends
};

// What a network makes of an example, and the change of each weight that would make it better.
class Gradient {
  public:
    Gradient(const Genome& genome, const Vocabulary& vocabulary);

    // The loss of one example; adds the derivative for each connection of the genome to `change`, unless it
    // is empty.
    double loss(const Example& example, double labelSmoothing, std::span<double> change);
    // Takes the weights of the genome, which has the same connections as before.
    void refresh(const Genome& genome);

  private:
    const Vocabulary& vocabulary_;
    Network network_;
    std::vector<std::pair<std::int32_t, std::int32_t>> events_;  // output, slot of its node
    std::vector<double> share_, delta_;
};

// Mean loss of the examples.
double lossOf(const Genome& genome, const Vocabulary& vocabulary, std::span<const Example* const> examples,
              double labelSmoothing = 0);

// Changes the weights. A tenth of the examples is kept for checking if there are enough; the best weights
// count.
void learn(Genome& genome, const Vocabulary& vocabulary, std::span<const Example* const> examples,
           const LearningOptions& options, Stream& random);

}  // namespace ounce::neuro
