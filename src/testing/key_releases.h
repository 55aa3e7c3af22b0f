// Presses of one key that meet: where the second begins before the first has ended, or just then, a test as
// data and Whisker disagree about when the key is let go of.
#pragma once

#include "testing/suite.h"

namespace ounce {

// The same test with keys that are let go of by events of their own wherever presses of the key meet. Played
// as data nothing changes, and Whisker does the same then.
TestCase withKeyReleases(TestCase test);

}  // namespace ounce
