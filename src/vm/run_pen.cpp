#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "vm/color.h"
#include "vm/math.h"
#include "vm/run.h"

namespace ounce {

namespace {

constexpr double kPixelsPerWork = 4, kStageWidth = 480, kStageHeight = 360;

// What drawing takes, by the pixels that it may touch.
void spendOnPixels(Interpreter& m, double width, double height) {
    const double pixels = std::min(width, kStageWidth) * std::min(height, kStageHeight);
    m.spend(1 + static_cast<std::uint64_t>(std::max(0.0, pixels) / kPixelsPerWork));
}

}  // namespace

void Interpreter::penMoved(TargetState& t, double oldX, double oldY) {
    if (!state.stage) return;
    spendOnPixels(*this, std::hypot(t.x - oldX, t.y - oldY) + t.pen.attributes.diameter,
                  t.pen.attributes.diameter + 2);
    state.stage->penLine({oldX, oldY}, {t.x, t.y}, t.pen.attributes);
    changed = true;
    requestRedraw();
}

namespace {

void updateColor(PenState& pen) {
    const Rgb rgb = hsvToRgb({pen.color * 360 / 100, pen.saturation / 100, pen.brightness / 100});
    pen.attributes.rgba = {rgb.r / 255.0, rgb.g / 255.0, rgb.b / 255.0, 1 - pen.transparency / 100};
}

enum class Param { Color, Saturation, Brightness, Transparency };

void setColorParam(PenState& pen, Param param, double value, bool change) {
    switch (param) {
        case Param::Color: pen.color = wrapClamp(value + (change ? pen.color : 0), 0, 100); break;
        case Param::Saturation: pen.saturation = clamp(value + (change ? pen.saturation : 0), 0, 100); break;
        case Param::Brightness: pen.brightness = clamp(value + (change ? pen.brightness : 0), 0, 100); break;
        case Param::Transparency:
            pen.transparency = clamp(value + (change ? pen.transparency : 0), 0, 100);
            break;
    }
    updateColor(pen);
}

void colorParam(Interpreter& m, const Instruction& s, bool change) {
    m.changed = true;
    const std::string name = m.text(s.arguments[0]).utf8();
    const double value = m.number(s.arguments[1]);
    PenState& pen = m.target->pen;
    if (name == "color") setColorParam(pen, Param::Color, value, change);
    if (name == "saturation") setColorParam(pen, Param::Saturation, value, change);
    if (name == "brightness") setColorParam(pen, Param::Brightness, value, change);
    if (name == "transparency") setColorParam(pen, Param::Transparency, value, change);
}

// Scratch 2's shade: the full colour of the hue, mixed with black or white.
void applyShade(PenState& pen) {
    const Rgb full = hsvToRgb({pen.color * 360 / 100, 1, 1});
    const double shade = pen.shade > 100 ? 200 - pen.shade : pen.shade;
    const Rgb mixed =
        shade < 50 ? mix({0, 0, 0}, full, (10 + shade) / 60) : mix(full, {255, 255, 255}, (shade - 50) / 60);
    const Hsv hsv = rgbToHsv(mixed);
    pen.color = 100 * hsv.h / 360;
    pen.saturation = 100 * hsv.s;
    pen.brightness = 100 * hsv.v;
    updateColor(pen);
}

void setShade(PenState& pen, double shade) {
    pen.shade = std::fmod(shade, 200);
    if (pen.shade < 0) pen.shade += 200;
    applyShade(pen);
}

}  // namespace

template <>
void run<Opcode::pen_clear>(Interpreter& m, const Instruction&) {
    if (!m.state.stage) return;
    m.state.stage->penClear();
    m.changed = true;
    m.requestRedraw();
}

template <>
void run<Opcode::pen_stamp>(Interpreter& m, const Instruction&) {
    if (!m.state.stage) return;
    const Point skin = m.program.stage->skinSize(m.skinOf(*m.target));
    const double scale = m.target->size / 100;
    spendOnPixels(m, skin.x * scale, skin.y * scale);
    m.state.stage->penStamp(m.target->drawable);
    m.changed = true;
    m.requestRedraw();
}

template <>
void run<Opcode::pen_penDown>(Interpreter& m, const Instruction&) {
    m.target->pen.down = true;
    m.changed = true;
    if (!m.state.stage) return;
    spendOnPixels(m, m.target->pen.attributes.diameter, m.target->pen.attributes.diameter);
    m.state.stage->penLine({m.target->x, m.target->y}, {m.target->x, m.target->y}, m.target->pen.attributes);
    m.requestRedraw();
}

template <>
void run<Opcode::pen_penUp>(Interpreter& m, const Instruction&) {
    if (m.target->pen.down) m.changed = true;
    m.target->pen.down = false;
}

template <>
void run<Opcode::pen_setPenColorToColor>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const ColorValue rgba = toRgba(m.peek(s.arguments[0], temporary));
    const Hsv hsv =
        rgbToHsv({static_cast<double>(rgba.r), static_cast<double>(rgba.g), static_cast<double>(rgba.b)});
    PenState& pen = m.target->pen;
    pen.color = hsv.h / 360 * 100;
    pen.saturation = hsv.s * 100;
    pen.brightness = hsv.v * 100;
    pen.transparency = rgba.hasAlpha ? 100 * (1 - rgba.a / 255.0) : 0;
    pen.shade = pen.brightness / 2;
    updateColor(pen);
    m.changed = true;
}

template <>
void run<Opcode::pen_changePenColorParamBy>(Interpreter& m, const Instruction& s) {
    colorParam(m, s, true);
}

template <>
void run<Opcode::pen_setPenColorParamTo>(Interpreter& m, const Instruction& s) {
    colorParam(m, s, false);
}

template <>
void run<Opcode::pen_changePenSizeBy>(Interpreter& m, const Instruction& s) {
    double& diameter = m.target->pen.attributes.diameter;
    diameter = clamp(diameter + m.number(s.arguments[0]), 1, 1200);
    m.changed = true;
}

template <>
void run<Opcode::pen_setPenSizeTo>(Interpreter& m, const Instruction& s) {
    m.target->pen.attributes.diameter = clamp(m.number(s.arguments[0]), 1, 1200);
    m.changed = true;
}

template <>
void run<Opcode::pen_setPenHueToNumber>(Interpreter& m, const Instruction& s) {
    PenState& pen = m.target->pen;
    setColorParam(pen, Param::Color, m.number(s.arguments[0]) / 2, false);
    setColorParam(pen, Param::Transparency, 0, false);
    applyShade(pen);
    m.changed = true;
}

template <>
void run<Opcode::pen_changePenHueBy>(Interpreter& m, const Instruction& s) {
    PenState& pen = m.target->pen;
    setColorParam(pen, Param::Color, m.number(s.arguments[0]) / 2, true);
    applyShade(pen);
    m.changed = true;
}

template <>
void run<Opcode::pen_setPenShadeToNumber>(Interpreter& m, const Instruction& s) {
    setShade(m.target->pen, m.number(s.arguments[0]));
    m.changed = true;
}

template <>
void run<Opcode::pen_changePenShadeBy>(Interpreter& m, const Instruction& s) {
    setShade(m.target->pen, m.target->pen.shade + m.number(s.arguments[0]));
    m.changed = true;
}

}  // namespace ounce
