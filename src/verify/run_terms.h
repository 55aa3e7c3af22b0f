// Follows a run of the machine with terms: which cells come to hold them, and which decisions depended on
// them.
//
// The machine runs with plain numbers. What this class sees through observers is translated once more, block
// by block: `set` and `change` move terms, conditions become constraints. Whatever it cannot translate it
// takes at its present value, and says so by a constraint: the other values are other branches, not forgotten
// ones.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "verify/answers.h"
#include "verify/shadow.h"
#include "verify/terms.h"
#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/look.h"
#include "vm/observer.h"
#include "vm/program.h"

namespace ounce {
class Machine;
}

namespace ounce::verify {

// Something that could have been otherwise.
struct Decision {
    enum class Kind : std::uint8_t {
        Condition,  // `term` is true; it could be false
        Value,      // the same, but each time it is false another value is taken
        Pick,       // one outcome of a domain
    };
    Kind kind = Kind::Condition;
    Term term = kNoTerm;
    Domain domain{};
    double outcome = 0;
};

// What was drawn in a step, in order.
struct Pick {
    std::int32_t statement = kNone;
    double outcome = 0;
    std::int32_t ordinal = -1;  // of the symbol that stands for it; -1: just a number
};

class RunTerms final : public Observer,
                       public DecisionObserver,
                       public Choices,
                       public spec::ComparisonObserver {
  public:
    // `answers` stays where it is.
    RunTerms(Machine& machine, Terms& terms, const std::vector<spec::Monitor>& monitors,
             const Answers& answers);

    // ---- one step ----
    struct Start {
        const Shadow* shadow = nullptr;
        const std::vector<Term>* constraints = nullptr;  // what is known already
        Model model{};                                   // also of the symbols that will be made
        std::int32_t symbols = 0;                        // how many there are already
        std::vector<double> outcomes{};                  // of the first picks that are no symbols
        std::optional<SymbolNode> answer{};  // what is typed in this step; its ordinal is `symbols`
        Form answerForm = Form::Typed;
    };
    void begin(const Start& start);

    Shadow shadow{};
    Model model{};
    std::vector<Decision> decisions{};
    std::vector<Pick> picks{};
    std::vector<SymbolNode> made{};  // the symbols of this step, by ordinal
    // Why the branches of this step are not all that there are; empty: they are.
    std::string gap{};
    // How many ordinals are in use.
    [[nodiscard]] std::int32_t symbolCount() const { return used_; }

    // ---- Observer ----
    void executed(std::int32_t statement, std::int32_t target) override;
    void variableWritten(std::int32_t target, std::int32_t slot, const Value& before) override;
    void cloned(std::int32_t clone) override;
    void deleting(std::int32_t clone) override;
    void input(const InputEvent& event) override;
    void stoppedAll() override;
    void stepDone() override;  // every cell still has the value of its term
    // ---- DecisionObserver ----
    void decided(const Reading& at, std::int32_t statement, bool outcome) override;
    // ---- Choices ----
    double pick(const Domain& domain, double drawn, std::int32_t statement) override;
    // ---- ComparisonObserver ----
    void looking(const spec::Monitor& monitor) override;
    void compared(const spec::Monitor& monitor, std::int32_t node, bool outcome) override;

    // Values that answers were compared with and that nobody types, each once.
    [[nodiscard]] const std::vector<std::string>& learnt() const { return learnt_; }

    // Whether texts that are said or asked can be seen by anybody but a person.
    [[nodiscard]] bool textsAreRead() const { return textsAreRead_; }

  private:
    // A side of a comparison: a term, or a value without any.
    struct Side {
        Term term = kNoTerm;
        bool isFixed = false;
        Value value{};
        bool isHalf = false;  // one half more than the term
    };

    // Which nodes take a variable or the answer as it is, not only in sums and comparisons.
    static std::vector<std::int32_t> strictNodes(const spec::Monitor& monitor);
    Look& look();
    Term makeSymbol(std::int64_t low, std::int64_t high);
    bool isSymbolic(ExpressionIndex e) const;
    Term number(ExpressionIndex e);
    Term product(Term a, Term b);
    Side side(ExpressionIndex e);
    Term condition(ExpressionIndex e);
    Term comparison(Operator op, const Side& a, const Side& b);  // op: Less or Equal
    Term number(const spec::Monitor& monitor, std::int32_t node);
    bool isSymbolic(const spec::Monitor& monitor, std::int32_t node) const;

    [[nodiscard]] std::optional<Cell> cellOf(const Expression& x) const;
    void fix(ExpressionIndex e);
    void fix(Cell cell);
    void fixVariables();
    void fixDrawn();
    void fixArguments(const Statement& s);
    void constrain(Term term, bool outcome, Decision::Kind kind);
    void learn(const Value& value, bool isOrdered);
    void learnFrom(std::int32_t statement);
    void learnFrom(const spec::Monitor& monitor, std::int32_t node);
    std::optional<Value> plainValue(const spec::Monitor& monitor, std::int32_t node) const;

    Machine& machine_;
    Terms& terms_;
    std::map<const spec::Monitor*, std::vector<std::int32_t>> strict_{};  // nodes that take a value as it is
    std::map<StatementIndex, ExpressionIndex> hatConditions_{};
    std::optional<Look> look_{};
    bool textsAreRead_ = false;
    std::vector<double> outcomes_{};
    std::size_t nextOutcome_ = 0;
    std::int32_t used_ = 0;
    bool flagIsStarting_ = false;
    const std::vector<Term>* constraints_ = nullptr;
    const Answers& answers_;
    std::vector<std::string> learnt_{};
    std::optional<SymbolNode> answer_{};
    Form answerForm_ = Form::Typed;
    std::vector<Term> drawn_{};  // by the statement that runs, in order
    std::size_t nextDrawn_ = 0;
    bool isNegativeZero_ = false;           // the product that is assigned
    std::map<std::int32_t, Term> cells_{};  // of the statement that runs
    std::int32_t statement_ = kNone, target_ = 0;
};

}  // namespace ounce::verify
