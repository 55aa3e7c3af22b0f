#include "stage/overlay.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

#include "stage/cairo_library.h"
#include "stage/draw_text.h"
#include "stage/surface.h"

namespace ounce {

namespace {

constexpr Color kBox{0xE5, 0xF0, 0xFF}, kLine{0xC3, 0xCC, 0xD9}, kText{0x57, 0x5E, 0x75},
    kWhite{0xFF, 0xFF, 0xFF}, kListItem{0xFC, 0x66, 0x2C}, kBlue{0x4C, 0x97, 0xFF}, kBar{0x8C, 0x94, 0xA5};
constexpr Font kSmall{.size = 12}, kBold{.size = 12, .bold = true}, kBig{.size = 16};
constexpr double kLineHeight = 15, kRadius = 4, kMargin = 5, kPadding = 3, kNarrowestValue = 40,
                 kWidestValue = 400;

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
    [[nodiscard]] Box inside(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
};

class Pen {
  public:
    explicit Pen(cairo_t* c) : c_(c) {}

    void fill(const Box& box, double radius, Color color) {
        path(box, radius);
        source(color);
        cairo_fill(c_);
    }
    // Filled, with a line of one unit just inside its edge.
    void framed(const Box& box, double radius, Color color, Color line = kLine) {
        fill(box, radius, line);
        fill(box.inside(1), std::max(0.0, radius - 1), color);
    }
    void text(double x, const Box& line, const std::string& text, Font font, Color color) {
        source(color);
        // Letters are centred by the height of capitals, 0.72 of the size.
        drawText(c_, x, line.y + (line.height + 0.72 * font.size) / 2, text, font);
    }
    void centered(const Box& box, const std::string& utf8, Font font, Color color) {
        text(box.x + (box.width - textWidth(utf8, font)) / 2, box, utf8, font, color);
    }
    void circle(double x, double y, double radius, Color color) {
        fill({x - radius, y - radius, 2 * radius, 2 * radius}, radius, color);
    }
    void line(std::initializer_list<Point> points, double width, Color color) {
        cairo_new_path(c_);
        for (const Point& point : points) cairo_line_to(c_, point.x, point.y);
        cairo_set_line_width(c_, width);
        cairo_set_line_cap(c_, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(c_, CAIRO_LINE_JOIN_ROUND);
        source(color);
        cairo_stroke(c_);
    }
    void clip(const Box& box, double radius) {
        cairo_save(c_);
        path(box, radius);
        cairo_clip(c_);
    }
    void unclip() { cairo_restore(c_); }

  private:
    void source(Color color) { cairo_set_source_rgb(c_, color.r / 255.0, color.g / 255.0, color.b / 255.0); }
    void path(const Box& box, double radius) {
        constexpr double kQuarter = std::numbers::pi / 2;
        const double right = box.x + box.width - radius, bottom = box.y + box.height - radius;
        cairo_new_path(c_);
        cairo_arc(c_, right, box.y + radius, radius, -kQuarter, 0);
        cairo_arc(c_, right, bottom, radius, 0, kQuarter);
        cairo_arc(c_, box.x + radius, bottom, radius, kQuarter, 2 * kQuarter);
        cairo_arc(c_, box.x + radius, box.y + radius, radius, 2 * kQuarter, 3 * kQuarter);
        cairo_close_path(c_);
    }
    cairo_t* c_;
};

void drawLarge(Pen& pen, const MonitorView& view) {
    const std::string value = shortened(view.value, kBig, kWidestValue);
    const Box box{view.x, view.y, std::max(48.0, textWidth(value, kBig) + 2 * kMargin) + 2, 25};
    pen.framed(box, kRadius, view.color);
    pen.centered(box, value, kBig, kWhite);
}

// A label and a value, and for a slider the bar below them.
void drawLabelled(Pen& pen, const MonitorView& view) {
    const std::string label = shortened(view.label, kBold, kWidestValue);
    const std::string value = shortened(view.value, kSmall, kWidestValue);
    const double labelWidth = textWidth(label, kBold);
    const double valueWidth = std::max(kNarrowestValue, textWidth(value, kSmall) + 4);
    const double width = labelWidth + valueWidth + 4 * kMargin + 2 * kPadding + 2;
    const bool slider = view.mode == MonitorView::Mode::Slider;
    const double height = kLineHeight + 2 * kPadding + 2;
    pen.framed({view.x, view.y, width, height + (slider ? kLineHeight : 0)}, kRadius, kBox);
    const double left = view.x + 1 + kPadding + kMargin, top = view.y + 1 + kPadding;
    pen.text(left, {left, top, labelWidth, kLineHeight}, label, kBold, kText);
    const Box badge{left + labelWidth + 2 * kMargin, top, valueWidth, kLineHeight};
    pen.fill(badge, kRadius, view.color);
    pen.centered(badge, value, kSmall, kWhite);
    if (!slider) return;
    const Box bar{left, top + kLineHeight + 5, width - 2 * (1 + kPadding + kMargin), 4};
    pen.fill(bar, 2, kWhite);
    pen.circle(bar.x + 5 + (bar.width - 10) * std::clamp(view.slider, 0.0, 1.0), bar.y + 2, 5, kBar);
}

void drawList(Pen& pen, const MonitorView& view) {
    constexpr double kHead = 22, kRow = 24, kValue = 22;
    const Box box{view.x, view.y, view.width > 0 ? std::clamp(view.width, 50.0, 480.0) : 100,
                  view.height > 0 ? std::clamp(view.height, 60.0, 360.0) : 200};
    const Box inner = box.inside(1);
    pen.framed(box, kRadius, kBox);
    pen.clip(inner, kRadius - 1);
    const Box head{inner.x, inner.y, inner.width, kHead};
    pen.fill({head.x, head.y, head.width, head.height + 1}, 0, kLine);
    pen.fill(head, 0, kWhite);
    pen.centered(head, shortened(view.label, kBold, head.width - 2 * kPadding), kBold, kText);

    const Box rows{inner.x, head.y + kHead + 1, inner.width, inner.height - 2 * kHead - 2};
    pen.clip(rows, 0);
    double indexWidth = 0;
    for (std::size_t i = 0; i < view.items.size(); i++)
        indexWidth = std::max(indexWidth, textWidth(std::to_string(i + 1), kBold));
    for (std::size_t i = 0; i < view.items.size(); i++) {
        const double top = rows.y + kRow * static_cast<double>(i) + 1;
        if (top > rows.y + rows.height) break;
        const double cellLeft = rows.x + indexWidth + 2 * kMargin;
        const Box cell{cellLeft, top, rows.x + rows.width - kMargin - cellLeft, kValue};
        pen.centered({rows.x, top, indexWidth + 2 * kMargin, kValue}, std::to_string(i + 1), kBold, kText);
        pen.framed(cell, kRadius, kListItem);
        pen.text(cell.x + kMargin, cell, shortened(view.items[i], kSmall, cell.width - 2 * kMargin), kSmall,
                 kWhite);
    }
    if (view.items.empty()) pen.centered({rows.x, rows.y, rows.width, kRow}, "(empty)", kSmall, kText);
    pen.unclip();

    const Box foot{inner.x, inner.y + inner.height - kHead, inner.width, kHead};
    pen.fill({foot.x, foot.y - 1, foot.width, foot.height + 1}, 0, kLine);
    pen.fill(foot, 0, kWhite);
    pen.centered(foot, "length " + std::to_string(view.length), kBold, kText);
    pen.unclip();
}

void drawQuestion(Pen& pen, const std::string& question) {
    constexpr double kMarginOfBox = 8, kPaddingOfBox = 16, kField = 32, kButton = 12;
    const double label = question.empty() ? 0 : 20;
    const double height = kField + 2 * kPaddingOfBox + label;
    const Box box{kMarginOfBox, 360 - kMarginOfBox - height, 480 - 2 * kMarginOfBox, height};
    pen.framed(box, 8, kWhite, {0xD9, 0xD9, 0xD9});
    const Box field{box.x + kPaddingOfBox, box.y + kPaddingOfBox + label, box.width - 2 * kPaddingOfBox,
                    kField};
    if (label > 0) {
        const Box line{field.x, box.y + kPaddingOfBox - 4, field.width, kLineHeight};
        pen.text(line.x, line, shortened(question, kBold, line.width), kBold, kText);
    }
    pen.framed(field, kField / 2, kWhite, {0xD9, 0xD9, 0xD9});
    const double x = field.x + field.width - kField / 2, y = field.y + kField / 2;
    pen.circle(x, y, kButton, kBlue);
    pen.line({{x - 5, y}, {x - 1.5, y + 3.5}, {x + 5, y - 3.5}}, 2, kWhite);
}

}  // namespace

void drawOverlay(StagePicture& picture, const Overlay& overlay, int scale) {
    if (overlay.monitors.empty() && !overlay.question) return;
    const CairoSurface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height));
    const auto words = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get())) / 4;
    auto* pixels = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface.get()));
    if (!pixels) return;
    const auto width = static_cast<std::size_t>(picture.width);
    for (std::size_t i = 0; i < picture.rgba.size() / 4; i++) {
        const std::uint8_t* from = &picture.rgba[i * 4];
        pixels[i / width * words + i % width] = 0xFF000000u | static_cast<std::uint32_t>(from[0]) << 16 |
                                                static_cast<std::uint32_t>(from[1]) << 8 | from[2];
    }
    cairo_surface_mark_dirty(surface.get());
    const CairoContext c(cairo_create(surface.get()));
    cairo_scale(c.get(), scale, scale);
    Pen pen(c.get());
    for (const MonitorView& view : overlay.monitors) {
        // Far outside nobody sees it, and cairo's numbers end somewhere.
        if (!(std::abs(view.x) < 1000 && std::abs(view.y) < 1000)) continue;
        switch (view.mode) {
            case MonitorView::Mode::Large: drawLarge(pen, view); break;
            case MonitorView::Mode::List: drawList(pen, view); break;
            case MonitorView::Mode::Default:
            case MonitorView::Mode::Slider: drawLabelled(pen, view); break;
        }
    }
    if (overlay.question) drawQuestion(pen, *overlay.question);
    picture.rgba = straightPixels(surface.get());
}

}  // namespace ounce
