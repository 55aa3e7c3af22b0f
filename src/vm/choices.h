// Where everything comes from that the program cannot know, so that a run can be drawn from a seed, replayed
// from a log, or explored.
//
// Only random numbers are asked for, because only they are needed in the middle of a block, when nobody else
// could step in. Whatever else is unknown lies before the machine when a step begins, in the state or beside
// it: keys, mouse, answers, the loudness of the microphone are inputs with a step (inputs.h); the user's name
// is a machine option; the date follows from the step counter and a fixed start. An explorer that wants to
// try another answer or another name copies the state and hands it another input or option. One log (log.h)
// holds all three.
//
// Without a Choices, asking costs one predictable branch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vm/program.h"

namespace ounce {

class Choices {
  public:
    virtual ~Choices() = default;
    // A number in [0, 1), asked for by the statement of that index. `drawn` is what the state's own generator
    // gives.
    virtual double random(double drawn, std::int32_t statement) = 0;
};

// The numbers that one block asked for, in order.
struct Draws {
    std::string sprite, block;  // the block's id
    std::vector<double> numbers;
    bool operator==(const Draws&) const = default;
};

// Writes down what was drawn.
class RecordingChoices final : public Choices {
  public:
    // What lies behind so many numbers need not be written down: the seed gives them again.
    static constexpr std::size_t kMostNumbers = 500000;

    explicit RecordingChoices(const Program& program);
    double random(double drawn, std::int32_t statement) override;
    // By place, in the order of the first draws.
    [[nodiscard]] std::vector<Draws> draws() const;
    [[nodiscard]] bool complete() const { return count_ <= kMostNumbers; }

  private:
    const Program& program_;
    std::vector<std::vector<double>> numbers_;  // by statement
    std::vector<std::int32_t> order_;
    std::size_t count_ = 0;
};

// Gives every block the numbers that a log has for it, in order, and behind their end what the generator
// gives. So a program that was edited after recording still gets the same numbers wherever it still asks.
class ReplayedChoices final : public Choices {
  public:
    ReplayedChoices(const Program& program, std::vector<Draws> draws);
    double random(double drawn, std::int32_t statement) override;

    // How log and program fit together so far.
    struct Fit {
        std::size_t beyond = 0;   // numbers that were asked for and are not in the log
        std::size_t unused = 0;   // numbers of the log that nobody asked for
        std::size_t unknown = 0;  // blocks of the log that the program does not have
        [[nodiscard]] bool exact() const { return beyond == 0 && unused == 0 && unknown == 0; }
    };
    [[nodiscard]] Fit fit() const;

  private:
    std::vector<Draws> draws_;
    std::vector<std::size_t> next_;      // by place in `draws_`
    std::vector<std::int32_t> placeOf_;  // by statement; kNone: not in the log
    std::size_t beyond_ = 0, unknown_ = 0;
};

}  // namespace ounce
