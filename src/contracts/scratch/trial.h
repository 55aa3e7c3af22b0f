// Runs generated programs against a Scratch program: each from a copy of the same state, with every call of a
// custom block watched, whoever calls it.
#pragma once

#include <map>
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
    ScratchReport run(const Program& program, bool tells = false);
    // The same; goes on from where the program that it extends has ended, if that is known here.
    ScratchReport run(const Made& made);
    // A program that reached something new joins the corpus, without the calls that were never made. Gives
    // all features that it stands for.
    std::vector<std::uint32_t> keep(Program program, std::uint64_t number, std::vector<std::uint32_t> fresh,
                                    Corpus& corpus);
    [[nodiscard]] const ScratchLanguage& language() const { return language_; }

    void executed(std::int32_t statement, std::int32_t target) override;
    void variableChanged(std::int32_t target, std::int32_t slot, const Value& before,
                         const Value& now) override;
    void broadcast(std::int32_t message) override;
    void decided(const Reading& at, std::int32_t statement, bool outcome) override;

  private:
    // What conditions remember of the state before a call.
    struct Before {
        std::vector<std::vector<Value>> olds{};
        std::vector<spec::MonitorState> states{};
    };
    // A call that is under way, and what it has promised.
    struct Pending {
        std::uint32_t thread = 0;
        std::size_t depth = 0, block = 0;
        std::vector<Value> arguments{};
        Before before{};
    };
    // A message whose receivers are at work.
    struct Sent {
        std::size_t message = 0;
        Before before{};
    };
    // What a program has come to, to go on from there: states are values.
    struct Snapshot {
        State state;
        std::vector<Value> values{};
        std::vector<Pending> pending{};
        std::vector<Sent> sent{};
        int receptions = 0;
    };
    // An index into a list that a statement uses.
    struct ListUse {
        ExpressionIndex index = ounce::kNone;
        std::int32_t list = ounce::kNone;
        bool onStage = false, inserts = false, acceptsAll = false;
    };

    // ---- programs (trial.cpp) ----
    void prepare(const Program& program);
    ScratchReport runFrom(const Program& program, std::size_t first);
    void bind(const Statement& statement);
    void runStatement(const Statement& statement);
    void read(const Statement& statement, const ScratchCallable& callable);
    // Puts the arguments of a call on a line; false: its pre-condition allows none of the attempts.
    bool putArguments(const Statement& statement, std::size_t block, int line, int depth);
    void finishCalls();
    [[nodiscard]] Value valueOf(const Expression& expression) const;
    void fail(std::string of, std::string contract, std::string message);
    void discard() { report_.discarded = !report_.failed; }
    [[nodiscard]] bool isOver() const { return report_.failed || report_.discarded; }
    void reach(std::size_t feature);
    void reachInside(SignatureId signature, bool allowed);
    void tell(int depth, std::string text);
    [[nodiscard]] std::string nameOf(std::size_t block) const;
    // ---- generated scripts (steps.cpp) ----
    void act(const ScratchStep& step);
    Value nextCall(const Body& body, int step);
    bool mayBroadcast(std::size_t message);
    [[nodiscard]] bool isReceiving(std::size_t message) const;
    void checkMessages();
    // ---- contracts (conditions.cpp) ----
    void begin(std::size_t block);
    bool allows(std::vector<ScratchCondition>& conditions, const std::vector<Value>& arguments);
    bool holds(ScratchCondition& condition, const std::vector<Value>& arguments);
    static void give(ScratchCondition& condition, const std::vector<Value>& arguments);
    Before before(std::vector<ScratchCondition>& conditions, const std::vector<Value>& arguments);
    // The first condition that does not hold afterwards, and its parts as text; null: all do.
    const ScratchCondition* broken(const Reading& at, std::vector<ScratchCondition>& conditions,
                                   const std::vector<Value>& arguments, const Before& before,
                                   std::string& parts);
    // ---- what is always asked of a program (rules.cpp) ----
    void findListUses();
    void uses(ExpressionIndex expression, std::vector<ListUse>& to) const;
    void checkLists(std::int32_t statement);

    const ScratchTarget& target_;
    const FuzzOptions& options_;
    ScratchRules rules_;
    std::vector<ScratchContract> contracts_, messageContracts_;  // copies: arguments are put into them
    ScratchLanguage language_;
    Generator generator_;
    MachineOptions machineOptions_{};
    State initial_, state_;
    Machine machine_;
    std::vector<std::int32_t> blockOfDefinition_;  // statement → block, kNone
    std::vector<std::uint8_t> isWire_;             // script → whether it was added for generated programs
    std::vector<std::int32_t> messageOf_;          // script → the message that starts it, kNone
    std::vector<std::uint8_t> isHeard_;            // message → whether the program itself receives it
    std::vector<std::vector<Value>> wireNames_;    // [line][block]: the name of the message
    std::vector<Value> messageNames_;
    std::vector<std::vector<ListUse>> listUses_;  // of each statement
    // ---- of the program that runs ----
    std::vector<Value> values_{};
    std::vector<const Body*> functions_{};  // by variable
    std::vector<const Body*> receivers_{};  // by message
    std::vector<const Body*> overrides_{};  // by block
    std::vector<std::uint8_t> keeps_{};     // block → whether the original follows what replaces it
    std::vector<Pending> pending_{};
    std::vector<Sent> sent_{};
    int receptions_ = 0;                   // how often generated scripts began
    std::int32_t sending_ = ounce::kNone;  // the message that generated code is about to send
    bool tells_ = false;
    SignatureId inside_ = kNone;  // whose generated body runs
    bool isUnfinished_ = false;   // a call did not return in time
    ScratchReport report_{};
    // ---- of all programs ----
    std::vector<std::uint8_t> hit_{};                // features
    std::map<std::uint64_t, Snapshot> snapshots_{};  // by the number of a program of the corpus
};

// A value, and values as arguments of a call, as people read them.
std::string show(const Value& value);
std::string listed(const std::vector<Value>& values);

}  // namespace ounce::contracts
