// A state as bytes, to be kept in a file or sent to another process, and back.
//
// Everything that == compares is written, and what lists the targets share, because the memory bound counts a
// shared list once: a run that goes on from the bytes goes on as the original does, byte for byte. The bytes
// begin with a version and with a fingerprint of the program, because places in a state are numbers that mean
// nothing without it. Machine options are not part of a state; whoever keeps the bytes keeps them beside.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "vm/state.h"

namespace ounce {

// 32 hexadecimal digits that tell programs apart: scripts, values, costumes and sounds.
std::string fingerprint(const Program& program);

// Writes and reads the states of one program. Making one takes about as long as writing the project; keep it.
class StateFormat {
  public:
    explicit StateFormat(std::shared_ptr<const Program> program);

    [[nodiscard]] std::string write(const State& state) const;
    // Refuses what another program's or another version's state is, what is cut off, and what no machine
    // could go on from.
    [[nodiscard]] Result<State> read(std::string_view bytes) const;

  private:
    std::shared_ptr<const Program> program_;
    std::string fingerprint_;
};

}  // namespace ounce
