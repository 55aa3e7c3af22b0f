// The rules of the paper (Fig. 5 and §5) as a randomised search with backtracking: from an environment and a
// goal to a program.
//
//   [Var]   a variable whose type is a subtype of the goal
//   [Call]  a call of anything in the environment; its result joins the environment, and the goal remains
//   base values, [Fn], subclass
//
// Instead of a bound on the depth of derivations there is a size: the number of calls that may still be made,
// which is divided among sub-goals. What was made for a sub-goal that cannot be reached is taken back.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/random.h"
#include "contracts/core/program.h"
#include "contracts/core/types.h"

namespace ounce::contracts {

// What the generator asks of a language.
class Language {
  public:
    virtual ~Language() = default;
    // A value of a base type.
    virtual Constant value(std::int32_t base, Random& random) const = 0;
    // The least of them, for programs that people read.
    virtual Constant simplest(std::int32_t base) const = 0;
    // For a goal that takes anything.
    virtual Constant anything(Random& random) const = 0;
    // The type of a call's result where it depends on the arguments, which then are variables.
    virtual TypeId resultOf(SignatureId signature, const std::vector<VariableId>&, TypeId declared) {
        (void)signature;
        return declared;
    }
};

struct Binding {
    VariableId variable = kNone;
    TypeId type = World::kAny;
    bool isOwn = false;  // a function that the program made itself: to be passed, but not called
};

struct GeneratorOptions {
    double imperative = 0.8;      // how often a call for its effect comes first
    int retries = 2;              // other arguments for a pre-condition that does not hold
    bool backups = true;          // false: a pre-condition that does not hold blames the generator
    bool callbacks = true;        // false: generated functions call nothing, and nothing is overridden
    bool namesArguments = false;  // every argument is a variable, as in Fig. 5
    double sameValue = 0.4;       // how often a base value is one that was used before
    double narrow = 0.5;          // how often a program calls only some of all that there is, but those often
    double reuse = 0.93;          // how often the receiver of a method is an object that is there already
};

class Generator {
  public:
    Generator(const World& world, Language& language, const GeneratorOptions& options, std::uint32_t seed);

    void reseed(std::uint32_t seed) { random_ = Random(seed); }
    // A program of about `size` calls whose result is of type `goal`; none: there is no such program, or it
    // was not found. `environment` has the variables 0, 1, …
    std::optional<Program> program(TypeId goal, const std::vector<Binding>& environment, int size);
    // A program that does about `size` calls more than `base`: at its end, in the middle, or inside one of
    // the functions it makes.
    // `shared`: how many of its first statements are those of `base`, all of which are if it was done at the
    // end.
    Program extend(const Program& base, int size, std::size_t& shared);

  private:
    struct Place {
        std::vector<std::array<std::size_t, 2>> path{};  // statement and body, from outside
        std::size_t position = 0;
    };
    struct Callee {
        SignatureId signature = kNone;
        VariableId variable = kNone;  // that holds the function
    };
    // What is taken back when a sub-goal fails.
    struct Mark {
        std::size_t statements, environment;
    };
    enum class Want : std::uint8_t { Imperative, Any };

    [[nodiscard]] std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(random_.next() * static_cast<double>(count));
    }
    void choose();
    Place somePlace(const Program& base);
    void enter(const Program& base, const Place& place);
    void remember(const Block& block);
    bool chance(double probability) { return random_.next() < probability; }
    int share(int budget);
    VariableId fresh() { return variables_++; }
    [[nodiscard]] Mark mark(const Block& block) const {
        return {block.statements.size(), environment_.size()};
    }
    void takeBack(Block& block, const Mark& mark);

    std::optional<Expression> make(TypeId goal, Block& block, int budget, bool prefersVariable = false);
    std::optional<Expression> variable(TypeId goal);
    std::optional<Expression> direct(TypeId goal, Block& block, int budget);
    Constant baseValue(std::int32_t base);
    std::optional<Expression> object(ClassId goal, Block& block, int budget);
    std::optional<Expression> function(TypeId goal, Block& block, int budget);
    std::optional<Expression> producing(TypeId goal, Block& block, int budget);
    bool someCall(Want want, Block& block, int budget);
    std::optional<Expression> call(const Callee& callee, Block& block, int budget);
    std::optional<std::vector<Expression>> arguments(const Signature& signature, Block& block, int& budget);
    std::optional<Body> body(SignatureId signature, ClassId self, int budget);
    [[nodiscard]] bool takesBody(TypeId id) const;
    Expression named(Expression expression, TypeId type, Block& block);
    const std::vector<SignatureId>& producers(TypeId goal);

    const World& world_;
    Language& language_;
    GeneratorOptions options_;
    Random random_;
    std::vector<Binding> environment_{};
    std::vector<SignatureId> imperative_{}, callable_{};
    std::vector<SignatureId> chosenImperative_{},
        chosenCallable_{};  // what this program calls of its own accord
    std::map<TypeId, std::vector<SignatureId>> producers_{};
    std::map<std::int32_t, std::vector<Constant>> used_{};  // base values of this program
    VariableId variables_ = 0;
    int depth_ = 0;      // of goals inside goals
    int bodyDepth_ = 0;  // of functions inside functions
};

}  // namespace ounce::contracts
