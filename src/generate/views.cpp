#include "generate/views.h"

#include <fmt/format.h>

#include "base/cast.h"
#include "generate/assertions.h"

namespace ounce {

namespace {

using Ask = Check::Kind;

constexpr std::size_t kMostAnswers = 12;

std::string questionKey(const Check& check) {
    return fmt::format("{}/{}/{}/{}/{}", static_cast<int>(check.kind), check.subject.sprite,
                       check.subject.clone.value_or(-1), check.other.sprite, check.name);
}

std::string answerKey(const Check& check) {
    constexpr std::uint32_t kLetters = 200;
    return fmt::format("{}/{}", static_cast<int>(check.bubble),
                       toText(check.expected).prefix(kLetters).utf8());
}

}  // namespace

bool isNumeric(Check::Kind kind) {
    switch (kind) {
        case Ask::CloneCount:
        case Ask::Direction:
        case Ask::Effect:
        case Ask::ListLength:
        case Ask::X:
        case Ask::Y:
        case Ask::Size:
        case Ask::Variable:
        case Ask::Volume: return true;
        default: return false;
    }
}

View viewOf(Look& look, bool touching) {
    View view;
    for (Check& check : observe(look, touching)) {
        if (check.kind != Ask::Position) {
            std::string key = questionKey(check);
            view.emplace(std::move(key), std::move(check));
            continue;
        }
        for (const Ask kind : {Ask::X, Ask::Y}) {
            Check one = check;
            one.kind = kind;
            one.expected = Value(kind == Ask::X ? check.x : check.y);
            one.x = one.y = 0;
            view.emplace(questionKey(one), one);
        }
    }
    return view;
}

void Course::add(const Check& check, std::size_t run) {
    if (isNumeric(check.kind)) {
        const double number = numberForTests(check.expected);
        range_.add(number);
        if (runs_.size() <= run) runs_.resize(run + 1);
        runs_[run].add(number);
    }
    if (many_) return;
    Answer& answer = answers_.try_emplace(answerKey(check), Answer{check}).first->second;
    if (answer.last != run + 1) answer.runs++;
    answer.last = run + 1;
    many_ = answers_.size() > kMostAnswers;
}

std::vector<Check> Course::givenByAll(std::size_t runs) const {
    std::vector<Check> all;
    if (many_) return all;
    for (const auto& [key, answer] : answers_) {
        if (answer.runs == runs) all.push_back(answer.check);
    }
    return all;
}

double Course::reachedByAll() const {
    double least = std::numeric_limits<double>::infinity();
    for (const ValueRange& run : runs_) least = std::min(least, run.most());
    return least;
}

double Course::sunkToByAll() const {
    double most = -std::numeric_limits<double>::infinity();
    for (const ValueRange& run : runs_) most = std::max(most, run.least());
    return most;
}

}  // namespace ounce
