#include "analysis/events/answers.h"

#include <algorithm>
#include <cmath>

#include "analysis/events/walk.h"
#include "base/cast.h"
#include "base/number.h"

namespace ounce {
namespace {

constexpr std::size_t kMostTexts = 100, kLongestText = 100;

bool isNumeric(Kind kind) {
    return kind == Kind::Number || kind == Kind::PositiveNumber || kind == Kind::WholeNumber ||
           kind == Kind::Integer || kind == Kind::Angle || kind == Kind::Note;
}

class Finder {
  public:
    Finder(const Program& program, const ProgramValues& values) : program_(program), values_(values) {}

    Answers run() {
        for (const Statement& s : program_.statements) {
            lookAtInputs(s);
            expressionsOf(program_, s, [&](ExpressionIndex e) {
                insideOf(program_, e, [&](ExpressionIndex inner) { lookAt(inner); });
            });
        }
        return std::move(found_);
    }

  private:
    const Expression& at(ExpressionIndex e) const {
        return program_.expressions[static_cast<std::size_t>(e)];
    }
    [[nodiscard]] bool isAnswer(ExpressionIndex e) const { return values_.isAnswer(e); }

    void add(std::string text) {
        if (found_.texts.size() >= kMostTexts || text.empty() || text.size() > kLongestText) return;
        if (std::find(found_.texts.begin(), found_.texts.end(), text) == found_.texts.end())
            found_.texts.push_back(std::move(text));
    }
    void add(const std::optional<std::vector<Value>>& values) {
        for (const Value& value : values.value_or(std::vector<Value>{})) add(toText(value).utf8());
    }

    // A slot for numbers: move (answer) steps, repeat (answer), change [score v] by (answer).
    void lookAtInputs(const Statement& s) {
        const Row& row = blockRow(s.opcode);
        std::size_t position = 0;
        for (std::size_t i = 0; i < row.argumentCount; i++) {
            const Kind kind = row.arguments[i].kind;
            const bool isInput = kind <= Kind::Condition && kind != Kind::Message;
            if (!isInput || position >= s.arguments.size()) continue;
            if (isNumeric(kind) && isAnswer(s.arguments[position])) found_.isNumber = true;
            position++;
        }
    }

    void lookAt(ExpressionIndex e) {
        const Expression& x = at(e);
        switch (x.node) {
            case Node::Equal:
            case Node::Contains:
                if (isAnswer(x.a)) add(values_.possible(x.b));
                if (isAnswer(x.b)) add(values_.possible(x.a));
                if (x.node == Node::Equal) compareLength(x);
                break;
            case Node::Less:
            case Node::Greater: compareOrder(x); break;
            case Node::Add:
            case Node::Subtract:
            case Node::Multiply:
            case Node::Divide:
            case Node::Mod:
            case Node::Round:
            case Node::MathOperator:
            case Node::Random:
                if (isAnswer(x.a) || isAnswer(x.b)) found_.isNumber = true;
                break;
            case Node::ItemOfList:
                if (isAnswer(x.a)) found_.isNumber = true;
                break;
            case Node::ListContains:
            case Node::ItemNumberOfList:
                if (isAnswer(x.a)) add(values_.possibleItems(x, e));
                break;
            default:
                if (x.opcode == Opcode::sensing_answer) found_.isRead = true;
        }
    }

    // The nearest whole number for which the comparison holds.
    static double beyond(const Expression& x, bool isLeft, double limit) {
        return (x.node == Node::Greater) == isLeft ? std::floor(limit) + 1 : std::ceil(limit) - 1;
    }

    void compareOrder(const Expression& x) {
        for (const bool isLeft : {true, false}) {
            if (!isAnswer(isLeft ? x.a : x.b)) continue;
            found_.isNumber = true;
            const auto limits = values_.possible(isLeft ? x.b : x.a);
            for (const Value& limit : limits.value_or(std::vector<Value>{})) {
                const double number = toRawNumber(limit);
                if (std::isfinite(number)) add(numberToText(beyond(x, isLeft, number)));
            }
        }
        compareLength(x);
    }

    // length of (answer) against a number: a text of a length for which it holds.
    void compareLength(const Expression& x) {
        for (const bool isLeft : {true, false}) {
            const Expression& length = at(isLeft ? x.a : x.b);
            const Expression& limit = at(isLeft ? x.b : x.a);
            if (length.node != Node::LengthOf || !isAnswer(length.a) || limit.node != Node::Constant)
                continue;
            const double number = toNumber(limit.constant);
            const double wanted = x.node == Node::Equal ? number : beyond(x, isLeft, number);
            if (wanted >= 1 && wanted <= kLongestText)
                add(std::string(static_cast<std::size_t>(wanted), 'a'));
        }
    }

    const Program& program_;
    const ProgramValues& values_;
    Answers found_;
};

}  // namespace

Answers answersOf(const Program& program, const ProgramValues& values) {
    return Finder(program, values).run();
}

}  // namespace ounce
