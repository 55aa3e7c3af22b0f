#include "verify/property_words.h"

#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "vm/attributes.h"

namespace ounce::verify {
namespace {

using spec::Code;
using spec::Monitor;
using Comparison = Check::Comparison;

// ---- checks ----

Code opposite(Code code) {
    switch (code) {
        case Code::Equal: return Code::NotEqual;
        case Code::NotEqual: return Code::Equal;
        case Code::Less: return Code::GreaterEqual;
        case Code::LessEqual: return Code::Greater;
        case Code::Greater: return Code::LessEqual;
        case Code::GreaterEqual: return Code::Less;
        default: return code;
    }
}
Code mirrored(Code code) {
    switch (code) {
        case Code::Less: return Code::Greater;
        case Code::LessEqual: return Code::GreaterEqual;
        case Code::Greater: return Code::Less;
        case Code::GreaterEqual: return Code::LessEqual;
        default: return code;
    }
}
bool isComparison(Code code) { return code >= Code::Equal && code <= Code::GreaterEqual; }

class Checks {
  public:
    Checks(const Monitor& monitor, const Program& program) : monitor_(monitor), program_(program) {}

    // The checks for a condition that must (or must not) hold.
    bool add(std::int32_t index, bool must) {
        const spec::Node& node = monitor_.nodes[static_cast<std::size_t>(index)];
        if (node.code == Code::Not) return add(node.a, !must);
        if (node.code == (must ? Code::And : Code::Or)) return add(node.a, must) && add(node.b, must);
        if (node.code == Code::Attribute && node.attribute == Attribute::Visible && node.bound == kNone)
            return subject(node, Check::Kind::Visible, Comparison::Equal, Value(must));
        if (!isComparison(node.code)) return false;
        Code code = must ? node.code : opposite(node.code);
        std::int32_t left = node.a, right = node.b;
        if (at(left).code == Code::Constant) {
            std::swap(left, right);
            code = mirrored(code);
        }
        if (at(right).code != Code::Constant) return false;
        return compare(at(left), code, at(right).constant);
    }

    std::vector<Check> checks{};

  private:
    [[nodiscard]] const spec::Node& at(std::int32_t i) const {
        return monitor_.nodes[static_cast<std::size_t>(i)];
    }

    bool subject(const spec::Node& node, Check::Kind kind, Comparison comparison, Value expected) {
        Check check{.kind = kind, .comparison = comparison, .expected = std::move(expected)};
        if (node.sprite > 0)
            check.subject.sprite = program_.sprites[static_cast<std::size_t>(node.sprite)].name;
        if (kind == Check::Kind::Variable) {
            const auto& slots = program_.sprites[static_cast<std::size_t>(node.sprite)].variables;
            check.name = slots[static_cast<std::size_t>(node.slot)].name;
        }
        checks.push_back(std::move(check));
        return true;
    }

    bool compare(const spec::Node& node, Code code, const Value& constant) {
        Check::Kind kind{};
        if (node.bound != kNone || node.sprite == kNone) return false;
        if (node.code == Code::Variable) {
            kind = Check::Kind::Variable;
        } else if (node.code == Code::Attribute) {
            switch (node.attribute) {
                case Attribute::X: kind = Check::Kind::X; break;
                case Attribute::Y: kind = Check::Kind::Y; break;
                case Attribute::Costume: kind = Check::Kind::Costume; break;
                default: return false;
            }
        } else {
            return false;
        }
        const bool ordered = code != Code::Equal && code != Code::NotEqual;
        // Ordered are numbers; the name of a costume is a text.
        if ((ordered || kind == Check::Kind::X || kind == Check::Kind::Y) &&
            (!constant.isNumber() || kind == Check::Kind::Costume))
            return false;
        if (kind == Check::Kind::Costume && !constant.isText()) return false;
        switch (code) {
            case Code::Equal: return subject(node, kind, Comparison::Equal, constant);
            case Code::NotEqual: return subject(node, kind, Comparison::NotEqual, constant);
            case Code::GreaterEqual: return subject(node, kind, Comparison::AtLeast, constant);
            case Code::LessEqual: return subject(node, kind, Comparison::AtMost, constant);
            case Code::Greater:
                return subject(node, kind, Comparison::AtLeast, constant) &&
                       subject(node, kind, Comparison::NotEqual, constant);
            case Code::Less:
                return subject(node, kind, Comparison::AtMost, constant) &&
                       subject(node, kind, Comparison::NotEqual, constant);
            default: return false;
        }
    }

    const Monitor& monitor_;
    const Program& program_;
};

bool isPlain(const Monitor& monitor) {
    return monitor.error.empty() && monitor.cells == 0 && !monitor.hearsEvents &&
           monitor.condition != kNone &&
           (monitor.kind == Monitor::Kind::Always || monitor.kind == Monitor::Kind::Never);
}

// ---- JavaScript ----

class Script {
  public:
    Script(const Monitor& monitor, const Program& program) : monitor_(monitor), program_(program) {}

    std::optional<std::string> text(std::int32_t index) {
        const spec::Node& node = monitor_.nodes[static_cast<std::size_t>(index)];
        switch (node.code) {
            case Code::Constant:
                if (node.constant.type() == Type::Boolean)
                    return node.constant.asBoolean() ? "true" : "false";
                if (node.constant.isNumber()) return numberToText(node.constant.asNumber());
                return JsonWriter().string(toText(node.constant).utf8()).take();
            case Code::Attribute: {
                if (node.bound != kNone || node.sprite == kNone) return {};
                const std::string_view name = rowOf(node.attribute).whisker;
                // Whisker counts costumes from 0; a sprite that says nothing has no text.
                if (node.attribute == Attribute::CostumeNumber)
                    return fmt::format("({}.{} + 1)", owner(node), rowOf(Attribute::CostumeIndex).whisker);
                if (node.attribute == Attribute::Say) return fmt::format("({}.{} || '')", owner(node), name);
                return fmt::format("{}.{}", owner(node), name);
            }
            case Code::Variable: {
                if (node.bound != kNone || node.sprite == kNone) return {};
                const auto& slots = program_.sprites[static_cast<std::size_t>(node.sprite)].variables;
                return fmt::format(
                    "{}.getVariable({}).value", owner(node),
                    JsonWriter().string(slots[static_cast<std::size_t>(node.slot)].name).take());
            }
            case Code::Add: return both(node, "({} + {})", true);
            case Code::Subtract: return both(node, "({} - {})", true);
            case Code::Multiply: return both(node, "({} * {})", true);
            case Code::Divide: return both(node, "({} / {})", true);
            case Code::Equal: return both(node, "compare({}, {}) === 0", false);
            case Code::NotEqual: return both(node, "compare({}, {}) !== 0", false);
            case Code::Less: return both(node, "compare({}, {}) < 0", false);
            case Code::LessEqual: return both(node, "compare({}, {}) <= 0", false);
            case Code::Greater: return both(node, "compare({}, {}) > 0", false);
            case Code::GreaterEqual: return both(node, "compare({}, {}) >= 0", false);
            case Code::And: return both(node, "({} && {})", false);
            case Code::Or: return both(node, "({} || {})", false);
            case Code::Not: {
                const auto a = text(node.a);
                return a ? std::optional("!(" + *a + ")") : std::nullopt;
            }
            default: return {};
        }
    }

  private:
    [[nodiscard]] std::string owner(const spec::Node& node) const {
        if (node.sprite <= 0) return "t.getStage()";
        return fmt::format(
            "t.getSprite({})",
            JsonWriter().string(program_.sprites[static_cast<std::size_t>(node.sprite)].name).take());
    }
    std::optional<std::string> both(const spec::Node& node, const char* form, bool numbers) {
        const auto a = text(node.a), b = text(node.b);
        if (!a || !b) return {};
        const auto operand = [&](const std::string& one) {
            return numbers ? fmt::format("toNumber({})", one) : one;
        };
        return fmt::format(fmt::runtime(form), operand(*a), operand(*b));
    }

    const Monitor& monitor_;
    const Program& program_;
};

}  // namespace

std::vector<Check> checksOf(const Monitor& monitor, const Program& program) {
    Checks checks(monitor, program);
    if (!isPlain(monitor) || !checks.add(monitor.condition, monitor.kind == Monitor::Kind::Always)) return {};
    return std::move(checks.checks);
}

std::optional<std::string> javaScriptOf(const Monitor& monitor, const Program& program) {
    if (!isPlain(monitor)) return {};
    auto condition = Script(monitor, program).text(monitor.condition);
    if (condition && monitor.kind == Monitor::Kind::Never) condition = fmt::format("!({})", *condition);
    return condition;
}

const char* const kScratchWords = R"(
// A number as Scratch sees it: what is none is 0.
function toNumber(value) {
    const number = Number(value);
    return Number.isNaN(number) ? 0 : number;
}
// Below 0, 0 or above 0, as Scratch compares: as numbers if both are, else as texts without regard to case.
function compare(a, b) {
    const number = v => typeof v === 'string' && v.trim() === '' ? NaN : Number(v);
    if (Number.isNaN(number(a)) || Number.isNaN(number(b))) {
        const left = String(a).toLowerCase(), right = String(b).toLowerCase();
        return left < right ? -1 : left > right ? 1 : 0;
    }
    return number(a) === number(b) ? 0 : number(a) - number(b);
}
)";

}  // namespace ounce::verify
