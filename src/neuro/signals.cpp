#include "neuro/signals.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace ounce::neuro {

namespace {
constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr double kResolution = 1000;

std::uint64_t bitsOf(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}
}  // namespace

std::string Signal::text() const {
    switch (kind) {
        case Kind::NewEvent: return fmt::format("{} is new", name);
        case Kind::Target: return "the target";
        case Kind::Length: return fmt::format("how many {} it takes", name);
        case Kind::Node: return fmt::format("node {}", name);
        case Kind::Event: return name;
        case Kind::Input: return fmt::format("{} of {}", feature, name);
    }
    return {};
}

std::string aspectText(std::size_t aspect) {
    if (aspect < std::size(kLookRounds)) return fmt::format("in round {}", kLookRounds[aspect]);
    switch (aspect) {
        case kMean: return "in the mean";
        case kLeast: return "at least";
        case kGreatest: return "at most";
        case kLast: return "in the end";
        case kChanges: return "by how often it changes";
        case kFirstChange: return "by when it changes";
        default: return "by how long it is there";
    }
}

float settled(double x) { return static_cast<float>(std::round(x * kResolution) / kResolution); }

SignalRecorder::SignalRecorder(const Vocabulary& vocabulary, const std::map<NodeId, NodeId>& nodes)
    : vocabulary_(vocabulary), names_(nodes) {
    Track empty;
    empty.looks.fill(kNothing);
    inputs_.assign(static_cast<std::size_t>(vocabulary.inputs()), empty);
    events_.assign(vocabulary.outputs().size(), empty);
    for (const auto& [node, name] : nodes) nodes_[node] = empty;
}

void SignalRecorder::mix(std::uint64_t bits) { trace_ = (std::rotl(trace_, 5) ^ bits) * 0x9E3779B97F4A7C15; }

void SignalRecorder::note(Track& track, double value) {
    if (track.seen > 0 && value != track.last) {
        track.changes++;
        if (track.changes == 1) track.firstChange = rounds_;
    }
    track.least = track.seen > 0 ? std::min(track.least, value) : value;
    track.greatest = track.seen > 0 ? std::max(track.greatest, value) : value;
    track.sum += value;
    track.last = value;
    track.seen++;
    if (isLook_) track.looks[look_] = settled(value);
}

void SignalRecorder::round(std::int32_t round, std::span<const SeenFeature> seen, const Network& network,
                           std::int32_t output) {
    rounds_ = round;
    isLook_ = look_ < std::size(kLookRounds) && kLookRounds[look_] == round;
    for (const SeenFeature& feature : seen)
        note(inputs_[static_cast<std::size_t>(feature.input)], feature.value);
    for (const Network::HiddenNode& node : network.hidden()) {
        const auto track = nodes_.find(node.id);
        if (track == nodes_.end()) continue;
        const double sum = network.sum(node.slot);
        note(track->second, sum);
        mix(std::bit_cast<std::uint64_t>(sum));
    }
    for (std::size_t i = 0; i < events_.size(); i++)
        note(events_[i], static_cast<std::int32_t>(i) == output ? 1 : 0);
    mix(bitsOf(vocabulary_.outputs()[static_cast<std::size_t>(output)].event));
    if (isLook_) look_++;
}

Aspects SignalRecorder::aspectsOf(const Track& track) const {
    Aspects aspects;
    std::copy(track.looks.begin(), track.looks.end(), aspects.begin());
    aspects[kMean] = settled(track.sum / track.seen);
    aspects[kLeast] = settled(track.least);
    aspects[kGreatest] = settled(track.greatest);
    aspects[kLast] = settled(track.last);
    aspects[kChanges] = static_cast<float>(track.changes);
    aspects[kFirstChange] = static_cast<float>(track.firstChange);
    aspects[kShare] = settled(static_cast<double>(track.seen) / std::max(rounds_, 1));
    return aspects;
}

Signals SignalRecorder::signals() const {
    Signals signals;
    for (std::size_t i = 0; i < inputs_.size(); i++) {
        if (inputs_[i].seen == 0) continue;
        const auto input = static_cast<std::int32_t>(i);
        const auto group = static_cast<std::size_t>(vocabulary_.groupOfInput(input));
        signals[{Signal::Kind::Input, vocabulary_.groups()[group].name, vocabulary_.featureName(input)}] =
            aspectsOf(inputs_[i]);
    }
    for (const auto& [node, track] : nodes_) {
        if (track.seen > 0)
            signals[{Signal::Kind::Node, std::to_string(names_.at(node)), {}}] = aspectsOf(track);
    }
    for (std::size_t i = 0; i < events_.size(); i++) {
        if (events_[i].greatest > 0)
            signals[{Signal::Kind::Event, vocabulary_.outputs()[i].event, {}}] = aspectsOf(events_[i]);
    }
    return signals;
}

}  // namespace ounce::neuro
