#include "neuro/surprise.h"

#include <algorithm>
#include <cmath>

namespace ounce::neuro {
namespace {

constexpr double kMostSurprise = 100;  // that one look can add
constexpr double kResolution = 0.001;  // values are compared to three decimals
constexpr std::size_t kEnough = 30;    // values without which nothing is said
constexpr double kReach = 8;           // bandwidths beyond which a kernel adds nothing

double rounded(double x) { return std::round(x / kResolution) * kResolution; }

double bandwidth(const std::vector<double>& sorted) {
    const auto n = static_cast<double>(sorted.size());
    double mean = 0, square = 0;
    for (const double x : sorted) mean += x / n;
    for (const double x : sorted) square += (x - mean) * (x - mean) / n;
    auto quantile = [&](double q) { return sorted[static_cast<std::size_t>(q * (n - 1))]; };
    const double iqr = (quantile(0.75) - quantile(0.25)) / 1.34;
    const double sigma = std::sqrt(square);
    const double spread = iqr > 0 ? std::min(sigma, iqr) : sigma;
    return std::max(0.9 * spread * std::pow(n, -0.2), kResolution);
}

}  // namespace

double likelihoodSurprise(const std::vector<double>& sorted, double x, const double* leaveOut) {
    double n = static_cast<double>(sorted.size()) - (leaveOut ? 1 : 0);
    if (n < 1) return 0;
    const double h = bandwidth(sorted);
    const auto from = std::lower_bound(sorted.begin(), sorted.end(), x - kReach * h);
    const auto to = std::upper_bound(sorted.begin(), sorted.end(), x + kReach * h);
    double sum = 0;
    bool skipped = leaveOut == nullptr;
    for (auto i = from; i != to; ++i) {
        if (!skipped && *i == *leaveOut) {
            skipped = true;
            continue;
        }
        const double z = (x - *i) / h;
        sum += std::exp(-0.5 * z * z);
    }
    const double constant = 0.5 * std::log(2 * M_PI);
    if (sum > 0) return -std::log(sum / (n * h)) + constant;
    // Too far from all of them for the sum: the nearest one decides.
    double nearest = INFINITY;
    skipped = leaveOut == nullptr;
    for (const double value : sorted) {
        if (!skipped && value == *leaveOut) {
            skipped = true;
            continue;
        }
        nearest = std::min(nearest, std::abs(x - value));
    }
    const double z = nearest / h;
    return std::log(n * h) + constant + 0.5 * z * z;
}

std::string_view suspicionName(Suspicion suspicion) {
    constexpr std::string_view kNames[] = {"", "surprise", "new event", "target not reached"};
    return kNames[static_cast<std::size_t>(suspicion)];
}

Reference::Reference(const std::vector<WatchedPlay>& plays, double rate) {
    for (const WatchedPlay& play : plays) {
        for (const ActivationRow& row : play.rows) {
            for (const auto& [node, value] : row.values) traces_[row.round][node].push_back(rounded(value));
        }
        lengths_.push_back(static_cast<double>(play.steps));
        events_.insert(play.newEvents.begin(), play.newEvents.end());
        alwaysReached_ = alwaysReached_ && play.reachedTarget;
    }
    for (auto& [round, nodes] : traces_) {
        for (auto& [node, values] : nodes) std::sort(values.begin(), values.end());
    }
    std::sort(lengths_.begin(), lengths_.end());
    std::vector<double> scores;
    for (const WatchedPlay& play : plays) scores.push_back(scoreOf(play, true));
    std::sort(scores.begin(), scores.end());
    // The rank that a fresh play exceeds with at most this probability, and never less than all of them if
    // they are too few to tell.
    const double rank = std::ceil((static_cast<double>(scores.size()) + 1) * (1 - rate));
    const auto last = static_cast<double>(scores.size());
    threshold_ = scores.empty() ? INFINITY : scores[static_cast<std::size_t>(std::min(rank, last)) - 1];
}

double Reference::scoreOf(const WatchedPlay& play, bool isOneOfThese) const {
    // What is usual for a look counts as nothing: only what is rarer than the rarest of many adds up.
    auto excess = [&](const std::vector<double>& values, double x) {
        const double surprise = likelihoodSurprise(values, x, isOneOfThese ? &x : nullptr);
        // A value that lies where the density is that of one play in `n`, or denser, is no surprise.
        const double usual =
            std::log(static_cast<double>(values.size()) * bandwidth(values)) + 0.5 * std::log(2 * M_PI) + 0.5;
        return std::clamp(surprise - usual, 0.0, kMostSurprise);
    };
    double total = excess(lengths_, static_cast<double>(play.steps));
    for (const ActivationRow& row : play.rows) {
        const auto nodes = traces_.find(row.round);
        if (nodes == traces_.end()) break;
        for (const auto& [node, value] : row.values) {
            const auto values = nodes->second.find(node);
            if (values == nodes->second.end() || values->second.size() < kEnough) continue;
            total += excess(values->second, rounded(value));
        }
    }
    return total;
}

Suspicion Reference::judge(const WatchedPlay& play) const {
    for (const std::string& event : play.newEvents) {
        if (!events_.contains(event)) return Suspicion::NewEvent;
    }
    if (score(play) > threshold_) return Suspicion::Surprise;
    return alwaysReached_ && !play.reachedTarget ? Suspicion::TargetMissed : Suspicion::None;
}

WatchedPlay watchNetwork(Player& player, const JudgeContext& context, const NetworkFile& network,
                         const PlayRules& rules, std::uint32_t seed) {
    WatchedPlay watched;
    BoundNetwork bound = bind(network, context.vocabulary);
    PlayRules own = rules;
    own.wiring = bound.wiring;
    // Nodes by the names of the file: a changed program numbers them otherwise.
    std::map<NodeId, NodeId> names;
    for (const auto& [file, node] : bound.hiddenIds) names[node] = file;
    Play play = player.play(bound.genome, context.start, context.startTrace, seed, own, {},
                            {.activations = &watched.rows});
    for (ActivationRow& row : watched.rows) {
        std::vector<std::pair<NodeId, double>> known;
        for (const auto& [node, value] : row.values) {
            if (const auto name = names.find(node); name != names.end())
                known.emplace_back(name->second, value);
        }
        row.values = std::move(known);
    }
    watched.steps = play.steps;
    for (const std::int32_t output : play.newOutputs)
        watched.newEvents.insert(context.vocabulary.outputs()[static_cast<std::size_t>(output)].event);
    const std::optional<GoalIndex> goal = context.fitness.find(network.target);
    watched.reachedTarget = network.target.empty() || (goal && context.fitness.isCovered(*goal, play.trace));
    watched.covered = std::move(play.trace.covered);
    return watched;
}

}  // namespace ounce::neuro
