// Which scripts start which others.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "analysis/events/values.h"

namespace ounce {

class Senders {
  public:
    Senders(const Program& program, const ProgramValues& values);

    // The scripts that blocks of this script can start: by messages, backdrops, clones.
    [[nodiscard]] const std::vector<std::int32_t>& startedBy(std::int32_t script) const {
        return started_[static_cast<std::size_t>(script)];
    }
    // Whether it can end in the step in which it begins: some way through it neither waits nor loops (but in
    // blocks that run without screen refresh).
    [[nodiscard]] bool isMomentary(std::int32_t script) const {
        return momentary_[static_cast<std::size_t>(script)];
    }
    // Whether some block can make a clone of the sprite.
    [[nodiscard]] bool isCloned(std::int16_t sprite) const {
        return cloned_[static_cast<std::size_t>(sprite)];
    }

  private:
    void follow(std::size_t script);
    bool canEnd(StatementIndex first, bool warp, std::set<std::int32_t>& called) const;
    struct Started;
    void addReceivers(const Statement& s, Started& out);
    void addMessage(const Statement& s, Started& out) const;
    void addClones(const Statement& s, Started& out);

    const Program& program_;
    const ProgramValues& values_;
    std::vector<std::vector<std::int32_t>> started_;
    std::vector<bool> momentary_, cloned_;
};

}  // namespace ounce
