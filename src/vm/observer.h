// Who may watch a run. An absent observer costs one predictable branch where something happens.
#pragma once

#include <cstdint>

#include "base/value.h"

namespace ounce {

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

}  // namespace ounce
