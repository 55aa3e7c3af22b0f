// Projects of the corpus that check themselves: official Scratch's own tests and those of other machines.
// Each must come to the verdict that the official VM comes to.
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

#include "base/cast.h"
#include "corpus_files.h"
#include "project/load.h"
#include "vm/runner.h"

namespace ounce {
namespace {

// Two minutes of Scratch time; nearly all are done within seconds.
constexpr int kSteps = 3600;

// Projects of other machines that the official VM does not pass either: what the verdict is instead, and why.
struct Exception {
    std::string verdict, reason;
};

const std::map<std::string, Exception> kExceptions = {
    {"mistwarp-vm/execute/tw-procedure-return-non-existant.sb3",
     {"0 of 2 passed", "custom blocks that report a value exist in TurboWarp only"}},
    {"mistwarp-vm/execute/tw-procedure-return-recursion.sb3",
     {"says fail recursing between calls yields 3",
      "custom blocks that report a value exist in TurboWarp only; official Scratch runs such a call in "
      "passing and fails"}},
    {"mistwarp-vm/execute/tw-procedure-return-stops-scripts.sb3",
     {"says fail return did not stop the script immediately",
      "custom blocks that report a value exist in TurboWarp only"}},
    {"mistwarp-vm/execute/tw-tab-equals-zero.sb3",
     {"0 of 6 passed", "a tab equals 0 in TurboWarp; official Scratch takes blank text for no number"}},
    {"forkphorus/tests/sb2/non-standard-json.sb2",
     {"cannot be read", "NaN is no JSON; official Scratch refuses the file, too"}},
    {"hyperquark/execute/tw-block-with-null-for-variable-id.sb3",
     {"0 of 2 passed", "official Scratch does not find a variable by its name when the id is null"}},
};

struct SelfCheck {
    std::string file, protocol;
};

std::vector<SelfCheck> selfChecks() {
    std::vector<SelfCheck> found;
    auto csv = readFile((corpus() / "catalog.csv").string(), std::size_t{64} << 20);
    if (!csv) return found;
    std::istringstream lines(*csv);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> head = splitCsv(line);
    const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
    };
    const std::size_t file = column("file"), protocol = column("self_check");
    while (std::getline(lines, line)) {
        const std::vector<std::string> row = splitCsv(line);
        if (row.size() > std::max(file, protocol) && !row[protocol].empty())
            found.push_back({row[file], row[protocol]});
    }
    return found;
}

// «plan 3», «pass …», «fail …», «end» are said; for the other protocol a custom block named OK… or FAIL… is
// called.
class Verdict final : public Observer {
  public:
    explicit Verdict(const Program& program) {
        for (const Procedure& procedure : program.procedures) {
            if (procedure.definition == kNone) continue;
            std::string name = procedure.proccode.substr(0, 4);
            for (char& c : name) c = static_cast<char>(std::toupper(c));
            if (name.starts_with("OK")) ok_.push_back(procedure.definition);
            if (name.starts_with("FAIL")) fail_.push_back(procedure.definition);
        }
    }
    void said(std::int32_t, bool, const Value& value) override {
        const std::string text = toText(value).utf8();
        const std::string word = text.substr(0, text.find(' '));
        if (word == "plan") planned = std::atoi(text.substr(4).c_str());
        if (word == "pass") passed++;
        if (word == "fail") failures.push_back(text);
        if (word == "end") ended = true;
    }
    void executed(std::int32_t statement, std::int32_t) override {
        if (std::find(ok_.begin(), ok_.end(), statement) != ok_.end()) okCalled = true;
        if (std::find(fail_.begin(), fail_.end(), statement) != fail_.end()) failCalled = true;
    }

    int planned = -1, passed = 0;
    bool ended = false, okCalled = false, failCalled = false;
    std::vector<std::string> failures;

  private:
    std::vector<std::int32_t> ok_, fail_;
};

std::string judge(const SelfCheck& check) {
    auto project = loadProject((corpus() / check.file).string());
    if (!project) return "cannot be read";
    auto program = compile(std::move(*project));
    if (!program) return "cannot be run: " + program.error().message();
    Runner runner(*program, {}, 1, {InputEvent{}});
    Verdict verdict(**program);
    runner.machine().watch(verdict);
    const bool hooks = check.protocol == "ok-fail-procs";
    for (int i = 0; i < kSteps; i++) {
        runner.step();
        if (hooks ? verdict.okCalled || verdict.failCalled : verdict.ended) break;
        if (runner.finished() && runner.state().timers.empty()) break;
    }
    if (hooks) {
        if (verdict.failCalled) return "FAIL was called";
        return verdict.okCalled ? "passes" : "neither OK nor FAIL was called";
    }
    // This one has only hats that run at once, and never says that it is over.
    const bool mustEnd = !check.file.ends_with("hat-thread-execution.sb2");
    if (!verdict.failures.empty()) return "says " + verdict.failures.front();
    if (mustEnd && !verdict.ended) return fmt::format("does not end ({} passed)", verdict.passed);
    if (verdict.planned >= 0 && verdict.passed != verdict.planned)
        return fmt::format("{} of {} passed", verdict.passed, verdict.planned);
    return verdict.passed > 0 || verdict.planned == 0 ? "passes" : "says neither pass nor fail";
}

TEST(SelfCheck, EveryProjectComesToTheOfficialVerdict) {
    const std::vector<SelfCheck> checks = selfChecks();
    if (checks.empty()) GTEST_SKIP() << "there is no corpus at " << corpus();
    int passes = 0;
    for (const SelfCheck& check : checks) {
        const std::string verdict = judge(check);
        const auto exception = kExceptions.find(check.file);
        if (exception == kExceptions.end()) {
            EXPECT_EQ(verdict, "passes") << check.file;
        } else {
            EXPECT_EQ(verdict, exception->second.verdict) << check.file << ": " << exception->second.reason;
        }
        passes += verdict == "passes";
    }
    RecordProperty("passes", passes);
    EXPECT_GE(checks.size(), 100u);
}

}  // namespace
}  // namespace ounce
