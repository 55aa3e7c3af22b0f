#include "analysis/events/values.h"

#include <algorithm>
#include <cmath>

#include "analysis/events/walk.h"
#include "base/cast.h"

namespace ounce {
namespace {

constexpr std::size_t kMostValues = 64;
constexpr int kMostWork = 500;  // expressions looked at for one answer

}  // namespace

struct ProgramValues::Search {
    std::vector<std::pair<Owned, Owner>> open;  // what is being looked at, so that circles end
    int work = 0;
};

ProgramValues::ProgramValues(const Program& program) : program_(program) {
    places_.resize(program.expressions.size());
    drawing_.resize(static_cast<std::size_t>(program.cellCount), kNone);
    for (const SpriteProgram& sprite : program.sprites) {
        variables_.emplace_back(sprite.variables.size());
        lists_.emplace_back(sprite.lists.size());
    }
    for (const Procedure& procedure : program.procedures) handed_.emplace_back(procedure.names.size());
    for (const Preparation& preparation : program.preparations) {
        for (const auto& [e, cell] : preparation.steps) {
            if (cell != kNone) drawing_[static_cast<std::size_t>(cell)] = e;
        }
    }
    for (const Statement& s : program.statements) {
        expressionsOf(program, s, [&](ExpressionIndex e) { place(e, {s.sprite, kNone}); });
        for (const ExpressionIndex e : s.arguments) place(e, {s.sprite, kNone});
        noteWriter(s);
        noteCall(s);
    }
    for (std::size_t i = 0; i < program.procedures.size(); i++) {
        for (const StatementIndex index : readingOrder(program, program.procedures[i].definition)) {
            const Statement& s = program.statements[static_cast<std::size_t>(index)];
            expressionsOf(program, s, [&](ExpressionIndex e) {
                place(e, {s.sprite, static_cast<std::int32_t>(i)});
            });
        }
    }
    for (const Script& script : program.scripts) place(script.condition, {script.sprite, kNone});
    followAnswers();
}

void ProgramValues::place(ExpressionIndex e, Place where) {
    insideOf(program_, e, [&](ExpressionIndex inner) { places_[index(inner)] = where; });
}

void ProgramValues::noteWriter(const Statement& s) {
    const auto owner = static_cast<std::size_t>(s.onStage ? 0 : s.sprite);
    const auto slot = static_cast<std::size_t>(s.slot);
    if (s.slot == kNone) return;
    switch (s.opcode) {
        case Opcode::data_setvariableto: variables_[owner][slot].values.push_back(s.arguments[0]); break;
        case Opcode::data_changevariableby:
        case Opcode::control_for_each: variables_[owner][slot].anything = true; break;
        case Opcode::data_addtolist: lists_[owner][slot].values.push_back(s.arguments[0]); break;
        // insert (ITEM) at (INDEX), replace item (INDEX) with (ITEM)
        case Opcode::data_insertatlist: lists_[owner][slot].values.push_back(s.arguments[0]); break;
        case Opcode::data_replaceitemoflist: lists_[owner][slot].values.push_back(s.arguments[1]); break;
        default: break;
    }
}

void ProgramValues::noteCall(const Statement& s) {
    if (s.opcode != Opcode::procedures_call || s.slot == kNone) return;
    const Call& call = program_.calls[static_cast<std::size_t>(s.slot)];
    if (call.procedure == kNone) return;
    auto& parameters = handed_[static_cast<std::size_t>(call.procedure)];
    for (std::size_t i = 0; i < std::min(parameters.size(), call.arguments.size()); i++) {
        if (call.arguments[i] != kNone) parameters[i].push_back(call.arguments[i]);
    }
}

ProgramValues::Owner ProgramValues::ownerOf(ExpressionIndex e) const {
    const Expression& x = at(e);
    const bool onStage = x.onStage || x.node == Node::StageVariable;
    return {onStage ? 0 : places_[index(e)].sprite, x.slot};
}

std::optional<std::vector<Value>> ProgramValues::possible(ExpressionIndex e) const {
    Search search;
    std::vector<Value> values;
    if (!collect(e, search, values)) return std::nullopt;
    return values;
}

std::optional<std::vector<Value>> ProgramValues::possibleItems(const Expression& list,
                                                               ExpressionIndex e) const {
    Search search;
    std::vector<Value> values;
    if (!collectItems({list.onStage ? 0 : places_[index(e)].sprite, list.slot}, search, values))
        return std::nullopt;
    return values;
}

bool ProgramValues::collectAll(std::span<const ExpressionIndex> expressions, Search& search,
                               std::vector<Value>& out) const {
    return std::all_of(expressions.begin(), expressions.end(),
                       [&](ExpressionIndex e) { return collect(e, search, out); });
}

bool ProgramValues::collectItems(Owner list, Search& search, std::vector<Value>& out) const {
    if (list.second == kNone) return false;
    const auto sprite = static_cast<std::size_t>(list.first), slot = static_cast<std::size_t>(list.second);
    const std::pair<Owned, Owner> self{Owned::List, list};
    if (std::find(search.open.begin(), search.open.end(), self) != search.open.end()) return true;
    const List& initial = program_.sprites[sprite].initialLists[slot];
    if (initial.size() > kMostValues) return false;
    search.open.push_back(self);
    for (const Value& item : initial) {
        if (std::find(out.begin(), out.end(), item) == out.end()) out.push_back(item);
    }
    const bool known = collectAll(lists_[sprite][slot].values, search, out);
    search.open.pop_back();
    return known;
}

// Adds the values to `out`; false: it could be anything.
bool ProgramValues::collect(ExpressionIndex e, Search& search, std::vector<Value>& out) const {
    if (e == kNone || ++search.work > kMostWork || out.size() > kMostValues) return false;
    const Expression& x = at(e);
    auto add = [&](Value value) {
        if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(std::move(value));
    };
    switch (x.node) {
        case Node::Constant: add(x.constant); break;
        case Node::Cell: return collect(drawing_[static_cast<std::size_t>(x.slot)], search, out);
        case Node::Join: {
            std::vector<Value> heads, tails;
            if (!collect(x.a, search, heads) || !collect(x.b, search, tails)) return false;
            if (heads.size() * tails.size() > kMostValues) return false;
            for (const Value& head : heads) {
                for (const Value& tail : tails) add(join(toText(head), toText(tail)));
            }
            break;
        }
        case Node::LetterOf: {
            std::vector<Value> indices, texts;
            if (!collect(x.b, search, texts)) return false;
            const bool known = collect(x.a, search, indices);
            for (const Value& value : texts) {
                const String text = toText(value);
                if (text.length() > kMostValues) return false;
                for (std::uint32_t i = 0; i < text.length(); i++) {
                    const bool read =
                        !known || std::any_of(indices.begin(), indices.end(), [&](const Value& v) {
                            return std::floor(toNumber(v)) == i + 1;
                        });
                    if (read) add(String::ofUnit(text[i]));
                }
            }
            break;
        }
        case Node::Random: {
            const Expression &low = at(x.a), &high = at(x.b);
            if (low.node != Node::Constant || high.node != Node::Constant) return false;
            if (!isWholeNumber(low.constant) || !isWholeNumber(high.constant)) return false;
            const double one = toNumber(low.constant), other = toNumber(high.constant);
            const double from = std::min(one, other), to = std::max(one, other);
            if (!(to - from < kMostValues)) return false;
            for (double n = from; n <= to; n++) add(n);
            break;
        }
        case Node::ItemOfList: return collectItems(ownerOf(e), search, out);
        case Node::OwnVariable:
        case Node::StageVariable: {
            const Owner owner = ownerOf(e);
            const auto sprite = static_cast<std::size_t>(owner.first),
                       slot = static_cast<std::size_t>(owner.second);
            const std::pair<Owned, Owner> self{Owned::Variable, owner};
            if (std::find(search.open.begin(), search.open.end(), self) != search.open.end()) return true;
            const Writers& writers = variables_[sprite][slot];
            if (writers.anything) return false;
            // A program that sets a variable does so before it looks; what the file holds is from long ago.
            if (writers.values.empty()) {
                add(program_.sprites[sprite].initialVariables[slot]);
                break;
            }
            search.open.push_back(self);
            const bool known = collectAll(writers.values, search, out);
            search.open.pop_back();
            return known;
        }
        case Node::Parameter: {
            const std::int32_t procedure = places_[index(e)].procedure;
            if (procedure == kNone || x.slot == kNone) return false;
            const Owner owner{procedure, x.slot};
            const std::pair<Owned, Owner> self{Owned::Parameter, owner};
            if (std::find(search.open.begin(), search.open.end(), self) != search.open.end()) return true;
            search.open.push_back(self);
            const auto& handed = handed_[static_cast<std::size_t>(procedure)];
            const bool known = collectAll(handed[static_cast<std::size_t>(x.slot)], search, out);
            search.open.pop_back();
            return known;
        }
        default: return false;
    }
    return out.size() <= kMostValues;
}

std::vector<ExpressionIndex> ProgramValues::sourcesOf(ExpressionIndex e) const {
    const Expression& x = at(e);
    if (x.slot == kNone) return {};
    switch (x.node) {
        case Node::OwnVariable:
        case Node::StageVariable: {
            const Owner owner = ownerOf(e);
            return variables_[static_cast<std::size_t>(owner.first)][static_cast<std::size_t>(owner.second)]
                .values;
        }
        case Node::Parameter: {
            const std::int32_t procedure = procedureOf(e);
            if (procedure == kNone) return {};
            return handed_[static_cast<std::size_t>(procedure)][static_cast<std::size_t>(x.slot)];
        }
        default: return {};
    }
}

bool ProgramValues::isAnswer(ExpressionIndex e) const {
    if (e == kNone) return false;
    const Expression& x = at(e);
    switch (x.node) {
        case Node::Report: return x.opcode == Opcode::sensing_answer;
        case Node::Cell: return isAnswer(drawing_[static_cast<std::size_t>(x.slot)]);
        case Node::OwnVariable:
        case Node::StageVariable: return answers_.contains({Owned::Variable, ownerOf(e)});
        case Node::Parameter:
            return answers_.contains({Owned::Parameter, {places_[index(e)].procedure, x.slot}});
        default: return false;
    }
}

// What gets the answer, what gets it from there, and so on.
void ProgramValues::followAnswers() {
    auto anyAnswer = [&](const std::vector<ExpressionIndex>& expressions) {
        return std::any_of(expressions.begin(), expressions.end(),
                           [&](ExpressionIndex e) { return isAnswer(e); });
    };
    auto spread = [&](const auto& table, Owned owned, auto sources) {
        bool grew = false;
        for (std::size_t i = 0; i < table.size(); i++) {
            for (std::size_t j = 0; j < table[i].size(); j++) {
                const Owner owner{static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
                if (answers_.contains({owned, owner}) || !anyAnswer(sources(table[i][j]))) continue;
                answers_.insert({owned, owner});
                grew = true;
            }
        }
        return grew;
    };
    bool grew = true;
    while (grew) {
        grew = spread(
            variables_, Owned::Variable, [](const Writers& w) -> const auto& { return w.values; });
        grew |= spread(
            handed_, Owned::Parameter, [](const auto& handed) -> const auto& { return handed; });
    }
}

}  // namespace ounce
