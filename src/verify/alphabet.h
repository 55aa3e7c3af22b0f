// What a player can do between two steps: the few actions that can make a difference to this program and to
// this property.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "verify/answers.h"
#include "verify/world.h"
#include "vm/inputs.h"
#include "vm/state.h"

namespace ounce::verify {

struct Action {
    // Any whole number is typed, or any number in the middle between two of them; the input's value is one.
    enum class Symbol : std::uint8_t { None, Whole, Half };
    std::vector<InputEvent> inputs{};
    Symbol answer = Symbol::None;
};

struct AlphabetOptions {
    std::uint64_t runs = 0;              // how often the flag may be clicked; 0: any number of times
    bool interrupts = false;             // the flag again and the stop sign while scripts are running
    bool stops = false;                  // the stop sign alone, for scripts that were left out and stop all
    bool covered = false;                // sprites that are covered are clicked, too: what covers them was
                                         // left out
    bool byExample = false;              // what is only tried by example is taken for all that there is
    std::int64_t greatestAnswer = 9999;  // whole numbers from minus this to this are typed
    std::vector<std::string> texts{};    // that are worth typing, found out while the program ran
};

class Alphabet {
  public:
    Alphabet(std::shared_ptr<const Program> program, const spec::Monitor& monitor,
             const AlphabetOptions& options);

    // Every action that makes sense now; the first is to do nothing. `flags`: clicked so far.
    [[nodiscard]] std::vector<Action> actions(const State& state, std::uint64_t flags);
    // The same in words, for the list of assumptions.
    [[nodiscard]] std::vector<std::string> assumptions() const;
    // What was not tried, in words; none if examples are to be enough.
    [[nodiscard]] std::vector<std::string> gaps() const;
    [[nodiscard]] const Answers& answers() const { return answers_; }
    // One more text is worth typing.
    void learn(const std::string& text) { answers_.add(text); }

  private:
    using Actions = std::vector<Action>;
    void keys(const State& state, Actions& actions) const;
    void clicks(const State& state, Actions& actions) const;
    void pointer(const State& state, Actions& actions) const;
    void drags(const State& state, Actions& actions) const;
    void values(const State& state, Actions& actions) const;
    void answers(const State& state, Actions& actions) const;
    [[nodiscard]] std::vector<std::string> examples() const;

    std::shared_ptr<const Program> program_;
    AlphabetOptions options_;
    World world_;
    Answers answers_;
    bool hasQuestions_ = false, hasKeyHats_ = false;
    std::vector<double> settings_{};  // of what others may set
};

}  // namespace ounce::verify
