// Little programs for the stage's tests: sprites with costumes given as SVG text or as pixels made in code.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <spng.h>
#include <string>
#include <utility>
#include <vector>

#include "stage/effects.h"
#include "stage/stage.h"
#include "stage/transform.h"

namespace ounce::testing_stage {

inline std::string pngOf(int width, int height, const std::function<Rgba(int, int)>& pixel) {
    std::vector<Rgba> pixels;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) pixels.push_back(pixel(x, y));
    spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    spng_ihdr header{};
    header.width = static_cast<std::uint32_t>(width);
    header.height = static_cast<std::uint32_t>(height);
    header.bit_depth = 8;
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    spng_set_ihdr(context, &header);
    spng_encode_image(context, pixels.data(), pixels.size() * sizeof(Rgba), SPNG_FMT_PNG,
                      SPNG_ENCODE_FINALIZE);
    std::size_t size = 0;
    int error = 0;
    void* bytes = spng_get_png_buffer(context, &size, &error);
    std::string png(static_cast<const char*>(bytes), size);
    std::free(bytes);
    spng_ctx_free(context);
    return png;
}

inline std::string pngOf(int width, int height, Rgba color) {
    return pngOf(width, height, [=](int, int) { return color; });
}

// A rectangle of that size that fills its view box.
inline std::string svgBox(const std::string& width, const std::string& height,
                          const std::string& fill = "red") {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + ' ' + height + "\"><rect width=\"" + width + "\" height=\"" +
           height + "\" fill=\"" + fill + "\"/></svg>";
}

// A program of sprites with one costume each.
class Scene {
  public:
    Scene() { project_.targets.emplace_back().isStage = true; }

    // `file` starting with '<' is SVG, anything else a bitmap of that resolution. Without a centre: the
    // middle.
    int add(std::string file, double resolution = 2, std::optional<Point> center = std::nullopt) {
        Costume costume;
        costume.dataFormat = file.starts_with('<') ? "svg" : "png";
        costume.assetId = "asset" + std::to_string(project_.targets.size());
        costume.bitmapResolution = resolution;
        if (center) costume.rotationCenterX = center->x, costume.rotationCenterY = center->y;
        project_.assets[costume.fileName()] = std::make_shared<const std::string>(std::move(file));
        Target target;
        target.name = "Sprite" + std::to_string(project_.targets.size());
        target.costumes.push_back(std::move(costume));
        project_.targets.push_back(std::move(target));
        return static_cast<int>(project_.targets.size()) - 1;
    }

    // Ends adding: all sprites stand at (0, 0), visible; a sprite's drawable is its number - 1. The pen draws
    // over the first `backdrops` of them, and below the others.
    StageState& start(int backdrops = 0) {
        stage_ = Stage::create(project_);
        state_.emplace(stage_->initialState());
        for (std::size_t i = 1; i < project_.targets.size(); i++)
            state_->setSkin(state_->create(static_cast<int>(i) <= backdrops ? LayerGroup::Background
                                                                            : LayerGroup::Sprite),
                            stage_->skin(static_cast<int>(i), 0));
        return *state_;
    }
    [[nodiscard]] const Stage& stage() const { return *stage_; }
    Project& project() { return project_; }

  private:
    Project project_;
    std::shared_ptr<const Stage> stage_;
    std::optional<StageState> state_;
};

inline bool touching(StageState& state, DrawableId a, DrawableId b) {
    const std::array<DrawableId, 1> others{b};
    return state.touches(a, others);
}

// The whole numbers on the axes at which the drawable covers a point, as "left..right, bottom..top".
inline std::string reach(StageState& state, DrawableId drawable) {
    int left = 999, right = -999, bottom = 999, top = -999;
    for (int i = -50; i <= 50; i++) {
        if (state.touchesPointer(drawable, i, 0)) left = std::min(left, i), right = std::max(right, i);
        if (state.touchesPointer(drawable, 0, i)) bottom = std::min(bottom, i), top = std::max(top, i);
    }
    return std::to_string(left) + ".." + std::to_string(right) + ", " + std::to_string(bottom) + ".." +
           std::to_string(top);
}

}  // namespace ounce::testing_stage
