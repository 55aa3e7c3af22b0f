// What monitors look at, each thing once for all of them, and what of it changed since the last look. A
// monitor whose state the end of a step left as it was need not look again before something that it looked at
// changes.
#pragma once

#include <string>
#include <vector>

#include "spec/monitor.h"

namespace ounce::spec {

// What a node looks at itself; its parts are nodes of their own.
InputSet inputsOf(const Node& node);

class Inputs {
  public:
    // `monitors` stay where they are.
    explicit Inputs(const std::vector<Monitor>& monitors);

    // What changed since the last call; at the first, all.
    InputSet changes(Look& look);

  private:
    // Most are of few kinds; the others are read as a monitor reads them.
    struct Number {
        const Node* node;
        double TargetState::*member;
        double last;
    };
    struct Visible {
        const Node* node;
        bool last;
    };
    struct Variable {
        const Node* node;
        Value last{};
    };
    struct Other {
        const Monitor* monitor;
        const Node* node;  // the first that reads it
        Value last{};
    };
    void add(const Monitor& monitor, const Node& node);

    std::vector<Number> numbers_{};
    std::vector<Visible> visible_{};
    std::vector<Variable> variables_{};
    InputSet keys_ = 0;
    std::vector<std::string> keysDown_{};
    std::vector<Other> others_{};
    MonitorState nothing_{};  // what is read here remembers nothing
};

}  // namespace ounce::spec
