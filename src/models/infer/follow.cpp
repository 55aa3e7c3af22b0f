// When one thing happens, another one follows: at once, or after a while that was always (nearly) the same.
#include <algorithm>
#include <map>

#include "models/infer/following.h"

namespace ounce::models::inference {
namespace {

constexpr std::uint32_t kSomewhatLater = 5;
constexpr std::size_t kMostOfOneEffect = 3;

}  // namespace

void proposeFollowing(const World& world, const Traces& traces, Candidates& candidates) {
    const FollowFinder finder(world, traces);
    const std::vector<Trigger>& triggers = finder.triggers();
    std::map<std::pair<std::size_t, bool>, std::vector<FollowRule>> byEffect;
    for (std::size_t t = 0; t < triggers.size(); t++) {
        for (std::size_t e = 0; e < traces.atoms.size(); e++) {
            const Atom& effect = traces.atoms[e];
            if (effect.isInput() || effect.trembles || traces.count(e) == 0) continue;
            FollowRule rule{.trigger = triggers[t], .effect = e};
            if (finder.find(t, rule)) byEffect[{e, false}].push_back(rule);
        }
        const Trigger& trigger = triggers[t];
        const Atom& atom = traces.atoms[trigger.atom];
        if (trigger.ends || atom.isEvent() || atom.isInput()) continue;
        FollowRule lasts{.trigger = trigger, .effect = trigger.atom, .effectEnds = true};
        if (finder.find(t, lasts)) byEffect[{trigger.atom, true}].push_back(lasts);
    }
    for (auto& [effect, rules] : byEffect) {
        std::stable_sort(rules.begin(), rules.end(),
                         [](const FollowRule& a, const FollowRule& b) { return a.score > b.score; });
        // Of triggers that always come together one is enough.
        std::vector<const FollowRule*> kept;
        for (const FollowRule& rule : rules) {
            if (kept.size() >= kMostOfOneEffect) break;
            const bool known = std::any_of(kept.begin(), kept.end(), [&](const FollowRule* other) {
                return finder.sameOccurrences(rule.trigger, other->trigger);
            });
            if (known) continue;
            kept.push_back(&rule);
            candidates.push_back(followModel(world, traces, rule));
            // Somewhat later, if it is not at once after all.
            if (!rule.isAtOnce() || candidates.back().only.empty()) continue;
            const Candidate exact = candidates.back();
            FollowRule later = rule;
            later.high = kSomewhatLater;
            const Atom& cause = traces.atoms[rule.trigger.atom];
            later.whileItLasts = !cause.isEvent() && !rule.trigger.ends;
            candidates.push_back(followModel(world, traces, later));
            candidates.back().weight = exact.weight - 10;
            candidates.back().only = exact.only;
        }
    }
}

}  // namespace ounce::models::inference
