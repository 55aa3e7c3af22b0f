// The part of a search for a colour that goes point by point. The topmost drawable that shows anything at a
// point decides whether the colour can be seen there; only where it can, a point is looked at closely. Where
// drawables have masks that is known for 64 points at a time.
#include <algorithm>
#include <bit>
#include <cmath>

#include "stage/color_mask.h"
#include "stage/colors.h"
#include "stage/pen_colors.h"
#include "stage/scanline.h"

namespace ounce {

namespace {

using Candidate = StageState::Memory::Candidate;
constexpr std::uint8_t kWithoutGhost = static_cast<std::uint8_t>(~bitOf(Ghost));

class Search {
  public:
    explicit Search(const ColorQuery& query)
        : query_(query), asking_(query.memory->sampler(*query.asking)), layers_(query.seen.size()) {}

    // Looks at `part`; `onWhite`: the colour is also seen where there is nothing.
    bool finds(Rectangle part, bool onWhite) {
        if (!narrowToMask(part)) return false;
        if (!placeLayers(part) && !onWhite) return false;
        if (!onWhite) part = placesOfLayers();
        findMasks(part);
        const int right = static_cast<int>(part.right);
        for (int y = static_cast<int>(part.bottom); y <= static_cast<int>(part.top); y++)
            for (int x = static_cast<int>(part.left); x <= right; x += 64)
                if (findsInWord(x, y, firstBits(right - x + 1), onWhite)) return true;
        return false;
    }

  private:
    struct Layer {
        std::optional<Scanline> line{};    // made when someone looks
        const TexelSet* set = nullptr;     // texels that can show the colour; null: not known
        std::optional<Rectangle> place{};  // where it can show the colour; none: nowhere
        ColorMask mask{};
        std::unique_ptr<const PenColors> pen{};  // instead of a mask
    };

    // Leaves out what lies outside of all texels of the mask colour. False: there are none.
    bool narrowToMask(Rectangle& part) {
        if (!query_.mask || !asking_.raster || (query_.asking->effects.on & kColorEffects)) return true;
        const TexelSet* set =
            asking_.raster->colors.find(*asking_.bitmap, TexelTest::isMask(*query_.mask), pointsIn(part));
        const auto place = whereSeen(*query_.asking, asking_.bitmap, set, part);
        if (place) part = *place;
        return place.has_value();
    }

    // Finds out where the layers can show the colour. False: nowhere.
    bool placeLayers(const Rectangle& part) {
        bool any = false;
        for (std::size_t i = 0; i < layers_.size(); i++) {
            const Sampler& sampler = query_.seen[i].sampler;
            Layer& layer = layers_[i];
            if (isGone(*sampler.drawable)) continue;
            if (sampler.pen && PenColors::pays(part)) {
                layer.pen = std::make_unique<PenColors>(*sampler.pen, query_.shows(), Sampling::Points, part);
                layer.place = layer.pen->place();
            } else {
                if (const auto test = query_.shows(*sampler.drawable); test && sampler.raster)
                    layer.set = sampler.raster->colors.find(*sampler.bitmap, *test, pointsIn(part));
                layer.place = whereSeen(*sampler.drawable, sampler.bitmap, layer.set, part);
            }
            any |= layer.place.has_value();
        }
        return any;
    }
    [[nodiscard]] Rectangle placesOfLayers() const {
        std::optional<Rectangle> all;
        for (const Layer& layer : layers_)
            if (layer.place) all = all ? unionOf(*all, *layer.place) : *layer.place;
        return *all;
    }

    void findMasks(const Rectangle& part) {
        const double points = pointsIn(part);
        if (!query_.mask)
            ownTouches_ = query_.memory->mask(*query_.asking, asking_, points);
        else if (!(query_.asking->effects.on & kColorEffects))
            ownColors_ = ColorMask(*query_.asking, *asking_.shape, asking_.raster, Sampling::Points,
                                   TexelTest::isMask(*query_.mask), points);
        for (std::size_t i = 0; i < layers_.size(); i++) {
            const Sampler& s = query_.seen[i].sampler;
            if (isGone(*s.drawable)) continue;
            layers_[i].mask = ColorMask(*s.drawable, *s.shape, s.raster, Sampling::Points,
                                        query_.shows(*s.drawable), points);
        }
    }

    bool findsInWord(int x, int y, std::uint64_t word, bool onWhite) {
        if (ownTouches_)
            word &=
                ownTouches_
                    ->points(x - static_cast<int>(query_.asking->x), y - static_cast<int>(query_.asking->y))
                    .maybe;
        else if (ownColors_)
            word &= ownColors_.at(x, y).maybe;
        std::uint64_t live = 0;
        for (std::size_t i = 0; i < layers_.size() && word != 0; i++) {
            const StageMask::Points points = look(i, x, y, word);
            live |= word & points.maybe;
            word &= ~points.sure;
        }
        if (onWhite) live |= word;
        const int first = x - static_cast<int>(query_.area.left);
        for (; live != 0; live &= live - 1) {
            const int column = first + std::countr_zero(live);
            if (selected(column, y) && found(column, y)) return true;
        }
        return false;
    }

    // Which points of the word a layer hides from what is below (not necessarily all), and at which ones it
    // may show the colour.
    StageMask::Points look(std::size_t i, int x, int y, std::uint64_t word) {
        const Layer& known = layers_[i];
        if (known.mask) return known.mask.at(x, y);
        if (known.pen) return known.pen->at(x, y);
        if (!known.place || y < known.place->bottom || y > known.place->top) return {};
        const TexelTest shows = query_.shows();
        Scanline& line = layer(i, y);
        const int first = x - static_cast<int>(query_.area.left);
        StageMask::Points points;
        for (; word != 0; word &= word - 1) {
            const int column = first + std::countr_zero(word);
            const std::uint64_t bit = word & -word;
            if (known.set) {
                if (line.isIn(*known.set, column)) points.maybe |= bit;
            } else if (const Rgba c = line.colorAt(column); c != Rgba{}) {
                points.sure |= bit;
                if (shows(c)) points.maybe |= bit;
            }
        }
        return points;
    }

    bool selected(int column, double y) {
        if (!self_) self_.emplace(asking_, query_.area, kWithoutGhost);
        self_->startRow(y);
        return query_.mask ? matchesMask(self_->colorAt(column), *query_.mask) : self_->touches(column);
    }

    Scanline& layer(std::size_t i, double y) {
        std::optional<Scanline>& line = layers_[i].line;
        if (!line) line.emplace(query_.seen[i].sampler, query_.area);
        line->startRow(y);
        return *line;
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
    std::optional<Scanline> self_;
    const StageMask* ownTouches_ = nullptr;
    ColorMask ownColors_;
    std::vector<Layer> layers_;
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
    return Search(query).finds(part, onWhite);
}

}  // namespace ounce
