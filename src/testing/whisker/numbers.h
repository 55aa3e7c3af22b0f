// The random numbers of a program in a test of Whisker: the same ones that it gets there. So tests with
// values that were recorded from a run, with the seed of that run, find them again.
#pragma once

#include <cstdint>
#include <string_view>

#include "testing/whisker/arc4_random.h"
#include "vm/machine.h"

namespace ounce {

class WhiskerNumbers final : public Choices {
  public:
    explicit WhiskerNumbers(std::string_view seed) : random_(seed) {}

    // Whose ids count from now on.
    void follow(const Machine& machine) {
        ids_ = &machine.idsMade;
        seen_ = machine.idsMade;
    }
    // Numbers that went into ids since the last one: scratch-vm makes them of twenty letters that it draws.
    void passIds() {
        constexpr std::uint64_t kLetters = 20;
        random_.skip(kLetters * (*ids_ - seen_));
        seen_ = *ids_;
    }
    double random(double, std::int32_t) override {
        passIds();
        return random_.next();
    }

  private:
    Arc4Random random_;
    const std::uint64_t* ids_ = nullptr;
    std::uint64_t seen_ = 0;
};

}  // namespace ounce
