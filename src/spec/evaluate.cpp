#include "spec/evaluate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "base/cast.h"
#include "base/number.h"
#include "vm/math.h"

namespace ounce::spec {
namespace {

// A number and the text of it are the same to a program.
bool changed(const Value& before, const Value& now) {
    if (before.same(now)) return false;
    return (before.isText() && now.isText()) || compare(before, now) != 0;
}

std::string shown(const Value& value) {
    constexpr std::uint32_t kLetters = 60;
    const String text = toText(value);
    std::string utf8 = text.prefix(kLetters).utf8();
    if (text.length() > kLetters) utf8 += "…";
    return value.isText() ? fmt::format("\"{}\"", utf8) : utf8;
}

}  // namespace

const Value& Evaluation::peek(std::int32_t i, Value& storage) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Constant: return node.constant;
        case Code::Variable: return target(node).variables[static_cast<std::size_t>(node.slot)];
        case Code::Prev:
        case Code::Count: return cell(node);
        default: return storage = value(i);
    }
}

inline double Evaluation::glance(std::int32_t i) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Constant: return numberAtAGlance(node.constant);
        case Code::Variable:
            return numberAtAGlance(target(node).variables[static_cast<std::size_t>(node.slot)]);
        case Code::Attribute:
            if (node.attribute == Attribute::X) return target(node).x;
            if (node.attribute == Attribute::Y) return target(node).y;
            break;
        default: break;
    }
    return glanceAgain(node);
}

double Evaluation::glanceAgain(const Node& node) {
    switch (node.code) {
        case Code::Prev:
        case Code::Count: return numberAtAGlance(cell(node));
        case Code::Attribute:
            if (node.attribute == Attribute::Direction) return target(node).direction;
            if (node.attribute == Attribute::Size) return target(node).size;
            break;
        case Code::Add: return glance(node.a) + glance(node.b);
        case Code::Subtract: return glance(node.a) - glance(node.b);
        case Code::Negate: return -glance(node.a);
        case Code::Abs: return std::fabs(glance(node.a));
        default: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double Evaluation::number(std::int32_t i) {
    if (const double seen = glance(i); !std::isnan(seen)) return seen;
    Value storage;
    return toNumber(peek(i, storage));
}

double Evaluation::difference(const Node& node) {
    const double x = glance(node.a), y = glance(node.b);
    if (x == y) return 0;
    if (const double seen = x - y; !std::isnan(seen)) return seen;
    Value a, b;
    const Value& left = peek(node.a, a);
    return compare(left, peek(node.b, b));
}

Value Evaluation::item(const Node& node) {
    const double position = std::floor(number(node.b));
    if (node.code == Code::ListItem) {
        const List& items = list(node);
        const bool inside = position >= 1 && position <= static_cast<double>(items.size());
        return inside ? items[static_cast<std::size_t>(position) - 1] : Value(String());
    }
    const String text = toText(value(node.a));
    const bool inside = position >= 1 && position <= static_cast<double>(text.length());
    return inside ? String::ofUnit(text[static_cast<std::uint32_t>(position) - 1]) : String();
}

bool Evaluation::quantified(const Node& node) {
    const bool wanted = node.code == Code::Some;
    for (const std::int32_t place : look_.state.pane) {
        const TargetState& t = look_.at(place);
        if (t.sprite != node.sprite) continue;
        bound_[static_cast<std::size_t>(node.bound)] = &t;
        if (test(node.a) == wanted) return wanted;
    }
    return !wanted;
}

bool Evaluation::comparison(std::int32_t i) {
    const Node& node = at(i);
    const double d = difference(node);
    bool outcome = false;
    switch (node.code) {
        case Code::Equal: outcome = d == 0; break;
        case Code::NotEqual: outcome = d != 0; break;
        case Code::Less: outcome = d < 0; break;
        case Code::LessEqual: outcome = d <= 0; break;
        case Code::Greater: outcome = d > 0; break;
        default: outcome = d >= 0; break;
    }
    if (observer_) observer_->compared(monitor_, i, outcome);
    return outcome;
}

bool Evaluation::test(std::int32_t i) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Equal:
        case Code::NotEqual:
        case Code::Less:
        case Code::LessEqual:
        case Code::Greater:
        case Code::GreaterEqual: return comparison(i);
        case Code::Not: return !test(node.a);
        case Code::And: return test(node.a) && test(node.b);
        case Code::Or: return test(node.a) || test(node.b);
        case Code::Some:
        case Code::Every: return quantified(node);
        case Code::Happened: return cell(node).asBoolean();
        case Code::Since: return cell(node, 1).asBoolean();
        default: {
            Value storage;
            return toBoolean(peek(i, storage));
        }
    }
}

Value Evaluation::value(std::int32_t i) {
    const Node& node = at(i);
    const State& state = look_.state;
    switch (node.code) {
        case Code::Constant: return node.constant;
        case Code::Attribute: return readAttribute(look_, target(node), node.attribute);
        case Code::Variable: return target(node).variables[static_cast<std::size_t>(node.slot)];
        case Code::ListLength: return static_cast<double>(list(node).size());
        case Code::ListItem:
        case Code::Letter: return item(node);
        case Code::ListContains: {
            const Value wanted = value(node.b);
            const List& items = list(node);
            return std::any_of(items.begin(), items.end(),
                               [&](const Value& x) { return compare(x, wanted) == 0; });
        }
        case Code::TextLength: return static_cast<double>(toText(value(node.a)).length());
        case Code::TextContains: return toText(value(node.a)).containsIgnoringCase(toText(value(node.b)));
        case Code::Answer: return state.answer;
        // The flag and the red button close every question, at once.
        case Code::Asked:
            return state.shownQuestion.has_value() && happening_.kind != Happening::Kind::Flag &&
                   happening_.kind != Happening::Kind::Stop;
        // A visible sprite asks with its bubble and leaves the prompt empty.
        case Code::Question: return state.questions.empty() ? String() : state.questions.front().text;
        case Code::Timer: return look_.timerSeconds();
        case Code::MouseX: return state.mouse.x.value_or(0);
        case Code::MouseY: return state.mouse.y.value_or(0);
        case Code::MouseDown: return state.mouse.down;
        case Code::Backdrop: return readAttribute(look_, look_.at(0), Attribute::Costume);
        case Code::Key:
            return node.key == "any" ? !state.keysDown.empty()
                                     : std::ranges::find(state.keysDown, node.key) != state.keysDown.end();
        case Code::TouchingSprite: return look_.touchesSprite(target(node), node.other);
        case Code::TouchingEdge: return state.stage && look_.touchesEdge(target(node));
        case Code::TouchingMouse:
            return state.mouse.clientX && state.mouse.clientY &&
                   look_.touchesPointer(target(node), *state.mouse.clientX - 240, 180 - *state.mouse.clientY);
        case Code::TouchingColour: return look_.touchesColor(target(node), node.color);
        case Code::Distance: return look_.distance(target(node), look_.at(node.other));
        case Code::Clones: return look_.cloneCount(node.sprite);
        case Code::Abs: return std::fabs(number(node.a));
        case Code::Min: return std::fmin(number(node.a), number(node.b));
        case Code::Max: return std::fmax(number(node.a), number(node.b));
        case Code::Round: return roundHalfUp(number(node.a));
        case Code::Add: return number(node.a) + number(node.b);
        case Code::Subtract: return number(node.a) - number(node.b);
        case Code::Multiply: return number(node.a) * number(node.b);
        case Code::Divide: return number(node.a) / number(node.b);
        case Code::Mod: return modulo(number(node.a), number(node.b));
        case Code::Negate: return -number(node.a);
        case Code::If: return test(node.a) ? value(node.b) : value(node.c);
        case Code::Prev:
        case Code::Count: return cell(node);
        case Code::Old: return olds_ ? (*olds_)[static_cast<std::size_t>(node.slot)] : value(node.a);
        case Code::Equal:
        case Code::NotEqual:
        case Code::Less:
        case Code::LessEqual:
        case Code::Greater:
        case Code::GreaterEqual:
        case Code::Not:
        case Code::And:
        case Code::Or:
        case Code::Some:
        case Code::Every:
        case Code::Happened:
        case Code::Since: return test(i);
        default: return occurs(i);
    }
}

bool Evaluation::occurs(std::int32_t i) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Happens:
            if (happening_.kind != node.happening) return false;
            if (node.happening == Happening::Kind::Pressed)
                return node.key == "any" || node.key == happening_.key;
            return node.slot == kNone || node.slot == happening_.which;
        case Code::AndThen: return occurs(node.a) && test(node.b);
        case Code::Both: return (occurs(node.a) && test(node.other)) || (occurs(node.b) && test(node.c));
        case Code::Either: return occurs(node.a) || occurs(node.b);
        default: return cell(node, 1).asBoolean();  // rises, falls, changes
    }
}

void Evaluation::begin(const Node& node) {
    switch (node.code) {
        case Code::Rises:
        case Code::Falls:
            cell(node, 0) = test(node.a);
            cell(node, 1) = false;
            break;
        case Code::Changes:
            cell(node, 0) = value(node.a);
            cell(node, 1) = false;
            break;
        case Code::Prev: cell(node) = value(node.a); break;
        case Code::Count: cell(node) = 0; break;
        case Code::Since: cell(node, 1) = false; [[fallthrough]];
        default: cell(node, 0) = false; break;
    }
}

void Evaluation::update(const Node& node) {
    switch (node.code) {
        case Code::Happened:
            if (occurs(node.a)) write(cell(node), true);
            break;
        case Code::Rises:
        case Code::Falls: {
            const bool before = cell(node).asBoolean(), now = test(node.a);
            write(cell(node, 0), now);
            write(cell(node, 1), before != now && now == (node.code == Code::Rises));
            break;
        }
        case Code::Changes: {
            const Value now = value(node.a);
            write(cell(node, 1), changed(cell(node), now));
            write(cell(node, 0), now);
            break;
        }
        case Code::Since: {
            const bool held = cell(node).asBoolean() && (!isStepEnd() || test(node.a));
            write(cell(node, 1), held || test(node.b));
            break;
        }
        case Code::Count: {
            double count = cell(node).asNumber();
            if (node.b != kNone && comes(node.b)) count = 0;
            if (comes(node.a)) count++;
            write(cell(node), Value(count));
            break;
        }
        default: break;
    }
}

void Evaluation::finish(const Node& node) {
    switch (node.code) {
        case Code::Happened: write(cell(node), false); break;
        case Code::Prev: {
            Value storage;
            write(cell(node), peek(node.a, storage));
            break;
        }
        case Code::Since: write(cell(node, 0), cell(node, 1)); break;
        default: break;
    }
}

void Evaluation::collect(std::int32_t i, std::vector<std::string>& parts) {
    constexpr std::size_t kMostParts = 12;
    if (i == kNone || parts.size() >= kMostParts) return;
    const Node& node = at(i);
    const bool isLeaf = !node.text.empty() && node.code != Code::Happens;
    if (isLeaf) {
        std::string part = fmt::format("{} = {}", node.text, shown(value(i)));
        if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
        return;
    }
    if (node.code == Code::Happens) return;
    collect(node.a, parts);
    collect(node.b, parts);
    if (node.code == Code::If) collect(node.c, parts);
}

std::string Evaluation::parts(std::int32_t i) {
    std::vector<std::string> parts;
    collect(i, parts);
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace ounce::spec
