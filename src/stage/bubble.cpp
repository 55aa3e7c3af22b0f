#include "stage/bubble.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stage/cairo_library.h"
#include "stage/draw_text.h"
#include "stage/memory.h"
#include "stage/surface.h"
#include "stage/text_width.h"

namespace ounce {

namespace {

constexpr double kLongestLine = 170, kNarrowest = 50, kPadding = 10, kStroke = 4, kTail = 12,
                 kLineHeight = 16, kRadius = 16;

bool isIdeograph(char32_t c) {
    return (c >= 0x2E80 && c < 0xA4D0) || (c >= 0xF900 && c < 0xFB00) || c >= 0x1F000;
}

// The next place at which a line may end: after spaces and hyphens, around East Asian characters, after a
// line feed.
std::size_t nextBreak(const std::u32string& text, std::size_t from) {
    for (std::size_t i = from; i + 1 < text.size(); i++) {
        const char32_t c = text[i], next = text[i + 1];
        if (c == '\n') return i + 1;
        if (next == ' ' || next == '\n') continue;
        if (c == ' ' || c == '-' || isIdeograph(c) || isIdeograph(next)) return i + 1;
    }
    return text.size();
}

std::vector<std::u32string> wrap(const std::u32string& text) {
    std::vector<std::u32string> lines;
    std::u32string line;
    bool started = false;
    const auto finish = [&] {
        lines.push_back(line);
        line.clear();
        started = false;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = nextBreak(text, at);
        std::u32string word = text.substr(at, end - at);
        const bool required = !word.empty() && word.back() == '\n';
        if (required) word.pop_back();
        at = end;
        if (textWidth(line + word) <= kLongestLine) {
            line += word;
            started = true;
        } else if (textWidth(word) <= kLongestLine) {
            if (started) finish();
            line = word;
            started = true;
        } else {
            for (const char32_t c : word) {
                if (started && textWidth(line + c) > kLongestLine) finish();
                line += c;
                started = true;
            }
        }
        if (required) finish();
    }
    if (!line.empty() || lines.empty()) lines.push_back(line);
    return lines;
}

void outline(cairo_t* c, double width, double height, bool think) {
    cairo_new_path(c);
    cairo_move_to(c, kRadius, height);
    cairo_arc(c, kRadius, height - kRadius, kRadius, std::numbers::pi / 2, std::numbers::pi);
    cairo_arc(c, kRadius, kRadius, kRadius, std::numbers::pi, std::numbers::pi * 1.5);
    cairo_arc(c, width - kRadius, kRadius, kRadius, -std::numbers::pi / 2, 0);
    cairo_arc(c, width - kRadius, height - kRadius, kRadius, 0, std::numbers::pi / 2);
    const double x = width - kRadius, y = height;
    if (!think) {
        cairo_curve_to(c, x, y + 4, x + 4, y + 8, x + 4, y + 10);
        cairo_arc(c, x + 2, y + 10, 2, 0, std::numbers::pi / 2);
        cairo_curve_to(c, x - 1, y + 12, x - 11, y + 8, x - 16, y);
        cairo_close_path(c);
        return;
    }
    cairo_arc(c, x - 16, y, 4, 0, std::numbers::pi);
    cairo_close_path(c);
    cairo_new_sub_path(c);
    cairo_arc(c, x - 9.25, y + 7.25, 2.25, 0, std::numbers::pi * 2);
    cairo_new_sub_path(c);
    cairo_arc(c, x - 1.5, y + 9.5, 1.5, 0, std::numbers::pi * 2);
}

}  // namespace

Bitmap drawBubble(const SpeechBubble& bubble, int scale) {
    Bitmap bitmap;
    bitmap.width = static_cast<int>(std::ceil(bubble.shape.width * scale));
    bitmap.height = static_cast<int>(std::ceil(bubble.shape.height * scale));
    const CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, bitmap.width, bitmap.height));
    const CairoContext context(cairo_create(surface.get()));
    cairo_t* c = context.get();
    const double width = bubble.shape.width - kStroke, height = bubble.shape.height - kStroke - kTail;
    cairo_scale(c, scale, scale);
    cairo_translate(c, kStroke / 2, kStroke / 2);
    cairo_save(c);
    if (bubble.onRight) {  // the tail points to the sprite on the left
        cairo_translate(c, width, 0);
        cairo_scale(c, -1, 1);
    }
    outline(c, width, height, bubble.think);
    cairo_set_line_width(c, kStroke);
    cairo_set_source_rgba(c, 0, 0, 0, 0.15);
    cairo_stroke_preserve(c);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_fill(c);
    cairo_restore(c);
    cairo_set_source_rgb(c, 0x57 / 255.0, 0x5E / 255.0, 0x75 / 255.0);
    for (std::size_t i = 0; i < bubble.lines.size(); i++) {
        drawText(c, kPadding, kPadding + kLineHeight * static_cast<double>(i) + 0.9 * 14, bubble.lines[i],
                 {.size = 14});
    }
    bitmap.rgba = straightPixels(surface.get());
    return bitmap;
}

SpeechBubble::SpeechBubble(std::string_view utf8, bool isThought, bool right)
    : text(utf8), think(isThought), onRight(right) {
    double longest = 0;
    for (const std::u32string& line : wrap(toUtf32(utf8))) {
        longest = std::max(longest, textWidth(line));
        lines.push_back(fromUtf32(line));
    }
    shape.width = std::max(longest, kNarrowest) + kPadding * 2 + kStroke;
    shape.height = kLineHeight * static_cast<double>(lines.size()) + kPadding * 2 + kStroke + kTail;
}

const Raster& SpeechBubble::raster() const {
    std::call_once(once_, [this] { raster_ = std::make_unique<const Raster>(drawBubble(*this, 1)); });
    return *raster_;
}

DrawableId StageState::showBubble(DrawableId bubble, DrawableId owner, std::string_view utf8, bool think) {
    Memory& m = *memory_;
    if (!m.has(bubble)) {
        bubble = m.create(LayerGroup::Sprite);
        m[bubble].skin = kBubbleSkin;
    }
    Drawable& d = m[bubble];
    d.bubble = std::make_shared<const SpeechBubble>(utf8, think, m[owner].bubbleOnRight);
    d.turned();
    d.forgetHull();
    positionBubble(bubble, owner);
    return bubble;
}

void StageState::positionBubble(DrawableId bubble, DrawableId owner) {
    Memory& m = *memory_;
    Drawable &d = m[bubble], &target = m[owner];
    if (!target.visible || !d.bubble) return;
    m.findHull(target);
    Rectangle box{.left = target.x, .right = target.x, .bottom = target.y, .top = target.y};
    if (!target.hull->empty()) box = hullTopBox(*target.hull, m.shape(target), m.model(target));
    const double width = d.bubble->shape.width, height = d.bubble->shape.height;
    // It changes sides only where it fits.
    const bool tooFarRight = target.bubbleOnRight && width + box.right > 240 && box.left - width > -240;
    const bool tooFarLeft = !target.bubbleOnRight && box.left - width < -240 && width + box.right < 240;
    if (tooFarRight || tooFarLeft) {
        target.bubbleOnRight = !target.bubbleOnRight;
        d.bubble =
            std::make_shared<const SpeechBubble>(d.bubble->text, d.bubble->think, target.bubbleOnRight);
        d.turned();
        d.forgetHull();
    }
    const double x = target.bubbleOnRight ? std::max(-240.0, std::min(240 - width, box.right))
                                          : std::min(240 - width, std::max(-240.0, box.left - width));
    setPosition(bubble, x, std::min(180.0, box.bottom + height));
}

}  // namespace ounce
