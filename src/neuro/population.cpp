#include "neuro/population.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ounce::neuro {

namespace {

constexpr double kThresholdStep = 0.3, kLeastThreshold = 0.1;
constexpr int kYoung = 10;         // generations in which a species may be favoured
constexpr double kPenalty = 0.01;  // for species that no longer get better
constexpr double kLeastFitness = 1e-4;
constexpr int kPatience = 5;  // beyond the penalizing age: then only the two best species go on

}  // namespace

Population::Population(const NeatOptions& options, std::vector<Genome> first) : options_(options) {
    speciate(std::move(first));
}

// Puts each genome into the first species whose representative is near enough.
void Population::speciate(std::vector<Genome> genomes) {
    for (Species& s : species_) s.members.clear();
    members_.clear();
    for (Genome& genome : genomes) {
        const std::size_t index = members_.size();
        auto home = std::find_if(species_.begin(), species_.end(), [&](const Species& s) {
            return distance(s.representative, genome, options_.compatibility) <
                   options_.compatibility.threshold;
        });
        if (home == species_.end()) {
            species_.push_back({});
            home = species_.end() - 1;
            home->id = nextSpecies_++;
            home->representative = genome;
        }
        home->members.push_back(index);
        members_.push_back({std::move(genome)});
    }
    std::erase_if(species_, [](const Species& s) { return s.members.empty(); });
    // The member nearest to the old representative speaks for the species from now on.
    for (Species& s : species_) {
        std::size_t nearest = s.members.front();
        double least = INFINITY;
        for (const std::size_t member : s.members) {
            const double d = distance(s.representative, members_[member].genome, options_.compatibility);
            if (d < least) least = d, nearest = member;
        }
        s.representative = members_[nearest].genome;
    }
    rated_ = false;
}

void Population::rate() {
    double best = 0;
    for (Species& s : species_) {
        std::stable_sort(s.members.begin(), s.members.end(), [&](std::size_t a, std::size_t b) {
            const Member &x = members_[a], &y = members_[b];
            if (x.fitness != y.fitness) return x.fitness > y.fitness;
            return x.genome.connections.size() < y.genome.connections.size();
        });
        const double champion = members_[s.members.front()].fitness;
        s.stagnant = champion > s.best ? 0 : s.stagnant + 1;
        s.best = std::max(s.best, champion);
        s.age++;
        best = std::max(best, champion);
        for (const std::size_t member : s.members) {
            double fitness = members_[member].fitness;
            if (s.stagnant >= options_.penalizingAge) fitness *= kPenalty;
            if (s.age <= kYoung) fitness *= options_.ageSignificance;
            members_[member].shared =
                std::max(fitness, kLeastFitness) / static_cast<double>(s.members.size());
        }
    }
    stagnant_ = best > best_ ? 0 : stagnant_ + 1;
    best_ = std::max(best_, best);
    std::stable_sort(species_.begin(), species_.end(), [&](const Species& a, const Species& b) {
        return members_[a.members.front()].fitness > members_[b.members.front()].fitness;
    });
}

// How many children each species has.
std::vector<std::size_t> Population::shareOut() {
    std::vector<std::size_t> children(species_.size(), 0);
    if (stagnant_ > options_.penalizingAge + kPatience) {
        stagnant_ = 0;
        const std::size_t kept = std::min<std::size_t>(2, species_.size());
        for (std::size_t i = 0; i < kept; i++) {
            children[i] = options_.populationSize / kept;
            species_[i].stagnant = 0;
        }
        children[0] += options_.populationSize % kept;
        return children;
    }
    double total = 0;
    for (Species& s : species_) {
        s.expected = 0;
        for (const std::size_t member : s.members) s.expected += members_[member].shared;
        total += s.expected;
    }
    std::size_t given = 0;
    for (std::size_t i = 0; i < species_.size(); i++) {
        const double share = species_[i].expected / total * static_cast<double>(options_.populationSize);
        children[i] = static_cast<std::size_t>(share);
        species_[i].expected = share;
        given += children[i];
    }
    children[0] += options_.populationSize - std::min(given, options_.populationSize);
    return children;
}

Genome Population::breed(const Species& species, std::size_t parents, Innovations& innovations,
                         Stream& random) {
    const Member& mother = members_[species.members[random.below(parents)]];
    if (random.chance(options_.mutation.withoutCrossover)) {
        Genome child = mother.genome;
        mutate(child, options_.mutation, false, innovations, random);
        return child;
    }
    const Member* father = &members_[species.members[random.below(parents)]];
    if (random.chance(options_.crossover.interspecies)) {
        const Species& other = species_[random.below(species_.size())];
        father = &members_[other.members.front()];
    }
    const bool motherFirst = mother.fitness != father->fitness
                                 ? mother.fitness > father->fitness
                                 : mother.genome.connections.size() <= father->genome.connections.size();
    Genome child = crossover(motherFirst ? mother.genome : father->genome,
                             motherFirst ? father->genome : mother.genome, options_.crossover, random);
    if (!random.chance(options_.crossover.withoutMutation))
        mutate(child, options_.mutation, false, innovations, random);
    return child;
}

void Population::evolve(Innovations& innovations, std::uint32_t& nextId, Stream& random) {
    rate();
    const std::vector<std::size_t> children = shareOut();
    std::vector<Genome> next;
    next.reserve(options_.populationSize);
    for (std::size_t i = 0; i < species_.size(); i++) {
        const Species& s = species_[i];
        const std::size_t parents = std::min(
            s.members.size(),
            static_cast<std::size_t>(options_.parentsPerSpecies * static_cast<double>(s.members.size())) + 1);
        const std::size_t end = next.size() + children[i];
        const Genome& champion = members_[s.members.front()].genome;
        if (i == 0) {
            for (int n = 0; n < options_.mutation.championClones && next.size() < end; n++) {
                next.push_back(champion);
                // Further clones play with the same seeds, which would count twice under one id.
                if (n > 0) next.back().id = nextId++;
            }
            for (int n = 0; n < options_.mutation.championOffspring && next.size() < end; n++) {
                next.push_back(champion);
                mutate(next.back(), options_.mutation, true, innovations, random);
                next.back().id = nextId++;
            }
        } else if (next.size() < end) {
            next.push_back(champion);
        }
        while (next.size() < end) {
            next.push_back(breed(s, parents, innovations, random));
            next.back().id = nextId++;
        }
    }
    if (options_.movingThreshold) {
        double& threshold = options_.compatibility.threshold;
        if (species_.size() < options_.species) threshold -= kThresholdStep;
        if (species_.size() > options_.species) threshold += kThresholdStep;
        threshold = std::max(threshold, kLeastThreshold);
    }
    speciate(std::move(next));
    generation_++;
}

}  // namespace ounce::neuro
