// From terms to nodes of a monitor: every name is looked up once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "spec/names.h"

namespace ounce::spec {

class TermBinder {
  public:
    // All stay where they are. What is wrong goes to the monitor's `error`.
    TermBinder(const Spec& spec, const Program& program, Monitor& monitor)
        : spec_(spec), monitor_(monitor), names_(spec, program, monitor.error) {}

    using Index = std::int32_t;

    Index bind(TermIndex t);
    // The same of the body of an `after` or `until`, where `old` has a meaning of its own.
    Index body(TermIndex t);
    // An event where a condition is needed: it happened in this step.
    Index asCondition(Index i);
    Index negated(Index condition) { return add({.code = Code::Not, .a = condition}); }
    // Both sides as conditions, each as of the whole step.
    Index implied(Index left, Index right);
    // Names and parentheses do not change what a term is.
    [[nodiscard]] const Term& through(TermIndex t) const;

    Index add(Node node);
    Node& at(Index i) { return monitor_.nodes[static_cast<std::size_t>(i)]; }
    [[nodiscard]] bool failed() const { return !monitor_.error.empty(); }

  private:
    static constexpr int kDeepest = 1000;
    static constexpr std::size_t kMostNodes = 20000;

    Index bindTerm(const Term& t);
    Index condition(TermIndex t) { return asCondition(bind(t)); }
    bool usesOld(Index i);
    Index combines(const Term& t);
    Index both(Index a, Index b);
    Index either(Index a, Index b);
    Index implication(const Term& t);
    Index quantifier(const Term& t);
    bool mayRemember(const Term& t);
    Index happens(const Term& t, Happening::Kind kind, Index which = kNone, std::string key = {});
    Index remembers(const Term& t, Code code, bool isEvent);
    Index old(const Term& t);
    Index since(const Term& t);
    Index count(const Term& t);

    // bind_leaves.cpp: what looks at the program
    Index reads(const Term& t) { return add({.code = t.code, .text = spec_.textOf(t)}); }
    Index name(const Term& t);
    Index meaningOf(const Term& t, const Let& let);
    Index member(const Term& t);
    Index listOrText(const Term& whole, TermIndex what, TermIndex with, Code ofList, Code ofText);
    Index touching(const Term& t);
    Index distance(const Term& t);
    Index clones(const Term& t);
    Index key(const Term& t);
    Index event(const Term& t);
    void whose(const Term& t, const std::string& name, Node& node);

    const Spec& spec_;
    Monitor& monitor_;
    Names names_;
    std::vector<Index> bound_{};  // sprites of the quantifiers around
    std::map<std::pair<const Let*, bool>, Index> meanings_{};
    std::map<Index, Index> happened_{};
    std::vector<const Let*> open_{};
    bool inBody_ = false;  // of an `after`
    int memories_ = 0;     // words around that look back
    int depth_ = 0;
};

}  // namespace ounce::spec
