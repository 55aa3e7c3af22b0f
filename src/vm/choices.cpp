#include "vm/choices.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/number.h"

namespace ounce {
namespace {

using Place = std::pair<std::string, std::string>;  // sprite, block

Place placeOf(const Program& program, std::size_t statement) {
    const auto sprite = static_cast<std::size_t>(program.statements[statement].sprite);
    return {program.sprites[sprite].name, program.statementIds[statement]};
}

}  // namespace

double Domain::outcome(double drawn) const {
    switch (kind) {
        case Kind::Whole: return low + std::floor(drawn * (high + 1 - low));
        case Kind::Rounded: return roundHalfUp((high - low) * (drawn - 0.5) + (low + high) / 2);
        case Kind::Between: return drawn * (high - low) + low;
    }
    return low;
}

bool Domain::contains(double outcome) const {
    if (!(outcome >= low && outcome <= high)) return std::isnan(low) || std::isnan(high);
    return kind == Kind::Between || outcome == low || std::floor(outcome - low) == outcome - low;
}

double Domain::size() const {
    if (kind == Kind::Between) return std::numeric_limits<double>::infinity();
    return std::max(1.0, std::floor(high - low) + 1);
}

RecordingChoices::RecordingChoices(const Program& program)
    : program_(program), outcomes_(program.statements.size()) {}

double RecordingChoices::pick(const Domain& domain, double drawn, std::int32_t statement) {
    const double outcome = domain.outcome(drawn);
    if (++count_ > kMostNumbers) return outcome;
    std::vector<double>& outcomes = outcomes_[static_cast<std::size_t>(statement)];
    if (outcomes.empty()) order_.push_back(statement);
    outcomes.push_back(outcome);
    return outcome;
}

std::vector<Draws> RecordingChoices::draws() const {
    std::vector<Draws> all;
    for (const std::int32_t statement : order_) {
        auto [sprite, block] = placeOf(program_, static_cast<std::size_t>(statement));
        all.push_back({std::move(sprite), std::move(block), outcomes_[static_cast<std::size_t>(statement)]});
    }
    return all;
}

ReplayedChoices::ReplayedChoices(const Program& program, std::vector<Draws> draws)
    : draws_(std::move(draws)), next_(draws_.size()), placeOf_(program.statements.size(), kNone) {
    std::map<Place, std::size_t> statements;
    for (std::size_t i = 0; i < placeOf_.size(); i++) statements.emplace(placeOf(program, i), i);
    for (std::size_t i = 0; i < draws_.size(); i++) {
        const auto at = statements.find({draws_[i].sprite, draws_[i].block});
        if (at == statements.end()) {
            unknown_++;
        } else {
            placeOf_[at->second] = static_cast<std::int32_t>(i);
        }
    }
}

double ReplayedChoices::pick(const Domain& domain, double drawn, std::int32_t statement) {
    const std::int32_t place = placeOf_[static_cast<std::size_t>(statement)];
    if (place != kNone) {
        const Draws& draws = draws_[static_cast<std::size_t>(place)];
        std::size_t& next = next_[static_cast<std::size_t>(place)];
        if (next < draws.outcomes.size()) {
            const double outcome = draws.outcomes[next++];
            if (draws.areNumbers) return domain.outcome(outcome);
            if (domain.contains(outcome)) return outcome;
            outside_++;
            return domain.outcome(drawn);
        }
    }
    beyond_++;
    return domain.outcome(drawn);
}

ReplayedChoices::Fit ReplayedChoices::fit() const {
    Fit fit{.beyond = beyond_, .unused = 0, .unknown = unknown_, .outside = outside_};
    for (std::size_t i = 0; i < draws_.size(); i++) fit.unused += draws_[i].outcomes.size() - next_[i];
    return fit;
}

}  // namespace ounce
