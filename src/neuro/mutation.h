// How genomes change (Section 5.4 of what is known of the peer; Stanley and Miikkulainen, 2002).
#pragma once

#include "neuro/genome.h"

namespace ounce::neuro {

struct NeatMutation {
    double withoutCrossover = 0.25;
    double addConnection = 0.05;
    double recurrentConnection = 0.1;
    int addConnectionTries = 10;
    int championOffspring = 3;
    int championClones = 1;
    double championConnection = 0.3;
    double addNode = 0.03;
    double weights = 0.8;
    double perturbationPower = 1;
    double toggleEnable = 0.1;
    int toggleTimes = 3;
    double enable = 0.03;
    // Ounce's own: most changes are small or touch few weights. Else every weight changes every time.
    bool gentle = true;
};

struct NeatCrossover {
    double withoutMutation = 0.25;
    double interspecies = 0.001;
    double weightAverage = 0.4;
};

// Each says whether it changed anything.
bool mutateWeights(Genome& genome, const NeatMutation& how, Stream& random);
bool addConnection(Genome& genome, const NeatMutation& how, Innovations& innovations, Stream& random);
// Splits a connection; the new node lies in the middle and passes on what the connection did.
bool addNode(Genome& genome, Innovations& innovations, Stream& random);
bool toggleConnections(Genome& genome, int times, Stream& random);
bool enableConnection(Genome& genome);

// One of them or several, as the probabilities have it. `champion`: the best of all changes less.
void mutate(Genome& genome, const NeatMutation& how, bool champion, Innovations& innovations, Stream& random);

// The genes of the fitter parent; where the other has the same connection, the weight of either or between
// the two.
Genome crossover(const Genome& fitter, const Genome& other, const NeatCrossover& how, Stream& random);

struct Compatibility {
    double threshold = 3;
    double disjoint = 1, excess = 1, weight = 0.5;
    bool smallAsOne = false;  // genes of genomes with less than 20 count fully, as in the NEAT paper
};
double distance(const Genome& a, const Genome& b, const Compatibility& how);

}  // namespace ounce::neuro
