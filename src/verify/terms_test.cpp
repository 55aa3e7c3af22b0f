#include "verify/terms.h"

#include <gtest/gtest.h>

#include "verify/solver.h"

namespace ounce::verify {
namespace {

TEST(Terms, EqualOnesAreOne) {
    Terms terms;
    const Term x = terms.symbol({0, 1, 6}), y = terms.symbol({1, 1, 6});
    EXPECT_EQ(terms.make(Operator::Add, x, y), terms.make(Operator::Add, x, y));
    EXPECT_NE(terms.make(Operator::Add, x, y), terms.make(Operator::Add, y, x));
    EXPECT_EQ(terms.symbol({0, 1, 6}), x);
    EXPECT_NE(terms.symbol({0, 1, 7}), x);
}

TEST(Terms, RangesDecide) {
    Terms terms;
    const Term x = terms.symbol({0, 1, 6}), seven = terms.constant(7);
    EXPECT_EQ(terms.make(Operator::Less, x, seven), terms.truth(true));
    EXPECT_EQ(terms.make(Operator::Equal, x, seven), terms.truth(false));
    EXPECT_FALSE(terms.isConstant(terms.make(Operator::Less, x, terms.constant(6))));
}

TEST(Terms, WhatCouldBeInexactHasNoTerm) {
    Terms terms;
    Term x = terms.symbol({0, 1, 100000000});
    x = terms.make(Operator::Multiply, x, x);
    EXPECT_EQ(x, kNoTerm);
    EXPECT_EQ(terms.make(Operator::Add, x, x), kNoTerm);
}

TEST(Terms, Renaming) {
    Terms terms;
    const Term x = terms.symbol({0, 1, 6}), y = terms.symbol({1, 1, 6});
    const Term sum = terms.make(Operator::Less, terms.make(Operator::Add, x, terms.constant(2)), y);
    const Term other = terms.renamed(sum, {3, 0});
    EXPECT_EQ(terms.evaluate(other, {4, 0, 0, 1}), 1);
    EXPECT_EQ(terms.evaluate(other, {3, 0, 0, 1}), 0);
    EXPECT_EQ(terms.renamed(other, {1, 0, 0, 0}), sum);
}

TEST(Terms, ConnectedThroughOthers) {
    Terms terms;
    const auto equal = [&](int a, int b) {
        return terms.make(Operator::Equal, terms.symbol({a, 0, 9}), terms.symbol({b, 0, 9}));
    };
    const std::vector<Term> all{equal(0, 1), equal(2, 3), equal(1, 2), equal(4, 5)};
    EXPECT_EQ(connected(terms, all, terms.symbolsOf(terms.symbol({0, 0, 9}))),
              (std::vector<Term>{all[0], all[1], all[2]}));
    EXPECT_EQ(connected(terms, all, terms.symbolsOf(terms.symbol({5, 0, 9}))), (std::vector<Term>{all[3]}));
}

TEST(Solver, FindsValuesWithinRanges) {
    Terms terms;
    Solver solver(terms);
    const Term x = terms.symbol({0, 1, 12}), y = terms.symbol({1, 1, 12});
    const Term product =
        terms.make(Operator::Equal, terms.make(Operator::Multiply, x, y), terms.constant(77));
    Model model{1, 1};
    ASSERT_EQ(solver.solve(std::vector<Term>{product}, model), Solver::Answer::Possible);
    EXPECT_EQ(model[0] * model[1], 77);
    const Term less = terms.make(Operator::Less, terms.constant(11), x);
    EXPECT_EQ(solver.solve(std::vector<Term>{product, less}, model), Solver::Answer::Impossible);
    // The same question in another order is answered from memory.
    EXPECT_EQ(solver.solve(std::vector<Term>{less, product}, model), Solver::Answer::Impossible);
    EXPECT_EQ(solver.questions(), 2u);
}

}  // namespace
}  // namespace ounce::verify
