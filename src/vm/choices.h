// Where everything comes from that the program cannot know, so that a run can be drawn from a seed, replayed
// from a log, or explored.
//
// Whatever is asked for in the middle of a block is a pick from a domain, and whoever answers sees which: six
// outcomes of a die, one of the items of a list, any number between two others. Everything else that is
// unknown lies before the machine when a step begins: keys, mouse, answers and the microphone are inputs with
// a step (inputs.h), and so is a value that a variable is to begin with, before the flag; the user's name is
// a machine option; the date follows from the step counter and a fixed start. One log (log.h) holds all of
// them.
//
// Without a Choices, asking costs one predictable branch.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vm/program.h"

namespace ounce {

// What can come out.
struct Domain {
    enum class Kind : std::uint8_t {
        Whole,    // low, low + 1, … high
        Rounded,  // the same, but both ends half as often: a number between them, rounded
        Between,  // any number from low up to high, without high itself
    };
    Kind kind = Kind::Whole;
    double low = 0, high = 0;

    static Domain whole(double low, double high) { return {Kind::Whole, low, high}; }
    static Domain rounded(double low, double high) { return {Kind::Rounded, low, high}; }
    static Domain between(double low, double high) { return {Kind::Between, low, high}; }
    static Domain oneOf(double count) { return {Kind::Whole, 0, count - 1}; }

    // The outcome that a generator's number in [0, 1) stands for, computed as official Scratch does.
    [[nodiscard]] double outcome(double drawn) const;
    [[nodiscard]] bool contains(double outcome) const;
    // How many outcomes there are; infinity: too many to count.
    [[nodiscard]] double size() const;
    bool operator==(const Domain&) const = default;
};

class Choices {
  public:
    virtual ~Choices() = default;
    // One of the domain, asked for by the statement of that index. `drawn`, in [0, 1), is what the state's
    // own generator gives.
    virtual double pick(const Domain& domain, double drawn, std::int32_t statement) = 0;
};

// What one block asked for, in order.
struct Draws {
    std::string sprite, block;  // the block's id
    std::vector<double> outcomes;
    bool areNumbers = false;  // as logs had it first: the generator's numbers instead of outcomes
    bool operator==(const Draws&) const = default;
};

// Writes down what was drawn.
class RecordingChoices final : public Choices {
  public:
    // What lies behind so many numbers need not be written down: the seed gives them again.
    static constexpr std::size_t kMostNumbers = 500000;

    explicit RecordingChoices(const Program& program);
    double pick(const Domain& domain, double drawn, std::int32_t statement) override;
    // By place, in the order of the first draws.
    [[nodiscard]] std::vector<Draws> draws() const;
    [[nodiscard]] bool complete() const { return count_ <= kMostNumbers; }

  private:
    const Program& program_;
    std::vector<std::vector<double>> outcomes_;  // by statement
    std::vector<std::int32_t> order_;
    std::size_t count_ = 0;
};

// Gives every block the outcomes that a log has for it, in order, and behind their end what the generator
// gives. So a program that was edited after recording still gets the same ones wherever it still asks for
// them; what its domain no longer has is drawn anew.
class ReplayedChoices final : public Choices {
  public:
    ReplayedChoices(const Program& program, std::vector<Draws> draws);
    double pick(const Domain& domain, double drawn, std::int32_t statement) override;

    // How log and program fit together so far.
    struct Fit {
        std::size_t beyond = 0;   // numbers that were asked for and are not in the log
        std::size_t unused = 0;   // numbers of the log that nobody asked for
        std::size_t unknown = 0;  // blocks of the log that the program does not have
        std::size_t outside = 0;  // outcomes of the log that are no longer possible
        [[nodiscard]] bool exact() const {
            return beyond == 0 && unused == 0 && unknown == 0 && outside == 0;
        }
    };
    [[nodiscard]] Fit fit() const;

  private:
    std::vector<Draws> draws_;
    std::vector<std::size_t> next_;      // by place in `draws_`
    std::vector<std::int32_t> placeOf_;  // by statement; kNone: not in the log
    std::size_t beyond_ = 0, unknown_ = 0, outside_ = 0;
};

}  // namespace ounce
