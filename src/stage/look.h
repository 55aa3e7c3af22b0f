// Looks at a stage and leaves no trace. Official Scratch remembers what queries found out (hulls, larger
// rasters), and a program can feel that; a look answers each question as the renderer would answer it now,
// and forgets at once. Costs a copy of the drawables that a question is about, not of the stage.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "stage/stage.h"

namespace ounce {

class StageLook {
  public:
    StageLook();
    explicit StageLook(const StageState& stage);
    ~StageLook();
    StageLook(StageLook&&) noexcept;
    StageLook& operator=(StageLook&&) noexcept;

    // Another state, or the same one after it changed. The state must stay as it is while it is looked at.
    void at(const StageState& stage);

    // ---- as the queries of StageState ----
    [[nodiscard]] bool touches(DrawableId drawable, std::span<const DrawableId> others);
    [[nodiscard]] bool touchesColor(DrawableId drawable, Color color);
    [[nodiscard]] bool colorTouchesColor(DrawableId drawable, Color mask, Color color);
    [[nodiscard]] bool touchesPointer(DrawableId drawable, double x, double y);
    [[nodiscard]] DrawableId pick(double x, double y);
    [[nodiscard]] Rectangle bounds(DrawableId drawable);
    [[nodiscard]] Rectangle fastBounds(DrawableId drawable);

    // ---- distances: approximate, for measuring how far a query is from being true ----
    // The nearest place where `color` is seen by `asking`, looked for on a coarse grid. Places farther away
    // than `farthest` are not looked for.
    [[nodiscard]] ColorSearch nearestColor(DrawableId asking, Point from, Color color, double farthest);
    // A place where the drawable itself shows `color`, near its middle.
    [[nodiscard]] std::optional<Point> placeOfOwnColor(DrawableId drawable, Color color);

    // ---- pictures ----
    // 480x360 times `scale`: backdrop, pen layer, sprites with all effects, bubbles.
    [[nodiscard]] StagePicture draw(int scale = 1);

  private:
    template <class Question>
    auto ask(Question question);

    std::unique_ptr<StageState::Memory> memory_;
    const StageState* stage_ = nullptr;
};

}  // namespace ounce
