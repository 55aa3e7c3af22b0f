#include "evaluate.h"

namespace ounce::contracts::lambda {
namespace {

constexpr int kDeepest = 2000;

class Evaluator {
  public:
    explicit Evaluator(long steps) : steps_(steps) {}

    Evaluated run(const TermRef& term, const Frame& frame, int depth) {
        using Kind = Term::Kind;
        if (--steps_ < 0 || depth > kDeepest) return {.kind = Evaluated::Kind::Endless};
        switch (term->kind) {
            case Kind::Integer: return number(term->integer);
            case Kind::True: return truthValue(true);
            case Kind::False: return truthValue(false);
            case Kind::Variable: {
                const auto found = frame.find(term->name);
                if (found == frame.end()) return stuck();
                return {.value = found->second};
            }
            case Kind::Lambda:
                return {.value = {.kind = LambdaValue::Kind::Closure,
                                  .function = term,
                                  .frame = std::make_shared<const Frame>(frame)}};
            case Kind::Die: return {.kind = Evaluated::Kind::Died, .text = term->text};
            case Kind::Let: {
                Evaluated bound = run(term->a, frame, depth + 1);
                if (bound.kind != Evaluated::Kind::Value) return bound;
                Frame inner = frame;
                inner[term->name] = std::move(bound.value);
                return run(term->b, inner, depth + 1);
            }
            case Kind::If: {
                Evaluated condition = run(term->a, frame, depth + 1);
                if (condition.kind != Evaluated::Kind::Value) return condition;
                if (condition.value.kind != LambdaValue::Kind::Truth) return stuck();
                return run(condition.value.integer != 0 ? term->b : term->c, frame, depth + 1);
            }
            default: break;
        }
        Evaluated left = run(term->a, frame, depth + 1);
        if (left.kind != Evaluated::Kind::Value) return left;
        Evaluated right = run(term->b, frame, depth + 1);
        if (right.kind != Evaluated::Kind::Value) return right;
        if (term->kind == Kind::Apply) {
            if (left.value.kind != LambdaValue::Kind::Closure) return stuck();
            Frame inner = *left.value.frame;
            inner[left.value.function->name] = std::move(right.value);
            return run(left.value.function->a, inner, depth + 1);
        }
        if (left.value.kind != LambdaValue::Kind::Integer || right.value.kind != LambdaValue::Kind::Integer)
            return stuck();
        // Around at the ends, as unsigned numbers do.
        const auto a = static_cast<unsigned long>(left.value.integer),
                   b = static_cast<unsigned long>(right.value.integer);
        if (term->kind == Kind::Less) return truthValue(left.value.integer < right.value.integer);
        return number(static_cast<long>(term->kind == Kind::Plus ? a + b : a * b));
    }

  private:
    static Evaluated number(long value) { return {.value = {.integer = value}}; }
    static Evaluated truthValue(bool value) {
        return {.value = {.kind = LambdaValue::Kind::Truth, .integer = value ? 1 : 0}};
    }
    static Evaluated stuck() { return {.kind = Evaluated::Kind::Stuck}; }

    long steps_;
};

}  // namespace

Evaluated evaluate(const TermRef& term, const Frame& frame, long steps) {
    return Evaluator(steps).run(term, frame, 0);
}

}  // namespace ounce::contracts::lambda
