// What came out of a test, whoever ran it: tests as data and tests in JavaScript end in the same few words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/steps.h"
#include "spec/watch.h"
#include "vm/program.h"

namespace ounce {

enum class Verdict : std::uint8_t {
    Pass,
    Fail,   // an assertion did not hold, or the time was over
    Error,  // the test itself could not go on
    Skip,   // not run, or an assumption did not hold
};

// "pass", "fail", "error", "skip": the words of every report.
constexpr std::string_view verdictName(Verdict verdict) {
    constexpr std::string_view kNames[] = {"pass", "fail", "error", "skip"};
    return kNames[static_cast<std::size_t>(verdict)];
}

// What an assertion says about itself when it does not hold; empty where it has nothing to say.
struct Failure {
    std::string name{};        // the kind of error: "AssertionError", "TypeError"
    std::string actual{};      // as text
    std::string expected{};    // as text
    std::string operation{};   // "==", "withinRange"
    std::string constraint{};  // the constraint that failed, if it was one
    std::string stack{};       // where in a JavaScript suite
    bool operator==(const Failure&) const = default;
};

// The block that had to do with a failure.
struct BlockPlace {
    std::string block{};   // id
    std::string sprite{};  // "Stage" or the sprite's name
    std::string text{};    // the block in text form, if known
    bool operator==(const BlockPlace&) const = default;
};

// Something that happens in a test, with what must hold afterwards.
struct StoryLine {
    std::uint64_t at = 0;               // steps done
    std::string text{};                 // "press the right arrow for 0.3 s, then"
    std::vector<std::string> checks{};  // "x of Bowl should be 12"
    bool operator==(const StoryLine&) const = default;
};

struct TestResult {
    std::string name{};
    std::string description{};
    Verdict verdict = Verdict::Pass;
    bool wasRun = true;     // false: nobody came to it (interrupted, or enough tests had failed)
    std::string message{};  // why it did not pass, one sentence
    Failure failure{};
    std::uint64_t step = 0;     // steps done when it ended
    std::uint32_t seed = 0;     // of the program's random numbers
    std::int64_t asserted = 0;  // assertions that were evaluated
    BlockPlace block{};         // empty id: not known
    std::vector<std::string> log{};
    std::vector<std::uint8_t> coverage{};  // a byte per statement of the program, 1: executed; empty: not run
    std::string picture{};                 // PNG of the stage when it did not pass; empty: none was asked for
    std::vector<StoryLine> story{};        // what happens in it, if that was asked for and is known
    std::vector<spec::PropertyResult> properties{};  // that were watched
    std::string companion{};                         // what went along has to tell, for who sent it
    bool flaky = false;                  // repetitions with other seeds did not all end with the same verdict
    std::vector<Verdict> repetitions{};  // the verdicts of all repetitions, if there were several

    // The virtual time when the test ended.
    [[nodiscard]] double seconds() const { return secondsOf(step); }
    [[nodiscard]] bool isGood() const { return verdict == Verdict::Pass || verdict == Verdict::Skip; }
    bool operator==(const TestResult&) const = default;
};

// What is left of a test, or of a whole project, that nobody came to.
inline constexpr std::string_view kInterruptedBefore = "was not run: interrupted";
inline TestResult notRun(const std::string& name, const std::string& description,
                         std::string_view why = kInterruptedBefore) {
    TestResult result;
    result.name = name;
    result.description = description;
    result.verdict = Verdict::Skip;
    result.wasRun = false;
    result.message = why;
    return result;
}

struct VerdictCounts {
    int passed = 0, failed = 0, errors = 0, skipped = 0;
    void add(Verdict verdict) {
        int* const counts[] = {&passed, &failed, &errors, &skipped};
        ++*counts[static_cast<std::size_t>(verdict)];
    }
    [[nodiscard]] int total() const { return passed + failed + errors + skipped; }
    [[nodiscard]] bool good() const { return failed == 0 && errors == 0; }
};

// The tests of one or several suites on one project.
struct SuiteRun {
    std::string project{};                     // its name in reports: the file's, without folder and ending
    std::string file{};                        // the path that was given
    std::shared_ptr<const Program> program{};  // none: the project could not be read, and `problem` says why
    std::string problem{};
    bool wasRun = true;  // false: interrupted before its turn came
    std::uint32_t seed = 0;
    std::string algorithm{};      // how the suite was made, if it was generated
    std::int64_t assertions = 0;  // that stand in the suite
    std::vector<TestResult> tests{};

    [[nodiscard]] VerdictCounts counts() const {
        VerdictCounts counts;
        for (const TestResult& test : tests) counts.add(test.verdict);
        return counts;
    }
    [[nodiscard]] bool good() const { return problem.empty() && counts().good(); }
};

}  // namespace ounce
