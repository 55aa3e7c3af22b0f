// Who may watch a run. An absent observer costs one predictable branch where something happens.
#pragma once

#include <cstdint>

#include "base/value.h"

namespace ounce {

class Machine;

class Observer {
  public:
    virtual ~Observer() = default;
    virtual void executed(std::int32_t /*statement*/, std::int32_t /*target*/) {}
    virtual void said(std::int32_t /*target*/, bool /*think*/, const Value& /*text*/) {}
    virtual void variableChanged(std::int32_t /*target*/, std::int32_t /*slot*/, const Value& /*before*/,
                                 const Value& /*now*/) {}
    // Set or changed by a block, also to the same value.
    virtual void variableWritten(std::int32_t /*target*/, std::int32_t /*slot*/, const Value& /*before*/) {}
    // Shown, hidden, or, while visible: turned, resized, another costume or effect. Moving is not among
    // these.
    virtual void lookChanged(std::int32_t /*target*/) {}
    virtual void deleting(std::int32_t /*clone*/) {}  // its values can be read for the last time
    virtual void moved(std::int32_t /*target*/, double /*oldX*/, double /*oldY*/) {}
    virtual void stoppedAll() {}
    virtual void runStopped() {}  // no script is running any more
};

// Who may watch decisions: conditions, loops, waits, calls and hats that watch a condition. Apart from
// Observer, so that watching these does not cost what watching everything costs.
class DecisionObserver {
  public:
    virtual ~DecisionObserver() = default;
    // While the statement is being executed: `repeat until` reports its condition, other loops whether they
    // go on; what takes time reports false as long as it is under way, and true when it is left, as calls
    // do. Hats that watch a condition report it in every step in which they look.
    virtual void decided(Machine& machine, std::int32_t statement, bool outcome) = 0;
};

}  // namespace ounce
