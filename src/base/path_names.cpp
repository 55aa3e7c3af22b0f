#include "base/path_names.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace ounce {
namespace {

namespace fs = std::filesystem;

fs::path commonFolder(const std::vector<fs::path>& paths) {
    fs::path common = paths.front().parent_path();
    for (const fs::path& path : paths) {
        const fs::path folder = path.parent_path();
        const auto [end, ignored] = std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
        fs::path shared;
        for (auto part = common.begin(); part != end; ++part) shared /= *part;
        common = shared;
    }
    return common;
}

// Gives names that several files have another form; answers whether there were any.
template <class Name>
void renameEqual(std::vector<std::string>& names, Name name) {
    std::map<std::string, int> count;
    for (const std::string& one : names) count[one]++;
    for (std::size_t i = 0; i < names.size(); i++) {
        if (count[names[i]] > 1) names[i] = name(i);
    }
}

}  // namespace

std::vector<std::string> distinctNames(const std::vector<std::string>& paths) {
    if (paths.empty()) return {};
    std::vector<fs::path> clean;
    for (const std::string& path : paths) clean.push_back(fs::path(path).lexically_normal());
    const fs::path folder = commonFolder(clean);
    const auto below = [&](std::size_t i) {
        return folder.empty() ? clean[i] : clean[i].lexically_relative(folder);
    };
    std::vector<std::string> names;
    for (const fs::path& path : clean) names.push_back(path.stem().string());
    renameEqual(names, [&](std::size_t i) { return below(i).replace_extension().string(); });
    renameEqual(names, [&](std::size_t i) { return below(i).string(); });
    std::map<std::string, int> number;
    renameEqual(names, [&](std::size_t i) {
        const int n = ++number[names[i]];
        return n == 1 ? names[i] : names[i] + " (" + std::to_string(n) + ")";
    });
    return names;
}

}  // namespace ounce
