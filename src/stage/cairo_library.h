// cairo, which paints what librsvg does not: loaded when something is drawn. For the .cpp files of this
// folder.
#pragma once

#include <cairo.h>
#include <memory>

#include "base/late_library.h"

namespace ounce {

const LateLibrary& cairoLibrary();

OUNCE_LATE_FUNCTION(cairoLibrary, cairo_arc);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_clip);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_close_path);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_create);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_curve_to);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_destroy);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_fill);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_font_options_create);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_font_options_destroy);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_font_options_set_antialias);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_font_options_set_hint_metrics);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_font_options_set_hint_style);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_image_surface_create);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_image_surface_get_data);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_image_surface_get_height);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_image_surface_get_stride);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_image_surface_get_width);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_line_to);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_move_to);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_new_path);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_new_sub_path);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_restore);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_save);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_scale);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_select_font_face);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_font_options);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_font_size);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_line_cap);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_line_join);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_line_width);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_source_rgb);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_set_source_rgba);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_show_text);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_stroke);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_stroke_preserve);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_surface_destroy);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_surface_flush);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_surface_mark_dirty);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_text_extents);
OUNCE_LATE_FUNCTION(cairoLibrary, cairo_translate);

struct CairoRelease {
    void operator()(cairo_t* c) const { cairo_destroy(c); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using CairoContext = std::unique_ptr<cairo_t, CairoRelease>;
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoRelease>;

}  // namespace ounce
