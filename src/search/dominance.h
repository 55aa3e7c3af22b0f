// Which members of a population come first when there are many goals at once: MOSA's preference criterion,
// fast non-dominated sorting (NSGA-II), and sub-vector dominance instead of crowding distance inside a front.
#pragma once

#include <cstddef>
#include <vector>

#include "search/problem.h"

namespace ounce {

// Places in a population.
using Front = std::vector<std::size_t>;

// Whether a is nowhere worse than b on the goals, and better on one of them.
bool dominates(const Individual& a, const Individual& b, const std::vector<std::size_t>& goals);

// The members that are best for some goal (among equals the shorter one), then the rest in fronts of members
// that no member of the same or a later front dominates. Only goals that are not covered count. Every member
// is in exactly one front.
std::vector<Front> preferenceSort(const std::vector<Individual>& population, const GoalFlags& covered);

// Sorts a front by how badly some other member beats a member: the greatest number of goals (of all, as in
// Whisker) where another member is better. Those hard to beat come first; equal ones keep their order.
void sortBySubvectorDominance(const std::vector<Individual>& population, Front& front);

}  // namespace ounce
