// Someone who goes along with a test: acts before each step, looks after it, and has something to tell at the
// end. Models do; whoever plays a test need not know what they are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace ounce {

class Machine;
struct Program;

// JavaScript functions of a companion, called with the `t` of the test.
class CompanionScripts {
  public:
    virtual ~CompanionScripts() = default;
    virtual Result<bool> test(std::size_t function) = 0;
};

class Companion {
  public:
    virtual ~Companion() = default;
    // Right before the first step; all stay where they are. `scripts`: null where there is no engine.
    virtual void begin(Machine& machine, std::uint32_t seed, CompanionScripts* scripts) = 0;
    virtual void beforeStep() = 0;
    virtual void afterStep() = 0;
    // It has nothing more to look for.
    [[nodiscard]] virtual bool over() const = 0;
    // What it found, for who made it to read.
    virtual std::string report() = 0;
};

struct Companions {
    std::function<std::unique_ptr<Companion>()> make{};  // one for each test; none: nobody goes along
    std::vector<std::string> functions{};                // JavaScript that they may ask for
    std::string recipe{};  // how another process makes the same; read by a CompanionCook
};

// Makes companions for a program from a recipe: whoever knows what kind of companions there are.
using CompanionCook = std::function<Result<Companions>(const std::string& recipe,
                                                       const std::shared_ptr<const Program>& program)>;

}  // namespace ounce
