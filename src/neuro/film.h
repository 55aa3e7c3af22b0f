// How a network plays, as a moving picture for the report.
#pragma once

#include <functional>
#include <string>

#include "neuro/judge.h"
#include "testing/suite.h"

namespace ounce::neuro {

// An animated PNG of the first seconds of a test, as long as there is `time`; empty: not one picture.
std::string filmOf(const JudgeContext& context, const TestCase& test, const std::function<bool()>& time);

}  // namespace ounce::neuro
