// What a StageState remembers, for the files that implement it.
#pragma once

#include <cmath>
#include <deque>
#include <memory>
#include <vector>

#include "stage/effects.h"
#include "stage/hull.h"
#include "stage/mask.h"
#include "stage/skins.h"
#include "stage/stage.h"
#include "stage/transform.h"

namespace ounce {

class PenLayer;
struct Texture;
struct SpeechBubble;

struct Drawable {
    // What the machine said, as the renderer stores it.
    bool alive = false;
    bool visible = true;
    LayerGroup group = LayerGroup::Sprite;
    SkinId skin = kNoSkin;
    float x = 0, y = 0;
    float scaleX = 100, scaleY = 100;
    double direction = 90;
    Effects effects{};
    // The hull is remembered until something dirties it; null: unknown. Hulls without effects belong to their
    // raster, `ownHull` keeps the others alive.
    const Hull* hull = nullptr;
    std::shared_ptr<const Hull> ownHull{};
    std::shared_ptr<const SpeechBubble> bubble{};

    bool bubbleOnRight = true;  // the side of its bubbles, remembered from one to the next

    // Computed from the above when needed.
    Rotation rotation{};
    Matrix model{}, inverse{};
    Rectangle box{}, tight{};
    HullSpan span{};
    std::shared_ptr<const StageMask> mask{};
    double maskUse = 0;            // points that were tested one by one since the shape last changed
    std::int8_t level = kNoLevel;  // the raster that this scale asks for
    bool rotationDirty = true, levelDirty = true, modelDirty = true, inverseDirty = true, tightDirty = true,
         spanDirty = true;

    void forgetHull() {
        hull = nullptr;
        ownHull.reset();
        tightDirty = spanDirty = true;
    }
    void moved() { modelDirty = inverseDirty = tightDirty = true; }
    void turned() {
        moved();
        spanDirty = true;
        mask.reset();
        maskUse = 0;
    }
    bool operator==(const Drawable& other) const;
};

// A drawable made ready for CPU queries: asks whether it covers a point of the stage.
struct Sampler {
    const Drawable* drawable = nullptr;
    const SkinShape* shape = nullptr;
    const Bitmap* bitmap = nullptr;          // premultiplied; null: nothing to see
    const Silhouette* silhouette = nullptr;  // null: nothing to touch
    const Raster* raster = nullptr;          // of a costume
    const PenLayer* pen = nullptr;           // instead of both
    bool linear = false;

    [[nodiscard]] SkinPoint local(double x, double y) const {
        const Matrix& i = drawable->inverse;
        SkinPoint p{static_cast<float>(0.5 - (x * i.a + y * i.c + i.e)),
                    static_cast<float>(x * i.b + y * i.d + i.f + 0.5)};
        if (std::abs(p.u) < 1e-6) p.u = 0;
        if (std::abs(p.v) < 1e-6) p.v = 0;
        if ((drawable->effects.on & kShapeEffects) && p.u >= 0 && p.u < 1 && p.v >= 0 && p.v < 1)
            p = distort(drawable->effects, shape->width, shape->height, p);
        return p;
    }
    [[nodiscard]] bool touches(double x, double y) const {
        if (pen) return touchesPen(x, y);
        return silhouette && silhouette->touches(local(x, y), linear);
    }
    [[nodiscard]] bool touchesPen(double x, double y) const;
};

// The drawables of a state that is looked at, and copies of those that were asked about: questions compute
// and remember, and nothing of that may reach the state.
struct LookedAt {
    const std::vector<Drawable>* drawables = nullptr;
    std::deque<Drawable> copies{};  // stay where they are; used again for the next state
    std::size_t used = 0;
    std::vector<std::int32_t> place{};  // by drawable, in `copies`; -1: not yet copied
    bool history = false;               // a hull was found or a larger raster wanted since the last question

    Drawable& copyOf(DrawableId id);
    void begin(const std::vector<Drawable>& of);
    // Takes back what the last question found out and would remember.
    void forget();
};

struct StageState::Memory {
    const Skins* skins = nullptr;
    std::vector<Drawable> drawables{};
    std::vector<DrawableId> order{};          // back to front
    std::array<int, 4> groupSize{};           // how many of `order` belong to each group
    std::vector<std::int8_t> largestLevel{};  // of each skin, the largest raster so far
    std::shared_ptr<PenLayer> pen{};          // null: never used; copied before it is changed if shared
    DrawableId penDrawable = kNoDrawable;
    // In a look (look.h): whose drawables these are. Whoever is asked about is copied here first.
    std::unique_ptr<LookedAt> seen{};

    Memory() = default;
    Memory(const Memory& other);
    Memory& operator=(const Memory& other);
    Memory(Memory&&) noexcept = default;
    Memory& operator=(Memory&&) noexcept = default;

    Drawable& operator[](DrawableId id) {
        return seen ? seen->copyOf(id) : drawables[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] bool has(DrawableId id) const {
        const std::vector<Drawable>& all = seen ? *seen->drawables : drawables;
        return id >= 0 && static_cast<std::size_t>(id) < all.size() &&
               all[static_cast<std::size_t>(id)].alive;
    }

    // ---- layers ----
    DrawableId create(LayerGroup group);
    void destroy(DrawableId id);
    [[nodiscard]] int indexOf(DrawableId id) const;  // -1 if it is not there
    void move(DrawableId id, double newIndex);       // within its group, as setDrawableOrder

    PenLayer& penLayer();  // to draw on; appears on first use

    // ---- geometry ----
    const SkinShape& shape(const Drawable& drawable) const;
    const Matrix& model(Drawable& drawable) const;
    const Rectangle& box(Drawable& drawable) const;
    Rectangle fastBounds(Drawable& drawable) const;
    Rectangle bounds(Drawable& drawable);
    void findHull(Drawable& drawable);  // if it is not known
    // `pixels`: of the picture, for a unit of the stage.
    bool usesNearest(const Drawable& drawable, double pixels = 1) const;

    // ---- rasters ----
    void wantRaster(SkinId skin, std::int8_t level);
    void wantRaster(Drawable& drawable);  // at its scale
    Sampler sampler(Drawable& drawable);  // brings everything up to date, as updateCPURenderAttributes
    // For drawing with that many pixels a unit. Makes no history.
    Texture texture(Drawable& drawable, double pixels = 1);

    // Which points of the stage the drawable covers, if that is worth knowing for a search among `points`
    // points.
    const StageMask* mask(Drawable& drawable, const Sampler& ready, double points);

    // ---- queries ----
    [[nodiscard]] bool touches(DrawableId drawable, std::span<const DrawableId> others);
    [[nodiscard]] bool touchesPointer(DrawableId drawable, double x, double y);
    [[nodiscard]] DrawableId pick(double x, double y);
    [[nodiscard]] ColorSearch nearestColor(DrawableId asking, Point from, Color color, double farthest);
    [[nodiscard]] std::optional<Point> placeOfOwnColor(DrawableId drawable, Color color);
    [[nodiscard]] StagePicture draw(int scale);
    // The area in which to look for things that touch; none: nothing to look for.
    std::optional<Rectangle> queryBounds(Drawable& drawable);
    struct Candidate {
        DrawableId id;
        Sampler sampler;
        Rectangle overlap;
    };
    // Of `ids` from the last to the first, those that can meet `area`.
    void candidates(DrawableId asking, std::span<const DrawableId> ids, const Rectangle& area,
                    std::vector<Candidate>& out);
    // Whether both cover a point of the area.
    bool meet(Drawable& a, const Sampler& readyA, Drawable& b, const Sampler& readyB, const Rectangle& area);
    bool findsColor(DrawableId asking, Color color, const std::optional<Color>& mask);
};

}  // namespace ounce
