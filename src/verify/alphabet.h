// What a player can do between two steps: the few actions that can make a difference to this program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/events.h"
#include "spec/monitor.h"
#include "vm/inputs.h"
#include "vm/state.h"

namespace ounce::verify {

struct Action {
    std::vector<InputEvent> inputs{};
    bool isSymbolicAnswer = false;  // any whole number is typed; the input's value is one of them
};

struct AlphabetOptions {
    std::uint64_t runs = 0;              // how often the flag may be clicked; 0: any number of times
    bool interrupts = false;             // the flag again and the stop sign while scripts are running
    bool stops = false;                  // the stop sign alone, for scripts that were left out and stop all
    std::int64_t greatestAnswer = 9999;  // whole numbers from minus this to this are typed
};

class Alphabet {
  public:
    // `monitor`: what it compares the answer with is worth typing, too.
    Alphabet(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
             const AlphabetOptions& options);

    // Every action that makes sense now; the first is to do nothing. `flags`: clicked so far.
    [[nodiscard]] std::vector<Action> actions(const State& state, std::uint64_t flags);
    // The same in words, for the list of assumptions.
    [[nodiscard]] std::vector<std::string> assumptions() const;

  private:
    std::shared_ptr<const Program> program_;
    AlphabetOptions options_;
    EventExtractor extractor_;
    ExtractionCache cache_;
    std::vector<std::string> texts_{};  // that are worth typing
    bool hasQuestions_ = false, hasDrags_ = false, hasMouse_ = false;
};

}  // namespace ounce::verify
