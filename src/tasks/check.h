// A proof or a witness for each property of a program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/json.h"
#include "base/result.h"
#include "spec/monitor.h"
#include "verify/check.h"

namespace ounce::tasks {

struct CheckRequest {
    std::shared_ptr<const Program> program{};
    std::string project{};  // what witnesses call it
    spec::Spec spec{};
    verify::ExploreOptions options{};  // its `states` are for each property
    std::optional<double> seconds{};   // for each property; none: no limit but the job's
    bool search = true;                // where there is no proof, tests are searched that break the property
};

struct CheckedProperty {
    verify::CheckResult result{};  // with the shortest witness, if it is violated
    double seconds = 0;
    std::string witnessFile{};  // once it was written
};

struct CheckAnswer {
    std::shared_ptr<const Program> program{};
    std::string project{};
    std::vector<spec::Monitor> monitors{};
    std::vector<CheckedProperty> properties{};  // in the order of the specification
    bool interrupted = false;

    [[nodiscard]] std::size_t count(verify::Verdict verdict) const;
    [[nodiscard]] std::size_t errors() const;  // properties that the program lacks the names for
    // Of all that was not violated, each once.
    [[nodiscard]] std::vector<std::string> assumptions() const;
};

// Fails if there is no property.
Result<CheckAnswer> check(const CheckRequest& request, const Job& job);
// NAME.witness.json and what goes with it, for each property that is violated.
Result<void> writeWitnesses(CheckAnswer& answer, const std::string& folder);
Json toJson(const CheckAnswer& answer);

}  // namespace ounce::tasks
