#include "verify/solver.h"

#include <algorithm>
#include <string>
#include <z3.h>

#include "base/late_library.h"

namespace ounce::verify {
namespace {

// About a second of work.
constexpr unsigned kEffort = 3000000;

const LateLibrary& z3() {
    static const LateLibrary library("libz3.so.4");
    return library;
}

OUNCE_LATE_FUNCTION(z3, Z3_mk_config);
OUNCE_LATE_FUNCTION(z3, Z3_del_config);
OUNCE_LATE_FUNCTION(z3, Z3_mk_context);
OUNCE_LATE_FUNCTION(z3, Z3_del_context);
OUNCE_LATE_FUNCTION(z3, Z3_mk_simple_solver);
OUNCE_LATE_FUNCTION(z3, Z3_solver_inc_ref);
OUNCE_LATE_FUNCTION(z3, Z3_solver_dec_ref);
OUNCE_LATE_FUNCTION(z3, Z3_solver_reset);
OUNCE_LATE_FUNCTION(z3, Z3_solver_assert);
OUNCE_LATE_FUNCTION(z3, Z3_solver_check);
OUNCE_LATE_FUNCTION(z3, Z3_solver_get_model);
OUNCE_LATE_FUNCTION(z3, Z3_solver_set_params);
OUNCE_LATE_FUNCTION(z3, Z3_mk_params);
OUNCE_LATE_FUNCTION(z3, Z3_params_inc_ref);
OUNCE_LATE_FUNCTION(z3, Z3_params_dec_ref);
OUNCE_LATE_FUNCTION(z3, Z3_params_set_uint);
OUNCE_LATE_FUNCTION(z3, Z3_model_inc_ref);
OUNCE_LATE_FUNCTION(z3, Z3_model_dec_ref);
OUNCE_LATE_FUNCTION(z3, Z3_model_eval);
OUNCE_LATE_FUNCTION(z3, Z3_get_numeral_int64);
OUNCE_LATE_FUNCTION(z3, Z3_mk_string_symbol);
OUNCE_LATE_FUNCTION(z3, Z3_mk_int_symbol);
OUNCE_LATE_FUNCTION(z3, Z3_mk_int_sort);
OUNCE_LATE_FUNCTION(z3, Z3_mk_const);
OUNCE_LATE_FUNCTION(z3, Z3_mk_int64);
OUNCE_LATE_FUNCTION(z3, Z3_mk_add);
OUNCE_LATE_FUNCTION(z3, Z3_mk_sub);
OUNCE_LATE_FUNCTION(z3, Z3_mk_mul);
OUNCE_LATE_FUNCTION(z3, Z3_mk_eq);
OUNCE_LATE_FUNCTION(z3, Z3_mk_lt);
OUNCE_LATE_FUNCTION(z3, Z3_mk_le);
OUNCE_LATE_FUNCTION(z3, Z3_mk_not);
OUNCE_LATE_FUNCTION(z3, Z3_mk_and);
OUNCE_LATE_FUNCTION(z3, Z3_mk_or);
OUNCE_LATE_FUNCTION(z3, Z3_mk_true);
OUNCE_LATE_FUNCTION(z3, Z3_mk_false);

}  // namespace

struct Solver::Context {
    Context() {
        Z3_config config = Z3_mk_config();
        context = Z3_mk_context(config);  // keeps every expression until its own end
        Z3_del_config(config);
        solver = Z3_mk_simple_solver(context);
        Z3_solver_inc_ref(context, solver);
        Z3_params params = Z3_mk_params(context);
        Z3_params_inc_ref(context, params);
        Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), kEffort);
        Z3_solver_set_params(context, solver, params);
        Z3_params_dec_ref(context, params);
    }
    ~Context() {
        Z3_solver_dec_ref(context, solver);
        Z3_del_context(context);
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    Z3_ast variable(Symbol s) {
        const auto place = static_cast<std::size_t>(s);
        if (variables.size() <= place) variables.resize(place + 1, nullptr);
        if (!variables[place])
            variables[place] = Z3_mk_const(context, Z3_mk_int_symbol(context, s), Z3_mk_int_sort(context));
        return variables[place];
    }

    Z3_ast of(const Terms& terms, Term t) {
        const auto place = static_cast<std::size_t>(t);
        if (expressions.size() <= place) expressions.resize(place + 1, nullptr);
        if (!expressions[place]) {
            Z3_ast made = make(terms, t);
            expressions[place] = made;
        }
        return expressions[place];
    }

    // A comparison as a truth value, anything else as a number.
    Z3_ast make(const Terms& terms, Term t) {
        const TermNode node = terms.at(t);
        if (node.op == Operator::Constant) return Z3_mk_int64(context, node.value, Z3_mk_int_sort(context));
        if (node.op == Operator::Unknown) return variable(static_cast<Symbol>(node.value));
        if (node.op == Operator::Not) return Z3_mk_not(context, truth(terms, node.a));
        if (node.op == Operator::And || node.op == Operator::Or) {
            Z3_ast parts[] = {truth(terms, node.a), truth(terms, node.b)};
            return node.op == Operator::And ? Z3_mk_and(context, 2u, parts) : Z3_mk_or(context, 2u, parts);
        }
        Z3_ast parts[] = {of(terms, node.a), of(terms, node.b)};
        switch (node.op) {
            case Operator::Add: return Z3_mk_add(context, 2u, parts);
            case Operator::Subtract: return Z3_mk_sub(context, 2u, parts);
            case Operator::Multiply: return Z3_mk_mul(context, 2u, parts);
            case Operator::Less: return Z3_mk_lt(context, parts[0], parts[1]);
            default: return Z3_mk_eq(context, parts[0], parts[1]);
        }
    }

    Z3_ast truth(const Terms& terms, Term t) {
        const TermNode& node = terms.at(t);
        if (node.op == Operator::Constant)
            return node.value != 0 ? Z3_mk_true(context) : Z3_mk_false(context);
        return of(terms, t);
    }

    Z3_context context = nullptr;
    Z3_solver solver = nullptr;
    std::vector<Z3_ast> variables{}, expressions{};
};

Solver::Solver(const Terms& terms) : terms_(terms) {}
Solver::~Solver() = default;

Solver::Answer Solver::solve(std::span<const Term> constraints, Model& model) {
    std::vector<Term> question(constraints.begin(), constraints.end());
    std::ranges::sort(question);
    question.erase(std::unique(question.begin(), question.end()), question.end());
    auto place = known_.find(question);
    if (place == known_.end()) {
        Known answer = ask(question);
        place = known_.emplace(std::move(question), std::move(answer)).first;
    }
    for (const auto& [symbol, value] : place->second.values) model[terms_.ordinalOf(symbol)] = value;
    return place->second.answer;
}

Solver::Known Solver::ask(std::span<const Term> constraints) {
    questions_++;
    if (!context_) context_ = std::make_unique<Context>();
    Context& c = *context_;
    Z3_solver_reset(c.context, c.solver);
    std::vector<Symbol> symbols;
    for (const Term t : constraints) {
        Z3_solver_assert(c.context, c.solver, c.truth(terms_, t));
        symbols.insert(symbols.end(), terms_.symbolsOf(t).begin(), terms_.symbolsOf(t).end());
    }
    std::ranges::sort(symbols);
    symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
    for (const Symbol s : symbols) {
        const SymbolNode& range = terms_.symbolAt(s);
        const auto number = [&](std::int64_t n) {
            return Z3_mk_int64(c.context, n, Z3_mk_int_sort(c.context));
        };
        Z3_solver_assert(c.context, c.solver, Z3_mk_le(c.context, number(range.low), c.variable(s)));
        Z3_solver_assert(c.context, c.solver, Z3_mk_le(c.context, c.variable(s), number(range.high)));
    }
    const Z3_lbool result = Z3_solver_check(c.context, c.solver);
    if (result != Z3_L_TRUE) return {.answer = result == Z3_L_FALSE ? Answer::Impossible : Answer::Unknown};
    Known found{.answer = Answer::Possible};
    Z3_model model = Z3_solver_get_model(c.context, c.solver);
    Z3_model_inc_ref(c.context, model);
    for (const Symbol s : symbols) {
        Z3_ast value = nullptr;
        std::int64_t number = 0;
        if (Z3_model_eval(c.context, model, c.variable(s), true, &value) &&
            Z3_get_numeral_int64(c.context, value, &number)) {
            found.values.emplace_back(s, number);
        } else {
            found = {};
            break;
        }
    }
    Z3_model_dec_ref(c.context, model);
    return found;
}

}  // namespace ounce::verify
