// Kinds of candidates, one file each. All look at what runs showed and propose models that would hold there;
// whether they hold elsewhere is for trials.h.
#pragma once

#include <vector>

#include "models/infer/traces.h"

namespace ounce::models::inference {

using Candidates = std::vector<Candidate>;

// values.cpp: what things are at first, that they stay, how far and by how much they go, that they are
// random.
void proposeValues(const World& world, const Traces& traces, Candidates& candidates);
// follow*.cpp: when one thing happens, another one does: at once, after a while, again and again.
void proposeFollowing(const World& world, const Traces& traces, Candidates& candidates);
// during.cpp: as long as something lasts (a key is held), something happens in every step, or a value stays.
void proposeDuring(const World& world, const Traces& traces, Candidates& candidates);
// causes.cpp: something happens only when something else is so.
void proposeCauses(const World& world, const Traces& traces, Candidates& candidates);
// relations.cpp: one thing is never more than another, or always as much.
void proposeRelations(const World& world, const Traces& traces, Candidates& candidates);

// happens.cpp: something happens at all.
void proposeHappening(const World& world, const Traces& traces, Candidates& candidates);

// ending.cpp: what ends the game; then nothing changes any more. Empty: nothing was found that does.
struct Ending {
    std::vector<Candidate> program{};  // ends all other program models
    std::vector<Candidate> after{};    // end models
};
Ending proposeEnding(const World& world, const Traces& traces);

// ---- shared by several kinds ----

// What explains exceptions: conditions that hold in (nearly) no other case. `cases` has for each case whether
// it is an exception, and which atoms hold. Empty and false: there is no such explanation with few words.
struct Case {
    bool exception = false;
    std::vector<bool> holds{};
};
bool explain(const std::vector<Case>& cases, const std::vector<std::size_t>& among, std::size_t most,
             std::vector<std::size_t>& chosen);

// Whether it can hardly be chance that something was so all of `times` times, if it is so in this share of
// all steps anyway.
bool isNoChance(double share, std::size_t times);
// The share of steps after which (within `high` steps) one of the atoms holds.
double shareWithin(const Traces& traces, const std::vector<std::size_t>& atoms, std::uint32_t high);

// "…, unless A or B".
std::string unless(const Traces& traces, const std::vector<std::size_t>& atoms);

}  // namespace ounce::models::inference
