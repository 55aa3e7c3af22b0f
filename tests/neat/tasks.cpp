#include "tasks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "neuro/network.h"
#include "neuro/population.h"
#include "neuro/test_genome.h"

namespace ounce::neuro {
namespace {

// The paper's parameters for both tasks.
NeatOptions paperOptions() {
    NeatOptions options;
    options.populationSize = 150;
    options.species = 10;
    options.mutation.gentle = false;
    options.mutation.perturbationPower = 1.5;
    options.mutation.addNode = 0.03;
    options.mutation.addConnection = 0.05;
    options.mutation.recurrentConnection = 0;
    options.mutation.weights = 0.8;
    options.mutation.toggleEnable = 0.05;
    options.mutation.toggleTimes = 0;
    options.compatibility = {.threshold = 3, .disjoint = 1, .excess = 1, .weight = 0.4, .smallAsOne = true};
    return options;
}

TaskResult evolve(NeatOptions options, int inputs, int outputs, std::uint64_t seed, int generations,
                  const std::function<double(Network&)>& fitness, double enough) {
    Stream random(seed);
    Innovations innovations(inputs + 1 + outputs);
    std::vector<Genome> first;
    for (std::size_t i = 0; i < options.populationSize; i++)
        first.push_back(plainStart(inputs, outputs, Activation::SteepSigmoid, innovations, random));
    Population population(options, std::move(first));
    std::uint32_t next = 0;
    TaskResult result;
    for (result.generations = 1; result.generations <= generations; result.generations++) {
        for (Member& member : population.members()) {
            Network network(member.genome);
            member.fitness = fitness(network);
            result.evaluations++;
            if (member.fitness < enough) continue;
            result.solved = true;
            for (const NodeGene& node : member.genome.nodes)
                result.hidden += node.kind == NodeKind::Hidden ? 1 : 0;
            for (const ConnectionGene& c : member.genome.connections) result.connections += c.enabled ? 1 : 0;
            return result;
        }
        population.evolve(innovations, next, random);
    }
    return result;
}

// Wieland's equations for a cart with two poles of different length, by a Runge-Kutta step of 10 ms.
class Cart {
  public:
    std::array<double, 6> state{};  // x, x', angle 1, its change, angle 2, its change

    void push(double force) {
        for (int i = 0; i < 2; i++) rungeKutta(force);
    }
    [[nodiscard]] bool failed() const {
        constexpr double kMostAngle = 36 * M_PI / 180;
        return std::abs(state[0]) > 2.4 || std::abs(state[2]) > kMostAngle || std::abs(state[4]) > kMostAngle;
    }

  private:
    using State = std::array<double, 6>;
    static State change(const State& s, double force) {
        constexpr double kGravity = -9.8, kCart = 1, kMu = 0.000002;
        constexpr std::array<double, 2> kMass{0.1, 0.01}, kHalf{0.5, 0.05};
        double total = force, mass = kCart;
        std::array<double, 2> part{};
        for (std::size_t i = 0; i < 2; i++) {
            const double angle = s[2 + 2 * i], speed = s[3 + 2 * i];
            const double ml = kMass[i] * kHalf[i];
            part[i] = kMu * speed / ml + kGravity * std::sin(angle);
            total += ml * speed * speed * std::sin(angle) + 0.75 * kMass[i] * std::cos(angle) * part[i];
            mass += kMass[i] * (1 - 0.75 * std::cos(angle) * std::cos(angle));
        }
        const double acceleration = total / mass;
        State d{};
        d[0] = s[1];
        d[1] = acceleration;
        for (std::size_t i = 0; i < 2; i++) {
            d[2 + 2 * i] = s[3 + 2 * i];
            d[3 + 2 * i] = -0.75 * (acceleration * std::cos(s[2 + 2 * i]) + part[i]) / kHalf[i];
        }
        return d;
    }
    void rungeKutta(double force) {
        constexpr double kTau = 0.01;
        auto moved = [&](const State& d, double by) {
            State s = state;
            for (std::size_t i = 0; i < s.size(); i++) s[i] += by * d[i];
            return s;
        };
        const State a = change(state, force), b = change(moved(a, kTau / 2), force),
                    c = change(moved(b, kTau / 2), force), d = change(moved(c, kTau), force);
        for (std::size_t i = 0; i < state.size(); i++)
            state[i] += kTau / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    }
};

}  // namespace

TaskResult solveXor(std::uint64_t seed, int generations) {
    // Fitness is (4 - error)²; solved means that every answer is on the right side of one half.
    constexpr double kSolved = 100;
    NeatOptions options = paperOptions();
    options.species = 15;
    options.mutation.perturbationPower = 2.5;
    options.mutation.addConnection = 0.1;
    options.mutation.addConnectionTries = 50;
    options.mutation.enable = 0.1;
    options.mutation.championOffspring = 0;
    options.crossover.withoutMutation =
        0;  // the paper changes every child; children as they are come from Whisker
    return evolve(
        options, 2, 1, seed, generations,
        [&](Network& network) {
            double error = 0;
            bool right = true;
            for (int i = 0; i < 4; i++) {
                const int a = i & 1, b = i >> 1;
                network.set(network.slotOf(0), a);
                network.set(network.slotOf(1), b);
                network.activate();
                const double answer = network.value(network.slotOf(3));
                error += std::abs(answer - (a ^ b));
                right = right && (answer > 0.5) == ((a ^ b) == 1);
            }
            return right ? kSolved : (4 - error) * (4 - error);
        },
        kSolved);
}

TaskResult balancePoles(std::uint64_t seed, int generations) {
    constexpr int kSteps = 100000;
    return evolve(
        paperOptions(), 6, 1, seed, generations,
        [&](Network& network) {
            Cart cart;
            cart.state[2] = M_PI / 180;  // the long pole leans by one degree
            network.reset();
            int step = 0;
            for (; step < kSteps && !cart.failed(); step++) {
                constexpr std::array<double, 6> kScale{4.8, 2, 0.52, 2, 0.52, 2};
                for (std::size_t i = 0; i < kScale.size(); i++)
                    network.set(network.slotOf(static_cast<NodeId>(i)), cart.state[i] / kScale[i]);
                network.activate();
                cart.push((network.value(network.slotOf(7)) - 0.5) * 2 * 10);
            }
            return static_cast<double>(step);
        },
        kSteps);
}

}  // namespace ounce::neuro
