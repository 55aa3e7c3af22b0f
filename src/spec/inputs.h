// What monitors look at, each thing once for all of them, and what of it changed since the last look. A
// monitor whose state an end of a step left as it was need not look again before something it looks at
// changes: the same state and the same values give the same again.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/monitor.h"

namespace ounce::spec {

class Inputs {
  public:
    // A set of inputs, a bit each; if there are many, several share one.
    using Set = std::uint64_t;
    // In every set of changes: what is not compared, because that would cost as much as to look again.
    static constexpr Set kAnything = 1;

    // `monitors` stay where they are.
    explicit Inputs(const std::vector<Monitor>& monitors);

    // Which are read by a monitor.
    [[nodiscard]] Set readBy(std::size_t monitor) const { return readBy_[monitor]; }
    // What changed since the last call; at the first, all.
    Set changes(Look& look);

  private:
    static constexpr std::size_t kBits = 63;  // the rest of a set

    struct Input {
        const Monitor* monitor;
        const Node* node;  // the first that reads it
        std::int32_t index;
        Value last{};
    };
    Set add(const Monitor& monitor, std::int32_t index);
    bool isOther(Input& input, Look& look);

    std::vector<Input> inputs_{};
    std::vector<Set> readBy_{};
    MonitorState nothing_{};  // what is read here remembers nothing
};

}  // namespace ounce::spec
