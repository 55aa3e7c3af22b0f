#include "stage/transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ounce {

namespace {
float single(double value) { return static_cast<float>(value); }
}  // namespace

Rotation rotationFor(double direction) {
    const double angle = (270 - direction) * std::numbers::pi / 180;
    return {single(std::cos(angle)), single(std::sin(angle))};
}

Matrix modelMatrix(const SkinShape& skin, float scaleX, float scaleY, Rotation rotation, float x, float y) {
    const double sizeX = single(skin.width * scaleX / 100), sizeY = single(skin.height * scaleY / 100);
    const double offsetX = single((skin.centerX - skin.width / 2) * scaleX / 100);
    const double offsetY = single((skin.centerY - skin.height / 2) * scaleY / 100 * -1);
    const double cos = rotation.cos, sin = rotation.sin;
    return {single(sizeX * cos),
            single(sizeX * sin),
            single(sizeY * -sin),
            single(sizeY * cos),
            single(cos * offsetX + -sin * offsetY + x),
            single(sin * offsetX + cos * offsetY + y)};
}

Matrix inverseOf(const Matrix& m) {
    const double a = m.a, b = m.b, c = m.c, d = m.d, e = m.e, f = m.f;
    const double r = 1 / (a * d - c * b);
    return {single(d * r),
            single(-b * r),
            single(-c * r),
            single(a * r),
            single((c * f - e * d) * r),
            single((e * b - a * f) * r)};
}

Rectangle boxOf(const Matrix& m) {
    const double x = std::abs(0.5 * m.a) + std::abs(0.5 * m.c);
    const double y = std::abs(0.5 * m.b) + std::abs(0.5 * m.d);
    return {.left = -x + m.e, .right = x + m.e, .bottom = -y + m.f, .top = y + m.f};
}

Rectangle snapped(const Rectangle& box) {
    return {.left = std::floor(box.left),
            .right = std::ceil(box.right),
            .bottom = std::floor(box.bottom),
            .top = std::ceil(box.top)};
}

Rectangle clampedToStage(const Rectangle& box) {
    const auto limit = [](double value, double low, double high) {
        return std::min(std::max(value, low), high);
    };
    return {.left = limit(box.left, -240, 240),
            .right = limit(box.right, -240, 240),
            .bottom = limit(box.bottom, -180, 180),
            .top = limit(box.top, -180, 180)};
}

bool intersects(const Rectangle& a, const Rectangle& b) {
    return a.left <= b.right && b.left <= a.right && a.top >= b.bottom && b.top >= a.bottom;
}

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    return {.left = std::max(a.left, b.left),
            .right = std::min(a.right, b.right),
            .bottom = std::max(a.bottom, b.bottom),
            .top = std::min(a.top, b.top)};
}

Rectangle unionOf(const Rectangle& a, const Rectangle& b) {
    return {.left = std::min(a.left, b.left),
            .right = std::max(a.right, b.right),
            .bottom = std::min(a.bottom, b.bottom),
            .top = std::max(a.top, b.top)};
}

}  // namespace ounce
