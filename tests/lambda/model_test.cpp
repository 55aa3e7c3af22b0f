// The paper's model: every generated term has its type (§4.5), the example of §4.4 is among those that can be
// generated, and the two functions there get their blame.
#include "model.h"

#include <gtest/gtest.h>

#include "evaluate.h"

namespace ounce::contracts::lambda {
namespace {

// Types and environments at random, well-formed because conditions only speak of numbers that are there.
class RandomTypes {
  public:
    explicit RandomTypes(std::uint32_t seed) : random_(seed) {}

    TypeRef type(std::vector<Name> numbers, int depth) {
        const double kind = random_.next();
        if (depth == 0 || kind < 0.35) return intType();
        if (kind < 0.5) return boolType();
        const Name x1 = next_--, x2 = next_--;
        const TypeRef t1 = type(numbers, depth - 1);
        if (t1->kind == Type::Kind::Int) numbers.push_back(x1);
        const TermRef e1 = condition(numbers);
        const TypeRef t2 = type(numbers, depth - 1);
        if (t2->kind == Type::Kind::Int) numbers.push_back(x2);
        return arrow(x1, t1, e1, x2, t2, condition(numbers));
    }
    int below(int count) { return static_cast<int>(random_.next() * count); }

  private:
    TermRef number(const std::vector<Name>& numbers) {
        if (numbers.empty() || random_.next() < 0.3) return integer(below(5));
        return variable(numbers[static_cast<std::size_t>(below(static_cast<int>(numbers.size())))]);
    }
    TermRef condition(const std::vector<Name>& numbers) {
        const double kind = random_.next();
        if (kind < 0.4) return truth(true);
        if (kind < 0.8) return operation(Term::Kind::Less, number(numbers), number(numbers));
        return operation(
            Term::Kind::Less, number(numbers),
            operation(kind < 0.9 ? Term::Kind::Plus : Term::Kind::Times, number(numbers), number(numbers)));
    }
    Random random_;
    Name next_ = -1;
};

TEST(Lambda, EveryGeneratedTermHasItsType) {
    int generated = 0, withCalls = 0, withFunctions = 0, dependent = 0;
    for (std::uint32_t seed = 1; seed <= 100000; seed++) {
        RandomTypes types(seed);
        std::vector<TypeRef> variables;
        std::vector<Name> numbers;
        Environment environment;
        for (int i = types.below(4); i > 0; i--) {
            variables.push_back(types.type(numbers, 2));
            const auto name = static_cast<Name>(variables.size() - 1);
            environment[name] = variables.back();
            if (variables.back()->kind == Type::Kind::Int) numbers.push_back(name);
        }
        const TypeRef goal = types.type(numbers, 2);
        ASSERT_EQ(checkEnvironment(environment), "") << seed;
        Model model;
        const auto program = model.generate(variables, goal, types.below(7), seed);
        if (!program) continue;
        generated++;
        const TermRef term = model.term(*program);
        ASSERT_EQ(checkTerm(environment, term, goal), "") << "seed " << seed << ": " << print(term);
        for (const Statement& statement : program->block.statements) {
            withCalls += statement.kind == Statement::Kind::Call ? 1 : 0;
            withFunctions += statement.kind == Statement::Kind::Function ? 1 : 0;
        }
        dependent += program->block.statements.size() > 3 ? 1 : 0;
    }
    // The test means something only if most goals are reached, by all rules.
    EXPECT_GT(generated, 95000);
    EXPECT_GT(withCalls, 20000);
    EXPECT_GT(withFunctions, 20000);
    EXPECT_GT(dependent, 10000);
}

TEST(Lambda, TheCheckerRefusesWhatHasAnotherType) {
    const TypeRef positive = arrow(-1, intType(), truth(true), -2, intType(),
                                   operation(Term::Kind::Less, integer(0), variable(-2)));
    EXPECT_EQ(checkTerm({}, lambda(0, variable(0)), positive), "");
    EXPECT_NE(checkTerm({}, lambda(0, truth(true)), positive), "");
    EXPECT_NE(checkTerm({}, integer(1), positive), "");
    EXPECT_NE(checkTerm({{0, positive}}, apply(variable(0), truth(true)), intType()), "");
    // Contracts are part of a type: the same function with another promise is something else.
    const TypeRef any = arrow(-1, intType(), truth(true), -2, intType(), truth(true));
    EXPECT_NE(checkTerm({{0, any}}, variable(0), positive), "");
    EXPECT_NE(checkType({}, arrow(-1, intType(), variable(5), -2, intType(), truth(true))), "");
}

// §4.4: f takes a function whose result is not less than what it is given, and gives one whose result is
// larger than twice what it is given.
class Example : public testing::Test {
  protected:
    static TermRef notLess(TermRef a, TermRef b) {
        return operation(Term::Kind::Less, b, operation(Term::Kind::Plus, a, integer(1)));
    }
    TypeRef increasing =
        arrow(-1, intType(), truth(true), -2, intType(), notLess(variable(-2), variable(-1)));
    TypeRef doubling = arrow(
        -3, intType(), truth(true), -4, intType(),
        operation(Term::Kind::Less, operation(Term::Kind::Times, variable(-3), integer(2)), variable(-4)));
    TypeRef f = arrow(-5, increasing, truth(true), -6, doubling, truth(true));
    Model model;

    // A program of the shape of Fig. 6: f is given a function that always gives 2; its result is called.
    static bool isExample(const contracts::Program& program) {
        const auto& statements = program.block.statements;
        if (statements.size() != 4) return false;
        return statements[0].kind == Statement::Kind::Function &&
               statements[0].bodies[0].block.statements.empty() &&
               statements[0].bodies[0].block.result == Expression::of(Constant::of(2.0)) &&
               statements[1].kind == Statement::Kind::Call &&
               statements[1].callee == Expression::of(VariableId{0}) &&
               statements[2].kind == Statement::Kind::Let &&
               statements[2].callee == Expression::of(Constant::of(1.0)) &&
               statements[3].kind == Statement::Kind::Call &&
               statements[3].callee == Expression::of(statements[1].variable) &&
               program.block.result == Expression::of(statements[3].variable);
    }
    TermRef example() {
        for (std::uint32_t seed = 1; seed <= 300000; seed++) {
            const auto program = model.generate({f}, intType(), 2, seed);
            if (program && isExample(*program)) return model.term(*program);
        }
        return nullptr;
    }
    static std::string blameFor(const TermRef& program, const TermRef& implementation) {
        const Evaluated function = evaluate(implementation, {});
        const Evaluated result = evaluate(program, {{0, function.value}});
        EXPECT_EQ(result.kind, Evaluated::Kind::Died);
        return result.text;
    }
};

TEST_F(Example, IsAmongTheReachableOnesAndBlamesTheRightParty) {
    const TermRef program = example();
    ASSERT_NE(program, nullptr);
    EXPECT_EQ(checkTerm({{0, f}}, program, intType()), "");
    constexpr Name g = 100, x = 101;
    // A function that gives its callback what no constant can answer: the callback breaks its own promise.
    const TermRef tenTimes =
        lambda(g, lambda(x, apply(variable(g), operation(Term::Kind::Times, variable(x), integer(10)))));
    EXPECT_EQ(blameFor(program, tenTimes), "gen");
    // λg.λx.g(g(x)): both calls are fine, the result is not larger than twice 1.
    const TermRef twice = lambda(g, lambda(x, apply(variable(g), apply(variable(g), variable(x)))));
    EXPECT_EQ(blameFor(program, twice), "prog");
}

TEST(Lambda, ATermThatNeverEndsIsGivenUp) {
    // (λx. x(x))(λx. x(x)) has no type, but the evaluator need not know.
    const TermRef self = lambda(0, apply(variable(0), variable(0)));
    EXPECT_EQ(evaluate(apply(self, self), {}).kind, Evaluated::Kind::Endless);
    EXPECT_EQ(evaluate(apply(integer(1), integer(2)), {}).kind, Evaluated::Kind::Stuck);
}

}  // namespace
}  // namespace ounce::contracts::lambda
