// From terms to nodes: every name is looked up once.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

#include "base/nearest.h"
#include "base/text.h"
#include "spec/monitor.h"
#include "vm/keys.h"

namespace ounce::spec {
namespace {

using Index = std::int32_t;

constexpr const char* kStageName = "Stage";

class Binder {
  public:
    Binder(const Spec& spec, const Program& program, Monitor& monitor)
        : spec_(spec), program_(program), monitor_(monitor) {}

    void property(const Property& property) {
        const Term& whole = spec_.at(property.term);
        monitor_.text = spec_.textOf(whole);
        switch (whole.op) {
            case Op::Always: always(whole.a); break;
            case Op::Never:
                monitor_.kind = Monitor::Kind::Never;
                monitor_.condition = bind(whole.a);
                break;
            case Op::Until:
                monitor_.kind = Monitor::Kind::Until;
                body(whole.b);
                monitor_.condition = asCondition(monitor_.condition);
                monitor_.end = bind(whole.c);
                break;
            default: after(whole); break;
        }
        for (Index i = 0; i < static_cast<Index>(monitor_.nodes.size()); i++) {
            Node& node = monitor_.nodes[static_cast<std::size_t>(i)];
            monitor_.hearsEvents = monitor_.hearsEvents || node.isEvent;
            giveCells(node);
            if (node.cell != kNone) monitor_.remembering.push_back(i);
        }
        for (const Index i : monitor_.remembering) {
            const Node& node = at(i);
            const bool isPlain = node.code == Code::Happened && at(node.a).code == Code::Happens;
            if (node.code != Code::Prev && !isPlain) monitor_.changing.push_back(i);
            if (node.code == Code::Prev || node.code == Code::Happened || node.code == Code::Since)
                monitor_.closing.insert(monitor_.closing.begin(), i);
        }
        if (failed()) monitor_.nodes.clear();
    }
    [[nodiscard]] bool failed() const { return !monitor_.error.empty(); }

  private:
    static constexpr int kDeepest = 1000;
    static constexpr std::size_t kMostNodes = 20000;

    // ---- whole properties ----

    // An implication that never had anything to say was not triggered. If its left side is an event, what
    // follows must hold at that moment.
    void always(TermIndex t) {
        const Term* implication = through(t);
        if (implication->op != Op::Implies) {
            monitor_.condition = asCondition(bind(t));
            return;
        }
        const Index left = bind(implication->a), right = bind(implication->b);
        if (failed()) return;
        monitor_.trigger = left;
        if (at(left).isEvent && !at(right).isEvent) {
            monitor_.kind = Monitor::Kind::Never;
            monitor_.condition =
                add({.code = Code::AndThen, .isEvent = true, .a = left, .b = negated(right)});
        } else {
            monitor_.condition = implied(left, right);
        }
    }

    // Names and parentheses do not change what a term is.
    const Term* through(TermIndex t) const {
        const Term* term = &spec_.at(t);
        for (std::size_t i = 0; term->op == Op::Name && i <= spec_.lets.size(); i++) {
            const Let* let = findLet(term->name);
            if (!let) break;
            term = &spec_.at(let->term);
        }
        return term;
    }

    void after(const Term& whole) {
        monitor_.kind = whole.op == Op::Within ? Monitor::Kind::Within
                        : whole.op == Op::For  ? Monitor::Kind::For
                                               : Monitor::Kind::AfterAlways;
        monitor_.steps = static_cast<std::int64_t>(whole.number);
        monitor_.triggerText = spec_.textOf(spec_.at(whole.a));
        monitor_.conditionText = spec_.textOf(spec_.at(whole.b));
        Index trigger = bind(whole.a);
        if (failed()) return;
        // After a condition: when it begins to hold.
        if (!at(trigger).isEvent) trigger = add({.code = Code::Rises, .isEvent = true, .a = trigger});
        monitor_.trigger = trigger;
        body(whole.b);
        if (monitor_.kind != Monitor::Kind::Within) monitor_.condition = asCondition(monitor_.condition);
        if (whole.c != kNoTerm) monitor_.end = bind(whole.c);
    }

    void body(TermIndex t) {
        inBody_ = true;
        monitor_.condition = bind(t);
        inBody_ = false;
    }

    // ---- nodes ----

    Node& at(Index i) { return monitor_.nodes[static_cast<std::size_t>(i)]; }

    Index add(Node node) {
        if (failed()) return kNone;
        if (monitor_.nodes.size() >= kMostNodes) {
            monitor_.error = "the formula is too large";
            return kNone;
        }
        monitor_.nodes.push_back(std::move(node));
        return static_cast<Index>(monitor_.nodes.size() - 1);
    }

    void giveCells(Node& node) {
        int count = 0;
        switch (node.code) {
            case Code::Rises:
            case Code::Falls:
            case Code::Changes:
            case Code::Since: count = 2; break;
            case Code::Happened:
            case Code::Prev:
            case Code::Count: count = 1; break;
            default: return;
        }
        node.cell = monitor_.cells;
        monitor_.cells += count;
    }

    // An event where a condition is needed: it happened in this step.
    Index asCondition(Index i) {
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
    bool usesOld(Index i) {
        if (i == kNone) return false;
        const Node& node = at(i);
        if (node.code == Code::Old) return true;
        return usesOld(node.a) || usesOld(node.b) || usesOld(node.c);
    }
    Index negated(Index condition) { return add({.code = Code::Not, .a = condition}); }
    // Both sides as conditions, each as of the whole step.
    Index implied(Index left, Index right) {
        const Index no = negated(asCondition(left));
        return add({.code = Code::Or, .a = no, .b = asCondition(right)});
    }

    Index condition(TermIndex t) { return asCondition(bind(t)); }

    Index bind(TermIndex t) {
        if (failed()) return kNone;
        if (++depth_ > kDeepest) return problem(spec_.at(t), "the formula is nested too deep");
        const Index node = bindTerm(spec_.at(t));
        depth_--;
        return node;
    }

    Index bindTerm(const Term& t) {
        switch (t.op) {
            case Op::Number: return add({.constant = Value(t.number)});
            case Op::Text: return add({.constant = Value(String(t.name))});
            case Op::True: return add({.constant = Value(true)});
            case Op::False: return add({.constant = Value(false)});
            case Op::Name: return name(t);
            case Op::Member: return member(t);
            case Op::Answer: return reads(t, Code::Answer);
            case Op::Asked: return reads(t, Code::Asked);
            case Op::Question: return reads(t, Code::Question);
            case Op::Timer: return reads(t, Code::Timer);
            case Op::MouseX: return reads(t, Code::MouseX);
            case Op::MouseY: return reads(t, Code::MouseY);
            case Op::MouseDown: return reads(t, Code::MouseDown);
            case Op::Backdrop: return reads(t, Code::Backdrop);
            case Op::Key: return add({.code = Code::Key, .key = keyOf(t.name), .text = spec_.textOf(t)});
            case Op::Touching: return touching(t);
            case Op::Distance: {
                Node node{.code = Code::Distance, .text = spec_.textOf(t)};
                whose(t, t.name, node);
                node.other = sprite(t, t.member);
                return add(std::move(node));
            }
            case Op::Clones: {
                Node node{.code = Code::Clones, .text = spec_.textOf(t)};
                node.sprite = sprite(t, t.name);
                return add(std::move(node));
            }
            case Op::Length: return listOrText(t, t.a, kNoTerm, Code::ListLength, Code::TextLength);
            case Op::Item: return listOrText(t, t.b, t.a, Code::ListItem, Code::Letter);
            case Op::Contains: return listOrText(t, t.a, t.b, Code::ListContains, Code::TextContains);
            case Op::Abs: return combines(t, Code::Abs);
            case Op::Min: return combines(t, Code::Min);
            case Op::Max: return combines(t, Code::Max);
            case Op::Round: return combines(t, Code::Round);
            case Op::Add: return combines(t, Code::Add);
            case Op::Subtract: return combines(t, Code::Subtract);
            case Op::Multiply: return combines(t, Code::Multiply);
            case Op::Divide: return combines(t, Code::Divide);
            case Op::Mod: return combines(t, Code::Mod);
            case Op::Negate: return combines(t, Code::Negate);
            case Op::If: return combines(t, Code::If);
            case Op::Equal: return combines(t, Code::Equal);
            case Op::NotEqual: return combines(t, Code::NotEqual);
            case Op::Less: return combines(t, Code::Less);
            case Op::LessEqual: return combines(t, Code::LessEqual);
            case Op::Greater: return combines(t, Code::Greater);
            case Op::GreaterEqual: return combines(t, Code::GreaterEqual);
            case Op::Not: return combines(t, Code::Not);
            case Op::And: {
                const Index a = bind(t.a), b = bind(t.b);
                return both(a, b);
            }
            case Op::Or: {
                const Index a = bind(t.a), b = bind(t.b);
                return either(a, b);
            }
            case Op::Implies: return implication(t);
            case Op::Some: return quantifier(t, Code::Some);
            case Op::Every: return quantifier(t, Code::Every);
            case Op::Flag: return happens(t, Happening::Kind::Flag);
            case Op::Stop: return happens(t, Happening::Kind::Stop);
            case Op::Answered: return happens(t, Happening::Kind::Answered);
            case Op::Broadcast: return broadcast(t);
            case Op::Pressed: return happens(t, Happening::Kind::Pressed, kNone, keyOf(t.name));
            case Op::Clicked: return happens(t, Happening::Kind::Clicked, sprite(t, t.name, true));
            case Op::Said: return happens(t, Happening::Kind::Said, sprite(t, t.name));
            case Op::Cloned: return happens(t, Happening::Kind::Cloned, sprite(t, t.name));
            case Op::Deleted: return happens(t, Happening::Kind::Deleted, sprite(t, t.name));
            case Op::Rises: return remembers(t, Code::Rises, true);
            case Op::Falls: return remembers(t, Code::Falls, true);
            case Op::Changes: return remembers(t, Code::Changes, true);
            case Op::Prev: return remembers(t, Code::Prev, false);
            case Op::Old: return old(t);
            case Op::Since: return since(t);
            case Op::Count: return count(t);
            case Op::Always:
            case Op::Never:
            case Op::Within:
            case Op::For:
            case Op::AfterAlways:
            case Op::Until: break;  // never inside another term
        }
        return problem(t, "cannot stand here");
    }

    Index reads(const Term& t, Code code) { return add({.code = code, .text = spec_.textOf(t)}); }

    Index combines(const Term& t, Code code) {
        Node node{.code = code};
        node.a = condition(t.a);
        if (t.b != kNoTerm) node.b = condition(t.b);
        if (t.c != kNoTerm) node.c = condition(t.c);
        return add(std::move(node));
    }

    Index both(Index a, Index b) {
        if (failed()) return kNone;
        const bool first = at(a).isEvent, second = at(b).isEvent;
        if (!first && !second) return add({.code = Code::And, .a = a, .b = b});
        if (first && second) {
            const Index didA = asCondition(a), didB = asCondition(b);
            return add({.code = Code::Both, .isEvent = true, .a = a, .b = b, .c = didA, .other = didB});
        }
        return add({.code = Code::AndThen, .isEvent = true, .a = first ? a : b, .b = first ? b : a});
    }

    Index either(Index a, Index b) {
        if (failed()) return kNone;
        if (at(a).isEvent && at(b).isEvent)
            return add({.code = Code::Either, .isEvent = true, .a = a, .b = b});
        const Index x = asCondition(a);
        return add({.code = Code::Or, .a = x, .b = asCondition(b)});
    }

    // Event => condition: there was no such event in this step at which the condition did not hold.
    Index implication(const Term& t) {
        const Index left = bind(t.a), right = bind(t.b);
        if (failed()) return kNone;
        if (!at(left).isEvent || at(right).isEvent) return implied(left, right);
        const Index bad = add({.code = Code::AndThen, .isEvent = true, .a = left, .b = negated(right)});
        return negated(asCondition(bad));
    }

    Index quantifier(const Term& t, Code code) {
        Node node{.code = code, .text = spec_.textOf(t)};
        node.sprite = sprite(t, t.name);
        if (bound_.size() == kMostBound) return problem(t, "«some» and «every» are nested too deep");
        bound_.push_back(node.sprite);
        node.bound = static_cast<Index>(bound_.size()) - 1;
        node.a = condition(t.a);
        bound_.pop_back();
        return add(std::move(node));
    }

    // What remembers something does so once, not once for each clone or each deadline.
    bool mayRemember(const Term& t) {
        if (failed()) return false;
        if (!bound_.empty()) {
            problem(t, fmt::format("«{}» cannot stand inside «some» or «every»", spec_.textOf(t)));
            return false;
        }
        return true;
    }

    Index happens(const Term& t, Happening::Kind kind, Index which = kNone, std::string key = {}) {
        if (!mayRemember(t)) return kNone;
        return add({.code = Code::Happens,
                    .isEvent = true,
                    .slot = which,
                    .happening = kind,
                    .key = std::move(key),
                    .text = spec_.textOf(t)});
    }

    Index remembers(const Term& t, Code code, bool isEvent) {
        if (!mayRemember(t)) return kNone;
        memories_++;
        Node node{.code = code, .isEvent = isEvent, .text = spec_.textOf(t)};
        node.a = condition(t.a);
        memories_--;
        return add(std::move(node));
    }

    Index old(const Term& t) {
        // Where nothing happened before, the last step is what was.
        if (!inBody_ || monitor_.kind == Monitor::Kind::Until) return remembers(t, Code::Prev, false);
        if (memories_ > 0 || !bound_.empty())
            return problem(t, fmt::format("«{}» cannot stand inside another word that looks back, «some» or "
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

    Index since(const Term& t) {
        if (!mayRemember(t)) return kNone;
        memories_++;
        Node node{.code = Code::Since, .text = spec_.textOf(t)};
        node.a = condition(t.a);
        node.b = condition(t.b);
        memories_--;
        return add(std::move(node));
    }

    Index count(const Term& t) {
        if (!mayRemember(t)) return kNone;
        memories_++;
        Node node{.code = Code::Count, .text = spec_.textOf(t)};
        node.a = bind(t.a);
        if (t.b != kNoTerm) node.b = bind(t.b);
        memories_--;
        return add(std::move(node));
    }

    // ---- names ----

    Index problem(const Term& t, std::string what) {
        if (!failed())
            monitor_.error = fmt::format("{}: {}: {}", spec_.file, spec_.placeOf(t.begin), std::move(what));
        return kNone;
    }
    Index missing(const Term& t, std::string what, const std::string& wanted,
                  const std::vector<std::string>& names) {
        if (const std::string advice = didYouMean(wanted, names); !advice.empty()) what += "; " + advice;
        return problem(t, std::move(what));
    }

    [[nodiscard]] const Let* findLet(const std::string& name) const {
        for (const Let& let : spec_.lets) {
            if (let.name == name) return &let;
        }
        return nullptr;
    }

    [[nodiscard]] const SpriteProgram& spriteAt(Index i) const {
        return program_.sprites[static_cast<std::size_t>(i)];
    }

    static std::vector<std::string> namesOf(const std::vector<VariableSlot>& slots) {
        std::vector<std::string> names;
        for (const VariableSlot& slot : slots) names.push_back(slot.name);
        return names;
    }
    static Index slotOf(const std::vector<VariableSlot>& slots, const std::string& name) {
        for (std::size_t i = 0; i < slots.size(); i++) {
            if (slots[i].name == name) return static_cast<Index>(i);
        }
        return kNone;
    }

    Index sprite(const Term& t, const std::string& name, bool orStage = false) {
        const auto found = program_.spriteByName.find(name);
        if (found != program_.spriteByName.end()) return found->second;
        if (orStage && name == kStageName) return 0;
        std::vector<std::string> names;
        for (const SpriteProgram& s : program_.sprites) {
            if (!s.isStage) names.push_back(s.name);
        }
        if (orStage) names.emplace_back(kStageName);
        return missing(t, fmt::format("there is no sprite «{}»", name), name, names);
    }

    // The sprite, or the one of its clones that `some` or `every` means.
    void whose(const Term& t, const std::string& name, Node& node) {
        node.sprite = sprite(t, name, true);
        for (std::size_t i = bound_.size(); i-- > 0;) {
            if (bound_[i] != node.sprite) continue;
            node.bound = static_cast<Index>(i);
            return;
        }
    }

    Index name(const Term& t) {
        if (const Let* let = findLet(t.name)) return meaningOf(t, *let);
        const Index slot = slotOf(spriteAt(0).variables, t.name);
        if (slot != kNone)
            return add({.code = Code::Variable, .sprite = 0, .slot = slot, .text = spec_.textOf(t)});
        if (slotOf(spriteAt(0).lists, t.name) != kNone)
            return problem(t, fmt::format("«{}» is a list; its items are read with length({}), item(1, {}) "
                                          "or contains({}, \"…\")",
                                          t.name, t.name, t.name, t.name));
        std::vector<std::string> names = namesOf(spriteAt(0).variables);
        for (const Let& let : spec_.lets) names.push_back(let.name);
        return missing(t, fmt::format("there is no variable «{}» for all sprites", t.name), t.name, names);
    }

    // A `let` stands for its text. Used twice, it is computed once.
    Index meaningOf(const Term& t, const Let& let) {
        const auto key = std::pair(&let, inBody_);
        const bool once = bound_.empty() && (memories_ == 0 || !inBody_);
        if (once) {
            if (const auto known = meanings_.find(key); known != meanings_.end()) return known->second;
        }
        if (std::ranges::find(open_, &let) != open_.end())
            return problem(t, fmt::format("«{}» is explained by itself", let.name));
        open_.push_back(&let);
        const Index node = bind(let.term);
        open_.pop_back();
        if (once) meanings_.emplace(key, node);
        return node;
    }

    Index member(const Term& t) {
        Node node{.text = spec_.textOf(t)};
        whose(t, t.name, node);
        if (failed()) return kNone;
        const SpriteProgram& owner = spriteAt(node.sprite);
        if (const auto attribute = t.memberQuoted ? std::nullopt : findAttribute(t.member)) {
            node.code = Code::Attribute;
            node.attribute = *attribute;
            return add(std::move(node));
        }
        node.slot = slotOf(owner.variables, t.member);
        if (node.slot != kNone) {
            node.code = Code::Variable;
            return add(std::move(node));
        }
        if (slotOf(owner.lists, t.member) != kNone)
            return problem(t, fmt::format("«{}» is a list; its items are read with length(…), item(1, …) or "
                                          "contains(…, \"…\")",
                                          spec_.textOf(t)));
        std::vector<std::string> names = namesOf(owner.variables);
        for (const AttributeRow& row : attributes()) {
            if (!row.name.empty()) names.emplace_back(row.name);
        }
        return missing(t, fmt::format("{} has no attribute or variable «{}»", t.name, t.member), t.member,
                       names);
    }

    // A list if it names one, else a text.
    Index listOrText(const Term& whole, TermIndex what, TermIndex with, Code ofList, Code ofText) {
        Node node{.code = ofList, .text = spec_.textOf(whole)};
        if (with != kNoTerm) node.b = condition(with);
        const Term& t = spec_.at(what);
        if (t.op == Op::Name && !findLet(t.name)) {
            node.sprite = 0;
            node.slot = slotOf(spriteAt(0).lists, t.name);
        } else if (t.op == Op::Member) {
            whose(t, t.name, node);
            if (failed()) return kNone;
            node.slot = slotOf(spriteAt(node.sprite).lists, t.member);
        }
        if (node.slot != kNone) return add(std::move(node));
        if (t.op == Op::Name && !findLet(t.name) && slotOf(spriteAt(0).variables, t.name) == kNone) {
            std::vector<std::string> names = namesOf(spriteAt(0).lists);
            for (std::string& other : namesOf(spriteAt(0).variables)) names.push_back(std::move(other));
            return missing(t, fmt::format("there is no list «{}» for all sprites", t.name), t.name, names);
        }
        node = {.code = ofText, .b = node.b, .text = node.text};
        node.a = condition(what);
        return add(std::move(node));
    }

    Index touching(const Term& t) {
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
            node.other = sprite(t, t.member);
        }
        return add(std::move(node));
    }

    Index broadcast(const Term& t) {
        const auto found = program_.messageByName.find(lowerCase(t.name));
        if (found != program_.messageByName.end())
            return happens(t, Happening::Kind::Broadcast, found->second);
        return missing(t, fmt::format("there is no message «{}»", t.name), t.name, program_.messages);
    }

    static std::string keyOf(const std::string& name) {
        return name == "any" ? name : keyName(Value(String(name)));
    }

    const Spec& spec_;
    const Program& program_;
    Monitor& monitor_;
    std::vector<Index> bound_{};  // sprites of the quantifiers around
    std::map<std::pair<const Let*, bool>, Index> meanings_{};
    std::map<Index, Index> happened_{};
    std::vector<const Let*> open_{};
    bool inBody_ = false;  // of an `after`
    int memories_ = 0;     // words around that look back
    int depth_ = 0;
};

}  // namespace

std::vector<Monitor> bind(const Spec& spec, const Program& program) {
    std::vector<Monitor> monitors;
    for (const Property& property : spec.properties) {
        Monitor& monitor = monitors.emplace_back();
        monitor.name = property.name;
        monitor.explanation = property.explanation;
        monitor.error = property.error;
        if (monitor.error.empty()) Binder(spec, program, monitor).property(property);
    }
    return monitors;
}

}  // namespace ounce::spec
