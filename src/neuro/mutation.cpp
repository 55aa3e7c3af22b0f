#include "neuro/mutation.h"

#include <algorithm>
#include <cmath>

namespace ounce::neuro {
namespace {

bool leavesAnotherWayIn(const Genome& genome, const ConnectionGene& connection) {
    return std::any_of(genome.connections.begin(), genome.connections.end(), [&](const ConnectionGene& c) {
        return c.enabled && c.from == connection.from && c.innovation != connection.innovation;
    });
}

}  // namespace

bool mutateWeights(Genome& genome, const NeatMutation& how, Stream& random) {
    double power = how.perturbationPower, rate = 1;
    if (how.gentle) {
        constexpr double kPowers[] = {2, 1, 0.3, 0.1};
        const auto few = 2 / static_cast<double>(genome.connections.size() + 1);
        const double rates[] = {1, 0.3, few, few};
        power *= kPowers[random.below(4)];
        rate = rates[random.below(4)];
    }
    bool changed = false;
    for (ConnectionGene& c : genome.connections) {
        if (rate < 1 && !random.chance(rate)) continue;
        if (random.chance(0.1)) {
            c.weight = (2 * random.uniform() - 1) * how.perturbationPower;
        } else {
            c.weight += random.gaussian() * power;
        }
        changed = true;
    }
    return changed;
}

bool addConnection(Genome& genome, const NeatMutation& how, Innovations& innovations, Stream& random) {
    const bool recurrent = random.chance(how.recurrentConnection);
    const std::vector<NodeGene>& nodes = genome.nodes;
    for (int i = 0; i < how.addConnectionTries && !nodes.empty(); i++) {
        const NodeGene* from = &nodes[random.below(nodes.size())];
        const NodeGene* to = &nodes[random.below(nodes.size())];
        if (recurrent && random.chance(0.25)) from = to;
        if (to->kind == NodeKind::Input || to->kind == NodeKind::Bias) continue;
        if ((from->depth >= to->depth) != recurrent || genome.connects(from->id, to->id)) continue;
        const double weight = (random.chance(0.5) ? 1 : -1) * random.uniform() * how.perturbationPower;
        genome.add(ConnectionGene{from->id, to->id, weight, true, recurrent,
                                  innovations.connection(from->id, to->id, recurrent)});
        return true;
    }
    return false;
}

bool addNode(Genome& genome, Innovations& innovations, Stream& random) {
    constexpr int kTries = 20;
    for (int i = 0; i < kTries && !genome.connections.empty(); i++) {
        ConnectionGene& split = genome.connections[random.below(genome.connections.size())];
        const NodeGene *from = genome.find(split.from), *to = genome.find(split.to);
        if (!split.enabled || from->kind == NodeKind::Bias) continue;
        const double depth = (from->depth + to->depth) / 2;
        if (!(depth > 0 && depth < 1)) continue;
        const ConnectionGene old = split;
        split.enabled = false;
        const NodeId middle = innovations.split(old, genome);
        genome.add(NodeGene{middle, NodeKind::Hidden, genome.hidden, depth});
        auto connect = [&](NodeId a, NodeId b, double weight) {
            const bool recurrent = genome.find(a)->depth >= genome.find(b)->depth;
            genome.add(
                ConnectionGene{a, b, weight, true, recurrent, innovations.connection(a, b, recurrent)});
        };
        connect(old.from, middle, 1);
        connect(middle, old.to, old.weight);
        return true;
    }
    return false;
}

bool toggleConnections(Genome& genome, int times, Stream& random) {
    bool changed = false;
    for (int i = 0; i <= times && !genome.connections.empty(); i++) {
        ConnectionGene& c = genome.connections[random.below(genome.connections.size())];
        // A node whose last way on is closed would be of no use.
        if (c.enabled && !leavesAnotherWayIn(genome, c)) continue;
        c.enabled = !c.enabled;
        changed = true;
    }
    return changed;
}

bool enableConnection(Genome& genome) {
    for (ConnectionGene& c : genome.connections) {
        if (c.enabled) continue;
        c.enabled = true;
        return true;
    }
    return false;
}

void mutate(Genome& genome, const NeatMutation& how, bool champion, Innovations& innovations,
            Stream& random) {
    constexpr int kTries = 100;  // a genome that nothing can change stays as it is
    for (int i = 0; i < kTries; i++) {
        if (champion) {
            if (random.chance(how.championConnection) ? addConnection(genome, how, innovations, random)
                                                      : mutateWeights(genome, how, random))
                return;
            continue;
        }
        if (random.chance(how.addNode)) {
            if (addNode(genome, innovations, random)) return;
        } else if (random.chance(how.addConnection)) {
            if (addConnection(genome, how, innovations, random)) return;
        } else {
            bool changed = false;
            if (random.chance(how.toggleEnable))
                changed = toggleConnections(genome, how.toggleTimes, random) || changed;
            if (random.chance(how.enable)) changed = enableConnection(genome) || changed;
            if (random.chance(how.weights)) changed = mutateWeights(genome, how, random) || changed;
            if (changed) return;
        }
    }
}

Genome crossover(const Genome& fitter, const Genome& other, const NeatCrossover& how, Stream& random) {
    Genome child = fitter;
    const bool average = random.chance(how.weightAverage);
    auto match = other.connections.begin();
    for (ConnectionGene& c : child.connections) {
        while (match != other.connections.end() && match->innovation < c.innovation) ++match;
        if (match == other.connections.end()) break;
        if (match->innovation != c.innovation) continue;
        if (average) {
            c.weight = (c.weight + match->weight) / 2;
        } else if (random.chance(0.5)) {
            c.weight = match->weight;
            c.enabled = match->enabled;
        }
    }
    return child;
}

double distance(const Genome& a, const Genome& b, const Compatibility& how) {
    double disjoint = 0, excess = 0, difference = 0, matching = 0;
    auto x = a.connections.begin();
    auto y = b.connections.begin();
    const auto xEnd = a.connections.end(), yEnd = b.connections.end();
    while (x != xEnd && y != yEnd) {
        if (x->innovation == y->innovation) {
            matching++;
            difference += std::abs(x->weight - y->weight);
            ++x, ++y;
        } else {
            disjoint++;
            x->innovation < y->innovation ? ++x : ++y;
        }
    }
    excess = static_cast<double>((xEnd - x) + (yEnd - y));
    constexpr double kSmall = 20;
    double size = static_cast<double>(std::max({a.connections.size(), b.connections.size(), {1}}));
    if (how.smallAsOne && size < kSmall) size = 1;
    return (how.disjoint * disjoint + how.excess * excess) / size +
           (matching > 0 ? how.weight * difference / matching : 0);
}

}  // namespace ounce::neuro
