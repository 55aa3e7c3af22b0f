// Values of JavaScript's base types: small numbers, edges, and the constants of the code under test.
#pragma once

#include "contracts/core/generator.h"
#include "contracts/javascript/module.h"

namespace ounce::contracts {

class JsLanguage final : public Language {
  public:
    explicit JsLanguage(const JsDeclarations& declarations) : declarations_(declarations) {}
    Constant value(std::int32_t base, Random& random) const override;
    Constant anything(Random& random) const override;
    Constant simplest(std::int32_t base) const override;

  private:
    [[nodiscard]] double number(bool whole, Random& random) const;
    const JsDeclarations& declarations_;
};

}  // namespace ounce::contracts
