#include "neuro/wiring.h"

#include <algorithm>

namespace ounce::neuro {
namespace {

constexpr double kFavour = 1.5, kFocus = 6, kBeside = 0.3, kStrong = 1.5, kWeak = 0.25;
constexpr double kDirect = 0.5, kDirectStrength = 4;
constexpr double kSmallBias = 0.3, kImpatience = 0.7;

// How likely a feature is what a player looks at.
double interestIn(const Feature& feature) {
    switch (feature.kind) {
        case Feature::Kind::DistanceX:
        case Feature::Kind::DistanceY: return 4;
        case Feature::Kind::X:
        case Feature::Kind::Y:
        case Feature::Kind::MouseX:
        case Feature::Kind::MouseY:
        case Feature::Kind::Color:
        case Feature::Kind::ColorRay: return 2;
        case Feature::Kind::Direction:
        case Feature::Kind::Variable: return 1.5;
        case Feature::Kind::Costume: return 1;
        case Feature::Kind::Size: return 0.3;
    }
    return 1;
}

double grownWeight(std::uint32_t id, NodeId from, NodeId to) {
    const Stream ofGenome(id);
    Stream random = ofGenome.split(static_cast<std::uint64_t>(from)).split(static_cast<std::uint64_t>(to));
    return 2 * random.uniform() - 1;
}

void connect(Genome& genome, NodeId from, NodeId to, double weight) {
    genome.add(ConnectionGene{from, to, weight, true, false, kNotNumbered});
}

bool isGroupNode(const Vocabulary& vocabulary, NodeId node) {
    return node > vocabulary.bias() && node < vocabulary.firstOutput();
}

std::vector<NodeId> nodesOf(const Output& output) {
    std::vector<NodeId> nodes{output.classification};
    for (std::size_t i = 0; i < output.parameters.size(); i++) nodes.push_back(output.parameter(i));
    return nodes;
}

void addOutputNodes(Genome& genome, const Vocabulary& vocabulary, std::int32_t output) {
    const Output& what = vocabulary.outputs()[static_cast<std::size_t>(output)];
    genome.add(NodeGene{what.classification, NodeKind::Output, Activation::None, 1});
    for (std::size_t i = 0; i < what.parameters.size(); i++) {
        genome.add(NodeGene{what.parameter(i), NodeKind::Output, vocabulary.parameterActivation(output), 1});
    }
}

std::vector<NodeId> outputNodes(const Genome& genome) {
    std::vector<NodeId> nodes;
    for (const NodeGene& node : genome.nodes) {
        if (node.kind == NodeKind::Output) nodes.push_back(node.id);
    }
    return nodes;
}

// One number for each sprite is too little to steer by: both coordinates of something, wired to what can be
// done.
void lookDirectly(Genome& genome, const Vocabulary& vocabulary, std::span<const std::int32_t> inputs,
                  Stream& random) {
    auto isPair = [&](std::int32_t input) {
        const Feature::Kind kind = vocabulary.feature(input).kind;
        return kind == Feature::Kind::DistanceX || kind == Feature::Kind::X || kind == Feature::Kind::MouseX;
    };
    std::int32_t first = kNone;
    double met = 0;
    for (const std::int32_t input : inputs) {
        if (!isPair(input)) continue;
        const double interest = interestIn(vocabulary.feature(input));
        met += interest;
        if (random.uniform() * met < interest) first = input;
    }
    if (first == kNone) return;
    for (const NodeId end : outputNodes(genome)) {
        for (const NodeId from : {first, first + 1})  // x, and y behind it
            connect(genome, from, end, (2 * random.uniform() - 1) * kDirectStrength);
    }
}

}  // namespace

Genome freshGenome(const Vocabulary& vocabulary, const GenomePlan& plan, std::span<const std::int32_t> inputs,
                   std::span<const std::int32_t> outputs, std::uint32_t id, Stream& random,
                   std::int32_t favourite) {
    Genome genome;
    genome.id = id;
    genome.hidden = plan.hidden;
    auto weight = [&] { return 2 * random.uniform() - 1; };
    genome.add(NodeGene{vocabulary.bias(), NodeKind::Bias, Activation::None, 0});
    for (const std::int32_t output : outputs) addOutputNodes(genome, vocabulary, output);
    const std::vector<NodeId> ends = outputNodes(genome);
    const Output& wait = vocabulary.outputs()[static_cast<std::size_t>(vocabulary.waitOutput())];
    for (const NodeId end : ends) {
        double w = weight();
        if (plan.biased) {
            // A duration is a part of the longest one: from almost nothing to three quarters of it.
            const bool lasts = genome.find(end)->activation == Activation::Sigmoid;
            w = lasts ? 2 * w - 1 : kSmallBias * w;
            if (end == wait.classification) w -= kImpatience;
        }
        if (favourite != kNone &&
            end == vocabulary.outputs()[static_cast<std::size_t>(favourite)].classification)
            w += kFavour;
        connect(genome, vocabulary.bias(), end, w);
    }

    std::vector<std::int32_t> groups;
    for (const std::int32_t input : inputs) {
        const std::int32_t group = vocabulary.groupOfInput(input);
        if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
    if (plan.wiring == Wiring::Sparse && !groups.empty()) {
        std::vector<std::int32_t> some;
        do {
            const auto place = static_cast<std::ptrdiff_t>(random.below(groups.size()));
            some.push_back(groups[static_cast<std::size_t>(place)]);
            groups.erase(groups.begin() + place);
        } while (!groups.empty() && random.chance(plan.inputRate));
        groups = some;
    }
    // Of the inputs of each group one, and of the groups one or a few.
    std::vector<std::int32_t> focus(vocabulary.groups().size(), kNone);
    std::vector<double> met(vocabulary.groups().size(), 0);
    std::vector<double> strength(vocabulary.groups().size(), 1);
    if (plan.biased && !groups.empty()) {
        for (const std::int32_t input : inputs) {
            const auto group = static_cast<std::size_t>(vocabulary.groupOfInput(input));
            const double interest = interestIn(vocabulary.feature(input));
            met[group] += interest;
            if (random.uniform() * met[group] < interest) focus[group] = input;
        }
        std::fill(strength.begin(), strength.end(), random.chance(0.1) ? kStrong : kWeak);
        const int looked = random.chance(0.6) ? 1 : 2;
        for (int i = 0; i < looked; i++)
            strength[static_cast<std::size_t>(groups[random.below(groups.size())])] = kStrong;
    }
    for (const std::int32_t input : inputs) {
        genome.add(NodeGene{input, NodeKind::Input, Activation::None, 0});
        const std::int32_t group = vocabulary.groupOfInput(input);
        if (std::find(groups.begin(), groups.end(), group) == groups.end()) continue;
        if (plan.wiring != Wiring::FullyHidden) {
            for (const NodeId end : ends) connect(genome, input, end, weight());
            continue;
        }
        const NodeId middle = vocabulary.groupNode(group);
        if (!genome.find(middle)) {
            genome.add(NodeGene{middle, NodeKind::Hidden, plan.hidden, 0.5});
            for (const NodeId end : ends)
                connect(genome, middle, end, weight() * strength[static_cast<std::size_t>(group)]);
        }
        const bool looked = focus[static_cast<std::size_t>(group)] == input;
        connect(genome, input, middle, weight() * (!plan.biased ? 1 : looked ? kFocus : kBeside));
    }
    if (plan.biased && plan.wiring == Wiring::FullyHidden && random.chance(kDirect))
        lookDirectly(genome, vocabulary, inputs, random);
    return genome;
}

void growInput(Genome& genome, const Vocabulary& vocabulary, Wiring wiring, std::int32_t input) {
    if (genome.find(input)) return;
    genome.add(NodeGene{input, NodeKind::Input, Activation::None, 0});
    auto wire = [&](NodeId from, NodeId to) { connect(genome, from, to, grownWeight(genome.id, from, to)); };
    if (wiring == Wiring::Sparse) return;
    if (wiring == Wiring::Fully) {
        for (const NodeId end : outputNodes(genome)) wire(input, end);
        return;
    }
    const NodeId middle = vocabulary.groupNode(vocabulary.groupOfInput(input));
    if (!genome.find(middle)) {
        genome.add(NodeGene{middle, NodeKind::Hidden, genome.hidden, 0.5});
        for (const NodeId end : outputNodes(genome)) wire(middle, end);
    }
    wire(input, middle);
}

void growOutput(Genome& genome, const Vocabulary& vocabulary, Wiring wiring, std::int32_t output) {
    const Output& what = vocabulary.outputs()[static_cast<std::size_t>(output)];
    if (genome.find(what.classification)) return;
    std::vector<NodeId> sources;
    bool hasGroups = false;
    for (const NodeGene& node : genome.nodes) hasGroups = hasGroups || isGroupNode(vocabulary, node.id);
    for (const NodeGene& node : genome.nodes) {
        const bool wired =
            wiring == Wiring::Fully ? node.kind == NodeKind::Input
            : wiring == Wiring::FullyHidden
                ? node.kind == NodeKind::Hidden && (!hasGroups || isGroupNode(vocabulary, node.id))
                : false;
        if (wired || node.kind == NodeKind::Bias) sources.push_back(node.id);
    }
    addOutputNodes(genome, vocabulary, output);
    for (const NodeId end : nodesOf(what)) {
        for (const NodeId source : sources) connect(genome, source, end, grownWeight(genome.id, source, end));
    }
}

}  // namespace ounce::neuro
