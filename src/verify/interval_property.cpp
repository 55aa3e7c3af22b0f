// Whether a property follows from what is known of the end of every step.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/cast.h"
#include "verify/intervals.h"

namespace ounce::verify {
namespace {

using spec::Code;
using Trait = Invariants::Trait;

// Looks at a formula with ranges instead of values.
class Formula {
  public:
    Formula(const spec::Monitor& monitor, const Invariants& invariants, bool flagWasClicked)
        : m_(monitor), invariants_(invariants), flag_(flagWasClicked), learnt_(monitor.nodes.size()) {}

    Truth truth(std::int32_t i) {
        const spec::Node& node = at(i);
        switch (node.code) {
            case Code::Not: return !truth(node.a);
            case Code::And: return both(node.a, node.b, true);
            case Code::Or: return !both(node.a, node.b, false);
            case Code::Every: return truth(node.a) == Truth::Yes ? Truth::Yes : Truth::Perhaps;
            case Code::Some: return truth(node.a) == Truth::No ? Truth::No : Truth::Perhaps;
            case Code::Happened: {
                const spec::Node& event = at(node.a);
                const bool isFlag =
                    event.code == Code::Happens && event.happening == spec::Happening::Kind::Flag;
                return !isFlag ? Truth::Perhaps : flag_ ? Truth::Yes : Truth::No;
            }
            case Code::Attribute: {
                if (node.attribute != Attribute::Visible) return truthOf(value(i));
                const Range visible = value(i);
                return !visible.isOne() ? Truth::Perhaps : visible.low == 1 ? Truth::Yes : Truth::No;
            }
            case Code::Constant: return toBoolean(node.constant) ? Truth::Yes : Truth::No;
            default: break;
        }
        if (node.code >= Code::Equal && node.code <= Code::GreaterEqual) return comparison(node);
        return node.isEvent ? Truth::Perhaps : truthOf(value(i));
    }

    std::string words() {
        std::vector<std::string> parts;
        const auto add = [&](std::string text) {
            if (std::ranges::find(parts, text) == parts.end()) parts.push_back(std::move(text));
        };
        for (std::size_t i = 0; i < m_.nodes.size(); i++) {
            const spec::Node& node = m_.nodes[i];
            if (node.code != Code::Variable && node.code != Code::Attribute) continue;
            const Range range = value(static_cast<std::int32_t>(i));
            if (!range.any) add(fmt::format("{} from {} to {}", node.text, range.low, range.high));
        }
        for (std::size_t i = 0; i < m_.nodes.size(); i++) {
            const spec::Node& node = m_.nodes[i];
            if (node.code != Code::Prev) continue;
            const auto change = changeOf(node.a, static_cast<std::int32_t>(i));
            if (!change) continue;
            const bool falls = change->low<0, rises = change->high> 0;
            add(fmt::format("{} {}", at(node.a).text,
                            falls && rises ? "rises and falls"
                            : falls        ? "never rises"
                            : rises        ? "never falls"
                                           : "stays the same"));
        }
        return fmt::format("{}", fmt::join(parts, ", "));
    }

  private:
    [[nodiscard]] const spec::Node& at(std::int32_t i) const { return m_.nodes[static_cast<std::size_t>(i)]; }

    // Of «a and b» the second is only asked if the first holds; so it may take that for granted. Of «a or b»
    // the same with what does not hold.
    Truth both(std::int32_t a, std::int32_t b, bool outcome) {
        const auto asked = [&](std::int32_t i) { return outcome ? truth(i) : !truth(i); };
        const Truth first = asked(a);
        if (first == Truth::No) return Truth::No;
        const std::vector<std::optional<Range>> before = learnt_;
        learn(a, outcome);
        const Truth second = isImpossible_ ? Truth::No : asked(b);
        learnt_ = before;
        isImpossible_ = false;
        if (second == Truth::No) return Truth::No;
        return first == Truth::Yes && second == Truth::Yes ? Truth::Yes : Truth::Perhaps;
    }

    static bool isSame(const spec::Node& a, const spec::Node& b) {
        return a.code == b.code && a.sprite == b.sprite && a.slot == b.slot && a.attribute == b.attribute &&
               a.bound == b.bound;
    }
    static bool isCell(const spec::Node& node) {
        return (node.code == Code::Variable || node.code == Code::Attribute) && node.bound == kNone;
    }

    void learn(std::int32_t i, bool outcome) {
        const spec::Node& node = at(i);
        if (node.code == Code::Not) return learn(node.a, !outcome);
        if ((node.code == Code::And && outcome) || (node.code == Code::Or && !outcome)) {
            learn(node.a, outcome);
            return learn(node.b, outcome);
        }
        if (node.code < Code::Equal || node.code > Code::GreaterEqual) return;
        const auto keep = [&](std::int32_t part, const Range& other, bool isLeft) {
            if (!isCell(at(part))) return;
            Range range = value(part);
            Code code = node.code;
            if (!isLeft) {
                if (code == Code::Less)
                    code = Code::Greater;
                else if (code == Code::Greater)
                    code = Code::Less;
                else if (code == Code::LessEqual)
                    code = Code::GreaterEqual;
                else if (code == Code::GreaterEqual)
                    code = Code::LessEqual;
            }
            bool isLeftOver = true;
            switch (code) {
                case Code::Equal:
                    isLeftOver = outcome ? keepEqual(range, other) : keepDifferent(range, other);
                    break;
                case Code::NotEqual:
                    isLeftOver = outcome ? keepDifferent(range, other) : keepEqual(range, other);
                    break;
                case Code::Less:
                    isLeftOver = outcome ? keepLess(range, other) : keepNotLess(range, other);
                    break;
                case Code::GreaterEqual:
                    isLeftOver = outcome ? keepNotLess(range, other) : keepLess(range, other);
                    break;
                case Code::Greater:
                    isLeftOver = outcome ? keepGreater(range, other) : keepNotGreater(range, other);
                    break;
                default:
                    isLeftOver = outcome ? keepNotGreater(range, other) : keepGreater(range, other);
                    break;
            }
            if (!isLeftOver) {
                isImpossible_ = true;
                return;
            }
            for (std::size_t n = 0; n < m_.nodes.size(); n++) {
                if (isSame(m_.nodes[n], at(part))) learnt_[n] = range;
            }
        };
        const Range a = value(node.a), b = value(node.b);
        keep(node.a, b, true);
        keep(node.b, a, false);
    }

    // Whether `later` may lie below, or above, the value that `before` says it had: «v» and «prev(v)».
    std::optional<Range> changeOf(std::int32_t later, std::int32_t before) {
        const spec::Node &now = at(later), &then = at(before);
        if (then.code != Code::Prev || !isCell(now) || !isSame(now, at(then.a)) || flag_) return std::nullopt;
        if (now.code == Code::Variable) return invariants_.changeOfVariable(now.sprite, now.slot);
        if (now.attribute == Attribute::X) return invariants_.change(now.sprite, Trait::X);
        if (now.attribute == Attribute::Y) return invariants_.change(now.sprite, Trait::Y);
        return std::nullopt;
    }

    Truth comparison(const spec::Node& node) {
        Range a = value(node.a), b = value(node.b);
        if (const auto change = changeOf(node.a, node.b)) {
            a = *change;
            b = Range::of(0);
        } else if (const auto back = changeOf(node.b, node.a)) {
            a = Range::of(0);
            b = *back;
        }
        switch (node.code) {
            case Code::Equal: return isEqual(a, b);
            case Code::NotEqual: return !isEqual(a, b);
            case Code::Less: return isLess(a, b);
            case Code::GreaterEqual: return !isLess(a, b);
            case Code::Greater: return isLess(b, a);
            default: return !isLess(b, a);
        }
    }

    // Of a sprite that `some` or `every` goes through: the original and all clones together.
    template <class Read>
    Range ofSprite(const spec::Node& node, Read read) {
        const std::optional<Range> original = read(false);
        if (!original) return {};
        if (node.bound == kNone) return *original;
        const std::optional<Range> clones = read(true);
        return clones ? join(*original, *clones) : *original;
    }

    Range attribute(const spec::Node& node) {
        const auto of = [&](Trait trait) {
            return ofSprite(node, [&](bool clone) { return invariants_.of(node.sprite, clone, trait); });
        };
        switch (node.attribute) {
            case Attribute::X: return of(Trait::X);
            case Attribute::Y: return of(Trait::Y);
            case Attribute::Direction: return of(Trait::Direction);
            case Attribute::Size: return of(Trait::Size);
            case Attribute::Visible: return of(Trait::Visible);
            case Attribute::CostumeNumber: return of(Trait::Costume).asNumber() + Range::of(1);
            default: return {};
        }
    }

    Range value(std::int32_t i) {
        if (i == kNone) return {};
        if (const auto& learnt = learnt_[static_cast<std::size_t>(i)]) return *learnt;
        const spec::Node& node = at(i);
        const auto number = [&](std::int32_t part) { return value(part).asNumber(); };
        switch (node.code) {
            case Code::Constant: return Range::of(node.constant);
            case Code::Variable:
                if (node.sprite == kNone) return {};
                return ofSprite(
                    node, [&](bool clone) { return invariants_.variable(node.sprite, clone, node.slot); });
            case Code::Attribute: return node.sprite == kNone ? Range{} : attribute(node);
            // What it was is one of the things that it can be.
            case Code::Prev: return isCell(at(node.a)) ? plain(node.a) : Range{};
            case Code::Add: return number(node.a) + number(node.b);
            case Code::Subtract: return number(node.a) - number(node.b);
            case Code::Multiply: return number(node.a) * number(node.b);
            case Code::Negate: return Range::of(0) - number(node.a);
            case Code::Abs: return magnitude(number(node.a));
            case Code::Min: return least(number(node.a), number(node.b));
            case Code::Max: return greatest(number(node.a), number(node.b));
            case Code::Clones: return Range::of(0, 300, true);
            default: return {};
        }
    }
    // Without what was learnt, which is about now.
    Range plain(std::int32_t i) {
        std::vector<std::optional<Range>> learnt(m_.nodes.size());
        std::swap(learnt, learnt_);
        const Range range = value(i);
        std::swap(learnt, learnt_);
        return range;
    }

    const spec::Monitor& m_;
    const Invariants& invariants_;
    bool flag_;
    bool isImpossible_ = false;
    std::vector<std::optional<Range>> learnt_;
};

}  // namespace

bool follows(const spec::Monitor& monitor, const Invariants& invariants) {
    const bool isNever = monitor.kind == spec::Monitor::Kind::Never;
    if ((!isNever && monitor.kind != spec::Monitor::Kind::Always) || monitor.condition == kNone) return false;
    // Events have moments of their own, in the middle of steps.
    if (monitor.nodes[static_cast<std::size_t>(monitor.condition)].isEvent) return false;
    for (const bool flag : {false, true}) {
        const Truth truth = Formula(monitor, invariants, flag).truth(monitor.condition);
        if (truth != (isNever ? Truth::No : Truth::Yes)) return false;
    }
    return true;
}

std::string describe(const spec::Monitor& monitor, const Invariants& invariants) {
    return Formula(monitor, invariants, false).words();
}

}  // namespace ounce::verify
