// Everything that people make of a witness, as files beside each other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "spec/monitor.h"
#include "verify/witness.h"

namespace ounce::verify {

struct ExportedWitness {
    std::vector<std::string> files{};  // paths
    std::vector<std::string> notes{};  // what the tests cannot say, one sentence each
};

// Writes into `folder`, which is made if need be:
//   NAME.witness.json  the witness
//   NAME.test.json     a test of Ounce that fails as long as the property is violated
//   NAME.test.js       the same for Whisker, with mocks of what was random
//   NAME.inputs.json   what ounce run --inputs takes
//   NAME.html          the story with pictures
// `monitors[propertyIndex]` is the property that it violates.
Result<ExportedWitness> exportWitness(const std::string& folder, const std::string& name,
                                      const Program& program, const std::vector<spec::Monitor>& monitors,
                                      std::size_t propertyIndex, const Witness& witness);

// ---- the parts, for whoever needs only one ----

struct TestFiles {
    std::string json{}, javaScript{};
    std::vector<std::string> notes{};
};
TestFiles writeTests(const Program& program, const std::vector<spec::Monitor>& monitors,
                     std::size_t propertyIndex, const Witness& witness);
std::string writePage(const Program& program, const std::vector<spec::Monitor>& monitors,
                      std::size_t propertyIndex, const Witness& witness);

}  // namespace ounce::verify
