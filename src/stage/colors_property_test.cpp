// The fast search for a colour gives the answers of the plain one, in scenes made by chance.
#include <gtest/gtest.h>
#include <random>

#include "stage/look.h"
#include "stage/plain_colors.h"
#include "stage/test_project.h"

namespace ounce {
namespace {

using namespace testing_stage;

class Chance {
  public:
    explicit Chance(unsigned seed) : engine_(seed) {}
    int upTo(int most) { return static_cast<int>(engine_() % static_cast<unsigned>(most + 1)); }
    int between(int low, int high) { return low + upTo(high - low); }
    bool oneIn(int n) { return upTo(n - 1) == 0; }
    // Few colours, so that they meet.
    Color color() {
        constexpr std::array<Color, 7> kColors{{{255, 0, 0},
                                                {0, 255, 0},
                                                {0, 0, 255},
                                                {255, 255, 255},
                                                {0, 0, 0},
                                                {127, 127, 255},
                                                {200, 100, 50}}};
        return kColors[static_cast<std::size_t>(upTo(6))];
    }

  private:
    std::mt19937 engine_;
};

std::string picture(Chance& chance) {
    const bool large = chance.oneIn(4);
    const int width = chance.between(1, large ? 960 : 120), height = chance.between(1, large ? 720 : 120);
    const int tile = chance.between(1, 60);
    const int holes = chance.upTo(3), soft = chance.upTo(2);
    if (chance.oneIn(3)) {
        const std::string w = std::to_string(width / 2 + 2), h = std::to_string(height / 2 + 2);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
               "\" viewBox=\"0 0 " + w + ' ' + h + "\"><ellipse cx=\"" + std::to_string(width / 4 + 1) +
               "\" cy=\"" + std::to_string(height / 4 + 1) + "\" rx=\"" + std::to_string(width / 5 + 1) +
               "\" ry=\"" + std::to_string(height / 5 + 1) +
               (chance.oneIn(2) ? "\" fill=\"#ff0000\"/></svg>" : "\" fill=\"#0000ff\"/></svg>");
    }
    std::vector<Rgba> tiles;
    for (int i = 0; i < 16; i++) {
        const Color c = chance.color();
        tiles.push_back({c.r, c.g, c.b, 255});
        if (chance.upTo(3) < holes) tiles.back() = {};
        if (chance.upTo(5) < soft) tiles.back().a = static_cast<std::uint8_t>(chance.upTo(255));
    }
    return pngOf(width, height, [&](int x, int y) {
        return tiles[static_cast<std::size_t>((x / tile + y / tile * 5) % 16)];
    });
}

void shake(StageState& state, Chance& chance, int sprites) {
    for (DrawableId id = 0; id < sprites; id++) {
        if (chance.oneIn(2)) state.setPosition(id, chance.between(-260, 260), chance.between(-200, 200));
        if (chance.oneIn(4)) state.setPosition(id, 0, 0);
        if (chance.oneIn(40)) state.setPosition(id, chance.between(-3000, 3000), 0);
        if (chance.oneIn(2))
            state.setDirectionAndSize(id, chance.oneIn(2) ? 90 : chance.between(-179, 180),
                                      chance.oneIn(2)   ? 100
                                      : chance.oneIn(9) ? 0
                                                        : chance.between(5, 400),
                                      chance.oneIn(3) ? RotationStyle::LeftRight : RotationStyle::AllAround);
        for (int e = 0; e < EffectCount; e++) {
            if (chance.oneIn(12)) state.setEffect(id, static_cast<Effect>(e), chance.between(-150, 250));
            if (chance.oneIn(3)) state.setEffect(id, static_cast<Effect>(e), 0);
        }
        state.setVisible(id, !chance.oneIn(8));
        if (chance.oneIn(4)) state.moveLayers(id, chance.between(-3, 3));
        if (chance.oneIn(6)) (void)state.bounds(id);
    }
    if (chance.oneIn(4)) {
        const Color c = chance.color();
        state.penLine({double(chance.between(-240, 240)), double(chance.between(-180, 180))},
                      {double(chance.between(-240, 240)), double(chance.between(-180, 180))},
                      {.diameter = double(chance.between(1, 60)),
                       .rgba = {c.r / 255.0, c.g / 255.0, c.b / 255.0, chance.oneIn(3) ? 0.5 : 1}});
    }
    if (chance.oneIn(8)) state.penStamp(chance.upTo(sprites - 1));
    if (chance.oneIn(30)) state.penClear();
}

// Asks for a colour in the fast way and in the plain one: they answer the same, and remember the same.
struct Comparison {
    void ask(StageState& state, DrawableId asking, Color color, const std::optional<Color>& mask = {}) {
        StageState copy = state;
        const bool plain = plainFindsColor(copy, asking, color, mask);
        const bool fast =
            mask ? state.colorTouchesColor(asking, *mask, color) : state.touchesColor(asking, color);
        ASSERT_EQ(fast, plain);
        ASSERT_EQ(state, copy);
        (plain ? found : missed)++;
    }
    // Scenes are worth something only if both answers occur.
    void expectMoreThan(int count) const {
        EXPECT_GT(found, count);
        EXPECT_GT(missed, count);
    }
    int found = 0, missed = 0;
};

TEST(TouchingColor, FastAndPlainSearchAgree) {
    Comparison search;
    for (unsigned seed = 1; seed <= 12; seed++) {
        Chance chance(seed);
        Scene scene;
        const int sprites = chance.between(2, 7);
        if (chance.oneIn(2)) scene.add(pngOf(960, 720, {0, 0, 255, 255}));
        while (scene.project().targets.size() <= static_cast<std::size_t>(sprites))
            scene.add(picture(chance));
        StageState& state = scene.start();
        for (int round = 0; round < 25; round++) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
            shake(state, chance, sprites);
            for (int i = 0; i < 3; i++) {
                const DrawableId asking = chance.upTo(sprites - 1);
                const Color color = chance.color();
                const std::optional<Color> mask =
                    chance.oneIn(3) ? std::optional(chance.color()) : std::nullopt;
                search.ask(state, asking, color, mask);
                if (HasFatalFailure()) return;
            }
        }
    }
    search.expectMoreThan(100);
}

// Sizes and directions stay, so that masks are made and used wherever the drawables go.
TEST(TouchingColor, FastAndPlainSearchAgreeWhileThingsOnlyMove) {
    Comparison search;
    for (unsigned seed = 1; seed <= 8; seed++) {
        Chance chance(seed);
        Scene scene;
        const int sprites = chance.between(3, 6);
        if (chance.oneIn(2)) scene.add(pngOf(960, 720, {0, 0, 255, 255}));
        while (scene.project().targets.size() <= static_cast<std::size_t>(sprites))
            scene.add(picture(chance));
        StageState& state = scene.start();
        for (DrawableId id = 0; id < sprites; id++) {
            state.setDirectionAndSize(id, chance.oneIn(2) ? 90 : chance.between(-179, 180),
                                      chance.oneIn(3) ? chance.between(30, 250) : 100,
                                      RotationStyle::AllAround);
            if (chance.oneIn(5)) state.setEffect(id, Ghost, chance.between(1, 100));
            if (chance.oneIn(5)) state.setEffect(id, Brightness, chance.between(-100, 100));
        }
        for (int round = 0; round < 60; round++) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
            for (DrawableId id = 0; id < sprites; id++)
                state.setPosition(id, chance.between(-120, 120), chance.between(-90, 90));
            const DrawableId asking = chance.upTo(sprites - 1);
            const Color color = chance.color();
            const std::optional<Color> mask = chance.oneIn(4) ? std::optional(chance.color()) : std::nullopt;
            search.ask(state, asking, color, mask);
            if (HasFatalFailure()) return;
        }
    }
    search.expectMoreThan(50);
}

// Sprites as large as the stage, ghosts of all strengths, and a pen that draws between the backdrop and them.
// Copies of the state share what is known about the pen's colours until one of them draws.
TEST(TouchingColor, FastAndPlainSearchAgreeOnGhostsAndThePen) {
    Comparison search;
    for (unsigned seed = 1; seed <= 10; seed++) {
        Chance chance(seed);
        Scene scene;
        const int sprites = chance.between(2, 4), backdrops = chance.between(1, 2);
        if (backdrops == 2) scene.add(pngOf(960, 720, {0, 0, 255, 255}));
        while (scene.project().targets.size() <= static_cast<std::size_t>(sprites + backdrops))
            scene.add(picture(chance));
        StageState& state = scene.start(backdrops);
        StageState other = state;
        for (int round = 0; round < 14; round++) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
            if (chance.oneIn(3)) std::swap(state, other);
            if (chance.oneIn(5)) other = state;
            for (int lines = chance.upTo(3); lines > 0; lines--) {
                const Color c = chance.color();
                const auto point = [&] {
                    return Point{double(chance.between(-260, 260)), double(chance.between(-200, 200))};
                };
                const Point from = point();
                state.penLine(from, chance.oneIn(4) ? from : point(),
                              {.diameter = double(chance.between(1, 30)),
                               .rgba = {c.r / 255.0, c.g / 255.0, c.b / 255.0, chance.oneIn(3) ? 0.4 : 1}});
            }
            if (chance.oneIn(9)) state.penClear();
            for (DrawableId id = 0; id < sprites + backdrops; id++) {
                if (chance.oneIn(3)) {
                    constexpr std::array kGhosts{-10, 0, 1, 24, 25, 26, 49, 50, 51, 74, 75, 76, 98, 99, 100};
                    state.setEffect(id, Ghost, kGhosts[static_cast<std::size_t>(chance.upTo(14))]);
                }
                for (const Effect effect : {ColorEffect, Brightness})
                    if (chance.oneIn(3))
                        state.setEffect(id, effect, chance.oneIn(4) ? chance.between(-90, 90) : 0);
                if (id < backdrops || chance.oneIn(2)) continue;
                state.setDirectionAndSize(id, chance.oneIn(2) ? 90 : chance.between(-179, 180),
                                          chance.oneIn(2) ? 100 : chance.between(50, 900),
                                          RotationStyle::AllAround);
                state.setPosition(id, chance.between(-60, 60), chance.between(-50, 50));
                if (chance.oneIn(6)) state.penStamp(id);
            }
            const DrawableId asking = chance.between(backdrops, sprites + backdrops - 1);
            // A colour that is there, or one that may be.
            StageState without = state;
            without.setVisible(asking, false);
            const StagePicture seen = StageLook(without).draw();
            for (int i = 0; i < 3; i++) {
                const std::uint8_t* pixel =
                    &seen.rgba[static_cast<std::size_t>(chance.upTo(480 * 360 - 1)) * 4];
                const Color color = i == 0 ? Color{pixel[0], pixel[1], pixel[2]} : chance.color();
                const std::optional<Color> mask =
                    chance.oneIn(5) ? std::optional(chance.color()) : std::nullopt;
                search.ask(state, asking, color, mask);
                if (HasFatalFailure()) return;
            }
        }
    }
    search.expectMoreThan(100);
}

// Contact at the very edge, below as points and above as pixels, where the lowest rows are covered.
TEST(TouchingColor, FastAndPlainSearchAgreeOnNearMisses) {
    Comparison search;
    for (unsigned seed = 1; seed <= 10; seed++) {
        Chance chance(seed);
        Scene scene;
        scene.add(pngOf(960, 720, {0, 0, 255, 255}));
        const int size = chance.between(1, 20);
        scene.add(chance.oneIn(2) ? pngOf(size, size, {255, 0, 255, 255})
                                  : svgBox(std::to_string(size), std::to_string(size), "#ff00ff"));
        const int big = chance.between(280, 500);
        scene.add(pngOf(big, big, {255, 0, 0, 255}));
        StageState& state = scene.start();
        for (int round = 0; round < 40; round++) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
            state.setPosition(0, 0, chance.oneIn(2) ? 0 : -chance.between(150, 360));
            for (const DrawableId id : {1, 2})
                if (chance.oneIn(3))
                    state.setDirectionAndSize(id, chance.oneIn(2) ? 90 : chance.between(-179, 180), 100,
                                              RotationStyle::AllAround);
            const Rectangle box = state.fastBounds(2);
            const int gap = size / 2 + chance.between(-3, 3);
            const double along = chance.between(-100, 100);
            switch (chance.upTo(3)) {
                case 0: state.setPosition(1, box.left - gap, along); break;
                case 1: state.setPosition(1, box.right + gap, along); break;
                case 2: state.setPosition(1, along, box.top + gap); break;
                default: state.setPosition(1, along, box.bottom - gap); break;
            }
            for (const Color color : {Color{255, 0, 255}, Color{255, 255, 255}}) {
                search.ask(state, 2, color);
                if (HasFatalFailure()) return;
            }
        }
    }
    search.expectMoreThan(100);
}

// Dots and stamps of the pen at the very edge of a sprite, looked at as points or, where it is large, as
// pixels.
TEST(TouchingColor, FastAndPlainSearchAgreeOnDotsAtTheEdge) {
    Comparison search;
    for (unsigned seed = 1; seed <= 40; seed++) {
        Chance chance(seed);
        Scene scene;
        const int size = chance.oneIn(5) ? chance.between(300, 360) : chance.between(60, 150);
        scene.add(pngOf(2 * size, 2 * size, {255, 0, 0, 255}));
        const int stamp = chance.between(1, 3);
        scene.add(pngOf(stamp, stamp, {0, 0, 255, 255}), 1);
        StageState& state = scene.start();
        state.setVisible(1, false);
        state.setPosition(0, chance.between(-200, 200), chance.between(-150, 150));
        if (chance.oneIn(4)) state.setDirectionAndSize(0, chance.upTo(90), 100, RotationStyle::AllAround);
        for (int round = 0; round < 12; round++) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
            const Rectangle box = state.fastBounds(0);
            const double along = chance.between(-size / 2, size / 2), gap = chance.between(-2, 2);
            const double x = (box.left + box.right) / 2 + along, y = (box.bottom + box.top) / 2 + along;
            const std::array<Point, 4> dots{
                {{box.left - gap, y}, {box.right + gap, y}, {x, box.top + gap}, {x, box.bottom - gap}}};
            const Point dot = dots[static_cast<std::size_t>(chance.upTo(3))];
            if (chance.oneIn(2)) state.penClear();
            if (chance.oneIn(3)) {
                state.penLine(dot, dot, {.diameter = double(chance.between(1, 3)), .rgba = {0, 0, 1, 1}});
            } else {  // without a soft edge
                state.setPosition(1, dot.x, dot.y);
                state.penStamp(1);
            }
            search.ask(state, 0, {0, 0, 255});
            if (HasFatalFailure()) return;
        }
    }
    search.expectMoreThan(100);
}

}  // namespace
}  // namespace ounce
