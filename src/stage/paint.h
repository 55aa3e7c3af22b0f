// Drawing as the GPU does it: a drawable's quad is cut into two triangles, each pixel samples the texture
// with its filter and passes through the effects. Used where official Scratch lets the GPU decide: stamps,
// large colour queries, pictures.
#pragma once

#include <array>

#include "stage/memory.h"
#include "stage/rasterize.h"

namespace ounce {

// Premultiplied, each 0…255.
using Paint = std::array<double, 4>;

struct Texture {
    const Bitmap* bitmap = nullptr;  // premultiplied
    const Raster* raster = nullptr;  // of a costume
    const PenLayer* pen = nullptr;   // instead of a bitmap
    bool linear = false;
    bool exact = false;  // alike neighbours are mixed too, which can change the last bits

    [[nodiscard]] Paint sample(double u, double v) const;
};

// What is drawn, onto pixels: where the picture's top left corner lies on the stage and how many pixels a
// unit has.
struct View {
    double left = -240, top = 180;
    double scale = 1;
};

class Painter {
  public:
    // `effectMask` keeps effects: ~bitOf(Ghost) leaves ghost out.
    Painter(StageState::Memory& memory, Drawable& drawable, const Texture& texture,
            std::uint8_t effectMask = 0xFF);

    // Calls draw(x, y, paint) for every pixel of the quad within the area.
    template <class Draw>
    void fill(const View& view, const PixelArea& area, Draw draw) const {
        if (!texture_.bitmap && !texture_.pen) return;
        const auto pixel = [&](int x, int y, double u, double v) { draw(x, y, colorAt(u, v)); };
        for (const Triangle& triangle : triangles(view)) triangle.fill(area, pixel);
    }

  private:
    friend class PaintedRows;
    [[nodiscard]] std::array<Triangle, 2> triangles(const View& view) const {
        const Corner a = corner(view, -0.5, -0.5), b = corner(view, 0.5, -0.5), c = corner(view, -0.5, 0.5),
                     d = corner(view, 0.5, 0.5);
        return {Triangle(a, b, c), Triangle(c, b, d)};
    }
    [[nodiscard]] Corner corner(const View& view, double x, double y) const {
        return {(x * model_.a + y * model_.c + model_.e - view.left) * view.scale,
                (view.top - (x * model_.b + y * model_.d + model_.f)) * view.scale, 0.5 - x, 0.5 + y};
    }
    [[nodiscard]] Paint colorAt(double u, double v) const;

    Matrix model_;
    const Effects* effects_;
    const SkinShape* shape_;
    std::uint8_t on_;
    Texture texture_;
};

// The same pixels row by row, each one drawn only when someone asks.
class PaintedRows {
  public:
    PaintedRows(const Painter& painter, const View& view, const PixelArea& area)
        : painter_(painter), area_(area), triangles_(painter.triangles(view)) {
        if (!painter.texture_.bitmap && !painter.texture_.pen) area_ = {};
    }

    void startRow(int y) {
        if (y == y_) return;
        y_ = y;
        for (std::size_t i = 0; i < 2; i++) spans_[i] = triangles_[i].span(area_, y);
    }
    // The columns that can have pixels.
    [[nodiscard]] Triangle::Span span() const {
        if (spans_[0].from > spans_[0].to) return spans_[1];
        if (spans_[1].from > spans_[1].to) return spans_[0];
        return {std::min(spans_[0].from, spans_[1].from), std::max(spans_[0].to, spans_[1].to)};
    }
    // Calls draw(paint) as often as the pixel is drawn, what comes last first.
    template <class Draw>
    void at(std::int64_t x, Draw draw) const {
        const auto pixel = [&](int, int, double u, double v) { draw(painter_.colorAt(u, v)); };
        for (std::size_t i = 2; i-- > 0;)
            if (x >= spans_[i].from && x <= spans_[i].to) triangles_[i].pixel(x, y_, pixel);
    }

  private:
    Painter painter_;
    PixelArea area_;
    std::array<Triangle, 2> triangles_;
    std::array<Triangle::Span, 2> spans_{};
    int y_ = -1;
};

// One more layer of colour on bytes: what is there shines through as far as the paint is transparent.
inline std::uint8_t blended(double paint, double alpha, std::uint8_t below) {
    const double value = paint + below * (1 - alpha / 255) + 0.5;
    return value >= 255 ? 255 : value > 0 ? static_cast<std::uint8_t>(value) : 0;
}

// `channels` bytes at `pixel`; the paint's alpha counts as the fourth.
inline void blend(const Paint& paint, std::uint8_t* pixel, std::size_t channels) {
    if (paint[3] == 0 && paint[0] == 0 && paint[1] == 0 && paint[2] == 0) return;
    for (std::size_t i = 0; i < channels; i++) pixel[i] = blended(paint[i], paint[3], pixel[i]);
}

}  // namespace ounce
