// What can be switched off, to see what each brings.
#include <fmt/format.h>

#include "neuro/config.h"

namespace ounce::neuro {

namespace {

struct Improvement {
    const char* word;
    void (*off)(NeatestConfig&);
};

constexpr Improvement kImprovements[] = {
    {"snapshot", [](NeatestConfig& c) { c.judge.snapshot = false; }},
    {"early-end", [](NeatestConfig& c) { c.judge.earlyEnd = false; }},
    {"dead-ends", [](NeatestConfig& c) { c.judge.deadEnds = false; }},
    {"survival", [](NeatestConfig& c) { c.judge.survival = false; }},
    {"hard-seeds", [](NeatestConfig& c) { c.judge.hardSeeds = false; }},
    {"patience", [](NeatestConfig& c) { c.patience = false; }},
    {"many-objectives", [](NeatestConfig& c) { c.judge.manyObjectives = false; }},
    {"own-traces", [](NeatestConfig& c) { c.learning.ownTraces = false; }},
    {"racing", [](NeatestConfig& c) { c.judge.racing = false; }},
    {"confirmation", [](NeatestConfig& c) { c.judge.confirmations = 0; }},
    {"longer-plays", [](NeatestConfig& c) { c.longerPlays = false; }},
    {"suite-choice", [](NeatestConfig& c) { c.chooseSuite = false; }},
    {"starts", [](NeatestConfig& c) { c.plan.biased = false, c.firstPopulations = 1; }},
    {"gentle-mutation", [](NeatestConfig& c) { c.neat.mutation.gentle = false; }},
};

}  // namespace

std::vector<std::string> improvementWords() {
    std::vector<std::string> words;
    for (const Improvement& one : kImprovements) words.emplace_back(one.word);
    return words;
}

Result<void> switchOff(NeatestConfig& config, std::string_view words) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        const std::string_view word = words.substr(0, end);
        words.remove_prefix(std::min(end + 1, words.size()));
        bool known = false;
        for (const Improvement& one : kImprovements) {
            if (word != one.word) continue;
            one.off(config);
            known = true;
        }
        if (!known)
            return fail(fmt::format("there is no improvement «{}»", word), {},
                        fmt::format("known are {}", fmt::join(improvementWords(), ", ")));
    }
    return {};
}

}  // namespace ounce::neuro
