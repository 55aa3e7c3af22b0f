#include "neuro/film.h"

#include <algorithm>

#include "stage/png.h"
#include "testing/test_player.h"
#include "vm/views.h"

namespace ounce::neuro {

namespace {
constexpr std::uint64_t kEvery = 3;  // steps: ten pictures a second
constexpr std::uint64_t kLongest = 15 * 30;
}  // namespace

std::string filmOf(const JudgeContext& context, const TestCase& test, const std::function<bool()>& time) {
    Moment moment = startOf(*context.program, context.machine, context.start, test);
    TestPlayer player(*context.program, context.machine, moment, test);
    AnimatedPng film(kEvery);
    const std::uint64_t end = std::min(test.steps, kLongest);
    for (std::uint64_t step = 0; step < end && time(); step += kEvery) {
        player.playTo(step);
        Look look(player.machine().reading());
        // A film that becomes too large ends there.
        if (!film.add(pictureOf(look))) break;
    }
    return film.frames() == 0 ? std::string() : film.finish();
}

}  // namespace ounce::neuro
