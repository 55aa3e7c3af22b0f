// A population that evolves: species by the distance of genomes, shared fitness, stagnation, champions.
#pragma once

#include <cstdint>
#include <vector>

#include "neuro/mutation.h"

namespace ounce::neuro {

struct NeatOptions {
    std::size_t populationSize = 30;
    std::size_t species = 5;  // wanted; the threshold moves to have about as many
    double parentsPerSpecies = 0.2;
    int penalizingAge = 15;
    double ageSignificance = 1;
    NeatMutation mutation{};
    NeatCrossover crossover{};
    Compatibility compatibility{};
    bool movingThreshold = true;
};

struct Member {
    Genome genome;
    double fitness = 0;  // the greater the better; set by whoever evaluates
    double shared = 0;
};

struct Species {
    std::uint32_t id = 0;
    Genome representative;
    std::vector<std::size_t> members;  // of the population, the fittest first once evolved
    int age = 0, stagnant = 0;
    double best = 0;  // ever
    double expected = 0;
};

class Population {
  public:
    Population(const NeatOptions& options, std::vector<Genome> first);

    [[nodiscard]] std::vector<Member>& members() { return members_; }
    [[nodiscard]] const std::vector<Member>& members() const { return members_; }
    [[nodiscard]] const std::vector<Species>& species() const { return species_; }
    [[nodiscard]] int generation() const { return generation_; }
    [[nodiscard]] double threshold() const { return options_.compatibility.threshold; }
    [[nodiscard]] double bestFitness() const { return best_; }
    // Generations since the best fitness grew.
    [[nodiscard]] int stagnant() const { return stagnant_; }

    // The next generation, once every member's fitness is set. `nextId` names the new genomes.
    void evolve(Innovations& innovations, std::uint32_t& nextId, Stream& random);

  private:
    void rate();
    void speciate(std::vector<Genome> genomes);
    std::vector<std::size_t> shareOut();
    Genome breed(const Species& species, std::size_t parents, Innovations& innovations, Stream& random);

    NeatOptions options_;
    std::vector<Member> members_;
    std::vector<Species> species_;
    std::uint32_t nextSpecies_ = 0;
    int generation_ = 0, stagnant_ = 0;
    double best_ = 0;
    bool rated_ = false;
};

}  // namespace ounce::neuro
