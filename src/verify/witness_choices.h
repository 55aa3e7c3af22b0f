// Chance as a witness has it: first what it says about the block that asks, then its mocks, then the seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "verify/witness.h"
#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/look.h"

namespace ounce {
class Machine;
}

namespace ounce::verify {

// Something of a witness that the program has no place for.
struct Misfit {
    std::uint64_t step = 0;  // steps done before
    std::string what{};
    bool operator==(const Misfit&) const = default;
};

class WitnessChoices final : public Choices {
  public:
    // All stay where they are while this is in use.
    WitnessChoices(const Machine& machine, const Witness& witness);

    double pick(const Domain& domain, double drawn, std::int32_t statement) override;

    // What mocks set while the last step ran; to be set before the next one. Set at once it would change
    // variables under the hands of a block that reads them.
    [[nodiscard]] std::vector<InputEvent> takeAssignments();
    // What every mock sets before its first call, to be set before the first step.
    [[nodiscard]] static std::vector<InputEvent> initialAssignments(const Witness& witness);

    // The first thing that did not fit; none: everything so far did.
    [[nodiscard]] const std::optional<Misfit>& misfit() const { return misfit_; }
    // Mocks that cannot be used, a sentence each.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  private:
    // A mock while it runs.
    struct Running {
        const Mock* mock = nullptr;
        std::size_t calls = 0;
        std::vector<spec::Monitor> conditions{};  // by effect; empty: none
        std::optional<double> second{};           // the y that belongs to the x given before
    };

    void start(const Mock& mock);
    const MockEffect* effectNow(Running& running);
    bool mocked(const Domain& domain, std::int32_t statement, double& outcome);
    void refuse(const std::string& what);
    [[nodiscard]] std::string placeOf(std::int32_t statement) const;

    const Machine& machine_;
    const Witness& witness_;
    ReplayedChoices replayed_;
    std::vector<Running> running_{};
    std::vector<InputEvent> assignments_{};
    std::optional<Misfit> misfit_{};
    std::vector<std::string> notes_{};
};

}  // namespace ounce::verify
