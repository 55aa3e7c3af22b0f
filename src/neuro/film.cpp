#include "neuro/film.h"

#include <algorithm>

#include "base/steps.h"
#include "stage/png.h"
#include "testing/test_player.h"
#include "vm/views.h"

namespace ounce::neuro {

namespace {
constexpr std::uint64_t kEvery = 3;  // steps: ten pictures a second
constexpr std::uint64_t kLongest = 15 * kStepsPerSecond;
constexpr std::size_t kMostBytes = std::size_t{3} << 19;  // a page should open at once

// Half as wide and high.
StagePicture halved(const StagePicture& picture) {
    StagePicture half{picture.width / 2, picture.height / 2, {}};
    half.rgba.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) * 4);
    const auto row = static_cast<std::size_t>(picture.width) * 4;
    for (int y = 0; y < half.height; y++) {
        for (int x = 0; x < half.width; x++) {
            const std::size_t at =
                static_cast<std::size_t>(2 * y) * row + static_cast<std::size_t>(2 * x) * 4;
            for (std::size_t c = at; c < at + 4; c++) {
                const int sum =
                    picture.rgba[c] + picture.rgba[c + 4] + picture.rgba[c + row] + picture.rgba[c + row + 4];
                half.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
        }
    }
    return half;
}
}  // namespace

std::string filmOf(const JudgeContext& context, const TestCase& test, const Job& job) {
    Moment moment = startOf(*context.program, context.machine, context.start, test);
    TestPlayer player(*context.program, context.machine, moment, test);
    AnimatedPng film(kEvery);
    const std::uint64_t end = std::min(test.steps, kLongest);
    for (std::uint64_t step = 0; step < end && !job.isOver() && film.bytes() < kMostBytes; step += kEvery) {
        player.playTo(step);
        Look look(player.machine().reading());
        if (!film.add(halved(pictureOf(look)))) break;
    }
    return film.frames() == 0 ? std::string() : film.finish();
}

}  // namespace ounce::neuro
