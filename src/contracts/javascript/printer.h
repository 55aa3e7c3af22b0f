// Writes a generated program down as JavaScript, with names that people would choose.
#pragma once

#include <memory>
#include <string>

#include "contracts/javascript/module.h"
#include "contracts/javascript/session.h"

namespace ounce::contracts {

class Printer {
  public:
    // All must outlive it.
    Printer(const JsModule& module, const Program& program, const JsReport& report);
    ~Printer();

    std::string run();
    // A call with these arguments, for stories.
    std::string callText(const Statement& statement, const std::string& arguments);
    [[nodiscard]] std::string name(VariableId variable) const;
    // The condition that the report speaks of; null: it is none.
    [[nodiscard]] const Condition* violated() const;

  private:
    class Writer;
    std::unique_ptr<Writer> writer_;
};

// "a, b"
std::string parameterList(const Condition& condition);

}  // namespace ounce::contracts
