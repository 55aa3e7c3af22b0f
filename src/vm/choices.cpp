#include "vm/choices.h"

#include <map>
#include <utility>

namespace ounce {
namespace {

using Place = std::pair<std::string, std::string>;  // sprite, block

Place placeOf(const Program& program, std::size_t statement) {
    const auto sprite = static_cast<std::size_t>(program.statements[statement].sprite);
    return {program.sprites[sprite].name, program.statementIds[statement]};
}

}  // namespace

RecordingChoices::RecordingChoices(const Program& program)
    : program_(program), numbers_(program.statements.size()) {}

double RecordingChoices::random(double drawn, std::int32_t statement) {
    if (++count_ > kMostNumbers) return drawn;
    std::vector<double>& numbers = numbers_[static_cast<std::size_t>(statement)];
    if (numbers.empty()) order_.push_back(statement);
    numbers.push_back(drawn);
    return drawn;
}

std::vector<Draws> RecordingChoices::draws() const {
    std::vector<Draws> all;
    for (const std::int32_t statement : order_) {
        auto [sprite, block] = placeOf(program_, static_cast<std::size_t>(statement));
        all.push_back({std::move(sprite), std::move(block), numbers_[static_cast<std::size_t>(statement)]});
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

double ReplayedChoices::random(double drawn, std::int32_t statement) {
    const std::int32_t place = placeOf_[static_cast<std::size_t>(statement)];
    if (place != kNone) {
        const std::vector<double>& numbers = draws_[static_cast<std::size_t>(place)].numbers;
        std::size_t& next = next_[static_cast<std::size_t>(place)];
        if (next < numbers.size()) return numbers[next++];
    }
    beyond_++;
    return drawn;
}

ReplayedChoices::Fit ReplayedChoices::fit() const {
    Fit fit{.beyond = beyond_, .unused = 0, .unknown = unknown_};
    for (std::size_t i = 0; i < draws_.size(); i++) fit.unused += draws_[i].numbers.size() - next_[i];
    return fit;
}

}  // namespace ounce
