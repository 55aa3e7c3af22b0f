// Attacks proofs: every `safe` and `vacuous` on a random program is attacked by those of players.h, and every
// witness is played once more.
//
//     OUNCE_PROGRAMS=10000 OUNCE_FIRST=1 build/dev/tests/adversary_tests
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "players.h"
#include "project/load.h"
#include "random_programs.h"
#include "spec/parse.h"
#include "verify/check.h"
#include "verify/replay.h"

namespace ounce::adversary {
namespace {

using verify::Verdict;

int fromEnvironment(const char* name, int usual) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : usual;
}

// Programs of which even one step takes long say little here. So much of the processor for a proof, and for
// all attacks on it.
constexpr double kSeconds = 0.3;
const Job processor{.clock = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }};

TEST(Adversary, ContradictsNoVerdict) {
    const int programs = fromEnvironment("OUNCE_PROGRAMS", 500), first = fromEnvironment("OUNCE_FIRST", 1);
    const int plays = fromEnvironment("OUNCE_PLAYS", 40);
    int verdicts[5] = {}, byIntervals = 0, wrong = 0, unconfirmed = 0;
    for (int n = 0; n < programs; n++) {
        const auto seed = static_cast<std::uint32_t>(first + n);
        RandomPrograms random(seed);
        const std::string text = random.program(), property = "p: " + random.property() + "\n";
        auto project = readText(text, "random.scratch", "");
        ASSERT_TRUE(project) << project.error().message() << "\n" << text;
        const auto program = compile(std::move(*project));
        ASSERT_TRUE(program) << text;
        const auto spec = spec::parse(property, "random.props");
        ASSERT_TRUE(spec) << spec.error().message() << property;
        const spec::Monitor monitor = spec::bind(*spec, **program).front();
        if (!monitor.error.empty()) continue;  // nothing in it sends the message
        const std::string what = fmt::format("seed {}\n{}\n{}", seed, text, property);
        for (const bool intervals : {true, false}) {
            verify::ExploreOptions options;
            options.states = 300;
            options.steps = 40;
            options.intervals = intervals;
            const verify::CheckResult result =
                verify::check(*program, *spec, 0, options, processor.within(kSeconds));
            const bool isByIntervals = result.how.starts_with("by intervals");
            if (!intervals || isByIntervals) verdicts[static_cast<int>(result.verdict)]++;
            byIntervals += isByIntervals ? 1 : 0;
            if (result.verdict == Verdict::Violated) {
                const verify::Replay again = verify::replayWitness(**program, {monitor}, *result.witness);
                EXPECT_TRUE(again.reproduced) << what;
            }
            unconfirmed += result.verdict == Verdict::Unknown ? 1 : 0;
            if (result.verdict != Verdict::Safe && result.verdict != Verdict::Vacuous) continue;
            const auto contradict = [&](const Attack& found, const std::string& who) {
                if (!found.violated && !(result.verdict == Verdict::Vacuous && found.triggered)) return false;
                wrong++;
                ADD_FAILURE() << what << verify::verdictName(result.verdict) << ": " << result.how << "\n"
                              << who << ": " << found.message;
                return true;
            };
            bool isWrong = false;
            const Job attacks = processor.within(kSeconds);
            for (int play = 1; play <= plays && !isWrong && !attacks.isOver(); play++) {
                const auto mine = static_cast<std::uint32_t>(play);
                isWrong = contradict(attack(**program, monitor, mine, 90, isByIntervals, attacks),
                                     fmt::format("play {}", play));
            }
            for (std::uint32_t play = 1; play <= 3 && !isWrong && !attacks.isOver(); play++)
                isWrong = contradict(ShortPlays(**program, monitor, 3, play).found, "short plays");
            tasks::FalsifyRequest search{.program = *program, .spec = *spec, .places = {0}};
            search.options.alphabet.interrupts = isByIntervals;
            search.budget.steps = 3000;
            if (isWrong || attacks.isOver()) continue;
            const auto found = tasks::falsify(search, attacks);
            if (found.witnesses[0]) contradict({true, true, found.witnesses[0]->message}, "search");
        }
    }
    fmt::print(
        "{} programs: {} violated, {} safe ({} by intervals), {} vacuous, {} bounded, {} unknown; {} wrong\n",
        programs, verdicts[0], verdicts[1], byIntervals, verdicts[2], verdicts[3], verdicts[4], wrong);
    // Otherwise the attack says little.
    if (programs >= 500) {
        EXPECT_GT(verdicts[0], programs / 10);
        EXPECT_GT(verdicts[1], programs / 20);
        EXPECT_LT(unconfirmed, programs / 20);
    }
}

}  // namespace
}  // namespace ounce::adversary
