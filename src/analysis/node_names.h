// What people see instead of numbers: the words of statements and happenings.
#pragma once

#include <string>
#include <vector>

#include "analysis/control_flow.h"

namespace ounce {

class NodeNames {
  public:
    explicit NodeNames(const ControlFlow& flow);

    // The line of the text form: "say [Hello!]". Empty for what is no statement.
    [[nodiscard]] const std::string& words(StatementIndex statement) const {
        return words_[static_cast<std::size_t>(statement)];
    }
    // Any node: "Cat: say [Hello!]", "entry", "message answer cat".
    [[nodiscard]] std::string name(NodeIndex node) const;

  private:
    const ControlFlow* flow_;
    std::vector<std::string> words_;
};

// "true", "false" or nothing.
std::string_view nameOf(Outcome outcome);

}  // namespace ounce
