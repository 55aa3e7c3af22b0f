#include "neuro/surprise.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace ounce::neuro {
namespace {

// One number for the whole play.
Aspects whole(double value) {
    Aspects aspects;
    aspects.fill(std::numeric_limits<float>::quiet_NaN());
    aspects[kLast] = static_cast<float>(value);
    return aspects;
}

Suspicion suspicionOf(Signal::Kind kind) {
    if (kind == Signal::Kind::NewEvent) return Suspicion::NewEvent;
    return kind == Signal::Kind::Target ? Suspicion::TargetMissed : Suspicion::Surprise;
}

}  // namespace

std::string_view suspicionName(Suspicion suspicion) {
    constexpr std::string_view kNames[] = {"", "surprise", "new event", "target not reached"};
    return kNames[static_cast<std::size_t>(suspicion)];
}

Comparable comparableIn(const JudgeContext& context, const NetworkFile& network) {
    const bool hasTarget = context.fitness.find(network.target).has_value();
    return [&context, hasTarget](const Signal& signal) {
        if (signal.kind == Signal::Kind::Event) return context.vocabulary.findOutput(signal.name) != kNone;
        return signal.kind != Signal::Kind::Target || hasTarget;
    };
}

bool areAlike(const WatchedPlay& a, const WatchedPlay& b, const Comparable& comparable) {
    if (a.trace != b.trace) return false;
    auto sameIn = [&](const WatchedPlay& other, const Signal& signal, const Aspects& aspects) {
        if (!comparable(signal)) return true;
        const auto found = other.signals.find(signal);
        return found != other.signals.end() &&
               std::equal(aspects.begin(), aspects.end(), found->second.begin(),
                          [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
    };
    return std::all_of(a.signals.begin(), a.signals.end(),
                       [&](const auto& entry) { return sameIn(b, entry.first, entry.second); }) &&
           std::all_of(b.signals.begin(), b.signals.end(),
                       [&](const auto& entry) { return sameIn(a, entry.first, entry.second); });
}

Reference::Reference(std::vector<WatchedPlay> plays, double rate, std::uint64_t seed)
    : plays_(std::move(plays)), rate_(rate), random_(seed) {}

Opinion Reference::judge(std::span<const WatchedPlay> plays, const Comparable& comparable) const {
    std::vector<const WatchedPlay*> all;
    for (const WatchedPlay& play : plays_) all.push_back(&play);
    for (const WatchedPlay& play : plays) all.push_back(&play);
    std::set<Signal> signals;
    for (const WatchedPlay* play : all) {
        for (const auto& [signal, aspects] : play->signals) signals.insert(signal);
    }
    Ranges ranges(all.size(), plays.size());
    std::vector<float> values(all.size());
    std::vector<const Aspects*> rows(all.size());
    std::vector<const Signal*> order;
    for (const Signal& signal : signals) {
        if (comparable && !comparable(signal)) continue;
        for (std::size_t i = 0; i < all.size(); i++) {
            const auto found = all[i]->signals.find(signal);
            rows[i] = found == all[i]->signals.end() ? nullptr : &found->second;
        }
        order.push_back(&signal);
        for (std::size_t aspect = 0; aspect < kAspects; aspect++) {
            for (std::size_t i = 0; i < all.size(); i++)
                values[i] = rows[i] ? (*rows[i])[aspect] : std::numeric_limits<float>::quiet_NaN();
            ranges.add(values, static_cast<std::int32_t>((order.size() - 1) * kAspects + aspect));
        }
    }
    ranges.settle();
    Ranges::Surprise surprise;
    if (!ranges.areSurprising(rate_, random_, surprise)) return {};
    const auto label = static_cast<std::size_t>(surprise.label);
    const Signal& signal = *order[label / kAspects];
    const bool isWhole = signal.kind < Signal::Kind::Node;
    return {suspicionOf(signal.kind),
            isWhole ? signal.text() : fmt::format("{} {}", signal.text(), aspectText(label % kAspects))};
}

WatchedPlay watchNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                         const PlayRules& rules, std::uint32_t seed) {
    BoundNetwork bound = bind(network, context.vocabulary);
    PlayRules own = rules;
    own.wiring = bound.wiring;
    // Nodes by the names of the file: a changed program numbers them otherwise.
    std::map<NodeId, NodeId> names;
    for (const auto& [file, node] : bound.hiddenIds) names[node] = file;
    SignalRecorder recorder(context.vocabulary, names);
    const Play play =
        player.play(bound.genome, context.start, context.startTrace, seed, own, {}, {.watcher = &recorder});
    WatchedPlay watched{recorder.signals(), recorder.trace()};
    const std::optional<GoalIndex> goal = context.fitness.find(network.target);
    const bool reached = network.target.empty() || (goal && context.fitness.isCovered(*goal, play.trace));
    watched.signals[{Signal::Kind::Target, {}, {}}] = whole(reached ? 1 : 0);
    watched.signals[{Signal::Kind::Length, "steps", {}}] = whole(static_cast<double>(play.steps));
    watched.signals[{Signal::Kind::Length, "rounds", {}}] = whole(recorder.rounds());
    for (const std::int32_t output : play.newOutputs) {
        const std::string& event = context.vocabulary.outputs()[static_cast<std::size_t>(output)].event;
        watched.signals[{Signal::Kind::NewEvent, event, {}}] = whole(1);
    }
    return watched;
}

}  // namespace ounce::neuro
