#include "testing/storyboard.h"

#include <algorithm>

#include "stage/png.h"
#include "testing/test_player.h"
#include "vm/views.h"

namespace ounce {
namespace {

constexpr int kShrink = 3;
// In steps, between two pictures: 0.2 and 3 seconds.
constexpr std::uint64_t kShortestGap = 6, kLongestGap = 90;

// Each pixel is the mean of those it stands for.
StagePicture shrunk(const StagePicture& picture) {
    StagePicture small;
    small.width = picture.width / kShrink;
    small.height = picture.height / kShrink;
    small.rgba.resize(static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height) * 4);
    std::uint8_t* out = small.rgba.data();
    for (int y = 0; y < small.height; y++) {
        for (int x = 0; x < small.width; x++) {
            for (int channel = 0; channel < 4; channel++) {
                int sum = 0;
                for (int i = 0; i < kShrink * kShrink; i++) {
                    const int column = x * kShrink + i % kShrink, row = y * kShrink + i / kShrink;
                    sum +=
                        picture.rgba[static_cast<std::size_t>((row * picture.width + column) * 4 + channel)];
                }
                *out++ = static_cast<std::uint8_t>((sum + kShrink * kShrink / 2) / (kShrink * kShrink));
            }
        }
    }
    return small;
}

// Leaves out what is followed by another before anybody could see the difference; the first stays.
void thinOut(std::vector<std::uint64_t>& moments, std::uint64_t last) {
    std::vector<std::uint64_t> kept{moments.front()};
    for (std::size_t i = 1; i < moments.size(); i++) {
        const std::uint64_t next = i + 1 < moments.size() ? moments[i + 1] : last;
        if (next >= moments[i] + kShortestGap && moments[i] > kept.back()) kept.push_back(moments[i]);
    }
    if (last > kept.back()) kept.push_back(last);
    moments = std::move(kept);
}

void fillGaps(std::vector<std::uint64_t>& moments, std::size_t most) {
    while (moments.size() < most) {
        std::size_t widest = 1;
        for (std::size_t i = 2; i < moments.size(); i++) {
            if (moments[i] - moments[i - 1] > moments[widest] - moments[widest - 1]) widest = i;
        }
        if (moments.size() < 2 || moments[widest] - moments[widest - 1] <= kLongestGap) return;
        moments.insert(moments.begin() + static_cast<std::ptrdiff_t>(widest),
                       (moments[widest] + moments[widest - 1]) / 2);
    }
}

}  // namespace

std::vector<std::uint64_t> momentsOf(const TestCase& test, std::size_t most) {
    // Before the first step no script has run: nobody would know the game again.
    std::vector<std::uint64_t> moments{std::min<std::uint64_t>(1, test.steps)};
    for (const TimedEvent& timed : test.events) {
        const auto length = static_cast<std::uint64_t>(std::max(timed.event.steps, 0));
        moments.push_back(std::min(timed.at + length + 1, test.steps));
    }
    std::sort(moments.begin(), moments.end());
    thinOut(moments, test.steps);
    fillGaps(moments, most);
    if (moments.size() <= most) return moments;
    std::vector<std::uint64_t> chosen;
    for (std::size_t i = 0; i < most; i++)
        chosen.push_back(moments[most == 1 ? moments.size() - 1 : i * (moments.size() - 1) / (most - 1)]);
    return chosen;
}

std::vector<Thumbnail> storyboardOf(const Program& program, const MachineOptions& options,
                                    const Moment& start, const TestCase& test, std::size_t most,
                                    const Job& job) {
    constexpr std::uint64_t kBetweenQuestions = 3;  // a step can take a tenth of a second
    std::vector<Thumbnail> thumbnails;
    if (test.skip || most == 0 || !start.state.stage) return thumbnails;
    Moment moment = startOf(program, options, start, test);
    TestPlayer player(program, options, moment, test);
    for (const std::uint64_t step : momentsOf(test, most)) {
        for (std::uint64_t at = moment.state.step; at < step; at += kBetweenQuestions) {
            if (job.isOver()) return thumbnails;
            player.playTo(at);
        }
        player.playTo(step);
        Look look(player.machine().reading());
        auto png = encodePng(shrunk(pictureOf(look)));
        if (!png || (!thumbnails.empty() && thumbnails.back().png == *png)) continue;
        thumbnails.push_back({moment.state.step, std::move(*png)});
        if (player.failed()) break;
    }
    return thumbnails;
}

}  // namespace ounce
