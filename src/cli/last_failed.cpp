#include "cli/last_failed.h"

#include <filesystem>

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/json.h"

namespace ounce {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) {
    std::error_code ignored;
    return fs::weakly_canonical(path, ignored).string();
}

fs::path fileFor(const std::vector<std::string>& suites) {
    const fs::path folder = cacheFolder();
    if (folder.empty()) return {};
    std::string names;
    for (const std::string& suite : suites) names += absolute(suite) + '\n';
    return folder / ("failed-" + md5(names));
}

}  // namespace

FailedTests lastFailed(const std::vector<std::string>& suites) {
    constexpr std::size_t kLargest = 16 << 20;
    FailedTests failed;
    const auto text = readFile(fileFor(suites).string(), kLargest);
    const auto json = text ? Json::parse(*text) : std::nullopt;
    if (!json || !json->isArray()) return failed;
    for (const Json& pair : json->items()) {
        failed.emplace(pair.text("project"), pair.text("test"));
    }
    return failed;
}

void rememberFailed(const std::vector<std::string>& suites, const std::vector<SuiteRun>& runs) {
    const fs::path file = fileFor(suites);
    if (file.empty()) return;
    FailedTests failed = lastFailed(suites);
    for (const SuiteRun& run : runs) {
        for (const TestResult& test : run.tests) {
            const std::pair key{absolute(run.file), test.name};
            if (test.verdict == Verdict::Pass) failed.erase(key);
            if (!test.isGood()) failed.insert(key);
        }
    }
    Json json = Json::array();
    for (const auto& [project, test] : failed) json.push_back({{"project", project}, {"test", test}});
    // A cache that cannot be written is no reason to fail.
    (void)makeFolder(file.parent_path().string());
    (void)writeFile(file.string(), json.dump());
}

}  // namespace ounce
