// A Scratch program with the contracts of its custom blocks, ready to be tested: its world for the generator,
// and the conditions bound to the program.
//
// A contract stands in the comment attached to the definition, in the property language:
//
//     @requires amount > 0 and amount <= balance
//     @ensures balance = old(balance) - amount
//
// Messages have contracts as well: what they require is asked of who sends them, what they ensure of who
// receives them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "contracts/core/generator.h"
#include "contracts/scratch/harness.h"
#include "spec/monitor.h"
#include "vm/program.h"

namespace ounce::contracts {

struct ScratchCondition {
    std::string text{};
    spec::Monitor monitor{};
    // The nodes that stand for each parameter; a check puts the arguments there.
    std::vector<std::vector<std::size_t>> parameters{};
};

struct ScratchContract {
    std::vector<ScratchCondition> requires_{}, ensures{};
};

// What a signature of the world stands for.
struct ScratchCallable {
    enum class Kind : std::uint8_t {
        CustomBlock,  // which: index of the block
        Message,      // which: index into Program::messages
        Flag,
        Variable,  // sprite, which: the value of a variable
        Length,    // sprite, which: of a list
        Receiver,  // which: a message; the argument is what a new sprite does when it comes
        Override,  // which: a block; the argument is what it does instead
    };
    Kind kind = Kind::Flag;
    std::size_t which = 0;
    std::size_t sprite = 0;
};

// Implicit contracts, each to be switched off.
struct ScratchRules {
    bool recursion = true;  // no script calls itself without end
    bool numbers = true;    // no variable becomes NaN or infinite
    bool lists = true;      // no item outside its list is asked for, replaced or deleted
    bool hanging = true;    // no loop without screen refresh that does not end
};

// A statement that was added to let generated scripts act: which step it is of whose script.
struct ScratchStep {
    enum class Of : std::uint8_t { Nothing, Message, Block };
    Of of = Of::Nothing;
    std::size_t which = 0;
    int step = 0;  // kSteps: the end of a block's steps
};

struct ScratchTarget {
    std::string path{};
    Project original{};
    std::vector<CustomBlock> blocks{};
    std::vector<ScratchContract> contracts{};         // of each block
    std::vector<std::int32_t> procedures{};           // of each block: index into Program::procedures
    std::shared_ptr<const ounce::Program> program{};  // with wires
    std::vector<ScratchContract> messageContracts{};  // of each message of `program`
    std::vector<std::uint8_t> isOpen{};               // of each block: it may be replaced
    std::vector<ScratchStep> steps{};                 // of each statement of `program`
    std::int32_t nextCall = kNone, endsHere = kNone;  // variables of the stage
    std::vector<std::vector<std::int32_t>> wires{};   // [line][block]: message
    std::vector<std::vector<std::int32_t>> slots{};   // [line][argument]: variable of the stage
    World world{};
    std::vector<ScratchCallable> callables{};  // of each signature
    std::vector<double> numbers{};
    std::vector<std::string> texts{};
    std::size_t conditions = 0;  // how many contracts say something
    std::size_t arguments = 0;   // the most that a block takes
};

// `contracts`: the text of a .props file with more contracts, which is called `contractsPath`.
Result<ScratchTarget> scratchTargetOf(Project project, const std::string& path,
                                      const std::string& contracts = {},
                                      const std::string& contractsPath = {});

class ScratchLanguage final : public Language {
  public:
    explicit ScratchLanguage(const ScratchTarget& target) : target_(target) {}
    Constant value(std::int32_t base, Random& random) const override;
    Constant anything(Random& random) const override;
    Constant simplest(std::int32_t base) const override;

  private:
    const ScratchTarget& target_;
};

}  // namespace ounce::contracts
