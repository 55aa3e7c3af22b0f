// The part of a search for a colour that goes point by point. Only points where a drawable shows a texel that
// can give the colour are looked at closely.
#include <algorithm>
#include <cmath>

#include "stage/colors.h"
#include "stage/pen.h"
#include "stage/scanline.h"

namespace ounce {

namespace {

using Candidate = StageState::Memory::Candidate;
constexpr std::uint8_t kWithoutGhost = static_cast<std::uint8_t>(~bitOf(Ghost));

class Search {
  public:
    explicit Search(const ColorQuery& query)
        : query_(query), asking_(query.memory->sampler(*query.asking)), layers_(query.seen.size()) {}

    // Leaves out what lies outside of all texels of the mask colour. False: there are none.
    bool narrowToMask(Rectangle& part) {
        if (!query_.mask || !asking_.raster || (query_.asking->effects.on & kColorEffects)) return true;
        const TexelSet* set = asking_.raster->colors.find(*asking_.bitmap, TexelTest::isMask(*query_.mask),
                                                          (part.width() + 1) * (part.height() + 1));
        const auto place = whereSeen(*query_.asking, asking_.bitmap, set, part);
        if (place) part = *place;
        return place.has_value();
    }

    bool anywhere(const Rectangle& part) {
        return anyPoint(part, [&](int column, double y) { return selected(column, y) && found(column, y); });
    }

    // Where candidate `i` shows texels that can give the colour.
    bool at(std::size_t i, const Rectangle& part) {
        const Sampler& sampler = query_.seen[i].sampler;
        const TexelTest shows = query_.shows();
        const TexelSet* set = nullptr;
        if (sampler.raster && !(sampler.drawable->effects.on & (kColorEffects | bitOf(Ghost))))
            set =
                sampler.raster->colors.find(*sampler.bitmap, shows, (part.width() + 1) * (part.height() + 1));
        const auto place = whereSeen(*sampler.drawable, sampler.bitmap, set, part);
        if (!place) return false;
        const auto hasIt = [&](int column, double y) {
            return selected(column, y) && isTopmost(i, column, y) && found(column, y);
        };
        if (set)
            return anyPoint(*place, [&](int column, double y) {
                return layer(i, y).isIn(*set, column) && hasIt(column, y);
            });
        return anyPoint(*place, [&](int column, double y) {
            return shows(layer(i, y).colorAt(column)) && hasIt(column, y);
        });
    }

  private:
    template <class Test>
    bool anyPoint(const Rectangle& part, Test test) {
        const int first = static_cast<int>(part.left - query_.area.left),
                  last = static_cast<int>(part.right - query_.area.left);
        for (double y = part.bottom; y <= part.top; y++)
            for (int column = first; column <= last; column++)
                if (test(column, y)) return true;
        return false;
    }

    bool selected(int column, double y) {
        if (!self_) self_.emplace(asking_, query_.area, kWithoutGhost);
        self_->startRow(y);
        return query_.mask ? matchesMask(self_->colorAt(column), *query_.mask) : self_->touches(column);
    }

    Scanline& layer(std::size_t i, double y) {
        std::optional<Scanline>& line = layers_[i];
        if (!line) line.emplace(query_.seen[i].sampler, query_.area);
        line->startRow(y);
        return *line;
    }

    // Otherwise it is up to the one above whether the colour can be seen.
    bool isTopmost(std::size_t i, int column, double y) {
        for (std::size_t above = 0; above < i; above++)
            if (layer(above, y).colorAt(column) != Rgba{}) return false;
        return true;
    }

    bool found(int column, double y) { return matches(composite(column, y), query_.color); }

    // What is seen at a point through all candidates, the topmost first, on white.
    Color composite(int column, double y) {
        Color c;
        double weight = 1;
        for (std::size_t i = 0; weight != 0 && i < layers_.size(); i++) {
            const Rgba seen = layer(i, y).colorAt(column);
            if (seen == Rgba{}) continue;
            if (seen.a == 255 && weight == 1) return {seen.r, seen.g, seen.b};
            c.r = clampedByte(c.r + seen.r * weight);
            c.g = clampedByte(c.g + seen.g * weight);
            c.b = clampedByte(c.b + seen.b * weight);
            weight *= 1 - seen.a / 255.0;
        }
        if (weight == 1) return {255, 255, 255};
        c.r = clampedByte(c.r + weight * 255);
        c.g = clampedByte(c.g + weight * 255);
        c.b = clampedByte(c.b + weight * 255);
        return c;
    }

    const ColorQuery& query_;
    const Sampler asking_;
    std::optional<Scanline> self_;  // these are made when someone looks
    std::vector<std::optional<Scanline>> layers_;
};

// Whether an opaque costume, such as most backdrops, lies under all points.
bool isCovered(const ColorQuery& query, const Rectangle& part) {
    return std::any_of(query.seen.begin(), query.seen.end(), [&](const Candidate& c) {
        const Sampler& s = c.sampler;
        if (!s.raster || !s.raster->opaque || (s.drawable->effects.on & (kShapeEffects | bitOf(Ghost))))
            return false;
        // Rounding keeps order: what holds at the corners holds in between.
        for (const double x : {part.left, part.right})
            for (const double y : {part.bottom, part.top}) {
                const SkinPoint p = s.local(x, y);
                if (!(p.u >= 0 && p.u <= 1 && p.v >= 0 && p.v <= 1)) return false;
            }
        return true;
    });
}

}  // namespace

bool findsAmongPoints(const ColorQuery& query, double lastRow) {
    Rectangle part = query.area;
    part.top = lastRow;
    const bool onWhite = matches(query.color, {255, 255, 255}) && !isCovered(query, part);
    Search search(query);
    if (!search.narrowToMask(part)) return false;
    if (onWhite) return search.anywhere(part);
    for (std::size_t i = 0; i < query.seen.size(); i++)
        if (search.at(i, part)) return true;
    return false;
}

}  // namespace ounce
