// States that wait for long, in little room: the states of one exploration are much alike, so each is written
// as what differs from the first.
#pragma once

#include <memory>
#include <string>

#include "vm/serialize.h"
#include "vm/state.h"

namespace ounce::verify {

class StatePacker {
  public:
    // `alike`: a state that the others resemble.
    StatePacker(std::shared_ptr<const Program> program, const State& alike);
    ~StatePacker();

    [[nodiscard]] std::string pack(const State& state);
    // The same state again.
    [[nodiscard]] State unpack(const std::string& packed);

  private:
    struct Streams;
    StateFormat format_;
    std::string alike_;
    std::unique_ptr<Streams> streams_;
};

}  // namespace ounce::verify
