// Playing a test: from a moment of the program to a verdict.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/job.h"
#include "spec/watch.h"
#include "testing/companion.h"
#include "testing/moment.h"
#include "testing/result.h"
#include "testing/suite.h"

namespace ounce {

class Machine;

// What to note down besides the verdict.
struct PlayOptions {
    bool coverage = true;
    bool picture = false;                                    // of the stage when the test fails
    const std::vector<spec::Monitor>* properties = nullptr;  // to be watched; a violation fails the test
    const Companions* companions = nullptr;                  // who goes along with the test
    const Job* job = nullptr;  // asked now and then; when it is over, the test is given up as not run
    bool blame = false;  // which block changed what a failed check looks at; plays the test a second time
};

// A whole test from `start` (whose random numbers are seeded anew, as the test says).
TestResult playTest(const Program& program, const MachineOptions& options, const Moment& start,
                    const TestCase& test, const PlayOptions& what = {});

// The properties that a test watches: all of `always`, and those of its suite that it names.
std::vector<spec::Monitor> watchedBy(const TestCase& test, const std::vector<spec::Monitor>& ofSuite,
                                     const std::vector<spec::Monitor>& always = {});
// "property «points» is violated: …", of the first that is; empty: none is.
std::string violationText(const std::vector<spec::PropertyResult>& properties);
// Puts into a result what became of the properties that were watched. A violation fails the test; a property
// that cannot be watched is an error, unless the test did not pass anyway.
void addProperties(TestResult& result, std::vector<spec::PropertyResult> properties);
// What the suite says, bound to a program. Empty if there is nothing to watch.
std::vector<spec::Monitor> propertiesOf(const Suite& suite, const Program& program);

// The stage with monitors as a PNG; empty without renderer.
std::string pngOf(const Machine& machine);

}  // namespace ounce
