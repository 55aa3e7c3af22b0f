// The model's language for the generator: environments of the model as worlds, and generated programs as
// terms, with the checks where the rules of Fig. 5 put them.
#pragma once

#include <vector>

#include "check.h"
#include "contracts/core/generator.h"

namespace ounce::contracts::lambda {

class Model final : public Language {
  public:
    Model();
    World world{};

    // The variables of the environment are 0, 1, …; the goal is a type that may speak of them.
    std::optional<contracts::Program> generate(const std::vector<TypeRef>& environment, const TypeRef& goal,
                                               int size, std::uint32_t seed);
    // The generated program as a term.
    [[nodiscard]] TermRef term(const contracts::Program& program) const;

    Constant value(std::int32_t base, Random& random) const override;
    Constant simplest(std::int32_t base) const override;
    Constant anything(Random& random) const override;
    TypeId resultOf(SignatureId signature, const std::vector<VariableId>& arguments,
                    TypeId declared) override;

  private:
    TypeId idOf(const TypeRef& type);
    [[nodiscard]] TypeRef typeAt(TypeId id) const;
    [[nodiscard]] TermRef block(const contracts::Block& block, std::size_t from) const;
    [[nodiscard]] TermRef function(const Body& body, const TypeRef& type) const;
    [[nodiscard]] TermRef expression(const Expression& expression) const;

    std::vector<TypeRef> arrows_{};  // of each signature
    std::vector<TypeId> ids_{};      // and its number as a type
    TypeId int_ = kNone, bool_ = kNone;
};

}  // namespace ounce::contracts::lambda
