#include "generate/context.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "generate/counters.h"
#include "vm/machine.h"

namespace ounce {

namespace {

CodonRules rulesOf(const SearchConfig& config) {
    CodonRules rules;
    rules.least = config.encoding.min;
    rules.greatest = config.encoding.max;
    rules.longPresses = config.player.isInventive;
    rules.waitBound = config.durations.wait;
    rules.pressBound = config.durations.press;
    rules.clickSteps = config.durations.click;
    rules.soundSteps = config.durations.sound;
    rules.selection = config.eventSelection;
    return rules;
}

MachineOptions machineOf(const SearchConfig& config) {
    Suite suite;
    suite.numbers = config.numbers;
    suite.mode = config.mode;
    return suite.machineOptions();
}

}  // namespace

std::vector<double> nearestOf(const spec::WatchState& watch) {
    std::vector<double> nearest;
    for (const spec::Nearness& property : watch.nearness)
        nearest.push_back(std::min(property.least, property.inStep));
    return nearest;
}

bool isAnythingDue(const GenerationContext& context, const spec::WatchState& watch) {
    for (std::size_t i = 0; i < context.properties.size(); i++) {
        if (context.properties[i].kind == spec::Monitor::Kind::Within && !watch.monitors[i].promises.empty())
            return true;
    }
    return false;
}

GenerationContext::GenerationContext(std::shared_ptr<const Program> theProgram, const SearchConfig& config,
                                     std::uint32_t theSeed, std::vector<spec::Monitor> watched)
    : program(std::move(theProgram)),
      machine(machineOf(config)),
      fitness(program),
      extractor(program, config.extraction, config.player),
      rules(rulesOf(config)),
      groupSize(codonGroupSize(extractor)),
      seed(theSeed),
      choosesSeed(config.player.isInventive),
      start(testStart(*program, machine, theSeed)),
      startTrace(fitness.emptyTrace()),
      properties(std::move(watched)) {
    onlyProperties = config.onlyProperties;
    asked = properties.size();
    if (config.player.isInventive) {
        std::vector<spec::Monitor> counters = counterGoals(*program);
        std::move(counters.begin(), counters.end(), std::back_inserter(properties));
    }
    if (!properties.empty()) {
        State state = start.state;
        Machine machineAtStart(*program, state, machine);
        startWatch = spec::Watch(properties, machineAtStart, true, true).state();
        startTrace.further = nearestOf(startWatch);
    }
    coverStart(*program, startTrace.covered.data());
    if (config.targets.empty()) {
        for (std::size_t i = 0; i < fitness.goals().size(); i++) {
            const Goal& goal = fitness.goals()[i];
            if (!goal.dead && goal.isBranch() == (config.goals == GoalKind::Branches))
                goals.push_back(static_cast<GoalIndex>(i));
        }
    }
    for (const std::string& target : config.targets) {
        const std::optional<GoalIndex> goal = fitness.find(target);
        if (goal) {
            goals.push_back(*goal);
        } else {
            unknownTargets.push_back(target);
        }
    }
}

std::uint32_t GenerationContext::seedOf(Codon first) const {
    constexpr Codon kOtherSeeds = 30;
    if (first % 2 == 0) return seed;
    return seed + 1 + static_cast<std::uint32_t>(std::abs(first / 2) % kOtherSeeds);
}

std::vector<double> GenerationContext::fitnessOf(const RunTrace& trace) const {
    std::vector<double> all(fitness.goals().size());
    fitness.fitnessOfAll(trace, all);
    std::vector<double> mine;
    mine.reserve(goalCount());
    for (GoalIndex goal : goals) mine.push_back(all[static_cast<std::size_t>(goal)]);
    mine.insert(mine.end(), trace.further.begin(), trace.further.end());
    return mine;
}

}  // namespace ounce
