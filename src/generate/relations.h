// What two values that depend on chance have to do with each other: the hat is where the head is, the best
// score is never below the score.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "generate/observations.h"

namespace ounce {

// Pairs of numbers over the time of several runs.
class Relations {
  public:
    // To be called in every step of every run that is looked at.
    void add(const Observation& observation);
    // The differences that never changed, and which of two variables is never below the other. Only what
    // their ranges do not say already.
    [[nodiscard]] std::vector<Check> lasting() const;

  private:
    struct Number {
        std::string key;
        Check check;
        ValueRange range{};
        bool usable = true;  // it was there in every step, and a number
    };

    bool begun_ = false;
    std::vector<Number> numbers_;
    std::vector<double> now_;
    std::vector<ValueRange> differences_;  // by pair: the first minus the second
};

// Whether the values of two questions can be compared: both are positions, or both are variables.
bool areComparable(const Check& a, const Check& b);
// That the first is `difference` more than the second.
Check relationOf(const Check& a, const Check& b, double difference);

}  // namespace ounce
