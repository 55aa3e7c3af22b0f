// costume_masks PROJECT: which texels of each costume count when things touch, at 100 %, one costume a line
// as JSON. `mask` has a hexadecimal digit for four texels, the leftmost first; each row starts a new digit.
#include <cstdio>
#include <fmt/format.h>

#include "base/json_writer.h"
#include "project/load.h"
#include "stage/skins.h"

namespace {

std::string maskOf(const ounce::Bitmap& bitmap) {
    std::string mask;
    for (int y = 0; y < bitmap.height; y++)
        for (int x = 0; x < bitmap.width; x += 4) {
            unsigned digit = 0;
            for (int i = 0; i < 4; i++) {
                const auto texel = static_cast<std::size_t>(y * bitmap.width + x + i);
                digit = digit << 1 | (x + i < bitmap.width && bitmap.rgba[texel * 4 + 3] > 0);
            }
            mask += "0123456789abcdef"[digit];
        }
    return mask;
}

}  // namespace

int main(int count, char** arguments) {
    using namespace ounce;
    if (count != 2) {
        fmt::print(stderr, "usage: costume_masks PROJECT\n");
        return 2;
    }
    const auto project = loadProject(arguments[1]);
    if (!project) {
        fmt::print(stderr, "{}\n", project.error().message());
        return 2;
    }
    const Skins skins(*project);
    for (std::size_t target = 0; target < project->targets.size(); target++)
        for (std::size_t costume = 0; costume < project->targets[target].costumes.size(); costume++) {
            const Skin& skin = skins[skins.find(static_cast<int>(target), static_cast<int>(costume))];
            const Raster* raster = skin.raster(skin.levelFor(100, 100));
            JsonWriter line;
            line.beginObject().key("target").string(project->targets[target].name);
            line.key("costume").number(static_cast<double>(costume));
            line.key("kind").string(skin.kind == Skin::Kind::Svg ? "svg" : "bitmap");
            line.key("width").number(raster ? raster->bitmap.width : 0);
            line.key("height").number(raster ? raster->bitmap.height : 0);
            line.key("mask").string(raster ? maskOf(raster->bitmap) : "").endObject();
            fmt::print("{}\n", line.text());
        }
    return 0;
}
