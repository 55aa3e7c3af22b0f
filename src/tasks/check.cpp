#include "tasks/check.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/file.h"
#include "base/parallel.h"
#include "base/words.h"
#include "spec/parse.h"
#include "verify/export.h"
#include "verify/minimise.h"

namespace ounce::tasks {
namespace {

using verify::CheckResult;
using verify::Verdict;

std::string fileNameOf(const std::string& property) {
    std::string name;
    for (const char c : property) {
        const bool usual = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           c == '-' || c == '_';
        name += usual ? c : '-';
    }
    return name.empty() ? "property" : name;
}

// A name for each property's files, no two the same.
std::vector<std::string> fileNames(const std::vector<spec::Monitor>& monitors) {
    std::vector<std::string> names;
    for (const spec::Monitor& monitor : monitors) {
        std::string name = fileNameOf(monitor.name);
        for (int number = 2; std::ranges::find(names, name) != names.end(); number++)
            name = fmt::format("{}-{}", fileNameOf(monitor.name), number);
        names.push_back(std::move(name));
    }
    return names;
}

// The job of one property: each has the time that is asked for, and a slice that was no good does not count.
class PropertyJob {
  public:
    PropertyJob(const CheckRequest& request, const std::string& name, const Job& whole)
        : request_(request), name_(name), whole_(whole), now_(begin()) {}

    void restart() { now_ = begin(); }
    bool isOver(std::uint64_t states, std::uint64_t waiting, std::uint64_t depth) {
        if (whole_.listener) {
            const double part =
                now_.isLimited() || request_.options.states == 0
                    ? now_.spent()
                    : static_cast<double>(states) / static_cast<double>(request_.options.states);
            whole_.report(
                part,
                fmt::format("{}: {} states, {:.0f}/s, {} waiting, depth {}", name_, states,
                            static_cast<double>(states) / std::max(now_.seconds(), 1e-3), waiting, depth),
                states, request_.options.states);
        }
        return now_.isOver();
    }

  private:
    [[nodiscard]] Job begin() const { return whole_.within(request_.seconds.value_or(Job::kNever)); }

    const CheckRequest& request_;
    const std::string& name_;
    const Job& whole_;
    Job now_;
};

CheckedProperty checkOne(const CheckRequest& request, const std::vector<spec::Monitor>& monitors,
                         std::size_t place, const Job& job) {
    const double begin = job.now();
    PropertyJob own(request, monitors[place].name, job);
    verify::ExploreOptions options = request.options;
    options.restart = [&own] { own.restart(); };
    options.isOver = [&own](std::uint64_t states, std::uint64_t waiting, std::uint64_t depth) {
        return own.isOver(states, waiting, depth);
    };
    CheckedProperty checked{.result =
                                verify::check(request.program, request.spec, place, options, request.slices)};
    checked.seconds = job.now() - begin;
    CheckResult& result = checked.result;
    if (!result.witness) return checked;
    verify::Witness witness = verify::minimise(*request.program, monitors, place, std::move(*result.witness));
    witness.programName = request.project;
    witness.spec = request.spec.source;
    result.steps = witness.violationStep;
    result.message = witness.message;
    result.how = fmt::format("a run of {} violates it", counted(result.steps, "step"));
    result.witness = std::move(witness);
    return checked;
}

Json toJson(const CheckedProperty& property) {
    const CheckResult& result = property.result;
    Json json = {{"name", result.name},
                 {"verdict", std::string(verify::verdictName(result.verdict))},
                 {"how", result.how},
                 {"steps", result.steps},
                 {"states", result.states},
                 {"seconds", property.seconds},
                 {"witness", property.witnessFile.empty() ? Json(nullptr) : Json(property.witnessFile)}};
    if (!result.message.empty()) json["message"] = result.message;
    if (!result.explanation.empty()) json["explanation"] = result.explanation;
    json["assumptions"] = result.assumptions;
    return json;
}

}  // namespace

std::size_t CheckAnswer::count(Verdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        properties, [&](const CheckedProperty& p) { return p.result.verdict == verdict; }));
}

std::size_t CheckAnswer::errors() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(monitors, [](const spec::Monitor& monitor) { return !monitor.error.empty(); }));
}

std::vector<std::string> CheckAnswer::assumptions() const {
    std::vector<std::string> all;
    for (const CheckedProperty& property : properties) {
        if (property.result.verdict == Verdict::Violated) continue;
        for (const std::string& one : property.result.assumptions) {
            if (std::ranges::find(all, one) == all.end()) all.push_back(one);
        }
    }
    return all;
}

Result<CheckAnswer> check(const CheckRequest& request, const Job& job) {
    CheckAnswer answer{.program = request.program,
                       .project = request.project,
                       .monitors = spec::bind(request.spec, *request.program)};
    if (answer.monitors.empty())
        return fail("there is no property to check", {}, "write one into a file and give it with --spec");
    answer.properties.resize(answer.monitors.size());
    inParallel(answer.monitors.size(), job.threads, [&](std::size_t i, std::size_t) {
        answer.properties[i] = checkOne(request, answer.monitors, i, job);
    });
    answer.interrupted = job.isStopped();
    return answer;
}

Result<void> writeWitnesses(CheckAnswer& answer, const std::string& folder) {
    const std::vector<std::string> names = fileNames(answer.monitors);
    OUNCE_CHECK(makeFolder(folder));
    for (std::size_t i = 0; i < answer.properties.size(); i++) {
        CheckedProperty& property = answer.properties[i];
        if (!property.result.witness) continue;
        OUNCE_CHECK(verify::exportWitness(folder, names[i], *answer.program, answer.monitors, i,
                                          *property.result.witness));
        property.witnessFile = fmt::format("{}/{}.witness.json", folder, names[i]);
    }
    return {};
}

Json toJson(const CheckAnswer& answer) {
    Json list = Json::array();
    for (const CheckedProperty& property : answer.properties) list.push_back(toJson(property));
    return {{"project", answer.project}, {"properties", list}};
}

}  // namespace ounce::tasks
