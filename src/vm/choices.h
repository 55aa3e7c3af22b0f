// Where everything comes from that the program cannot know: one interface, so that a run can be drawn from a
// seed, replayed from a log, or explored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ounce {

class Choices {
  public:
    virtual ~Choices() = default;
    // A number in [0, 1), asked for by the statement of that index. `drawn` is what the state's own generator
    // gives.
    virtual double random(double drawn, std::int32_t statement) = 0;
};

// Writes down what was drawn.
class RecordingChoices final : public Choices {
  public:
    double random(double drawn, std::int32_t) override {
        log.push_back(drawn);
        return drawn;
    }
    std::vector<double> log;
};

// Gives what a log says; behind its end, what the generator gives.
class ReplayedChoices final : public Choices {
  public:
    explicit ReplayedChoices(std::vector<double> log) : log_(std::move(log)) {}
    double random(double drawn, std::int32_t) override { return at_ < log_.size() ? log_[at_++] : drawn; }

  private:
    std::vector<double> log_;
    std::size_t at_ = 0;
};

}  // namespace ounce
