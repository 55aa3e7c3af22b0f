// Small models, made of few words: what all kinds of candidates are built with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/model.h"

namespace ounce::models::inference {

// A name as a regular expression that means only itself.
std::string escaped(std::string_view name);
std::string numberText(double number);
std::string changeText(double by);      // "+5", "-3"
std::string secondsText(double steps);  // "1.2 s"
std::string millisecondsText(double steps);
double milliseconds(double steps);

Check check(CheckKind kind, std::vector<std::string> args, bool negated = false);
Check negation(Check check);
Check never();
Check afterStart();  // the flag's scripts have settled

Model small(const std::string& id, const std::string& explanation, std::vector<std::string> nodes);
Edge& edge(Model& model, std::size_t from, std::size_t to, const std::string& id,
           std::vector<Check> conditions, std::vector<Check> effects = {});
// Two states: not yet, and from then on an edge that leads back to itself.
Model loop(const std::string& id, const std::string& explanation, std::vector<Check> when,
           std::vector<Check> then);

// A model that may be right.
struct Candidate {
    Model model{};
    int weight = 0;             // kinds of models that find more come first
    std::size_t telling = 0;    // the edge without which the model says nothing
    bool mayBeUntaken = false;  // it says that something never happens
    bool howMuch = false;       // an amount, a limit or a time: perhaps a choice of this one solution
    std::string only{};         // of several with this key, the first that holds is enough
};

}  // namespace ounce::models::inference
