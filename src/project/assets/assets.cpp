#include "project/assets/assets.h"

#include <fmt/format.h>
#include <set>

namespace ounce {
namespace {

constexpr std::size_t kMostWarnings = 50;

bool isWhatItSays(const Costume& costume, std::string_view bytes) {
    const auto info = inspectPicture(bytes);
    return info && (info->kind == AssetKind::Svg) == (costume.dataFormat == "svg");
}

bool isWhatItSays(const Sound&, std::string_view bytes) { return inspectSound(bytes).has_value(); }

class Check {
  public:
    explicit Check(Project& project) : project_(project) {}

    template <class Asset>
    void all(const Target& target, const std::vector<Asset>& assets, std::string_view kind,
             std::string_view instead) {
        for (const Asset& asset : assets) {
            const std::string file = asset.fileName();
            if (!seen_.insert(file).second) continue;
            const auto at = project_.assets.find(file);
            const bool missing = at == project_.assets.end();
            if (!missing && isWhatItSays(asset, *at->second)) continue;
            if (++count_ > kMostWarnings) continue;
            project_.warnings.push_back(fmt::format("{}: the file {} of the {} {} is {}; {}",
                                                    target.isStage ? "the stage" : "sprite " + target.name,
                                                    file, kind, asset.name, missing ? "missing" : "broken",
                                                    instead));
        }
    }

    void finish() {
        if (count_ <= kMostWarnings) return;
        project_.warnings.push_back(
            fmt::format("more costumes and sounds are missing or broken: {}", count_ - kMostWarnings));
    }

  private:
    Project& project_;
    std::set<std::string> seen_;  // a file that several costumes share is reported once
    std::size_t count_ = 0;
};

}  // namespace

void checkAssets(Project& project) {
    if (project.assets.empty()) {
        project.warnings.push_back(
            "the project comes without its costume and sound files; placeholders stand in");
        return;
    }
    Check check(project);
    for (const Target& target : project.targets) {
        check.all(target, target.costumes, target.isStage ? "backdrop" : "costume",
                  "a grey square stands in");
        check.all(target, target.sounds, "sound", "it stays silent");
    }
    check.finish();
}

}  // namespace ounce
