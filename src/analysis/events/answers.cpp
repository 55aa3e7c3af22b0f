#include "analysis/events/answers.h"

#include <algorithm>
#include <cmath>

#include "analysis/events/walk.h"
#include "base/cast.h"
#include "base/number.h"

namespace ounce {
namespace {

constexpr std::size_t kMostTexts = 100, kLongestText = 100, kMostComputed = 12;
constexpr int kMostSources = 3;  // variables that get their value from one another

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
                for (const auto& [answer, other] : {std::pair(x.a, x.b), std::pair(x.b, x.a)}) {
                    if (isAnswer(answer)) {
                        add(values_.possible(other));
                        compute(other, Change::None);
                        if (x.node == Node::Equal) compute(other, Change::Next);
                    } else if (isLetterOfAnswer(answer) && at(other).node == Node::LetterOf) {
                        compute(at(other).b, Change::None);
                    }
                }
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
                if (!isAnswer(x.a)) break;
                add(values_.possibleItems(x, e));
                if (!values_.possibleItems(x, e)) {
                    for (const std::int32_t item : {1, 2, -1}) note(e, {.value = e, .item = item});
                }
                break;
            default:
                if (x.opcode == Opcode::sensing_answer) found_.isRead = true;
        }
    }

    using Change = Sought::Change;

    [[nodiscard]] bool isLetterOfAnswer(ExpressionIndex e) const {
        return e != kNone && at(e).node == Node::LetterOf && isAnswer(at(e).b);
    }

    // What it will be worth is known when the question is asked, or follows from what is known then.
    void compute(ExpressionIndex e, Change change, int depth = 0) {
        if (e == kNone || values_.possible(e)) return;
        bool isKnown = true;  // neither the answer itself nor something still to be drawn
        insideOf(program_, e, [&](ExpressionIndex inner) {
            const Node node = at(inner).node;
            if (isAnswer(inner) || node == Node::Random || node == Node::Cell) isKnown = false;
        });
        if (isKnown) note(e, {.value = e, .procedure = values_.procedureOf(e), .change = change});
        if (depth >= kMostSources) return;
        for (const ExpressionIndex source : values_.sourcesOf(e)) compute(source, change, depth + 1);
    }

    void note(ExpressionIndex e, const Sought& sought) {
        const Computed computed{static_cast<std::int16_t>(values_.spriteOf(e)), sought};
        if (found_.computed.size() >= kMostComputed) return;
        if (std::find(found_.computed.begin(), found_.computed.end(), computed) == found_.computed.end())
            found_.computed.push_back(computed);
    }

    // The nearest whole number for which the comparison holds.
    static double beyond(const Expression& x, bool isLeft, double limit) {
        return (x.node == Node::Greater) == isLeft ? std::floor(limit) + 1 : std::ceil(limit) - 1;
    }

    void compareOrder(const Expression& x) {
        for (const bool isLeft : {true, false}) {
            if (!isAnswer(isLeft ? x.a : x.b)) continue;
            found_.isNumber = true;
            const ExpressionIndex other = isLeft ? x.b : x.a;
            const auto limits = values_.possible(other);
            for (const Value& limit : limits.value_or(std::vector<Value>{})) {
                const double number = toRawNumber(limit);
                if (std::isfinite(number)) add(numberToText(beyond(x, isLeft, number)));
            }
            compute(other, (x.node == Node::Greater) == isLeft ? Change::Next : Change::Previous);
            compute(other, Change::None);
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
