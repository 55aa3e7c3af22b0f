// What networks learn from: what somebody saw and did, play by play. Tests, recorded runs and Whisker's
// recordings of people all become this.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "neuro/judge.h"

namespace ounce::neuro {

struct Example {
    std::vector<SeenFeature> seen{};
    std::int32_t output = kNone;       // of the vocabulary
    std::vector<double> parameters{};  // as the nodes have them: parts of the longest duration, of the stage
};

// One play.
struct Lesson {
    std::vector<Example> examples{};
    GoalSet covered{};
};

// Plays a test and notes what was to be seen when its user did something. What networks cannot do is left
// out.
Lesson lessonOf(const JudgeContext& context, const TestCase& test, const PlayDurations& durations);

// Whisker's recordings: {"0": {"0": {features, action, parameter}, …, "coverage": [block ids]}, …}. What this
// program does not have is left out.
Result<std::vector<Lesson>> readGroundTruth(const JudgeContext& context, std::string_view json,
                                            const std::string& name);

// From a file of any of the three kinds: a suite, a log of `ounce run --record`, Whisker's ground truth.
Result<std::vector<Lesson>> loadLessons(const JudgeContext& context, const std::string& path,
                                        const PlayDurations& durations);

}  // namespace ounce::neuro
