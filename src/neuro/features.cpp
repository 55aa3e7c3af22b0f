#include "neuro/features.h"

#include <algorithm>
#include <cmath>

#include "base/cast.h"

namespace ounce::neuro {
namespace {

constexpr double kHalfWidth = 240, kHalfHeight = 180, kDiagonal = 600;
constexpr std::uint64_t kColorPause = 12, kStillPause = 48, kLongestPause = 96;
constexpr double kStays = 6;  // a colour that is found so near to where it was has not moved
constexpr double kRayLength = 100, kRayStep = 3;

double limited(double x) { return x > 1 ? 1 : x > -1 ? x : -1; }  // also what is not a number

// A value that counts as a number, squeezed so that small ones differ most.
bool squeezed(const Value& value, double& out) {
    double v = 0;
    if (value.isNumber()) {
        v = value.asNumber();
    } else {
        if (!value.isText() || value.asText().empty()) return false;
        v = value.asText().toNumber();
    }
    if (std::isnan(v)) return false;
    out = std::isinf(v) ? (v > 0 ? 1 : -1) : v / (std::abs(v) + 10);
    return true;
}

}  // namespace

FeatureExtractor::FeatureExtractor(const Vocabulary& vocabulary)
    : vocabulary_(vocabulary),
      clones_(vocabulary.program().sprites.size(), 0),
      instances_(vocabulary.program().sprites.size(), std::vector<std::int32_t>(kMostClones + 1, kNone)),
      colors_(static_cast<std::size_t>(vocabulary.inputs())) {}

void FeatureExtractor::restart() { std::fill(colors_.begin(), colors_.end(), ColorMemory{}); }

StageLook& FeatureExtractor::look(const State& state) {
    if (!looks_) look_.at(*state.stage);
    looks_ = true;
    return look_;
}

std::span<const SeenFeature> FeatureExtractor::extract(const State& state) {
    seen_.clear();
    looks_ = false;
    for (std::size_t i = 0; i < clones_.size(); i++) {
        if (clones_[i] > 0) std::fill(instances_[i].begin(), instances_[i].end(), kNone);
        clones_[i] = 0;
        instances_[i][0] = kNone;
    }
    for (const std::int32_t place : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
        const auto sprite = static_cast<std::size_t>(t.sprite);
        const std::int32_t instance = t.isClone ? ++clones_[sprite] : 0;
        if (instance <= kMostClones && t.visible)
            instances_[sprite][static_cast<std::size_t>(instance)] = place;
    }
    for (const FeatureGroup& group : vocabulary_.groups()) {
        const std::int32_t place =
            instances_[static_cast<std::size_t>(group.sprite)][static_cast<std::size_t>(group.instance)];
        if (place != kNone)
            see(state, place, static_cast<std::int32_t>(&group - vocabulary_.groups().data()));
    }
    return seen_;
}

void FeatureExtractor::see(const State& state, std::int32_t place, std::int32_t index) {
    const FeatureGroup& group = vocabulary_.groups()[static_cast<std::size_t>(index)];
    const TargetState& t = *state.targets[static_cast<std::size_t>(place)];
    std::int32_t input = group.first;
    for (const Feature& feature : *group.features) {
        double value = 0;
        bool isThere = true;
        switch (feature.kind) {
            case Feature::Kind::X: value = std::trunc(t.x) / kHalfWidth; break;
            case Feature::Kind::Y: value = std::trunc(t.y) / kHalfHeight; break;
            case Feature::Kind::Direction:
                isThere = t.rotationStyle == RotationStyle::AllAround;
                value = t.direction / 180;
                break;
            case Feature::Kind::Size: value = size(t); break;
            case Feature::Kind::Costume: {
                const auto count =
                    vocabulary_.program().sprites[static_cast<std::size_t>(t.sprite)].costumes.size();
                value = 2.0 * t.costume / (static_cast<double>(count) - 1) - 1;
                break;
            }
            case Feature::Kind::Variable:
                isThere = squeezed(t.variables[static_cast<std::size_t>(feature.slot)], value);
                break;
            case Feature::Kind::MouseX: value = state.mouse.x.value_or(0) / kHalfWidth; break;
            case Feature::Kind::MouseY: value = state.mouse.y.value_or(0) / kHalfHeight; break;
            case Feature::Kind::DistanceX:
            case Feature::Kind::DistanceY: {
                const std::int32_t other = instances_[static_cast<std::size_t>(feature.other)]
                                                     [static_cast<std::size_t>(feature.instance)];
                isThere = other != kNone && other != place;
                if (!isThere) break;
                const TargetState& o = *state.targets[static_cast<std::size_t>(other)];
                value = feature.kind == Feature::Kind::DistanceX ? (o.x - t.x) / (2 * kHalfWidth)
                                                                 : (o.y - t.y) / (2 * kHalfHeight);
                break;
            }
            case Feature::Kind::Color:
            case Feature::Kind::ColorRay: isThere = color(state, t, feature, input, value); break;
        }
        if (isThere) seen_.push_back({input, limited(value)});
        input++;
    }
}

double FeatureExtractor::size(const TargetState& t) const {
    const Program& program = vocabulary_.program();
    const auto& costumes = program.sprites[static_cast<std::size_t>(t.sprite)].costumes;
    if (static_cast<std::size_t>(t.costume) >= costumes.size()) return 0;
    const Point skin = program.stage->skinSize(costumes[static_cast<std::size_t>(t.costume)].skin);
    const double least = 100 * std::min(1.0, std::max(5 / skin.x, 5 / skin.y));
    const double most = 100 * std::min(3 * kHalfWidth / skin.x, 3 * kHalfHeight / skin.y);
    return most > least ? 2 * (t.size - least) / (most - least) - 1 : 0;
}

bool FeatureExtractor::color(const State& state, const TargetState& t, const Feature& feature,
                             std::int32_t input, double& value) {
    if (!state.stage || !std::isfinite(t.x) || !std::isfinite(t.y)) return false;
    if (feature.kind == Feature::Kind::Color) {
        ColorMemory& memory = colors_[static_cast<std::size_t>(input)];
        const Point from{t.x, t.y};
        if (state.step >= memory.next) {
            const double near =
                memory.seen ? std::hypot(memory.place.x - t.x, memory.place.y - t.y) + 1 : kDiagonal;
            ColorSearch found{};
            if (near < kDiagonal) found = look(state).nearestColor(t.drawable, from, feature.color, near);
            if (!found.found) found = look(state).nearestColor(t.drawable, from, feature.color, kDiagonal);
            const bool stays =
                found.found && memory.seen &&
                std::hypot(found.place.x - memory.place.x, found.place.y - memory.place.y) < kStays;
            // What is where it was, or nowhere still, will be so for a while.
            memory.pause = stays || !found.found ? std::min(stays ? kStillPause : kLongestPause,
                                                            2 * std::max(memory.pause, kColorPause))
                                                 : kColorPause;
            memory.next = state.step + memory.pause;
            memory.seen = found.found;
            memory.place = found.place;
        }
        value = std::hypot(memory.place.x - t.x, memory.place.y - t.y) / kDiagonal;
        return memory.seen;
    }
    // Rays as networks of 2022 have them: ahead, to the right, behind, to the left.
    const double angle = (t.direction + 90 * feature.instance) * M_PI / 180;
    for (double r = 0; r <= kRayLength; r += kRayStep) {
        const Point at{t.x + r * std::sin(angle), t.y + r * std::cos(angle)};
        if (std::abs(at.x) > kHalfWidth || std::abs(at.y) > kHalfHeight) break;
        if (!look(state).nearestColor(t.drawable, at, feature.color, 1.5).found) continue;
        value = r / kRayLength;
        return true;
    }
    return false;
}

}  // namespace ounce::neuro
