#include "verify/answers.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/cast.h"
#include "base/comparison.h"
#include "base/number.h"
#include "base/text.h"

namespace ounce::verify {
namespace {

// Where an answer can be kept as it was typed.
struct Holder {
    enum class Kind : std::uint8_t { Variable, List, Parameter } kind = Kind::Variable;
    std::int32_t owner = 0, slot = 0;  // sprite, or custom block
    auto operator<=>(const Holder&) const = default;
};

// Which argument is shown to people, and to nobody else.
int shownArgument(Opcode opcode) {
    switch (opcode) {
        case Opcode::looks_say:
        case Opcode::looks_think:
        case Opcode::looks_sayforsecs:
        case Opcode::looks_thinkforsecs:
        case Opcode::sensing_askandwait: return 0;
        default: return -1;
    }
}

bool isCondition(Opcode opcode) {
    return opcode == Opcode::control_if || opcode == Opcode::control_if_else ||
           opcode == Opcode::control_repeat_until || opcode == Opcode::control_while ||
           opcode == Opcode::control_wait_until;
}

// Whether somebody sees what is said or asked: the property, or who looks at colours.
bool textsAreRead(const Program& program, const spec::Monitor& monitor) {
    return std::ranges::any_of(
               monitor.nodes,
               [](const spec::Node& node) {
                   return node.code == spec::Code::Question || node.code == spec::Code::TouchingColour ||
                          (node.code == spec::Code::Attribute && node.attribute == Attribute::Say);
               }) ||
           std::ranges::any_of(program.expressions, [](const Expression& x) {
               return x.node == Node::Report && (blockRow(x.opcode).readFacets & facet::Pixels) != 0 &&
                      x.opcode != Opcode::sensing_touchingobject &&
                      x.opcode != Opcode::event_whentouchingobject;
           });
}

// Looks through all scripts twice: where answers are kept, then what is done with them.
class Uses {
  public:
    Uses(const Program& program, const spec::Monitor& monitor, Answers& result)
        : p_(program), m_(monitor), result_(result), shows_(!textsAreRead(program, monitor)) {
        for (bool grew = true; grew;) {
            const std::size_t before = holders_.size();
            everywhere();
            grew = holders_.size() > before;
        }
        collects_ = true;
        everywhere();
        for (std::size_t i = 0; i < m_.nodes.size(); i++) property(static_cast<std::int32_t>(i));
        for (const std::int32_t whole : {m_.condition, m_.trigger, m_.end}) {
            if (whole != kNone && isRaw(m_.nodes[static_cast<std::size_t>(whole)])) asText = true;
        }
    }

    std::set<std::string> texts{};  // constants, as texts
    std::set<double> numbers{};     // constants that are numbers, where it is a matter of order
    bool ordersTexts = false, ordersComputed = false;
    bool asNumber = false, asText = false;

  private:
    const Expression& at(ExpressionIndex e) const { return p_.expressions[static_cast<std::size_t>(e)]; }

    void everywhere() {
        for (const Script& script : p_.scripts) {
            sprite_ = script.sprite;
            procedure_ = kNone;
            if (script.condition != kNone) condition(script.condition, script.hat);
            walk(script.hat);
        }
        for (std::size_t i = 0; i < p_.procedures.size(); i++) {
            if (p_.procedures[i].definition == kNone) continue;
            procedure_ = static_cast<std::int32_t>(i);
            sprite_ = p_.statements[static_cast<std::size_t>(p_.procedures[i].definition)].sprite;
            walk(p_.procedures[i].definition);
        }
    }

    // Whether an expression gives an answer as it was typed.
    [[nodiscard]] bool isRaw(ExpressionIndex e) const {
        if (e == kNone) return false;
        const Expression& x = at(e);
        const std::int32_t owner = x.onStage ? 0 : sprite_;
        switch (x.node) {
            case Node::OwnVariable: return holders_.contains({Holder::Kind::Variable, sprite_, x.slot});
            case Node::StageVariable: return holders_.contains({Holder::Kind::Variable, 0, x.slot});
            case Node::Parameter: return holders_.contains({Holder::Kind::Parameter, procedure_, x.slot});
            case Node::ItemOfList: return holders_.contains({Holder::Kind::List, owner, x.slot});
            case Node::Report:
                if (x.opcode == Opcode::sensing_answer) return true;
                return x.opcode == Opcode::sensing_of && std::ranges::any_of(holders_, [](const Holder& h) {
                           return h.kind == Holder::Kind::Variable;
                       });
            // What was drawn before the block ran, or something made from other things.
            case Node::Cell:
            case Node::Constant:
            case Node::Add:
            case Node::Subtract:
            case Node::Multiply:
            case Node::Divide:
            case Node::Mod:
            case Node::Round:
            case Node::Less:
            case Node::Equal:
            case Node::Greater:
            case Node::And:
            case Node::Or:
            case Node::Not:
            case Node::Join:
            case Node::LetterOf:
            case Node::LengthOf:
            case Node::Contains:
            case Node::Random:
            case Node::MathOperator:
            case Node::ItemNumberOfList:
            case Node::LengthOfList:
            case Node::ListContains:
            case Node::ListContents: return false;
        }
        return false;
    }

    void walk(StatementIndex first) {
        for (StatementIndex i = first; i != kNone; i = p_.statements[static_cast<std::size_t>(i)].next)
            statement(i);
    }

    void statement(StatementIndex i) {
        const Statement& s = p_.statements[static_cast<std::size_t>(i)];
        const std::int32_t owner = s.onStage ? 0 : sprite_;
        if (s.preparation != kNone) {
            for (const auto& [e, cell] : p_.preparations[static_cast<std::size_t>(s.preparation)].steps) {
                if (isRaw(e)) asText = true;  // beside something that is drawn
                value(e, kNone);
            }
        }
        const int shown = shows_ ? shownArgument(s.opcode) : -1;
        for (int n = 0; n < static_cast<int>(s.arguments.size()); n++) {
            const ExpressionIndex e = s.arguments[static_cast<std::size_t>(n)];
            if (e == kNone || n == shown) continue;
            if (isCondition(s.opcode) && n == 0) {
                condition(e, i);
                continue;
            }
            value(e, kNone);
            if (!isRaw(e)) continue;
            const bool isItem = s.opcode == Opcode::data_addtolist ||
                                (s.opcode == Opcode::data_insertatlist && n == 0) ||
                                (s.opcode == Opcode::data_replaceitemoflist && n == 1);
            if (s.opcode == Opcode::data_setvariableto) {
                holders_.insert({Holder::Kind::Variable, owner, s.slot});
            } else if (isItem) {
                holders_.insert({Holder::Kind::List, owner, s.slot});
            } else if (collects_) {
                // A number of steps, an index, the name of a costume …: whatever it is.
                asNumber = asText = true;
            }
        }
        if (s.opcode == Opcode::data_changevariableby &&
            holders_.contains({Holder::Kind::Variable, owner, s.slot}))
            asNumber = asNumber || collects_;
        if (s.opcode == Opcode::procedures_call && s.slot != kNone) {
            const Call& call = p_.calls[static_cast<std::size_t>(s.slot)];
            for (std::size_t n = 0; n < call.arguments.size(); n++) {
                value(call.arguments[n], kNone);
                if (isRaw(call.arguments[n]) && call.procedure != kNone)
                    holders_.insert({Holder::Kind::Parameter, call.procedure, static_cast<std::int32_t>(n)});
            }
        }
        walk(s.branch);
        walk(s.branch2);
    }

    void condition(ExpressionIndex e, StatementIndex statement) {
        if (isRaw(e) && collects_) asText = true;  // its truth
        value(e, statement);
    }

    // What is done with answers inside an expression; `statement`: it is its condition.
    void value(ExpressionIndex e, StatementIndex statement) {
        if (e == kNone) return;
        const Expression& x = at(e);
        if (collects_ && (isRaw(x.a) || isRaw(x.b))) operands(x, statement);
        if (x.opcode == Opcode::procedures_call && x.slot != kNone && collects_) {
            for (const ExpressionIndex argument : p_.calls[static_cast<std::size_t>(x.slot)].arguments) {
                if (isRaw(argument)) asNumber = asText = true;
            }
        }
        const bool isItems =
            x.node == Node::ListContains || x.node == Node::ItemNumberOfList || x.node == Node::ListContents;
        if (collects_ && isItems && holders_.contains({Holder::Kind::List, x.onStage ? 0 : sprite_, x.slot}))
            asText = true;
        value(x.a, statement);
        value(x.b, statement);
    }

    void operands(const Expression& x, StatementIndex statement) {
        switch (x.node) {
            case Node::Equal:
            case Node::Less:
            case Node::Greater: return compared(x, statement);
            case Node::ListContains:
            case Node::ItemNumberOfList:
                if (statement == kNone) {
                    asText = true;
                } else {
                    result_.comparands[statement].push_back({.list = x.slot, .onStage = x.onStage});
                    items(x);
                }
                return;
            case Node::Add:
            case Node::Subtract:
            case Node::Multiply:
            case Node::Divide:
            case Node::Mod:
            case Node::Round:
            case Node::Random:
            case Node::MathOperator: asNumber = true; return;
            case Node::Constant:
            case Node::OwnVariable:
            case Node::StageVariable:
            case Node::Parameter:
            case Node::Cell:
            case Node::And:
            case Node::Or:
            case Node::Not:
            case Node::Join:
            case Node::LetterOf:
            case Node::LengthOf:
            case Node::Contains:
            case Node::ItemOfList:
            case Node::LengthOfList:
            case Node::ListContents:
            case Node::Report: asNumber = asText = true; return;
        }
    }

    void items(const Expression& x) {
        const SpriteProgram& sprite = p_.sprites[static_cast<std::size_t>(x.onStage ? 0 : sprite_)];
        if (x.slot == kNone || static_cast<std::size_t>(x.slot) >= sprite.initialLists.size()) return;
        const List& list = sprite.initialLists[static_cast<std::size_t>(x.slot)];
        constexpr std::size_t kMostItems = 40;
        for (std::size_t i = 0; i < std::min(list.size(), kMostItems); i++) constant(list[i], false);
    }

    void compared(const Expression& x, StatementIndex statement) {
        const bool isOrdered = x.node != Node::Equal;
        for (const ExpressionIndex other : {x.a, x.b}) {
            if (isRaw(other) && isRaw(x.a) && isRaw(x.b)) {
                // Whole numbers are equal or different in every way that there is; their order is denser.
                ordersComputed = ordersComputed || isOrdered;
            } else if (!isRaw(other)) {
                if (other == kNone) {
                    constant(Value(String()), isOrdered);
                } else if (at(other).node == Node::Constant) {
                    constant(at(other).constant, isOrdered);
                } else {
                    ordersComputed = ordersComputed || isOrdered;
                    if (statement == kNone || at(other).draws) {
                        asText = true;
                    } else {
                        result_.comparands[statement].push_back({.value = other, .isOrdered = isOrdered});
                    }
                }
            }
        }
    }

    void constant(const Value& value, bool isOrdered) {
        texts.insert(toText(value).utf8());
        if (!isOrdered) return;
        double number = 0;
        if (comparedNumber(value, number)) {
            numbers.insert(number);
        } else {
            ordersTexts = true;
        }
    }

    // ---- the property ----

    [[nodiscard]] bool isRaw(const spec::Node& node) const {
        if (node.code == spec::Code::Answer) return true;
        if (node.code == spec::Code::Variable)
            return holders_.contains({Holder::Kind::Variable, node.sprite, node.slot});
        if (node.code == spec::Code::ListItem)
            return holders_.contains({Holder::Kind::List, node.sprite, node.slot});
        return false;
    }
    [[nodiscard]] bool isRawNode(std::int32_t i) const {
        return i != kNone && isRaw(m_.nodes[static_cast<std::size_t>(i)]);
    }

    void property(std::int32_t i) {
        const spec::Node& node = m_.nodes[static_cast<std::size_t>(i)];
        if (node.code == spec::Code::ListContains &&
            holders_.contains({Holder::Kind::List, node.sprite, node.slot}))
            asText = true;
        const bool comparison = node.code >= spec::Code::Equal && node.code <= spec::Code::GreaterEqual;
        const bool a = isRawNode(node.a), b = isRawNode(node.b);
        if (!comparison) {
            const bool isArithmetic = node.code == spec::Code::Add || node.code == spec::Code::Subtract ||
                                      node.code == spec::Code::Multiply || node.code == spec::Code::Negate;
            if ((a || b || isRawNode(node.c)) && isArithmetic) asNumber = true;
            if ((a || b || isRawNode(node.c)) && !isArithmetic) asNumber = asText = true;
            return;
        }
        const bool isOrdered = node.code != spec::Code::Equal && node.code != spec::Code::NotEqual;
        if (a && b) ordersComputed = ordersComputed || isOrdered;
        if (a == b) return;
        const std::int32_t other = a ? node.b : node.a;
        const spec::Node& value = m_.nodes[static_cast<std::size_t>(other)];
        if (value.code == spec::Code::Constant) {
            constant(value.constant, isOrdered);
        } else {
            ordersComputed = ordersComputed || isOrdered;
            result_.compared.emplace_back(i, other);
        }
    }

    const Program& p_;
    const spec::Monitor& m_;
    Answers& result_;
    bool shows_;
    bool collects_ = false;
    std::int32_t sprite_ = 0, procedure_ = kNone;
    std::set<Holder> holders_{};
};

bool isRead(const Program& program, const spec::Monitor& monitor) {
    return std::ranges::any_of(program.expressions,
                               [](const Expression& x) {
                                   return x.node == Node::Report && x.opcode == Opcode::sensing_answer;
                               }) ||
           std::ranges::any_of(monitor.nodes,
                               [](const spec::Node& node) { return node.code == spec::Code::Answer; });
}

}  // namespace

Answers::Answers(const Program& program, const spec::Monitor& monitor, std::int64_t greatest)
    : greatest_(greatest) {
    const bool asks = std::ranges::any_of(
        program.statements, [](const Statement& s) { return s.opcode == Opcode::sensing_askandwait; });
    areRead = asks && isRead(program, monitor);
    if (!areRead) return;
    const Uses uses(program, monitor, *this);
    areOrdered = !uses.numbers.empty() || uses.ordersComputed;
    constexpr std::size_t kMostTexts = 60;
    for (const std::string& text : uses.texts) {
        if (texts.size() >= kMostTexts) {
            gaps.emplace_back("of the texts that answers are compared with not all were typed");
            break;
        }
        if (!isCovered(Value(String(text)), false)) add(text);
    }
    // Between two numbers one of which is not whole, and beyond the whole numbers that are typed.
    std::set<double> ends = uses.numbers;
    for (const double number : uses.numbers) {
        if (std::trunc(number) == number && std::fabs(number) < static_cast<double>(greatest)) continue;
        for (const double near : {std::floor(number), std::ceil(number), number - 1, number + 1})
            ends.insert(near);
    }
    for (auto next = ends.begin(); next != ends.end(); ++next) {
        if (ends.size() == uses.numbers.size()) break;
        if (std::isfinite(*next)) add(numberToText(*next));
        const auto after = std::next(next);
        if (after != ends.end() && std::isfinite(*next + *after)) add(numberToText((*next + *after) / 2));
    }
    // Texts that are no numbers have their places between the others.
    if (areOrdered || uses.ordersTexts) {
        std::set<std::string> places{""};
        for (const std::string& text : uses.texts) places.insert(text);
        for (const double number : uses.numbers) places.insert(numberToText(number));
        for (const std::string& place : places) add(place + "!");
        add("~");
    }
    if (uses.ordersComputed)
        gaps.emplace_back(
            "answers that are no numbers were only tried with some texts, and the program asks which of two "
            "is greater");
    if (uses.asNumber)
        gaps.emplace_back(
            "answers were only tried as whole numbers and some texts, and the program computes with them");
    if (uses.asText)
        gaps.emplace_back("answers were only tried with some texts, and the program looks at what they are");
    add("");
    // Something that is none of these.
    std::string other = "hello";
    while (std::ranges::find(texts, other) != texts.end()) other += "o";
    add(other);
}

bool Answers::isCovered(const Value& value, bool isOrdered) const {
    double number = 0;
    if (comparedNumber(value, number)) {
        const double most = static_cast<double>(greatest_) - (isOrdered ? 1 : 0);
        if (std::trunc(number) == number && std::fabs(number) <= most) return true;
        if (isOrdered) return false;
    }
    const std::string text = lowerCase(toText(value).utf8());
    return std::ranges::any_of(texts, [&](const std::string& known) { return lowerCase(known) == text; });
}

void Answers::add(const std::string& text) {
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

}  // namespace ounce::verify
