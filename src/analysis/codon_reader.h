// Whole numbers that stand for events (grammatical evolution, Algorithm 4 of the paper on search-based
// testing): of each group the first codon chooses among the events that make sense now, the others say what
// the state does not: how long, where, in which direction.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/events.h"
#include "base/codon.h"
#include "base/random.h"
#include "vm/user.h"

namespace ounce {

// How the first codon of a group chooses.
enum class EventSelection : std::uint8_t {
    Interleaving,  // codon modulo the number of events
    Clustering,    // neighbouring codons choose the same event
};

// The defaults are the published configuration of the many-objective searches.
struct CodonRules {
    Codon least = 0, greatest = 480;
    std::int32_t waitBound = 100;  // steps
    std::int32_t pressBound = 5;   // a key is held for less than this
    bool longPresses = false;      // beyond it: a third of the presses take up to four seconds
    std::int32_t clickSteps = 1;   // how long the button is held on a clone
    std::int32_t soundSteps = 1;
    EventSelection selection = EventSelection::Interleaving;
};

// 1 + the most parameters that any event of the program takes.
int codonGroupSize(const EventExtractor& extractor);

// Turns events into what a user does in one state, and back. Looks at the stage where an event leads
// somewhere, on a copy of its own. Light: make one for a state, use it, let it go.
class CodonReader {
  public:
    CodonReader(const EventExtractor& extractor, const State& state, const CodonRules& rules);
    CodonReader(CodonReader&&) noexcept;
    ~CodonReader();

    // Which of `events` the codon chooses. The flag, if it is offered, is chosen seldom.
    [[nodiscard]] std::size_t choose(Codon codon, std::span<const ExtractedEvent> events) const;
    // The event of a group. Parameters that are missing at the end are taken from the group's beginning.
    [[nodiscard]] UserEvent decode(std::span<const Codon> group, std::span<const ExtractedEvent> events);
    // The event with these parameters. What leads nowhere (a colour that is not on the stage, a clone that is
    // gone) is a Wait of one step.
    [[nodiscard]] UserEvent instantiate(const ExtractedEvent& event, std::span<const Codon> parameters);
    // A group of `size` codons that decodes to this; none if the rules have no codons for it.
    [[nodiscard]] std::optional<std::vector<Codon>> encode(const UserEvent& user,
                                                           std::span<const ExtractedEvent> events, int size);

  private:
    struct Stage;
    std::optional<std::int32_t> cloneNumber(std::int32_t target) const;
    std::optional<std::array<Codon, 2>> parametersFor(const ExtractedEvent& event, const UserEvent& user);
    std::optional<Codon> codonOf(std::size_t index, std::span<const ExtractedEvent> events) const;
    std::int32_t pressSteps(Codon codon) const;
    std::int32_t holdSteps(Codon codon) const;

    const EventExtractor& extractor_;
    const State& state_;
    CodonRules rules_;
    std::unique_ptr<Stage> stage_;
};

// Parameters drawn from what they can mean, for random test generation (Algorithm 3).
std::vector<Codon> randomParameters(const EventTemplate& event, const CodonRules& rules, Random& random);
// A group of codons drawn from their whole range, for new individuals of a search.
std::vector<Codon> randomGroup(const CodonRules& rules, int size, Random& random);

}  // namespace ounce
