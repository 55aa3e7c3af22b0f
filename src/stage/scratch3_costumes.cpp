#include "stage/scratch3_costumes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/file.h"
#include "stage/png.h"
#include "stage/svg/svg.h"

namespace ounce {

namespace {

constexpr std::string_view kTextLayer = "textLayerMD5";

class Costumes {
  public:
    explicit Costumes(Project& project) : project_(project) {}

    void convert(Costume& costume) {
        const std::string before = costume.fileName(), text = textLayerOf(costume);
        const auto asset = project_.assets.find(before);
        if (asset == project_.assets.end() || !asset->second) return;
        const bool svg = costume.dataFormat == "svg";
        if (!svg && text.empty()) return;
        auto [at, isNew] = made_.try_emplace({before, text});
        if (isNew) at->second = svg ? drawing(*asset->second) : merged(*asset->second, text);
        const Bytes& bytes = at->second;
        if (!bytes) return;  // what cannot be read is left as it is
        if (!svg) costume.dataFormat = "png";
        costume.assetId = md5(*bytes);
        costume.md5ext = costume.assetId + "." + costume.dataFormat;
        std::erase_if(costume.extra, [](const auto& member) { return member.first == kTextLayer; });
        added_[costume.md5ext] = bytes;
    }

    // Whatever is still used, and nothing else.
    void finish() {
        std::map<std::string, Bytes> kept = std::move(added_);
        for (const Target& target : project_.targets) {
            for (const Costume& costume : target.costumes) {
                keep(costume.fileName(), kept);
                if (const std::string text = textLayerOf(costume); !text.empty()) keep(text, kept);
            }
            for (const Sound& sound : target.sounds) keep(sound.fileName(), kept);
        }
        project_.assets = std::move(kept);
    }

  private:
    static std::string textLayerOf(const Costume& costume) {
        for (const auto& [name, value] : costume.extra)
            if (name == kTextLayer && value.size() > 2) return value.substr(1, value.size() - 2);
        return {};
    }

    void keep(const std::string& file, std::map<std::string, Bytes>& kept) const {
        if (const auto at = project_.assets.find(file); at != project_.assets.end()) kept.insert(*at);
    }

    static Bytes drawing(const std::string& file) {
        auto svg = scratch3Svg(file);
        return svg ? std::make_shared<const std::string>(std::move(*svg)) : nullptr;
    }

    Bytes merged(const std::string& file, const std::string& textFile) const {
        const auto layer = project_.assets.find(textFile);
        if (layer == project_.assets.end() || !layer->second) return nullptr;
        auto picture = decodeBitmap(file);
        const auto text = decodeBitmap(*layer->second);
        if (!picture || !text) return nullptr;
        drawOver(*text, *picture);
        auto png = encodePng(*picture);
        return png ? std::make_shared<const std::string>(std::move(*png)) : nullptr;
    }

    Project& project_;
    std::map<std::pair<std::string, std::string>, Bytes> made_;  // by the files it is made of
    std::map<std::string, Bytes> added_;
};

}  // namespace

void toScratch3Costumes(Project& project) {
    if (project.format != Format::Sb2) return;
    Costumes costumes(project);
    for (Target& target : project.targets)
        for (Costume& costume : target.costumes) costumes.convert(costume);
    costumes.finish();
    project.format = Format::Sb3;
}

}  // namespace ounce
