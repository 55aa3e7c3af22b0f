// What all tests of a run say together about the properties that they watched.
#include <algorithm>

#include "testing/report/report.h"

namespace ounce {
namespace {

// What is worse counts; one test in which it had something to say is enough to hold.
int weight(spec::Outcome outcome) {
    switch (outcome) {
        case spec::Outcome::Untriggered: return 0;
        case spec::Outcome::Holds: return 1;
        case spec::Outcome::Error: return 2;
        case spec::Outcome::Violated: return 3;
    }
    return 0;
}

}  // namespace

std::vector<WatchedProperty> propertiesOf(const SuiteRun& run) {
    std::vector<WatchedProperty> all;
    for (const TestResult& test : run.tests) {
        for (const spec::PropertyResult& property : test.properties) {
            const auto known = std::find_if(all.begin(), all.end(), [&](const WatchedProperty& p) {
                return p.result.name == property.name;
            });
            if (known == all.end()) {
                all.push_back({property, test.name});
            } else if (weight(property.outcome) > weight(known->result.outcome)) {
                *known = {property, test.name};
            }
        }
    }
    return all;
}

}  // namespace ounce
