// How a network plays, as a moving picture for the report.
#pragma once

#include <string>

#include "base/job.h"
#include "neuro/judge.h"
#include "testing/suite.h"

namespace ounce::neuro {

// An animated PNG of the first seconds of a test, as long as the job has time; empty: not one picture.
std::string filmOf(const JudgeContext& context, const TestCase& test, const Job& job);

}  // namespace ounce::neuro
