// Going through a compiled program in reading order.
#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "vm/program.h"

namespace ounce {

// The statements from `first` on: a block, its branches, what follows; each once, whatever the file links.
inline std::vector<StatementIndex> readingOrder(const Program& program, StatementIndex first) {
    std::vector<StatementIndex> order, open{first};
    std::unordered_set<StatementIndex> seen;
    while (!open.empty()) {
        const StatementIndex index = open.back();
        open.pop_back();
        if (index == kNone || !seen.insert(index).second) continue;
        order.push_back(index);
        const Statement& s = program.statements[static_cast<std::size_t>(index)];
        for (const StatementIndex next : {s.next, s.branch2, s.branch}) open.push_back(next);
    }
    return order;
}

// The procedure that a statement calls; kNone: it calls none.
inline std::int32_t calledBy(const Program& program, const Statement& s) {
    if (s.opcode != Opcode::procedures_call || s.slot == kNone) return kNone;
    return program.calls[static_cast<std::size_t>(s.slot)].procedure;
}

// The expressions that stand directly in a statement, in the order of its inputs. One that draws random
// numbers is given itself, not the cell that its value goes to.
template <class Visit>
void expressionsOf(const Program& program, const Statement& s, Visit&& visit) {
    using Steps = std::vector<std::pair<ExpressionIndex, std::int32_t>>;
    static const Steps kNoSteps;
    const Steps& prepared = s.preparation == kNone
                                ? kNoSteps
                                : program.preparations[static_cast<std::size_t>(s.preparation)].steps;
    std::vector<std::int32_t> read;
    auto argument = [&](ExpressionIndex e) {
        if (e == kNone) return;
        const Expression& x = program.expressions[static_cast<std::size_t>(e)];
        if (x.node != Node::Cell) return visit(e);
        for (const auto& [drawing, cell] : prepared) {
            if (cell == x.slot) visit(drawing);
        }
        read.push_back(x.slot);
    };
    for (const ExpressionIndex e : s.arguments) argument(e);
    if (s.opcode == Opcode::procedures_call && s.slot != kNone) {
        for (const ExpressionIndex e : program.calls[static_cast<std::size_t>(s.slot)].arguments) argument(e);
    }
    for (const auto& [drawing, cell] : prepared) {
        if (std::find(read.begin(), read.end(), cell) == read.end()) visit(drawing);
    }
}

// An expression and all inside it, the outer ones first.
template <class Visit>
void insideOf(const Program& program, ExpressionIndex e, Visit&& visit) {
    if (e == kNone) return;
    visit(e);
    insideOf(program, program.expressions[static_cast<std::size_t>(e)].a, visit);
    insideOf(program, program.expressions[static_cast<std::size_t>(e)].b, visit);
}

}  // namespace ounce
