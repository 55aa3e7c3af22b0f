// A search for a colour, for the files that do it.
#pragma once

#include <optional>
#include <vector>

#include "stage/memory.h"
#include "stage/texel_set.h"

namespace ounce {

struct ColorQuery {
    StageState::Memory* memory;
    Drawable* asking;
    Color color;
    std::optional<Color> mask;                        // only where the asking drawable has this colour
    std::vector<StageState::Memory::Candidate> seen;  // the topmost first
    Rectangle area;                                   // whole numbers

    [[nodiscard]] TexelTest shows() const { return TexelTest::shows(color, seen.size()); }
    // The same as far as it says something about the texels of a drawable.
    [[nodiscard]] std::optional<TexelTest> shows(const Drawable& drawable) const {
        constexpr double kFaint = 0.25;  // almost any colour can be seen with it
        const double opacity = drawable.effects.opacity();
        if ((drawable.effects.on & kColorEffects) || !(opacity >= kFaint && opacity <= 1))
            return std::nullopt;
        return TexelTest::shows(color, seen.size(), opacity);
    }
};

// A ghost of 100 % is there, but nothing of it is seen.
inline bool isGone(const Drawable& drawable) { return drawable.effects.opacity() == 0; }

inline double pointsIn(const Rectangle& area) { return (area.width() + 1) * (area.height() + 1); }

constexpr double kMostPointsOnCpu = 40000;

// The part of `area` in which a drawable's texels of the set can be seen, by points or by pixels; without a
// set, any of its texels. None: nowhere.
std::optional<Rectangle> whereSeen(const Drawable& drawable, const Bitmap* bitmap, const TexelSet* set,
                                   const Rectangle& area);

// From the area's lowest row to `lastRow`, as points.
bool findsAmongPoints(const ColorQuery& query, double lastRow);
// The upper `rows` rows of the area as the GPU draws them.
bool findsAmongPixels(const ColorQuery& query, int rows);

}  // namespace ounce
