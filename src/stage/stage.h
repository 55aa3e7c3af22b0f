// The stage as the official renderer sees it: which pixels a sprite covers, what touches what, where the
// fence is, what the pen has drawn. A `Stage` holds what never changes (the skins of a program, rasterised
// when first needed) and is shared by all threads; a `StageState` is a value that belongs to one state of the
// machine and remembers what the official renderer remembers (order of layers, which hulls are known, the
// largest raster of each skin, the pen layer).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "project/project.h"

namespace ounce {

enum class RotationStyle : std::uint8_t { AllAround, LeftRight, DontRotate };

enum Effect : std::uint8_t { ColorEffect, Fisheye, Whirl, Pixelate, Mosaic, Brightness, Ghost, EffectCount };

// Layer groups from back to front; the drawing order keeps them apart.
enum class LayerGroup : std::uint8_t { Background, Video, Pen, Sprite };

using SkinId = std::int32_t;      // a costume of the program; the same for all clones
using DrawableId = std::int32_t;  // an index into StageState's drawables; -1 is none
constexpr DrawableId kNoDrawable = -1;

struct Rectangle {
    double left = 0, right = 0, bottom = 0, top = 0;
    [[nodiscard]] double width() const { return right > left ? right - left : left - right; }
    [[nodiscard]] double height() const { return top > bottom ? top - bottom : bottom - top; }
};

struct Point {
    double x = 0, y = 0;
};

struct Color {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Color&) const = default;
};

// A picture, four bytes a pixel.
struct StagePicture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

// How far away a colour is.
struct ColorSearch {
    bool exists = false;  // some costume, or the pen, may show the colour, perhaps hidden by others
    bool found = false;   // it was seen
    double distance = 0;  // from the point to where it was seen; else to where it may be
    Point place{};        // where it was seen
};

struct PenAttributes {
    double diameter = 1;
    std::array<double, 4> rgba{0, 0, 1, 1};  // each 0…1, not premultiplied
};

class StageState;
class StageLook;
class Hash;
class Skins;  // the rasters, in skins.h
class ByteWriter;
class ByteReader;

class Stage {
  public:
    // `project` is settled. Reads no pixel yet. What is wrong with an asset becomes a warning, not a failure.
    static std::shared_ptr<const Stage> create(const Project& project);
    ~Stage();

    // The skin of a costume: `target` is the index in project.targets.
    [[nodiscard]] SkinId skin(int target, int costume) const;
    // Width and height of a skin in stage units.
    [[nodiscard]] Point skinSize(SkinId skin) const;
    [[nodiscard]] const std::vector<std::string>& warnings() const;

    // The state right after loading: nothing is there yet but the (empty) pen layer's place.
    [[nodiscard]] StageState initialState() const;

  private:
    Stage();
    std::unique_ptr<Skins> skins_;
    friend class StageState;
};

// Everything that the renderer remembers. Copying it is cheap: the pen layer is shared until it is drawn on.
class StageState {
  public:
    StageState(const StageState&);
    StageState(StageState&&) noexcept;
    StageState& operator=(const StageState&);
    StageState& operator=(StageState&&) noexcept;
    ~StageState();
    bool operator==(const StageState&) const;
    [[nodiscard]] std::uint64_t hash() const;
    // What the future depends on, wherever the drawables happen to lie in memory: they count in the order in
    // which they are drawn.
    void canonical(Hash& hash) const;
    [[nodiscard]] std::uint64_t penHash() const;  // of what the pen has drawn
    // The pieces of the pen layer that states share until one of them draws there: where they lie, for
    // whoever counts memory. Each takes kPenPieceBytes.
    [[nodiscard]] std::vector<const void*> penPieces() const;
    static const std::size_t kPenPieceBytes;

    // ---- drawables ----
    DrawableId create(LayerGroup group);  // at the front of its group
    void destroy(DrawableId drawable);
    void setPosition(DrawableId drawable, double x, double y);  // rounded as the renderer does
    // `direction` and `size` are the machine's; the rotation style decides what is rendered.
    void setDirectionAndSize(DrawableId drawable, double direction, double size, RotationStyle style);
    void setVisible(DrawableId drawable, bool visible);
    void setSkin(DrawableId drawable, SkinId skin);
    void setEffect(DrawableId drawable, Effect effect,
                   double value);  // setting a shape effect dirties the hull, even to the same value

    // ---- layers ----
    [[nodiscard]] int order(DrawableId drawable) const;  // index in the drawing list, 0 at the back
    // As the official setDrawableOrder within the drawable's group: relative moves, ±infinity for front and
    // back.
    void moveLayers(DrawableId drawable, double by);
    // Puts `drawable` directly behind `other`.
    void moveBehind(DrawableId drawable, DrawableId other);

    // ---- geometry ----
    [[nodiscard]] Point fence(DrawableId drawable, double x, double y);
    [[nodiscard]] Rectangle bounds(DrawableId drawable);      // tight: computes the hull if it is not known
    [[nodiscard]] Rectangle fastBounds(DrawableId drawable);  // tight only if the hull happens to be known

    // ---- queries: for the machine. They make history, which a program can feel; whoever only wants to know
    // takes a StageLook (look.h) ----
    [[nodiscard]] bool touches(DrawableId drawable, std::span<const DrawableId> others);
    [[nodiscard]] bool touchesColor(DrawableId drawable, Color color);
    [[nodiscard]] bool colorTouchesColor(DrawableId drawable, Color mask, Color color);
    // `x`, `y`: the mouse in stage units as the last event gave it, not rounded, not limited.
    [[nodiscard]] bool touchesPointer(DrawableId drawable, double x, double y);
    // The topmost drawable at that point that a click would reach (a bubble or the pen layer included), or
    // none.
    [[nodiscard]] DrawableId pick(double x, double y);

    // ---- pen ----
    void penClear();
    void penLine(Point from, Point to, const PenAttributes& pen);  // a dot if both are the same
    void penStamp(DrawableId drawable);

    // ---- speech bubbles: drawables of the sprite group, at the front when they appear ----
    // Returns the bubble's drawable (created on first use when `bubble` is kNoDrawable).
    DrawableId showBubble(DrawableId bubble, DrawableId owner, std::string_view utf8, bool think);
    void positionBubble(DrawableId bubble, DrawableId owner);  // after a visible change of its owner

    // ---- bytes: all that == compares, and nothing that can be computed again ----
    void write(ByteWriter& bytes) const;
    // Replaces everything. Bytes that no state of this stage can have make the reader fail.
    void read(ByteReader& bytes);
    [[nodiscard]] bool has(DrawableId drawable) const;  // a drawable that is neither bubble nor pen layer
    [[nodiscard]] bool hasBubble(DrawableId drawable) const;

    // The end of a step: official Scratch draws now, which makes rasters at the sizes in view.
    void drawn();

    struct Memory;  // memory.h; for the files of this folder
    [[nodiscard]] Memory& memory() { return *memory_; }

  private:
    friend class Stage;
    friend class StageLook;
    explicit StageState(const Stage& stage);
    std::unique_ptr<Memory> memory_;
};

}  // namespace ounce
