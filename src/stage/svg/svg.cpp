#include "stage/svg/svg.h"

#include <algorithm>
#include <cmath>
#include <librsvg/rsvg.h>
#include <memory>
#include <optional>
#include <string_view>

#include "base/late_library.h"
#include "base/number.h"
#include "stage/cairo_library.h"
#include "stage/fonts.h"
#include "stage/surface.h"
#include "stage/svg/budget.h"
#include "stage/svg/clean.h"
#include "stage/svg/measure.h"
#include "stage/svg/normalize.h"
#include "stage/svg/number.h"
#include "stage/svg/plain.h"
#include "stage/svg/samples.h"
#include "stage/svg/scratch2.h"
#include "stage/svg/tree.h"

namespace ounce {

namespace {

const LateLibrary& rsvg() {
    static const LateLibrary library("librsvg-2.so.2");
    return library;
}

OUNCE_LATE_FUNCTION(rsvg, g_error_free);
OUNCE_LATE_FUNCTION(rsvg, g_object_unref);
OUNCE_LATE_FUNCTION(rsvg, rsvg_handle_new_from_data);
OUNCE_LATE_FUNCTION(rsvg, rsvg_handle_set_dpi);
OUNCE_LATE_FUNCTION(rsvg, rsvg_handle_get_geometry_for_layer);
OUNCE_LATE_FUNCTION(rsvg, rsvg_handle_render_document);

struct HandleRelease {
    void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
};
using Handle = std::unique_ptr<RsvgHandle, HandleRelease>;

Handle openSvg(const std::string& text) {
    useScratchFonts();
    GError* error = nullptr;
    RsvgHandle* handle =
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(text.data()), text.size(), &error);
    if (error) g_error_free(error);
    if (handle) rsvg_handle_set_dpi(handle, 96);
    return Handle(handle);
}

struct ViewBox {
    double x = 0, y = 0, width = 0, height = 0;
};

// Browsers take a view box of anything but four numbers as empty.
ViewBox parseViewBox(const std::string& text) {
    float numbers[4] = {};  // single precision, as in a browser's DOM
    std::string_view rest = text;
    for (float& number : numbers) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" ,\t\n\r"), rest.size()));
        const std::optional<float> read = readSvgNumber(rest);
        if (!read) return {};
        number = *read;
    }
    if (numbers[2] < 0 || numbers[3] < 0) return {};
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

// A length in pixels; none for percentages and what is no length.
std::optional<double> parseLength(const std::string& text) {
    const char* start = text.c_str();
    char* end = nullptr;
    const double number = std::strtod(start, &end);
    if (end == start || !std::isfinite(number) || number < 0) return std::nullopt;
    const std::string_view unit = std::string_view(end).substr(0, 2);
    if (unit.empty() || unit == "px") return number;
    if (unit == "pt") return number * 96 / 72;
    if (unit == "pc") return number * 16;
    if (unit == "in") return number * 96;
    if (unit == "cm") return number * 96 / 2.54;
    if (unit == "mm") return number * 96 / 25.4;
    if (unit == "em") return number * 16;
    if (unit == "ex") return number * 8;
    if (std::isspace(static_cast<unsigned char>(unit[0]))) return number;
    return std::nullopt;
}

// The size of an <img> of this SVG: its attributes, or the largest of the view box's shape within 300 x 150.
void setIntrinsicSize(const SvgNode& root, SvgPicture& picture) {
    const auto width = parseLength(root.get("width")), height = parseLength(root.get("height"));
    const double ratio = picture.width / picture.height;
    if (width && height)
        picture.intrinsicWidth = *width, picture.intrinsicHeight = *height;
    else if (width)
        picture.intrinsicWidth = *width, picture.intrinsicHeight = *width / ratio;
    else if (height)
        picture.intrinsicHeight = *height, picture.intrinsicWidth = *height * ratio;
    else if (ratio >= 2)
        picture.intrinsicWidth = 300, picture.intrinsicHeight = 300 / ratio;
    else
        picture.intrinsicHeight = 150, picture.intrinsicWidth = 150 * ratio;
}

// The bounding box of text.
ViewBox measureText(const std::string& text) {
    const Handle handle = openSvg(text);
    if (!handle) return {};
    const RsvgRectangle viewport{0, 0, 480, 360};
    RsvgRectangle ink{}, logical{};
    GError* error = nullptr;
    if (!rsvg_handle_get_geometry_for_layer(handle.get(), nullptr, &viewport, &ink, &logical, &error)) {
        if (error) g_error_free(error);
        return {};
    }
    return {logical.x, logical.y, logical.width, logical.height};
}

// The bounding box of everything drawn, without the strokes' widths.
ViewBox measure(const SvgNode& root) {
    std::optional<SvgBox> box = boxOfShapes(root);
    SvgNode text = root;
    if (keepOnlyText(text)) {
        for (const char* attribute : {"viewBox", "width", "height"}) text.remove(attribute);
        const ViewBox words = measureText(writeSvgTree(text));
        const SvgBox edges{words.x, words.y, words.x + words.width, words.y + words.height};
        if (box)
            box->unite(edges);
        else
            box = edges;
    }
    if (!box) return {};
    return {box->left, box->top, box->width(), box->height()};
}

// `drawn` is the same picture with the fonts that are installed.
void setMeasuredSize(SvgNode& root, const SvgNode& drawn) {
    ViewBox box = measure(drawn);
    const double border = box.width == 0 || box.height == 0 ? 0 : largestStrokeWidth(drawn) / 2;
    box = {box.x - border, box.y - border, box.width + border * 2, box.height + border * 2};
    root.set("width", numberToText(box.width));
    root.set("height", numberToText(box.height));
    root.set("viewBox", numberToText(box.x) + ' ' + numberToText(box.y) + ' ' + numberToText(box.width) +
                            ' ' + numberToText(box.height));
}

// A file as official Scratch takes it, before fonts are looked up.
struct TakenSvg {
    SvgNode root;
    bool incomplete = false;
};

Result<TakenSvg> takeSvg(std::string_view file, bool scratch2) {
    TakenSvg taken{readSvgTree(file)};
    SvgNode& root = taken.root;
    if (root.name != "svg") return fail("the picture is no SVG", {}, "open and save the costume in Scratch");
    cleanSvg(root);
    taken.incomplete = leaveOutTooMuch(root, {}, 480, 360);
    if (scratch2) completeGradients(root);
    pushDownTransforms(root);
    if (scratch2) {
        applyScratch2Quirks(root);
        SvgNode drawn = root;
        nameFonts(drawn);
        setMeasuredSize(root, drawn);
    }
    return taken;
}

}  // namespace

void loadSvgLibrary() { (void)rsvg(); }

Result<std::string> scratch3Svg(std::string_view file) {
    OUNCE_TRY(const TakenSvg taken, takeSvg(file, true));
    return writeSvgTree(taken.root);
}

Result<SvgPicture> prepareSvg(std::string_view file, bool scratch2) {
    OUNCE_TRY(TakenSvg taken, takeSvg(file, scratch2));
    SvgNode& root = taken.root;
    nameFonts(root);
    if (root.get("viewBox").empty()) setMeasuredSize(root, root);
    const ViewBox box = parseViewBox(root.get("viewBox"));
    if (root.get("width").empty() || root.get("height").empty()) {
        root.set("width", numberToText(box.width));
        root.set("height", numberToText(box.height));
    }
    SvgPicture picture;
    picture.x = box.x, picture.y = box.y, picture.width = box.width, picture.height = box.height;
    picture.incomplete = taken.incomplete;
    setIntrinsicSize(root, picture);
    picture.text = writeSvgTree(root);
    return picture;
}

Bitmap svgRasterSize(const SvgPicture& picture, double scale) {
    Bitmap size;
    const double width = std::trunc(picture.width * scale), height = std::trunc(picture.height * scale);
    const bool drawn = std::round(picture.intrinsicWidth) > 0 && std::round(picture.intrinsicHeight) > 0;
    if (drawn && width > 0 && height > 0 && width <= 16384 && height <= 16384 && width * height <= (16 << 20))
        size.width = static_cast<int>(width), size.height = static_cast<int>(height);
    return size;
}

namespace {

void draw(RsvgHandle* handle, const SvgPicture& picture, double scale, Point offset,
          cairo_surface_t* surface) {
    if (!handle) return;
    const CairoContext context(cairo_create(surface));
    cairo_translate(context.get(), offset.x, offset.y);
    const RsvgRectangle viewport{0, 0, picture.intrinsicWidth * scale, picture.intrinsicHeight * scale};
    GError* error = nullptr;
    rsvg_handle_render_document(handle, context.get(), &viewport, &error);
    if (error) g_error_free(error);
}

CairoSurface surfaceFor(const Bitmap& size) {
    return CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height));
}

// From the units of the view box to pixels: the view box is fitted into the picture and centred.
Affine viewToPixels(const SvgPicture& picture, double scale) {
    const double fit =
        std::min(picture.intrinsicWidth / picture.width, picture.intrinsicHeight / picture.height) * scale;
    return {fit,
            0,
            0,
            fit,
            (picture.intrinsicWidth * scale - picture.width * fit) / 2 - picture.x * fit,
            (picture.intrinsicHeight * scale - picture.height * fit) / 2 - picture.y * fit};
}

}  // namespace

Bitmap rasterizeSvg(const SvgPicture& picture, double scale) {
    Bitmap bitmap = svgRasterSize(picture, scale);
    if (bitmap.width == 0) return bitmap;
    const std::size_t bytes =
        static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height) * 4;
    SvgNode root = readSvgTree(picture.text);
    const Affine toPixels = viewToPixels(picture, scale);
    if (auto plain = drawPlainSvg(root, toPixels, bitmap.width, bitmap.height)) return std::move(*plain);
    const bool hasSoftShapes = straightenPaths(root, toPixels);
    (void)leaveOutTooMuch(root, toPixels, bitmap.width, bitmap.height);
    const Handle still = hasSoftShapes ? Handle() : openSvg(writeSvgTree(root));
    std::vector<std::uint16_t> sums(bytes, 0);
    for (const Point& sample : kSamples) {
        const Point offset{0.5 - sample.x, 0.5 - sample.y};
        const CairoSurface surface = surfaceFor(bitmap);
        if (hasSoftShapes) {
            SvgNode moved = root;
            moveSoftShapes(moved, toPixels, {-offset.x, -offset.y});
            draw(openSvg(writeSvgTree(moved)).get(), picture, scale, offset, surface.get());
        } else {
            draw(still.get(), picture, scale, offset, surface.get());
        }
        cairo_surface_flush(surface.get());
        const unsigned char* data = cairo_image_surface_get_data(surface.get());
        for (std::size_t i = 0; data && i < bytes; i++)
            sums[i] = static_cast<std::uint16_t>(sums[i] + data[i]);
    }
    const CairoSurface average = surfaceFor(bitmap);
    cairo_surface_flush(average.get());
    unsigned char* data = cairo_image_surface_get_data(average.get());
    for (std::size_t i = 0; data && i < bytes; i++) data[i] = static_cast<unsigned char>((sums[i] + 2) / 4);
    cairo_surface_mark_dirty(average.get());
    bitmap.rgba = straightPixels(average.get());
    return bitmap;
}

}  // namespace ounce
