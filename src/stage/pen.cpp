#include "stage/pen.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "stage/memory.h"
#include "stage/paint.h"
#include "stage/rasterize.h"

namespace ounce {

void PenLayer::clear() { bands_.fill(nullptr); }

Rgba PenLayer::at(int column, int row) const {
    const auto& band = bands_[static_cast<std::size_t>(row / PenBand::kRows)];
    return band ? band->pixels[static_cast<std::size_t>(row % PenBand::kRows * kWidth + column)] : Rgba{};
}

PenBand& PenLayer::writable(int row) {
    std::shared_ptr<PenBand>& band = bands_[static_cast<std::size_t>(row / PenBand::kRows)];
    if (!band)
        band = std::make_shared<PenBand>();
    else if (band.use_count() > 1)
        band = std::make_shared<PenBand>(*band);
    else
        band->forget();
    return *band;
}

void PenLayer::paint(int column, int row, const std::array<double, 4>& source) {
    if (source[3] <= 0 && source[0] <= 0 && source[1] <= 0 && source[2] <= 0) return;
    Rgba& pixel = writable(row).pixels[static_cast<std::size_t>(row % PenBand::kRows * kWidth + column)];
    pixel = {blended(source[0], source[3], pixel.r), blended(source[1], source[3], pixel.g),
             blended(source[2], source[3], pixel.b), blended(source[3], source[3], pixel.a)};
}

void PenLayer::line(Point from, Point to, const PenAttributes& pen) {
    const double diameter = pen.diameter;
    if (diameter == 1 || diameter == 3) from.x += 0.5, from.y += 0.5, to.x += 0.5, to.y += 0.5;
    double dx = to.x - from.x, dy = -(to.y - from.y);
    const double length = std::sqrt(dx * dx + dy * dy);
    if (!std::isfinite(length) || !std::isfinite(from.x) || !std::isfinite(from.y)) return;
    constexpr double kShort = 1e-3;
    if (std::abs(dx) < kShort && std::abs(dy) < kShort) dx = kShort;
    dx /= std::max(length, kShort), dy /= std::max(length, kShort);

    // A rectangle along the line, large enough for all softened pixels; u runs along it, v across.
    const double radius = diameter / 2 + std::numbers::sqrt2;
    const auto corner = [&](double u, double v) {
        return Corner{from.x + 240 + dx * u - dy * v, -from.y + 180 + dy * u + dx * v, u, v};
    };
    const Corner startLow = corner(-radius, -radius), startHigh = corner(-radius, radius);
    const Corner endLow = corner(length + radius, -radius), endHigh = corner(length + radius, radius);
    const double alpha = pen.rgba[3];
    const auto draw = [&](int x, int y, double u, double v) {
        const double distance = std::hypot(u - std::clamp(u, 0.0, length), v);
        const double cover = std::clamp((diameter + 1) / 2 - distance, 0.0, 1.0);
        const double strength = alpha * cover * 255;
        paint(x, y, {pen.rgba[0] * strength, pen.rgba[1] * strength, pen.rgba[2] * strength, strength});
    };
    constexpr PixelArea kAll{0, 0, kWidth, kHeight};
    Triangle(endLow, startLow, endHigh).fill(kAll, draw);
    Triangle(endHigh, startLow, startHigh).fill(kAll, draw);
}

bool PenLayer::operator==(const PenLayer& other) const {
    static const PenBand kEmpty;
    for (std::size_t i = 0; i < bands_.size(); i++) {
        if (bands_[i] == other.bands_[i]) continue;
        const PenBand &a = bands_[i] ? *bands_[i] : kEmpty, &b = other.bands_[i] ? *other.bands_[i] : kEmpty;
        if (std::memcmp(a.pixels.data(), b.pixels.data(), sizeof a.pixels) != 0) return false;
    }
    return true;
}

std::uint64_t PenLayer::hash() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bands_.size(); i++) {
        if (!bands_[i]) continue;
        std::uint64_t h = bands_[i]->hash.load(std::memory_order_relaxed);
        if (h == 0) {
            // A band without colour counts as none.
            for (std::size_t p = 0; p < bands_[i]->pixels.size(); p++) {
                std::uint32_t value = 0;
                std::memcpy(&value, &bands_[i]->pixels[p], 4);
                if (value) h += (value + (p << 32)) * 0x9E3779B97F4A7C15u ^ h >> 29;
            }
            bands_[i]->hash.store(h, std::memory_order_relaxed);
        }
        sum += h * (2 * i + 1);
    }
    return sum;
}

PenLayer& StageState::Memory::penLayer() {
    if (penDrawable == kNoDrawable) {
        penDrawable = create(LayerGroup::Pen);
        (*this)[penDrawable].skin = kPenSkin;
    }
    if (!pen)
        pen = std::make_shared<PenLayer>();
    else if (pen.use_count() > 1)
        pen = std::make_shared<PenLayer>(*pen);
    return *pen;
}

void StageState::penClear() { memory_->penLayer().clear(); }

void StageState::penLine(Point from, Point to, const PenAttributes& pen) {
    memory_->penLayer().line(from, to, pen);
}

}  // namespace ounce
