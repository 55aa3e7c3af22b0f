// What happened in a run, for people.
#pragma once

#include "tasks/run.h"

namespace ounce {

void print(const tasks::RunAnswer& answer);

}  // namespace ounce
