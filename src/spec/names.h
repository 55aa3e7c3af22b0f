// Names of a formula, looked up in a program. What is not there is said where it stands, with the nearest
// that is.
#pragma once

#include <string>
#include <vector>

#include "spec/syntax.h"
#include "vm/program.h"

namespace ounce::spec {

class Names {
  public:
    // The first problem goes to `error`; all stay where they are.
    Names(const Spec& spec, const Program& program, std::string& error)
        : spec_(spec), program_(program), error_(error) {}

    // All of these give kNone if there is no such thing, and the first four say so.
    std::int32_t problem(const Term& t, const std::string& what);
    std::int32_t missing(const Term& t, std::string what, const std::string& wanted,
                         const std::vector<std::string>& names);
    std::int32_t sprite(const Term& t, const std::string& name, bool orStage = false);
    std::int32_t message(const Term& t);
    [[nodiscard]] std::int32_t variable(std::int32_t sprite, const std::string& name) const;
    [[nodiscard]] std::int32_t list(std::int32_t sprite, const std::string& name) const;

    [[nodiscard]] std::vector<std::string> variablesOf(std::int32_t sprite) const;
    [[nodiscard]] std::vector<std::string> listsOf(std::int32_t sprite) const;
    [[nodiscard]] const Let* findLet(const std::string& name) const;

  private:
    [[nodiscard]] const SpriteProgram& spriteAt(std::int32_t i) const {
        return program_.sprites[static_cast<std::size_t>(i)];
    }

    const Spec& spec_;
    const Program& program_;
    std::string& error_;
};

}  // namespace ounce::spec
