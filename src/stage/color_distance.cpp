// How far away a colour is. Texel sets say which part of which costume can show it at all; only there, and
// only where it is nearer than what was found before, a coarse grid of points is looked at.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "stage/colors.h"
#include "stage/pen.h"
#include "stage/scanline.h"

namespace ounce {
namespace {

using Candidate = StageState::Memory::Candidate;

constexpr Rectangle kWholeStage{.left = -240, .right = 240, .bottom = -180, .top = 180};
// As many points are looked at in a place where the colour may be.
constexpr double kPoints = 256;
// A texel set is made at once: the same question comes in every step.
constexpr double kAlwaysPays = 1e9;

double distanceTo(const Rectangle& r, Point p) {
    const double dx = std::max({r.left - p.x, p.x - r.right, 0.0});
    const double dy = std::max({r.bottom - p.y, p.y - r.top, 0.0});
    return std::hypot(dx, dy);
}

class GridSearch {
  public:
    GridSearch(std::vector<Candidate> seen, Color color)
        : seen_(std::move(seen)), layers_(seen_.size()), color_(color) {}

    ColorSearch nearest(Point from, double farthest) {
        ColorSearch result{false, false, farthest, {}};
        window_ = {.left = std::max(kWholeStage.left, std::floor(from.x - farthest)),
                   .right = std::min(kWholeStage.right, std::ceil(from.x + farthest)),
                   .bottom = std::max(kWholeStage.bottom, std::floor(from.y - farthest)),
                   .top = std::min(kWholeStage.top, std::ceil(from.y + farthest))};
        double mayBe = farthest;
        const TexelTest shows = TexelTest::shows(color_, seen_.size());
        bool covered = false;
        std::vector<std::pair<double, Rectangle>> places;
        for (std::size_t i = 0; i < seen_.size(); i++) {
            const Sampler& s = seen_[i].sampler;
            const bool recoloured = (s.drawable->effects.on & (kColorEffects | bitOf(Ghost))) != 0;
            const TexelSet* set =
                s.raster && !recoloured ? s.raster->colors.find(*s.bitmap, shows, kAlwaysPays) : nullptr;
            const auto place = whereSeen(*s.drawable, s.bitmap, set, seen_[i].overlap);
            covered = covered || (s.raster && s.raster->opaque && seen_[i].overlap.width() >= 480 &&
                                  seen_[i].overlap.height() >= 360);
            if (!place) continue;
            result.exists = true;
            const double least = distanceTo(*place, from);
            mayBe = std::min(mayBe, least);
            if (least < farthest) places.emplace_back(least, *place);
        }
        // The nearest first: what is found there saves looking at most of the others.
        std::stable_sort(places.begin(), places.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& place : places) {
            if (place.first < result.distance) look(place.second, from, result);
        }
        // Where nothing is, the stage is white.
        if (matches(color_, {255, 255, 255}) && !covered) {
            result.exists = true;
            look(kWholeStage, from, result);
        }
        if (!result.found) result.distance = mayBe;
        return result;
    }

  private:
    void look(const Rectangle& place, Point from, ColorSearch& best) {
        const double area = (place.width() + 1) * (place.height() + 1);
        const double spacing = std::max(1.0, std::trunc(std::sqrt(area / kPoints)));
        // From the middle outwards: what is found early saves looking farther away.
        outwards(place.bottom, place.top, spacing, from.y, best.distance, [&](double y) {
            const double dy = y - from.y;
            double reach = std::sqrt(best.distance * best.distance - dy * dy);  // in this row
            outwards(place.left, place.right, spacing, from.x, reach, [&](double x) {
                if (!matches(colorAt(x, y), color_)) return;
                best.found = true;
                best.distance = std::hypot(x - from.x, dy);
                best.place = {x, y};
                reach = std::abs(x - from.x);
            });
        });
    }

    // The points start, start + spacing, … up to end, the nearest to `middle` first, as long as they are
    // nearer than `farthest`.
    template <class Visit>
    static void outwards(double start, double end, double spacing, double middle, const double& farthest,
                         Visit visit) {
        const double count = std::floor((end - start) / spacing);
        const double nearest = std::clamp(std::round((middle - start) / spacing), 0.0, count);
        const auto isNear = [&](double at) { return std::abs(at - middle) < farthest; };
        double down = nearest, up = nearest + 1;
        for (bool more = true; more;) {
            more = false;
            if (down >= 0 && isNear(start + down * spacing)) visit(start + down-- * spacing), more = true;
            if (up <= count && isNear(start + up * spacing)) visit(start + up++ * spacing), more = true;
        }
    }

    Color colorAt(double x, double y) {
        double r = 0, g = 0, b = 0, weight = 1;
        for (std::size_t i = 0; i < seen_.size() && weight > 0; i++) {
            const Rectangle& box = seen_[i].overlap;
            if (x < box.left || x > box.right || y < box.bottom || y > box.top) continue;
            if (!layers_[i]) layers_[i].emplace(seen_[i].sampler, window_, 0xFF, Scanline::Use::Few);
            layers_[i]->startRow(y);
            const Rgba c = layers_[i]->colorAt(static_cast<int>(x - window_.left));
            r += c.r * weight;
            g += c.g * weight;
            b += c.b * weight;
            weight *= 1 - c.a / 255.0;
        }
        const auto byte = [&](double channel) {
            return static_cast<std::uint8_t>(std::clamp(channel + 255 * weight, 0.0, 255.0));
        };
        return {byte(r), byte(g), byte(b)};
    }

    std::vector<Candidate> seen_;
    std::vector<std::optional<Scanline>> layers_;
    Color color_;
    Rectangle window_ = kWholeStage;  // outside it is too far away
};

}  // namespace

ColorSearch StageState::Memory::nearestColor(DrawableId asking, Point from, Color color, double farthest) {
    std::vector<Candidate> layers;
    candidates(asking, order, kWholeStage, layers);
    return GridSearch(std::move(layers), color).nearest(from, farthest);
}

std::optional<Point> StageState::Memory::placeOfOwnColor(DrawableId drawable, Color color) {
    Drawable& d = (*this)[drawable];
    const auto area = queryBounds(d);
    if (!area) return std::nullopt;
    const Sampler s = sampler(d);
    if (!s.bitmap && !s.pen) return std::nullopt;
    Rectangle place = *area;
    if (s.raster && !(d.effects.on & kColorEffects)) {
        const TexelSet* set = s.raster->colors.find(*s.bitmap, TexelTest::isMask(color), kAlwaysPays);
        const auto shown = whereSeen(d, s.bitmap, set, place);
        if (!shown) return std::nullopt;
        place = *shown;
    }
    Scanline line(s, place, static_cast<std::uint8_t>(~bitOf(Ghost)), Scanline::Use::Few);
    const double spacing =
        std::max(1.0, std::trunc(std::sqrt((place.width() + 1) * (place.height() + 1) / kPoints)));
    std::optional<Point> best;
    double bestAway = 0;
    for (double y = place.bottom; y <= place.top; y += spacing) {
        line.startRow(y);
        for (double x = place.left; x <= place.right; x += spacing) {
            if (!matchesMask(line.colorAt(static_cast<int>(x - place.left)), color)) continue;
            const double away = std::hypot(x - d.x, y - d.y);
            if (best && away >= bestAway) continue;
            best = Point{x, y};
            bestAway = away;
        }
    }
    return best;
}

}  // namespace ounce
