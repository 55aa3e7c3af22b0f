// Work as a number that is the same on every machine: blocks that were executed.
#pragma once

#include <cstdint>

#include "vm/observer.h"

namespace ounce {

class WorkMeter : public Observer {
  public:
    explicit WorkMeter(std::uint64_t work = 0) : work_(work) {}
    void executed(std::int32_t, std::int32_t) override { work_++; }
    [[nodiscard]] std::uint64_t work() const { return work_; }

  protected:
    void add(std::uint64_t work) { work_ += work; }

  private:
    std::uint64_t work_;
};

}  // namespace ounce
