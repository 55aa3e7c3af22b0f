#include "generate/observations.h"

#include <fmt/format.h>

#include "base/cast.h"
#include "blocks/table.h"
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

Changeable::Changeable(const Program& program) : program_(program), written_(program.sprites.size()) {
    for (const Statement& statement : program.statements) {
        const std::uint64_t facets = blockRow(statement.opcode).writtenFacets;
        written_[static_cast<std::size_t>(statement.sprite)] |= facets;
        all_ |= facets;
        volume_ = volume_ || statement.opcode == Opcode::sound_setvolumeto ||
                  statement.opcode == Opcode::sound_changevolumeby;
    }
}

std::uint64_t Changeable::writtenBy(const Subject& subject) const {
    const auto found = program_.spriteByName.find(subject.sprite);
    return found == program_.spriteByName.end() ? all_ : written_[static_cast<std::size_t>(found->second)];
}

bool Changeable::operator()(const Check& check) const {
    const auto writes = [&](std::uint64_t facets) { return (writtenBy(check.subject) & facets) != 0; };
    switch (check.kind) {
        case Ask::Backdrop: return (all_ & facet::Backdrop) != 0;
        case Ask::CloneCount: return (all_ & facet::Clones) != 0;
        case Ask::Costume: return writes(facet::Costume);
        case Ask::Direction: return writes(facet::Direction);
        case Ask::Effect: return writes(facet::Effects);
        case Ask::Layer: return (all_ & (facet::Layer | facet::Clones)) != 0;
        case Ask::ListLength:
        case Ask::ListContents: return (all_ & facet::Lists) != 0;
        case Ask::Position:
        case Ask::X:
        case Ask::Y: return writes(facet::Position);
        case Ask::Say: return writes(facet::Bubble);
        case Ask::Size: return writes(facet::Size);
        case Ask::TouchingSprite:
            return ((writtenBy(check.subject) | writtenBy(check.other)) & facet::Seen) != 0;
        case Ask::TouchingEdge: return writes(facet::Seen);
        case Ask::Variable: return (all_ & facet::Variables) != 0;
        case Ask::Visible: return writes(facet::Visibility);
        case Ask::Volume: return volume_;
    }
    return true;
}

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

Observation observe(Look& look, const Changeable& changeable, bool touching) {
    Observation observation;
    for (Check& check : observe(look, touching)) {
        if (!changeable(check)) continue;
        if (check.kind != Ask::Position) {
            std::string key = questionKey(check);
            observation.emplace(std::move(key), std::move(check));
            continue;
        }
        for (const Ask kind : {Ask::X, Ask::Y}) {
            Check one = check;
            one.kind = kind;
            one.expected = Value(kind == Ask::X ? check.x : check.y);
            one.x = one.y = 0;
            observation.emplace(questionKey(one), one);
        }
    }
    return observation;
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
