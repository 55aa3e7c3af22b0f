#include "testing/key_releases.h"

#include <algorithm>
#include <map>

namespace ounce {
namespace {

using Presses = std::vector<std::size_t>;  // places of events

std::uint64_t endOf(const TimedEvent& press) {
    return press.at + static_cast<std::uint64_t>(std::max(press.event.steps, 0));
}

bool meet(const std::vector<TimedEvent>& events, const Presses& presses) {
    std::uint64_t held = 0;  // until when
    for (const std::size_t place : presses) {
        if (held > 0 && events[place].at <= held) return true;
        if (events[place].event.steps > 0) held = std::max(held, endOf(events[place]));
    }
    return false;
}

// As User does it: each press ends in its own time, unless the key is pressed again just then.
void separate(std::vector<TimedEvent>& events, const Presses& presses) {
    std::vector<TimedEvent> releases;
    for (const std::size_t place : presses) {
        TimedEvent& press = events[place];
        std::erase_if(releases, [&](const TimedEvent& release) { return release.at == press.at; });
        if (press.event.steps > 0)
            releases.push_back(
                {endOf(press), {.kind = UserEvent::Kind::KeyRelease, .name = press.event.name}});
        press.event.steps = 0;  // stays down
    }
    events.insert(events.end(), releases.begin(), releases.end());
}

}  // namespace

TestCase withKeyReleases(TestCase test) {
    std::map<std::string, Presses> byKey;
    for (std::size_t i = 0; i < test.events.size(); i++) {
        if (test.events[i].event.kind == UserEvent::Kind::KeyPress)
            byKey[test.events[i].event.name].push_back(i);
    }
    for (const auto& [key, presses] : byKey) {
        if (meet(test.events, presses)) separate(test.events, presses);
    }
    std::erase_if(test.events, [&](const TimedEvent& event) {
        return event.event.kind == UserEvent::Kind::KeyRelease && event.at > test.steps;
    });
    std::stable_sort(test.events.begin(), test.events.end(),
                     [](const TimedEvent& a, const TimedEvent& b) { return a.at < b.at; });
    return test;
}

}  // namespace ounce
