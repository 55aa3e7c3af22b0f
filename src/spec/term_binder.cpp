#include "spec/term_binder.h"

#include <fmt/format.h>

namespace ounce::spec {

TermBinder::Index TermBinder::add(Node node) {
    if (failed()) return kNone;
    if (monitor_.nodes.size() >= kMostNodes) {
        monitor_.error = "the formula is too large";
        return kNone;
    }
    monitor_.nodes.push_back(std::move(node));
    return static_cast<Index>(monitor_.nodes.size() - 1);
}

TermBinder::Index TermBinder::asCondition(Index i) {
    if (failed() || !at(i).isEvent) return i;
    // Remembered once, while `old` means something else for each time the `after` part happened.
    if (usesOld(i)) {
        monitor_.error = "«old» cannot be joined to an event where a condition is needed";
        return kNone;
    }
    const auto known = happened_.find(i);
    if (known != happened_.end()) return known->second;
    const Index node = add({.code = Code::Happened, .a = i, .text = at(i).text});
    happened_.emplace(i, node);
    return node;
}

bool TermBinder::usesOld(Index i) {
    if (i == kNone) return false;
    const Node& node = at(i);
    if (node.code == Code::Old) return true;
    return usesOld(node.a) || usesOld(node.b) || usesOld(node.c);
}

TermBinder::Index TermBinder::implied(Index left, Index right) {
    const Index no = negated(asCondition(left));
    return add({.code = Code::Or, .a = no, .b = asCondition(right)});
}

const Term& TermBinder::through(TermIndex t) const {
    const Term* term = &spec_.at(t);
    for (std::size_t i = 0; term->code == Code::Name && i <= spec_.lets.size(); i++) {
        const Let* let = names_.findLet(term->name);
        if (!let) break;
        term = &spec_.at(let->term);
    }
    return *term;
}

TermBinder::Index TermBinder::body(TermIndex t) {
    inBody_ = true;
    const Index node = bind(t);
    inBody_ = false;
    return node;
}

TermBinder::Index TermBinder::bind(TermIndex t) {
    if (failed()) return kNone;
    if (++depth_ > kDeepest) return names_.problem(spec_.at(t), "the formula is nested too deep");
    const Index node = bindTerm(spec_.at(t));
    depth_--;
    return node;
}

TermBinder::Index TermBinder::bindTerm(const Term& t) {
    switch (t.code) {
        case Code::Number: return add({.constant = Value(t.number)});
        case Code::Text: return add({.constant = Value(String(t.name))});
        case Code::True: return add({.constant = Value(true)});
        case Code::False: return add({.constant = Value(false)});
        case Code::Name: return name(t);
        case Code::Member: return member(t);
        case Code::Answer:
        case Code::Asked:
        case Code::Question:
        case Code::Timer:
        case Code::MouseX:
        case Code::MouseY:
        case Code::MouseDown:
        case Code::Backdrop: return reads(t);
        case Code::Key: return key(t);
        case Code::Touching: return touching(t);
        case Code::Distance: return distance(t);
        case Code::Clones: return clones(t);
        case Code::Length: return listOrText(t, t.a, kNoTerm, Code::ListLength, Code::TextLength);
        case Code::Item: return listOrText(t, t.b, t.a, Code::ListItem, Code::Letter);
        case Code::Contains: return listOrText(t, t.a, t.b, Code::ListContains, Code::TextContains);
        case Code::And: {
            const Index a = bind(t.a), b = bind(t.b);
            return both(a, b);
        }
        case Code::Or: {
            const Index a = bind(t.a), b = bind(t.b);
            return either(a, b);
        }
        case Code::Implies: return implication(t);
        case Code::Some:
        case Code::Every: return quantifier(t);
        case Code::Flag:
        case Code::Stop:
        case Code::Answered:
        case Code::Broadcast:
        case Code::Pressed:
        case Code::Clicked:
        case Code::Said:
        case Code::Cloned:
        case Code::Deleted: return event(t);
        case Code::Rises:
        case Code::Falls:
        case Code::Changes: return remembers(t, t.code, true);
        case Code::Prev: return remembers(t, Code::Prev, false);
        case Code::Old: return old(t);
        case Code::Since: return since(t);
        case Code::Count: return count(t);
        case Code::Always:
        case Code::Never:
        case Code::Within:
        case Code::For:
        case Code::AfterAlways:
        case Code::Until: return names_.problem(t, "cannot stand here");  // never inside another term
        default: return combines(t);
    }
}

TermBinder::Index TermBinder::combines(const Term& t) {
    Node node{.code = t.code};
    node.a = condition(t.a);
    if (t.b != kNoTerm) node.b = condition(t.b);
    if (t.c != kNoTerm) node.c = condition(t.c);
    return add(std::move(node));
}

TermBinder::Index TermBinder::both(Index a, Index b) {
    if (failed()) return kNone;
    const bool first = at(a).isEvent, second = at(b).isEvent;
    if (!first && !second) return add({.code = Code::And, .a = a, .b = b});
    if (first && second) {
        const Index didA = asCondition(a), didB = asCondition(b);
        return add({.code = Code::Both, .isEvent = true, .a = a, .b = b, .c = didA, .other = didB});
    }
    return add({.code = Code::AndThen, .isEvent = true, .a = first ? a : b, .b = first ? b : a});
}

TermBinder::Index TermBinder::either(Index a, Index b) {
    if (failed()) return kNone;
    if (at(a).isEvent && at(b).isEvent) return add({.code = Code::Either, .isEvent = true, .a = a, .b = b});
    const Index x = asCondition(a);
    return add({.code = Code::Or, .a = x, .b = asCondition(b)});
}

// Event => condition: there was no such event in this step at which the condition did not hold.
TermBinder::Index TermBinder::implication(const Term& t) {
    const Index left = bind(t.a), right = bind(t.b);
    if (failed()) return kNone;
    if (!at(left).isEvent || at(right).isEvent) return implied(left, right);
    const Index bad = add({.code = Code::AndThen, .isEvent = true, .a = left, .b = negated(right)});
    return negated(asCondition(bad));
}

TermBinder::Index TermBinder::quantifier(const Term& t) {
    Node node{.code = t.code, .text = spec_.textOf(t)};
    node.sprite = names_.sprite(t, t.name);
    if (bound_.size() == kMostBound) return names_.problem(t, "«some» and «every» are nested too deep");
    bound_.push_back(node.sprite);
    node.bound = static_cast<Index>(bound_.size()) - 1;
    node.a = condition(t.a);
    bound_.pop_back();
    return add(std::move(node));
}

// What remembers something does so once, not once for each clone or each deadline.
bool TermBinder::mayRemember(const Term& t) {
    if (failed()) return false;
    if (!bound_.empty()) {
        names_.problem(t, fmt::format("«{}» cannot stand inside «some» or «every»", spec_.textOf(t)));
        return false;
    }
    return true;
}

TermBinder::Index TermBinder::happens(const Term& t, Happening::Kind kind, Index which, std::string key) {
    if (!mayRemember(t)) return kNone;
    return add({.code = Code::Happens,
                .isEvent = true,
                .slot = which,
                .happening = kind,
                .key = std::move(key),
                .text = spec_.textOf(t)});
}

TermBinder::Index TermBinder::remembers(const Term& t, Code code, bool isEvent) {
    if (!mayRemember(t)) return kNone;
    memories_++;
    Node node{.code = code, .isEvent = isEvent, .text = spec_.textOf(t)};
    node.a = condition(t.a);
    memories_--;
    return add(std::move(node));
}

TermBinder::Index TermBinder::old(const Term& t) {
    // Where nothing happened before, the last step is what was.
    if (!inBody_ || monitor_.kind == Monitor::Kind::Until) return remembers(t, Code::Prev, false);
    if (memories_ > 0 || !bound_.empty())
        return names_.problem(t,
                              fmt::format("«{}» cannot stand inside another word that looks back, «some» or "
                                          "«every»",
                                          spec_.textOf(t)));
    memories_++;
    const Index value = condition(t.a);
    memories_--;
    monitor_.olds.push_back(value);
    return add({.code = Code::Old,
                .a = value,
                .slot = static_cast<Index>(monitor_.olds.size()) - 1,
                .text = spec_.textOf(t)});
}

TermBinder::Index TermBinder::since(const Term& t) {
    if (!mayRemember(t)) return kNone;
    memories_++;
    Node node{.code = Code::Since, .text = spec_.textOf(t)};
    node.a = condition(t.a);
    node.b = condition(t.b);
    memories_--;
    return add(std::move(node));
}

TermBinder::Index TermBinder::count(const Term& t) {
    if (!mayRemember(t)) return kNone;
    memories_++;
    Node node{.code = Code::Count, .text = spec_.textOf(t)};
    node.a = bind(t.a);
    if (t.b != kNoTerm) node.b = bind(t.b);
    memories_--;
    return add(std::move(node));
}

}  // namespace ounce::spec
