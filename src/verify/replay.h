// Runs a program under a witness and says whether the property is violated again.
//
// A witness may be older than the program. It is replayed all the same, and the first thing that does not fit
// any more is said: a sprite that is gone, an answer that nobody asks for, a random outcome that is not
// possible, a state that differs from what was seen when the witness was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/watch.h"
#include "verify/actors.h"
#include "verify/witness.h"
#include "verify/witness_choices.h"
#include "vm/machine.h"

namespace ounce::verify {

struct Replay {
    // The witness's property is violated; if none of that name is watched: any is. Without properties: the
    // last state that another tool expected has come.
    bool reproduced = false;
    std::uint64_t step = 0;  // in which; the first is 1
    std::string message{};   // what was seen
    std::vector<spec::PropertyResult> properties{};
    bool sameProgram = true;                        // false: the hash differs
    std::optional<Misfit> whereItStoppedFitting{};  // none: it fits
    std::uint64_t steps = 0;                        // how many were done
    std::vector<ActorState> actors{};               // the state at the end
    std::vector<std::string> notes{};
};

// Step by step, for whoever wants to see it.
class ReplayRun {
  public:
    // All stay where they are while this is in use.
    ReplayRun(const Program& program, const std::vector<spec::Monitor>& monitors, const Witness& witness);
    ReplayRun(const ReplayRun&) = delete;
    ReplayRun& operator=(const ReplayRun&) = delete;

    // False: it is over, because everything was done or the violation has come.
    bool step();
    [[nodiscard]] Machine& machine() { return machine_; }
    [[nodiscard]] Replay result() const;

  private:
    [[nodiscard]] bool violated(std::uint64_t& step, std::string& message) const;
    void look(const InputEvent& event);
    void compare();
    void refuse(std::string what);

    const Program& program_;
    const Witness& witness_;
    const std::vector<spec::Monitor>& monitors_;
    State state_;
    Machine machine_;
    WitnessChoices choices_;
    spec::Watch watch_;
    bool sameProgram_ = true;
    bool named_ = false;  // the witness's property is among those that are watched
    std::vector<InputEvent> inputs_{};
    std::size_t next_ = 0, nextState_ = 0;
    // Of other tools: the last state, and what was seen a step ago. Of Ounce: what is expected now.
    std::vector<ActorState> expectedEnd_{}, before_{};
    std::uint64_t reachedAt_ = 0;  // when the last expected state came; 0: it did not
    std::optional<Misfit> misfit_{};
};

Replay replayWitness(const Program& program, const std::vector<spec::Monitor>& monitors,
                     const Witness& witness);

// What the blocks draw in the run of a witness.
std::vector<Draws> recordedDraws(const Program& program, const Witness& witness);

// The same witness with its mocks turned into what each block gave: exact from then on.
Witness settled(const Program& program, Witness witness);

}  // namespace ounce::verify
