// Options of a machine on their way to another process.
#pragma once

#include "base/bytes.h"
#include "vm/machine_options.h"

namespace ounce {

constexpr Mode lastOf(Mode) { return Mode::Whisker; }
constexpr Numbers lastOf(Numbers) { return Numbers::Whisker; }

template <class Codec, Of<MachineOptions> T>
void fields(Codec& codec, T& machine) {
    codec(machine.mode, machine.passes, machine.warpChecks, machine.turbo, machine.renderer,
          machine.whiskerTimerStep, machine.numbers, machine.userName, machine.startDate);
}

}  // namespace ounce
