#include "search/relay.h"

#include <algorithm>
#include <bit>

#include "search/frontier.h"

namespace ounce {

namespace {

constexpr std::size_t kFarther = 8;  // times the longest random test

class Relay {
  public:
    Relay(SearchRun& run, const RelayOptions& options)
        : run_(run),
          options_(options),
          longest_(run.problem().encoding().maxLength * options.longest),
          frontier_(run.problem(), options.width),
          localSearch_(run, options.localSearch) {}

    void round() {
        frontier_.close(run_.archive().covered());
        std::vector<Codons> batch;
        for (std::size_t i = 0; i < options_.lanes; i++) {
            Stream random = run_.stream();
            batch.push_back(nextTest(random));
        }
        std::vector<Individual> evaluated = run_.evaluate(std::move(batch));
        for (const Individual& individual : evaluated) frontier_.update(individual);
        for (std::size_t place : localSearch_.improve(evaluated)) frontier_.update(evaluated[place]);
        run_.iterationDone();
    }

  private:
    Codons nextTest(Stream& random) {
        const Encoding encoding = run_.problem().encoding();
        std::optional<std::size_t> goal;
        if (!random.chance(options_.freshTests)) goal = frontier_.chooseGoal(random);
        if (!goal) return run_.problem().sample(random);
        const Leg& leg = frontier_.chooseLeg(*goal, random);
        if (!leg.codons.empty() && random.chance(options_.mutants)) {
            const std::size_t groups = encoding.groups(leg.codons);
            return mutate({leg.codons, groups, groups}, encoding, options_.mutation, random);
        }
        Codons codons = leg.codons;
        if (frontier_.tried(*goal) > options_.patience && random.chance(0.5)) {
            // Nothing near the place helps: perhaps the way there was wrong from early on.
            codons.resize(random.below(encoding.groups(codons) + 1) * encoding.groupSize);
            append(codons, encoding, kFarther * encoding.maxSample, random);
            return codons;
        }
        stepBack(codons, leg.tried, encoding, random);
        append(codons, encoding, encoding.maxSample, random);
        return codons;
    }

    // Half of the tests go on from the very place; the others from before it, the further the more tests have
    // tried.
    void stepBack(Codons& codons, std::size_t tried, const Encoding& encoding, Stream& random) const {
        const std::size_t groups = encoding.groups(codons);
        const bool full = groups >= longest_;
        if (groups == 0 || (!full && random.chance(0.5))) return;
        const std::size_t back = std::min(groups, 1 + static_cast<std::size_t>(random.below(1 + tried)));
        codons.resize((groups - back) * encoding.groupSize);
    }

    // Something random follows, of any order of magnitude. Players repeat themselves: half of the time the
    // same few groups come again and again, which leads further away than independent ones; and half of these
    // do the same thing each time in another way: at another place, for another while.
    void append(Codons& codons, const Encoding& encoding, std::size_t longest, Stream& random) const {
        const int magnitudes = std::bit_width(longest);
        const std::uint64_t most = std::uint64_t{1} << random.below(static_cast<std::uint64_t>(magnitudes));
        const std::size_t count = 1 + static_cast<std::size_t>(random.below(most));
        const std::size_t kinds = random.chance(0.5) ? 1 + static_cast<std::size_t>(random.below(3)) : count;
        const bool varied = kinds < count && random.chance(0.5);
        Codons motif;
        for (std::size_t i = 0; i < std::min(kinds, count); i++) appendRandomGroup(encoding, random, motif);
        for (std::size_t i = 0; i < count; i++) {
            const std::size_t which = kinds >= count ? i : static_cast<std::size_t>(random.below(kinds));
            const auto group = encoding.group(motif, which);
            codons.insert(codons.end(), group.begin(), group.end());
            if (!varied) continue;
            for (std::size_t j = 1; j < encoding.groupSize; j++)
                codons[codons.size() - j] = sampleCodon(encoding, random);
        }
    }

    SearchRun& run_;
    const RelayOptions& options_;
    std::size_t longest_;  // in groups
    Frontier frontier_;
    LocalSearch localSearch_;
};

}  // namespace

void relay(SearchRun& run, const RelayOptions& options) {
    Relay algorithm(run, options);
    while (!run.over()) algorithm.round();
}

}  // namespace ounce
