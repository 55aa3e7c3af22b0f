#include "stage/draw_text.h"

#include "stage/cairo_library.h"
#include "stage/text_width.h"

namespace ounce {

namespace {

constexpr double kBoldIsWider = 1.06;  // Helvetica's bold face, on average

double widthOf(std::u32string_view text, Font font) {
    return textWidth(text) / 14 * font.size * (font.bold ? kBoldIsWider : 1);
}

// Without what has no shape: line feeds, the character 0.
std::string drawable(const std::string& utf8) {
    std::u32string text = toUtf32(utf8);
    for (char32_t& c : text)
        if (c < ' ') c = ' ';
    return fromUtf32(text);
}

}  // namespace

double textWidth(const std::string& utf8, Font font) { return widthOf(toUtf32(utf8), font); }

void drawText(cairo_t* c, double x, double y, const std::string& utf8, Font font) {
    const std::string text = drawable(utf8);
    cairo_select_font_face(c, "Helvetica", CAIRO_FONT_SLANT_NORMAL,
                           font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c, font.size);
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(c, options);
    cairo_font_options_destroy(options);
    cairo_text_extents_t extents;
    cairo_text_extents(c, text.c_str(), &extents);
    const double wanted = textWidth(text, font);
    if (!(extents.x_advance > 0) || !(wanted > 0)) return;
    cairo_save(c);
    cairo_translate(c, x, y);
    cairo_scale(c, wanted / extents.x_advance, 1);
    cairo_move_to(c, 0, 0);
    cairo_show_text(c, text.c_str());
    cairo_restore(c);
}

std::string shortened(const std::string& utf8, Font font, double width) {
    std::u32string text = toUtf32(utf8);
    if (widthOf(text, font) <= width) return utf8;
    while (!text.empty() && widthOf(text + U"…", font) > width) text.pop_back();
    return fromUtf32(text + U"…");
}

}  // namespace ounce
