// Runs generated programs against a Scratch program: each from a copy of the same state, with every call of a
// custom block watched, whoever calls it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contracts/core/corpus.h"
#include "contracts/core/program.h"
#include "contracts/options.h"
#include "contracts/scratch/target.h"
#include "vm/machine.h"

namespace ounce::contracts {

struct ScratchReport {
    bool failed = false, discarded = false;
    std::string of{};        // "Bank: withdraw"
    std::string contract{};  // "ensures balance >= 0"
    std::string message{};
    struct Call {
        int depth = 0;
        std::string text{};
    };
    std::vector<Call> story{};
    std::vector<VariableId> done{};      // statements that were run; when told only
    std::vector<std::uint32_t> fresh{};  // features that no program had reached; of fine ones
    [[nodiscard]] std::string key() const { return of + "\n" + contract; }
};

class ScratchTrial final : public Observer, public DecisionObserver {
  public:
    // Both must outlive it.
    ScratchTrial(const ScratchTarget& target, const FuzzOptions& options, const ScratchRules& rules);

    std::optional<Made> generate(std::uint64_t number, const Corpus& corpus);
    // The features that count as reached, and no others.
    void know(const Corpus& corpus) { hit_ = corpus.reached(); }
    // A program that reached something new joins the corpus, without the calls that were never made.
    void keep(Program program, std::uint64_t number, const std::vector<std::uint32_t>& fresh, Corpus& corpus);
    ScratchReport run(const Program& program, bool tells = false);
    [[nodiscard]] const ScratchLanguage& language() const { return language_; }

    void executed(std::int32_t statement, std::int32_t target) override;
    void variableChanged(std::int32_t target, std::int32_t slot, const Value& before,
                         const Value& now) override;
    void broadcast(std::int32_t message) override;
    void decided(const Reading& at, std::int32_t statement, bool outcome) override;

  private:
    // A call that is under way, and what it has promised.
    struct Pending {
        std::uint32_t thread = 0;
        std::size_t depth = 0, block = 0;
        std::vector<Value> arguments{};
        std::vector<std::vector<Value>> olds{};
        std::vector<spec::MonitorState> states{};
    };
    // An index into a list that a statement uses.
    struct ListUse {
        ExpressionIndex index = ounce::kNone;
        std::int32_t list = ounce::kNone;
        bool onStage = false, inserts = false, acceptsAll = false;
    };

    void reach(std::size_t feature);
    void reachInside(SignatureId signature, bool allowed);
    void fail(std::string of, std::string contract, std::string message);
    void runStatement(const Statement& statement, int depth);
    void callBlock(const Statement& statement, std::size_t block, int line, int depth);
    void finishCalls();
    bool allows(std::size_t block, const std::vector<Value>& arguments);
    bool holds(ScratchCondition& condition, const std::vector<Value>& arguments);
    static void give(ScratchCondition& condition, const std::vector<Value>& arguments);
    void begin(std::size_t block);
    void findListUses();
    void uses(ExpressionIndex expression, std::vector<ListUse>& to) const;
    void checkLists(std::int32_t statement);
    [[nodiscard]] Value valueOf(const Expression& expression) const;
    void tell(int depth, std::string text);
    [[nodiscard]] std::string nameOf(std::size_t block) const;

    const ScratchTarget& target_;
    const FuzzOptions& options_;
    ScratchRules rules_;
    std::vector<ScratchContract> contracts_;  // a copy: arguments are put into it
    ScratchLanguage language_;
    Generator generator_;
    MachineOptions machineOptions_{};
    State initial_, state_;
    Machine machine_;
    std::vector<std::int32_t> blockOfDefinition_;  // statement → block, kNone
    std::vector<std::uint8_t> isWire_;             // script → whether it calls for a generated program
    std::vector<std::vector<ListUse>> listUses_;   // of each statement
    // ---- of the program that runs ----
    std::vector<Value> values_{};
    std::vector<const Body*> functions_{};  // by variable
    std::vector<const Body*> receivers_{};  // by message
    std::vector<Pending> pending_{};
    int receptions_ = 0;  // of messages by generated scripts
    int nextLine_ = 1;
    bool tells_ = false;
    SignatureId inside_ = kNone;  // whose generated body runs
    ScratchReport report_{};
    std::vector<std::uint8_t> hit_{};  // features, of all programs
};

}  // namespace ounce::contracts
