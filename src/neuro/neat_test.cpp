// The evolution alone: properties of every operator.
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "neuro/network.h"
#include "neuro/population.h"
#include "neuro/test_genome.h"

namespace ounce::neuro {
namespace {

Genome plainGenome(int inputs, int outputs, Innovations& innovations, Stream& random) {
    return plainStart(inputs, outputs, Activation::SteepSigmoid, innovations, random);
}

TEST(Network, ActivatesInTheOrderOfDepth) {
    Genome genome;
    genome.nodes = {{0, NodeKind::Input, Activation::None, 0},
                    {1, NodeKind::Bias, Activation::None, 0},
                    {2, NodeKind::Output, Activation::None, 1},
                    {3, NodeKind::Hidden, Activation::Relu, 0.5},
                    {4, NodeKind::Hidden, Activation::None, 0.75}};
    genome.connections = {{0, 3, 2, true, false, 0},
                          {3, 4, 3, true, false, 1},
                          {4, 2, 1, true, false, 2},
                          {1, 2, 0.5, true, false, 3},
                          {0, 2, 100, false, false, 4}};
    ASSERT_TRUE(genome.isSound());
    Network network(genome);
    network.set(network.slotOf(0), 1);
    network.activate();
    EXPECT_EQ(network.value(network.slotOf(2)), 6.5) << "in one pass; what is disabled adds nothing";
    network.set(network.slotOf(0), -1);
    network.activate();
    EXPECT_EQ(network.value(network.slotOf(2)), 0.5);
    EXPECT_EQ(network.sum(network.slotOf(3)), -2);
}

TEST(Network, RemembersThroughRecurrentConnections) {
    Genome genome;
    genome.nodes = {{0, NodeKind::Input, Activation::None, 0}, {1, NodeKind::Output, Activation::None, 1}};
    genome.connections = {{0, 1, 1, true, false, 0}, {1, 1, 1, true, true, 1}};
    ASSERT_TRUE(genome.isSound());
    Network network(genome);
    network.set(network.slotOf(0), 1);
    for (const double expected : {1.0, 2.0, 3.0}) {
        network.activate();
        EXPECT_EQ(network.value(network.slotOf(1)), expected);
    }
    network.reset();
    network.activate();
    EXPECT_EQ(network.value(network.slotOf(1)), 1);
}

TEST(Genome, SeesWhatIsNotSound) {
    Innovations innovations(10);
    Stream random(1);
    const Genome good = plainGenome(2, 1, innovations, random);
    ASSERT_TRUE(good.isSound());
    Genome bad = good;
    bad.connections[0].recurrent = true;
    EXPECT_FALSE(bad.isSound());
    bad = good;
    bad.connections[1].innovation = bad.connections[0].innovation;
    EXPECT_FALSE(bad.isSound());
    bad = good;
    bad.connections[0].to = 0;
    EXPECT_FALSE(bad.isSound());
}

TEST(Innovations, GivesTheSameNumberToTheSameChange) {
    Innovations innovations(10);
    EXPECT_EQ(innovations.connection(1, 5, false), innovations.connection(1, 5, false));
    EXPECT_NE(innovations.connection(1, 5, false), innovations.connection(1, 6, false));
    Genome genome;
    const ConnectionGene connection{1, 5, 1, true, false, 0};
    const NodeId node = innovations.split(connection, genome);
    EXPECT_EQ(innovations.split(connection, genome), node);
    genome.add(NodeGene{node, NodeKind::Hidden, Activation::Tanh, 0.5});
    EXPECT_NE(innovations.split(connection, genome), node) << "split once more";
}

TEST(Mutation, AddingANodeChangesNothingAtFirst) {
    Innovations innovations(10);
    Stream random(3);
    Genome genome = plainGenome(3, 2, innovations, random);
    genome.hidden = Activation::None;
    Network before(genome);
    const std::size_t connections = genome.connections.size();
    ASSERT_TRUE(addNode(genome, innovations, random));
    EXPECT_TRUE(genome.isSound());
    EXPECT_EQ(genome.connections.size(), connections + 2);
    Network after(genome);
    for (NodeId input = 0; input < 3; input++) {
        before.set(before.slotOf(input), 0.3 * input + 0.1);
        after.set(after.slotOf(input), 0.3 * input + 0.1);
    }
    before.activate();
    after.activate();
    for (NodeId output = 4; output < 6; output++)
        EXPECT_NEAR(after.value(after.slotOf(output)), before.value(before.slotOf(output)), 1e-12);
}

TEST(Mutation, KeepsEveryGenomeSound) {
    for (std::uint64_t seed = 0; seed < 30; seed++) {
        Innovations innovations(10);
        Stream random(seed);
        NeatMutation often{
            .addConnection = 0.4, .recurrentConnection = 0.3, .addNode = 0.3, .toggleEnable = 0.3};
        std::vector<Genome> genomes(4, plainGenome(3, 2, innovations, random));
        for (int i = 0; i < 60; i++) {
            Genome& genome = genomes[random.below(genomes.size())];
            mutate(genome, often, random.chance(0.1), innovations, random);
            ASSERT_TRUE(genome.isSound());
            const Genome& other = genomes[random.below(genomes.size())];
            const Genome child = crossover(genome, other, {}, random);
            ASSERT_TRUE(child.isSound());
            EXPECT_EQ(child.nodes, genome.nodes) << "structure is that of the fitter parent";
            EXPECT_EQ(distance(genome, genome, {}), 0);
            EXPECT_EQ(distance(genome, other, {}), distance(other, genome, {}));
        }
    }
}

TEST(Crossover, TakesWeightsOfEitherParentOrTheirMean) {
    Innovations innovations(10);
    Stream random(5);
    const Genome a = plainGenome(4, 2, innovations, random), b = plainGenome(4, 2, innovations, random);
    bool tookFirst = false, tookSecond = false;
    const Genome child = crossover(a, b, {.weightAverage = 0}, random);
    for (std::size_t i = 0; i < a.connections.size(); i++) {
        const double w = child.connections[i].weight;
        EXPECT_TRUE(w == a.connections[i].weight || w == b.connections[i].weight);
        tookFirst = tookFirst || w == a.connections[i].weight;
        tookSecond = tookSecond || w == b.connections[i].weight;
    }
    EXPECT_TRUE(tookFirst && tookSecond);
    const Genome mean = crossover(a, b, {.weightAverage = 1}, random);
    for (std::size_t i = 0; i < a.connections.size(); i++)
        EXPECT_EQ(mean.connections[i].weight, (a.connections[i].weight + b.connections[i].weight) / 2);
}

TEST(Distance, CountsDisjointAndExcessGenes) {
    Genome a, b;
    a.connections = {{0, 9, 1, true, false, 0}, {1, 9, 1, true, false, 1}, {2, 9, 1, true, false, 4}};
    b.connections = {{0, 9, 3, true, false, 0},
                     {3, 9, 1, true, false, 2},
                     {4, 9, 1, true, false, 5},
                     {5, 9, 1, true, false, 6}};
    // One gene in common that differs by 2, disjoint 1, 2 and 4, excess 5 and 6; four genes in the larger.
    const Compatibility how{.threshold = 3, .disjoint = 1, .excess = 10, .weight = 0.5};
    EXPECT_DOUBLE_EQ(distance(a, b, how), 3.0 / 4 + 10 * 2.0 / 4 + 0.5 * 2);
}

TEST(Population, KeepsItsSizeItsChampionAndTheNumberOfSpecies) {
    NeatOptions options;
    options.populationSize = 60;
    options.species = 6;
    Innovations innovations(10);
    Stream random(9);
    std::vector<Genome> first;
    for (int i = 0; i < 60; i++) first.push_back(plainGenome(3, 1, innovations, random));
    Population population(options, std::move(first));
    std::uint32_t next = 0;
    double best = 0;
    for (int generation = 0; generation < 40; generation++) {
        double now = 0;
        std::size_t members = 0;
        for (Member& member : population.members()) {
            double sum = 0;
            for (const ConnectionGene& c : member.genome.connections) sum += c.weight;
            member.fitness = 1 / (1 + std::abs(10 - sum));
            now = std::max(now, member.fitness);
        }
        for (const Species& s : population.species()) members += s.members.size();
        EXPECT_EQ(members, 60u);
        EXPECT_EQ(population.members().size(), 60u);
        EXPECT_GE(now, best) << "the champion lives on";
        best = now;
        population.evolve(innovations, next, random);
    }
    EXPECT_GT(best, 0.9);
    EXPECT_LT(population.species().size(), 20u);
}

// By its id a network is known again when it is judged for the second time.
TEST(Population, OnlyWhoGoesOnUnchangedKeepsItsId) {
    NeatOptions options;
    options.populationSize = 20;
    options.mutation.championClones = 3;
    Innovations innovations(10);
    Stream random(9);
    std::vector<Genome> first;
    std::uint32_t next = 0;
    for (int i = 0; i < 20; i++) {
        first.push_back(plainGenome(3, 1, innovations, random));
        first.back().id = next++;
    }
    const std::vector<Genome> before = first;
    Population population(options, std::move(first));
    for (Member& member : population.members()) member.fitness = member.genome.id;
    population.evolve(innovations, next, random);
    std::set<std::uint32_t> ids;
    std::size_t old = 0;
    for (const Member& member : population.members()) {
        EXPECT_TRUE(ids.insert(member.genome.id).second);
        if (member.genome.id >= before.size()) continue;
        old++;
        EXPECT_EQ(member.genome, before[member.genome.id]);
    }
    EXPECT_TRUE(ids.contains(19)) << "the champion";
    EXPECT_LE(old, 1 + population.species().size());
}

}  // namespace
}  // namespace ounce::neuro
