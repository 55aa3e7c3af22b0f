#include "tasks/check.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <utility>

#include "base/file.h"
#include "base/parallel.h"
#include "base/words.h"
#include "spec/parse.h"
#include "tasks/falsify.h"
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

// Of the time for each property: the rest is for the search for a violation.
constexpr double kProveUntil = 0.4;
// A search without a limit of time makes so many steps for each state that the prover may visit.
constexpr std::int64_t kStepsForAState = 10;
constexpr std::int64_t kUsualStates = 20000;

void takeWitness(const CheckRequest& request, const std::vector<spec::Monitor>& monitors, std::size_t place,
                 verify::Witness found, CheckResult& result, const Job& job) {
    verify::Witness witness = verify::minimise(*request.program, monitors, place, std::move(found), {}, job);
    witness.programName = request.project;
    witness.spec = request.spec.source;
    result.verdict = Verdict::Violated;
    result.steps = witness.violationStep;
    result.message = witness.message;
    result.how = fmt::format("a run of {} violates it", counted(result.steps, "step"));
    result.witness = std::move(witness);
}

CheckedProperty prove(const CheckRequest& request, const std::vector<spec::Monitor>& monitors,
                      std::size_t place, const Job& job) {
    const Job own = job.within(request.seconds.value_or(Job::kNever));
    CheckedProperty checked{.result = verify::check(request.program, request.spec, place, request.options,
                                                    request.search ? own.part(kProveUntil) : own)};
    CheckResult& result = checked.result;
    if (result.witness)
        takeWitness(request, monitors, place, *std::exchange(result.witness, {}), result, own);
    checked.seconds = own.seconds();
    return checked;
}

// What no proof decides is searched for a violation, all of it together: a test that breaks one property
// often comes near to another.
void search(const CheckRequest& request, CheckAnswer& answer, const Job& job) {
    FalsifyRequest open{.program = request.program, .spec = request.spec, .options = request.options};
    double longest = 0, sum = 0;
    for (std::size_t i = 0; i < answer.properties.size(); i++) {
        const CheckedProperty& property = answer.properties[i];
        const Verdict verdict = property.result.verdict;
        if (!answer.monitors[i].error.empty() || (verdict != Verdict::Bounded && verdict != Verdict::Unknown))
            continue;
        open.places.push_back(i);
        const double left = std::max(0.0, request.seconds.value_or(0) - property.seconds);
        longest = std::max(longest, left);
        sum += left;
    }
    if (open.places.empty() || job.isStopped()) return;
    const auto states =
        request.options.states > 0 ? static_cast<std::int64_t>(request.options.states) : kUsualStates;
    if (!request.seconds)
        open.budget.steps = states * kStepsForAState * static_cast<std::int64_t>(open.places.size());
    const double limit =
        request.seconds ? std::max(longest, sum / static_cast<double>(job.threads)) : Job::kNever;
    const Job own = job.within(limit);
    Falsification found = falsify(open, own);
    for (std::size_t n = 0; n < open.places.size(); n++) {
        const std::size_t i = open.places[n];
        CheckedProperty& property = answer.properties[i];
        if (found.witnesses[n])
            takeWitness(request, answer.monitors, i, std::move(*found.witnesses[n]), property.result, own);
        else
            property.result.how += fmt::format("; a search with {} found none, either",
                                               counted(static_cast<std::uint64_t>(found.tests), "test"));
        property.seconds += own.seconds() / static_cast<double>(open.places.size());
    }
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
    const Job proofs = job.phase("proofs", 0, request.search ? kProveUntil : 1);
    std::atomic<std::uint64_t> done{0};
    proofs.report(0, answer.monitors.size(), "properties");
    inParallel(answer.monitors.size(), job.threads, [&](std::size_t i, std::size_t) {
        const double from = static_cast<double>(done) / static_cast<double>(answer.monitors.size());
        answer.properties[i] =
            prove(request, answer.monitors, i, proofs.phase(answer.monitors[i].name, from, 1));
        proofs.report(++done, answer.monitors.size(), "properties");
    });
    if (request.search) search(request, answer, job.phase("search for violations", kProveUntil));
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
