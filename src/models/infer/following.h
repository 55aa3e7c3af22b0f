// When one thing happens, another one follows: rules of this kind, how they are found and what model says
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/infer/rules.h"

namespace ounce::models::inference {

// Something begins, or ends.
struct Trigger {
    std::size_t atom = 0;
    bool ends = false;
};

// A time that it did, and how long after it the effect came.
struct Occurrence {
    std::size_t run = 0;
    std::uint32_t at = 0;
    std::uint32_t delay = kNotSeen;
    static constexpr std::uint32_t kNotSeen = 0xffffffff;
};

struct FollowRule {
    Trigger trigger{};
    std::size_t effect = 0;
    bool effectEnds = false;
    std::uint32_t low = 0, high = 0;  // steps between the two
    std::vector<std::size_t> but{};   // at once: guards; later: what may come between
    bool whileItLasts = false;        // and not if the cause is over before
    std::size_t times = 0;
    int score = 0;

    [[nodiscard]] bool isAtOnce() const { return high <= 1 && !effectEnds; }
    [[nodiscard]] bool isAgain() const { return effect == trigger.atom; }
};

constexpr std::uint32_t kLongestDelay = 150;  // steps; what comes later is not said to follow
constexpr std::uint32_t kGoesOn = 30;         // steps within which something that goes on happens again
constexpr std::size_t kFewestTimes = 5;       // that it must have been seen

// follow_delay.cpp: delays that are all about the same, or that have a limit which is often reached.
bool chooseDelay(const std::vector<Occurrence>& all, FollowRule& rule);

// follow_find.cpp: which rules hold in the traces.
class FollowFinder {
  public:
    FollowFinder(const World& world, const Traces& traces);

    [[nodiscard]] const std::vector<Trigger>& triggers() const { return triggers_; }
    // Completes a rule of which trigger (by number) and effect are known; false: there is none.
    bool find(std::size_t trigger, FollowRule& rule) const;
    // Whether two triggers always come together.
    [[nodiscard]] bool sameOccurrences(const Trigger& a, const Trigger& b) const;

  private:
    [[nodiscard]] std::size_t indexOf(const Trigger& trigger) const;
    [[nodiscard]] std::vector<Occurrence> occurrencesOf(std::size_t t, const FollowRule& rule) const;
    // Whether what triggers was over before the effect came.
    [[nodiscard]] bool wasOverBefore(const Occurrence& one, std::size_t atom) const;
    bool holdsIn(const std::vector<Occurrence>& all, FollowRule& rule) const;
    // Something that is often so, or happens again and again, begins when the other thing happens: what
    // counts is how often it begins anyway.
    [[nodiscard]] bool beginsWith(const std::vector<Occurrence>& all, const FollowRule& rule) const;
    // Finds what was so whenever the effect did not come (follow_excuse.cpp).
    bool excuse(const std::vector<Occurrence>& all, FollowRule& rule) const;
    [[nodiscard]] int scoreOf(const Atom& cause, const FollowRule& rule) const;

    const World& world_;
    const Traces& traces_;
    std::vector<Trigger> triggers_{};
    std::vector<std::size_t> excuses_{};
    std::vector<std::vector<std::vector<std::uint32_t>>> occurrences_{};  // by trigger and run
};

// follow_model.cpp: the model that says it, with a sentence.
Candidate followModel(const World& world, const Traces& traces, const FollowRule& rule);

}  // namespace ounce::models::inference
