#include "project/text/scope.h"

#include <algorithm>

#include "base/text.h"

namespace ounce::text {
namespace {

// Marks that only names of variables and lists have.
bool isReferenceMark(std::string_view mark) {
    return mark == "global" || mark == "missing" || mark[0] == '#';
}

std::size_t ordinal(const std::vector<std::string>& marks) {
    for (const std::string& mark : marks) {
        if (mark[0] != '#' || mark.size() > 8) continue;
        std::size_t number = 0;
        for (char c : mark.substr(1)) {
            if (c < '0' || c > '9') return 1;
            number = number * 10 + static_cast<std::size_t>(c - '0');
        }
        return number;
    }
    return 1;
}

// How many letters must be changed; gives up beyond `limit`.
std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit) {
    if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), twoBefore;
    for (std::size_t k = 0; k <= b.size(); k++) row[k] = k;
    for (std::size_t i = 1; i <= a.size(); i++) {
        twoBefore = std::exchange(before, row);
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); k++) {
            row[k] = std::min({before[k] + 1, row[k - 1] + 1, before[k - 1] + (a[i - 1] != b[k - 1])});
            const bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
            if (swapped) row[k] = std::min(row[k], twoBefore[k - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string spacedWords(const Phrase& phrase) {
    std::string out;
    for (const Piece& piece : phrase.pieces) {
        if (!out.empty()) out += ' ';
        if (piece.kind == Piece::Kind::Word) out += piece.text;
    }
    return out;
}

}  // namespace

void NameTable::add(std::string_view name, std::string_view id) {
    byName_[std::string(name)].emplace_back(id);
    byId_.emplace(id, name);
}

const std::vector<std::string>* NameTable::named(std::string_view name) const {
    const auto at = byName_.find(std::string(name));
    return at == byName_.end() ? nullptr : &at->second;
}

const std::string* NameTable::nameOf(std::string_view id) const {
    const auto at = byId_.find(std::string(id));
    return at == byId_.end() ? nullptr : &at->second;
}

Names namesOf(const Target& target) {
    Names names;
    for (const Variable& variable : target.variables) names.variables.add(variable.name, variable.id);
    for (const ListVariable& list : target.lists) names.lists.add(list.name, list.id);
    return names;
}

void Scope::addCustom(CustomBlock block) {
    const std::size_t number = customs_.size();
    byKey_.try_emplace(keyOf(wordsOf(block.proccode)), number);
    byProccode_.try_emplace(block.proccode, number);
    customs_.push_back(std::move(block));
}

const CustomBlock* Scope::customNamed(std::string_view proccode) const {
    const auto at = byProccode_.find(std::string(proccode));
    return at == byProccode_.end() ? nullptr : &customs_[at->second];
}

Resolved Scope::value(const Phrase& phrase) const {
    if (phrase.isRaw()) return {.meaning = Meaning::Raw};
    if (phrase.hasQuoted) return {.meaning = Meaning::Custom, .custom = customNamed(phrase.quoted)};
    const std::string_view category = markedCategory(phrase);
    if (phrase.onlyWords()) {
        const bool list = phrase.hasMark("list") || phrase.hasMark("lists");
        const bool reference = std::any_of(phrase.marks.begin(), phrase.marks.end(), isReferenceMark);
        if (list) return {.meaning = Meaning::List};
        if (reference || phrase.hasMark("variables") || phrase.hasMark("variable"))
            return {.meaning = Meaning::Variable};
        if (category == "procedures") return {.meaning = Meaning::Parameter};
        if (category.empty() && parameters_.contains(phrase.plain)) return {.meaning = Meaning::Parameter};
    }
    if (Match match = matchTable(phrase, Position::Value); match.opcode != Opcode::Unknown) {
        return {.meaning = Meaning::Table, .match = match};
    }
    if (phrase.onlyWords() && category.empty()) {
        if (idOf(phrase.plain, {}, false) != nullptr) return {.meaning = Meaning::Variable};
        if (idOf(phrase.plain, {}, true) != nullptr) return {.meaning = Meaning::List};
    }
    if (const auto at = byKey_.find(keyOf(phrase)); at != byKey_.end()) {
        return {.meaning = Meaning::Custom, .custom = &customs_[at->second]};
    }
    return {};
}

Resolved Scope::statement(const Phrase& phrase) const {
    if (phrase.isRaw()) return {.meaning = Meaning::Raw};
    const bool startsWithWord = !phrase.pieces.empty() && phrase.pieces[0].kind == Piece::Kind::Word;
    if (startsWithWord && phrase.hasQuoted) {
        return {.meaning = phrase.pieces[0].text == "define" ? Meaning::Define : Meaning::Custom,
                .custom = customNamed(phrase.quoted)};
    }
    if (startsWithWord && phrase.pieces[0].text == "define" && !phrase.hasMark("custom")) {
        return {.meaning = Meaning::Define};
    }
    if (!phrase.hasMark("custom")) {
        if (Match match = matchTable(phrase, Position::Statement); match.opcode != Opcode::Unknown) {
            return {.meaning = Meaning::Table, .match = match};
        }
    }
    if (const auto at = byKey_.find(keyOf(phrase)); at != byKey_.end()) {
        return {.meaning = Meaning::Custom, .custom = &customs_[at->second]};
    }
    return {};
}

const std::string* Scope::idOf(std::string_view name, const std::vector<std::string>& marks,
                               bool list) const {
    if (hasMark(marks, "missing")) return nullptr;
    const auto* found = hasMark(marks, "global") ? nullptr : own(list).named(name);
    if (found == nullptr) found = stage(list).named(name);
    const std::size_t number = ordinal(marks);
    return found == nullptr || number == 0 || number > found->size() ? nullptr : &(*found)[number - 1];
}

Scope::Reference Scope::referenceTo(std::string_view id, std::string_view name, bool list) const {
    const std::string* own = this->own(list).nameOf(id);
    const std::string* known = own != nullptr ? own : stage(list).nameOf(id);
    // Without its id a variable is found by name, as official Scratch does.
    if (known == nullptr) {
        const bool exists = idOf(name, {}, list) != nullptr;
        return {std::string(name), exists ? std::vector<std::string>{} : std::vector<std::string>{"missing"}};
    }
    Reference reference{*known, {}};
    const bool hidden = own == nullptr && own_ != stage_ && this->own(list).named(*known) != nullptr;
    if (hidden) reference.marks.emplace_back("global");
    const auto& same = *(own != nullptr ? this->own(list) : stage(list)).named(*known);
    const auto number = std::find(same.begin(), same.end(), id) - same.begin();
    if (number > 0) reference.marks.emplace_back("#").append(std::to_string(number + 1));
    return reference;
}

std::string nearestBlock(const Phrase& phrase, const Scope& scope) {
    const std::string wanted = lowerCase(spacedWords(phrase));
    if (wanted.size() > 100) return {};
    std::size_t best = std::max<std::size_t>(1, wanted.size() / 4) + 1;
    std::string nearest;
    const auto consider = [&](std::string_view text, std::string words) {
        const std::size_t distance = editDistance(wanted, words, best);
        if (distance >= best) return;
        best = distance;
        nearest = text;
    };
    for (const Specimen& one : specimens()) consider(one.text, one.words);
    for (const CustomBlock& custom : scope.customs()) {
        if (custom.proccode.size() > 200) continue;
        consider(custom.proccode, lowerCase(spacedWords(wordsOf(custom.proccode))));
    }
    return nearest;
}

}  // namespace ounce::text
