#include "neuro/gradient.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ounce::neuro {

namespace {

constexpr std::size_t kBatchesToCheck = 30;  // as many, and a tenth of the examples is kept for checking
constexpr double kLastRate = 0.01;
constexpr double kSteepest = 5;  // a change of a batch is cut off there

std::vector<double> weightsOf(const Genome& genome) {
    std::vector<double> weights;
    for (const ConnectionGene& c : genome.connections) weights.push_back(c.weight);
    return weights;
}
void setWeights(Genome& genome, const std::vector<double>& weights) {
    for (std::size_t i = 0; i < weights.size(); i++) genome.connections[i].weight = weights[i];
}

}  // namespace

Gradient::Gradient(const Genome& genome, const Vocabulary& vocabulary)
    : vocabulary_(vocabulary), network_(genome) {
    for (std::size_t i = 0; i < vocabulary.outputs().size(); i++) {
        const std::int32_t slot = network_.slotOf(vocabulary.outputs()[i].classification);
        if (slot != Network::kNoSlot && network_.isWired(slot))
            events_.emplace_back(static_cast<std::int32_t>(i), slot);
    }
    share_.resize(events_.size());
}

void Gradient::refresh(const Genome& genome) {
    for (Network::Input& input : network_.inputs_)
        input.weight = genome.connections[static_cast<std::size_t>(input.gene)].weight;
}

double Gradient::loss(const Example& example, double labelSmoothing, std::span<double> change) {
    network_.reset();
    network_.clearInputs();
    for (const SeenFeature& seen : example.seen) {
        const std::int32_t slot = network_.slotOf(seen.input);
        if (slot != Network::kNoSlot) network_.set(slot, seen.value);
    }
    network_.activate();
    const std::size_t slots = network_.nodes_.size();
    delta_.assign(slots, 0);
    double loss = 0, greatest = -INFINITY, sum = 0;
    for (const auto& event : events_) greatest = std::max(greatest, network_.value(event.second));
    for (std::size_t i = 0; i < events_.size(); i++) {
        share_[i] = std::exp(network_.value(events_[i].second) - greatest);
        sum += share_[i];
    }
    for (std::size_t i = 0; i < events_.size(); i++) {
        share_[i] /= sum;
        const double others = labelSmoothing / static_cast<double>(events_.size());
        const double label = (events_[i].first == example.output ? 1 - labelSmoothing : 0) + others;
        if (label > 0) loss -= label * std::log(std::max(share_[i], 1e-300));
        delta_[static_cast<std::size_t>(events_[i].second)] = share_[i] - label;
    }
    const Output& output = vocabulary_.outputs()[static_cast<std::size_t>(example.output)];
    for (std::size_t i = 0; i < output.parameters.size() && i < example.parameters.size(); i++) {
        const std::int32_t slot = network_.slotOf(output.parameter(i));
        if (slot == Network::kNoSlot) continue;
        const double error = network_.value(slot) - example.parameters[i];
        loss += error * error / 2;
        delta_[static_cast<std::size_t>(slot)] = error;
    }
    if (change.empty()) return loss;
    for (std::size_t slot = slots; slot-- > network_.firstComputed_;) {
        if (delta_[slot] == 0) continue;
        const Network::Node& node = network_.nodes_[slot];
        const double d = delta_[slot] * slope(node.activation, network_.values_[slot]);
        for (std::int32_t i = node.first; i < node.first + node.count; i++) {
            const Network::Input& input = network_.inputs_[static_cast<std::size_t>(i)];
            const auto from = static_cast<std::size_t>(input.slot);
            change[static_cast<std::size_t>(input.gene)] += d * network_.values_[from];
            if (from < slots) delta_[from] += d * input.weight;  // what was before cannot be changed
        }
    }
    return loss;
}

double lossOf(const Genome& genome, const Vocabulary& vocabulary, std::span<const Example* const> examples,
              double labelSmoothing) {
    Gradient gradient(genome, vocabulary);
    double sum = 0;
    for (const Example* example : examples) sum += gradient.loss(*example, labelSmoothing, {});
    return examples.empty() ? 0 : sum / static_cast<double>(examples.size());
}

void learn(Genome& genome, const Vocabulary& vocabulary, std::span<const Example* const> examples,
           const LearningOptions& options, Stream& random) {
    if (examples.empty() || genome.connections.empty()) return;
    std::vector<const Example*> order(examples.begin(), examples.end());
    auto shuffle = [&](std::size_t count) {
        for (std::size_t i = count; i > 1; i--) std::swap(order[i - 1], order[random.below(i)]);
    };
    shuffle(order.size());
    const std::size_t batch = std::max<std::size_t>(options.batch, 1);
    const std::size_t kept = order.size() / batch >= kBatchesToCheck ? order.size() / 10 : 0;
    const std::size_t used = order.size() - kept;
    Gradient gradient(genome, vocabulary);
    std::vector<double> change(genome.connections.size(), 0), best = weightsOf(genome);
    double least = INFINITY;
    int since = 0;
    for (int epoch = 0; epoch < options.epochs && since < options.patience; epoch++) {
        const double part = static_cast<double>(epoch) / options.epochs;
        const double rate = options.rate * (options.gradual ? 1 - (1 - kLastRate) * part : 1);
        shuffle(used);
        double loss = 0;
        const std::vector<double> before = weightsOf(genome);
        for (std::size_t first = 0; first < used; first += batch) {
            std::fill(change.begin(), change.end(), 0.0);
            const std::size_t end = std::min(used, first + batch);
            for (std::size_t i = first; i < end; i++)
                loss += gradient.loss(*order[i], options.labelSmoothing, change);
            for (std::size_t i = 0; i < change.size(); i++)
                genome.connections[i].weight -= rate * std::clamp(change[i], -kSteepest, kSteepest);
            gradient.refresh(genome);
        }
        // Without examples for checking, what was met on the way counts, with the weights it began with.
        double judged = loss / static_cast<double>(used);
        if (kept > 0) {
            judged = 0;
            for (std::size_t i = used; i < order.size(); i++)
                judged += gradient.loss(*order[i], options.labelSmoothing, {});
        }
        since++;
        if (judged < least) {
            least = judged;
            best = kept > 0 ? weightsOf(genome) : before;
            since = 0;
        }
    }
    setWeights(genome, best);
}

}  // namespace ounce::neuro
