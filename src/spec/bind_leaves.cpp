// What looks at the program: attributes, variables, lists, what touches what, what happens.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "spec/term_binder.h"
#include "vm/attributes.h"
#include "vm/keys.h"

namespace ounce::spec {
namespace {

std::string keyOf(const std::string& name) { return name == "any" ? name : keyName(Value(String(name))); }

}  // namespace

// The sprite, or the one of its clones that `some` or `every` means.
void TermBinder::whose(const Term& t, const std::string& name, Node& node) {
    node.sprite = names_.sprite(t, name, true);
    for (std::size_t i = bound_.size(); i-- > 0;) {
        if (bound_[i] != node.sprite) continue;
        node.bound = static_cast<Index>(i);
        return;
    }
}

TermBinder::Index TermBinder::name(const Term& t) {
    if (const Let* let = names_.findLet(t.name)) return meaningOf(t, *let);
    const Index slot = names_.variable(0, t.name);
    if (slot != kNone)
        return add({.code = Code::Variable, .sprite = 0, .slot = slot, .text = spec_.textOf(t)});
    if (names_.list(0, t.name) != kNone)
        return names_.problem(t,
                              fmt::format("«{}» is a list; its items are read with length({}), item(1, {}) "
                                          "or contains({}, \"…\")",
                                          t.name, t.name, t.name, t.name));
    std::vector<std::string> names = names_.variablesOf(0);
    for (const Let& let : spec_.lets) names.push_back(let.name);
    return names_.missing(t, fmt::format("there is no variable «{}» for all sprites", t.name), t.name, names);
}

// A `let` stands for its text. Used twice, it is computed once.
TermBinder::Index TermBinder::meaningOf(const Term& t, const Let& let) {
    const auto key = std::pair(&let, inBody_);
    const bool once = bound_.empty() && (memories_ == 0 || !inBody_);
    if (once) {
        if (const auto known = meanings_.find(key); known != meanings_.end()) return known->second;
    }
    if (std::ranges::find(open_, &let) != open_.end())
        return names_.problem(t, fmt::format("«{}» is explained by itself", let.name));
    open_.push_back(&let);
    const Index node = bind(let.term);
    open_.pop_back();
    if (once) meanings_.emplace(key, node);
    return node;
}

TermBinder::Index TermBinder::member(const Term& t) {
    Node node{.text = spec_.textOf(t)};
    whose(t, t.name, node);
    if (failed()) return kNone;
    if (const auto attribute = t.memberQuoted ? std::nullopt : findAttribute(t.member)) {
        node.code = Code::Attribute;
        node.attribute = *attribute;
        return add(std::move(node));
    }
    node.slot = names_.variable(node.sprite, t.member);
    if (node.slot != kNone) {
        node.code = Code::Variable;
        return add(std::move(node));
    }
    if (names_.list(node.sprite, t.member) != kNone)
        return names_.problem(t,
                              fmt::format("«{}» is a list; its items are read with length(…), item(1, …) or "
                                          "contains(…, \"…\")",
                                          spec_.textOf(t)));
    std::vector<std::string> names = names_.variablesOf(node.sprite);
    for (const AttributeRow& row : attributes()) {
        if (!row.name.empty()) names.emplace_back(row.name);
    }
    return names_.missing(t, fmt::format("{} has no attribute or variable «{}»", t.name, t.member), t.member,
                          names);
}

// A list if it names one, else a text.
TermBinder::Index TermBinder::listOrText(const Term& whole, TermIndex what, TermIndex with, Code ofList,
                                         Code ofText) {
    Node node{.code = ofList, .text = spec_.textOf(whole)};
    if (with != kNoTerm) node.b = condition(with);
    const Term& t = spec_.at(what);
    if (t.code == Code::Name && !names_.findLet(t.name)) {
        node.sprite = 0;
        node.slot = names_.list(0, t.name);
    } else if (t.code == Code::Member) {
        whose(t, t.name, node);
        if (failed()) return kNone;
        node.slot = names_.list(node.sprite, t.member);
    }
    if (node.slot != kNone) return add(std::move(node));
    if (t.code == Code::Name && !names_.findLet(t.name) && names_.variable(0, t.name) == kNone) {
        std::vector<std::string> names = names_.listsOf(0);
        for (std::string& other : names_.variablesOf(0)) names.push_back(std::move(other));
        return names_.missing(t, fmt::format("there is no list «{}» for all sprites", t.name), t.name, names);
    }
    node = {.code = ofText, .b = node.b, .text = node.text};
    node.a = condition(what);
    return add(std::move(node));
}

TermBinder::Index TermBinder::touching(const Term& t) {
    Node node{.text = spec_.textOf(t)};
    whose(t, t.name, node);
    if (failed()) return kNone;
    if (t.member[0] == '#' && !t.memberQuoted) {
        node.code = Code::TouchingColour;
        const auto rgb = static_cast<std::uint32_t>(std::strtoul(t.member.c_str() + 1, nullptr, 16));
        node.color = {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
                      static_cast<std::uint8_t>(rgb)};
    } else if (t.member == "edge" && !t.memberQuoted) {
        node.code = Code::TouchingEdge;
    } else if (t.member == "mouse" && !t.memberQuoted) {
        node.code = Code::TouchingMouse;
    } else {
        node.code = Code::TouchingSprite;
        node.other = names_.sprite(t, t.member);
    }
    return add(std::move(node));
}

TermBinder::Index TermBinder::distance(const Term& t) {
    Node node{.code = Code::Distance, .text = spec_.textOf(t)};
    whose(t, t.name, node);
    node.other = names_.sprite(t, t.member);
    return add(std::move(node));
}

TermBinder::Index TermBinder::clones(const Term& t) {
    Node node{.code = Code::Clones, .text = spec_.textOf(t)};
    node.sprite = names_.sprite(t, t.name);
    return add(std::move(node));
}

TermBinder::Index TermBinder::key(const Term& t) {
    return add({.code = Code::Key, .key = keyOf(t.name), .text = spec_.textOf(t)});
}

TermBinder::Index TermBinder::event(const Term& t) {
    switch (t.code) {
        case Code::Flag: return happens(t, Happening::Kind::Flag);
        case Code::Stop: return happens(t, Happening::Kind::Stop);
        case Code::Answered: return happens(t, Happening::Kind::Answered);
        case Code::Broadcast: return happens(t, Happening::Kind::Broadcast, names_.message(t));
        case Code::Pressed: return happens(t, Happening::Kind::Pressed, kNone, keyOf(t.name));
        case Code::Clicked: return happens(t, Happening::Kind::Clicked, names_.sprite(t, t.name, true));
        case Code::Said: return happens(t, Happening::Kind::Said, names_.sprite(t, t.name));
        case Code::Cloned: return happens(t, Happening::Kind::Cloned, names_.sprite(t, t.name));
        default: return happens(t, Happening::Kind::Deleted, names_.sprite(t, t.name));
    }
}

}  // namespace ounce::spec
