#include "testing/story.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/number.h"
#include "base/steps.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;

// Less than a tenth of a second between two events is no pause.
constexpr std::uint64_t kShortestPause = 3;
// A story is read, not searched: the whole text stands in the suite.
constexpr std::size_t kMostLetters = 80;

std::string tenth(double value) {
    const double rounded = std::round(value * 10) / 10;
    return numberToText(rounded == 0 ? 0 : rounded);  // never "-0"
}

std::string point(double x, double y) { return fmt::format("({}, {})", tenth(x), tenth(y)); }

std::string keyName(const std::string& name) {
    if (name.ends_with("arrow")) return fmt::format("the {}", name);
    if (name == "any") return "any key";
    if (name == "space" || name == "enter") return fmt::format("the {} key", name);
    return fmt::format("the key {}", name);
}

std::string spriteName(const UserEvent& event) {
    return event.clone ? fmt::format("clone {} of {}", *event.clone + 1, event.name)
                       : fmt::format("the sprite {}", event.name);
}

std::string duration(const UserEvent& event, std::string_view forEver) {
    if (event.steps <= 0) return std::string(forEver);
    return fmt::format(" for {}", shortSeconds(static_cast<std::uint64_t>(event.steps)));
}

std::string inQuotes(const std::string& text) {
    if (text.size() <= kMostLetters) return fmt::format("“{}”", text);
    std::size_t end = kMostLetters;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end--;  // no half letter
    return fmt::format("“{}…”", text.substr(0, end));
}

// How long an event keeps the user busy.
std::uint64_t lengthOf(const UserEvent& event) {
    return static_cast<std::uint64_t>(std::max(event.steps, 0));
}

}  // namespace

std::string shortSeconds(std::uint64_t steps) {
    const double seconds = static_cast<double>(steps) / kStepsPerSecond;
    // A single step is less than a tenth of a second, but it is not nothing.
    return seconds > 0 && seconds < 0.05 ? "a moment" : fmt::format("{} s", tenth(seconds));
}

std::string storyOf(const UserEvent& event) {
    switch (event.kind) {
        case Does::Wait: return fmt::format("wait {}", shortSeconds(lengthOf(event)));
        case Does::KeyPress:
            return fmt::format("press {}{}", keyName(event.name), duration(event, " and hold it"));
        case Does::KeyRelease: return fmt::format("let go of {}", keyName(event.name));
        case Does::MouseMove: return fmt::format("move the mouse to {}", point(event.x, event.y));
        case Does::MouseDown: return fmt::format("hold the mouse button down{}", duration(event, ""));
        case Does::MouseUp: return "let go of the mouse button";
        case Does::ClickSprite: return fmt::format("click {}", spriteName(event));
        case Does::ClickAt: return fmt::format("click at {}", point(event.x, event.y));
        case Does::ClickStage: return "click the stage";
        case Does::DragSprite:
            return fmt::format("drag {} to {}", spriteName(event), point(event.x, event.y));
        case Does::TypeText: return fmt::format("type {} as the answer", inQuotes(event.text));
        case Does::Sound:
            return fmt::format("make a noise of loudness {}{}", tenth(event.volume), duration(event, ""));
        case Does::GreenFlag: return "click the green flag";
        case Does::StopAll: return "click the red button";
    }
    return {};
}

std::vector<StoryLine> storyOf(const TestCase& test) {
    std::vector<StoryLine> lines{{.text = storyOf(UserEvent{.kind = Does::GreenFlag})}};
    std::size_t nextCheck = 0;
    std::uint64_t end = 0;  // when the user has done everything so far
    const auto add = [&](std::uint64_t at, std::string text) {
        lines.back().text += at < end ? ", meanwhile" : ", then";
        lines.push_back({.at = at, .text = std::move(text)});
    };
    const auto pause = [&](std::uint64_t until) {
        if (until < end + kShortestPause) return;
        add(end, storyOf(UserEvent{.kind = Does::Wait, .steps = static_cast<std::int32_t>(until - end)}));
        end = until;
    };
    // Checks come before what happens at the same time. They divide a pause: each stands where it is made.
    const auto checksUntil = [&](std::uint64_t at) {
        for (; nextCheck < test.checks.size() && test.checks[nextCheck].at <= at; nextCheck++) {
            pause(test.checks[nextCheck].at);
            lines.back().checks.push_back(test.checks[nextCheck].text());
        }
    };
    for (const TimedEvent& timed : test.events) {
        if (timed.event.kind == Does::Wait) continue;  // the times of the others tell
        checksUntil(timed.at);
        pause(timed.at);
        add(timed.at, storyOf(timed.event));
        end = std::max(end, timed.at + lengthOf(timed.event));
    }
    checksUntil(std::max(test.steps, end));
    pause(test.steps);
    return lines;
}

std::string sentenceOf(const TestCase& test) {
    std::string sentence;
    for (const StoryLine& line : storyOf(test)) {
        if (!sentence.empty()) sentence += ' ';
        sentence += line.text;
    }
    return sentence + '.';
}

}  // namespace ounce
