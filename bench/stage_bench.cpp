// What the machine asks the stage in every step.
#include <benchmark/benchmark.h>
#include <cmath>

#include "stage/look.h"
#include "stage/test_project.h"

namespace {

using namespace ounce;
using namespace ounce::testing_stage;

// A ring: boxes overlap long before the shapes do.
std::string ring(int size) {
    const double middle = size / 2.0;
    return pngOf(size, size, [=](int x, int y) {
        const double distance = std::hypot(x + 0.5 - middle, y + 0.5 - middle);
        return distance < middle && distance > middle - 8 ? Rgba{255, 0, 0, 255} : Rgba{};
    });
}

struct TwoRings {
    Scene scene;
    StageState* state;
    TwoRings() {
        scene.add(ring(200));
        scene.add(ring(200));
        state = &scene.start();
        state->setDirectionAndSize(0, 33, 100, RotationStyle::AllAround);
        state->setDirectionAndSize(1, -71, 100, RotationStyle::AllAround);
    }
};

void fence(benchmark::State& run) {
    TwoRings s;
    double x = 0;
    for (auto _ : run) {
        s.state->setPosition(0, x, 0);
        benchmark::DoNotOptimize(s.state->fence(0, x + 10, 5));
        x = x > 200 ? -200 : x + 1;
    }
}
BENCHMARK(fence);

// Standing: nothing but the fence itself.
void fenceAlone(benchmark::State& run) {
    TwoRings s;
    double x = 0;
    for (auto _ : run) {
        benchmark::DoNotOptimize(s.state->fence(0, x, 5));
        x = x > 300 ? -300 : x + 1;
    }
}
BENCHMARK(fenceAlone);

void boundsWithKnownHull(benchmark::State& run) {
    TwoRings s;
    double x = 0;
    for (auto _ : run) {
        s.state->setPosition(0, x, 0);
        benchmark::DoNotOptimize(s.state->bounds(0));
        x = x > 200 ? -200 : x + 1;
    }
}
BENCHMARK(boundsWithKnownHull);

void touchingFarApart(benchmark::State& run) {
    TwoRings s;
    s.state->setPosition(0, -120, 0);
    s.state->setPosition(1, 120, 0);
    for (auto _ : run) benchmark::DoNotOptimize(touching(*s.state, 0, 1));
}
BENCHMARK(touchingFarApart);

// Moving, boxes overlapping by a quarter, shapes not touching.
void touchingBoxesOverlap(benchmark::State& run) {
    TwoRings s;
    s.state->setPosition(1, 80, 80);
    int x = 0;
    for (auto _ : run) {
        s.state->setPosition(0, x, x);
        benchmark::DoNotOptimize(touching(*s.state, 0, 1));
        x = (x + 1) % 8;
    }
}
BENCHMARK(touchingBoxesOverlap);

// One inside the other, where all points have to be looked at.
void touchingNested(benchmark::State& run) {
    TwoRings s;
    s.state->setDirectionAndSize(0, 33, 70, RotationStyle::AllAround);
    for (auto _ : run) benchmark::DoNotOptimize(touching(*s.state, 0, 1));
}
BENCHMARK(touchingNested);

// A new direction in each query: no mask pays.
void touchingWhileTurning(benchmark::State& run) {
    TwoRings s;
    s.state->setPosition(1, 80, 80);
    double direction = 0;
    for (auto _ : run) {
        s.state->setDirectionAndSize(0, direction, 100, RotationStyle::AllAround);
        benchmark::DoNotOptimize(touching(*s.state, 0, 1));
        direction = std::fmod(direction + 0.1234567, 180);
    }
}
BENCHMARK(touchingWhileTurning);

// 100 x 100 over a full backdrop; the colour is nowhere.
void touchingColor(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start();
    if (run.range(0)) state.setDirectionAndSize(1, 33, 100, RotationStyle::AllAround);
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
}
BENCHMARK(touchingColor)->Arg(0)->Arg(1)->ArgName("turned")->Unit(benchmark::kMicrosecond);

void touchingColorOfAGameScreen(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(960, 720, {255, 0, 0, 255}));
    StageState& state = scene.start();
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
}
BENCHMARK(touchingColorOfAGameScreen)->Unit(benchmark::kMicrosecond);

// The backdrop has the colour, but the sprite stands on something larger that hides it: every point counts.
void touchingColorHidden(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 255, 0, 255}));
    scene.add(pngOf(240, 240, {0, 0, 255, 255}));
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start();
    if (run.range(0))
        for (const DrawableId id : {1, 2}) state.setDirectionAndSize(id, 33, 100, RotationStyle::AllAround);
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(2, {0, 255, 0}));
}
BENCHMARK(touchingColorHidden)->Arg(0)->Arg(1)->ArgName("turned")->Unit(benchmark::kMicrosecond);

// What is translucent shows more colours than it has.
void touchingColorThroughGhost(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start();
    state.setEffect(0, Ghost, 30);
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
}
BENCHMARK(touchingColorThroughGhost)->Unit(benchmark::kMicrosecond);

void touchingColorOfThePen(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start(1);
    state.penLine({-200, -100}, {200, 100}, {.diameter = 10});
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
}
BENCHMARK(touchingColorOfThePen)->Unit(benchmark::kMicrosecond);

// A drawing that covers most of the stage asks while the pen goes on below it; the pen has another colour.
void touchingColorWhileThePenDraws(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {255, 255, 255, 255}));
    scene.add(svgBox("90", "70"));
    StageState& state = scene.start(1);
    state.setDirectionAndSize(1, 90, 500, RotationStyle::AllAround);
    Point from{-200, -100};
    int turn = 0;
    for (auto _ : run) {
        const Point to{220 * std::cos(0.7 * turn), 160 * std::sin(0.3 * turn)};
        state.penLine(from, to, {.diameter = 5});
        from = to, turn++;
        benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
    }
}
BENCHMARK(touchingColorWhileThePenDraws)->Unit(benchmark::kMicrosecond);

// A small sprite on what the pen draws anew before each question.
void touchingColorOnAFreshLine(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    const int size = static_cast<int>(run.range(0));
    scene.add(pngOf(2 * size, 2 * size, {255, 0, 0, 255}));
    StageState& state = scene.start(1);
    for (auto _ : run) {
        state.penLine({-10, -3}, {10, 4}, {.diameter = 3});
        benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
    }
}
BENCHMARK(touchingColorOnAFreshLine)->Arg(16)->Arg(50)->ArgName("size")->Unit(benchmark::kMicrosecond);

// A game screen through another one: ghosts of 30 % and of 100 %, and brightness.
void touchingColorThroughAScreen(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(960, 720, {0, 0, 0, 255}));
    scene.add(pngOf(960, 720, {255, 0, 0, 255}));
    StageState& state = scene.start();
    state.setEffect(1, static_cast<Effect>(run.range(0)), static_cast<double>(run.range(1)));
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(2, {0, 255, 0}));
}
BENCHMARK(touchingColorThroughAScreen)
    ->ArgNames({"effect", "value"})
    ->Args({Ghost, 30})
    ->Args({Ghost, 100})
    ->Args({Brightness, 30})
    ->Unit(benchmark::kMicrosecond);

// A large turned drawing on another one: most of it is the GPU's.
void touchingColorOfDrawings(benchmark::State& run) {
    Scene scene;
    scene.add(svgBox("480", "360", "blue"));
    scene.add(svgBox("300", "300"));
    StageState& state = scene.start();
    state.setDirectionAndSize(0, 33, 130, RotationStyle::AllAround);
    state.setDirectionAndSize(1, 50, 100, RotationStyle::AllAround);
    for (auto _ : run) benchmark::DoNotOptimize(state.touchesColor(1, {0, 255, 0}));
}
BENCHMARK(touchingColorOfDrawings)->Unit(benchmark::kMicrosecond);

void penStamp(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start();
    for (auto _ : run) state.penStamp(0);
}
BENCHMARK(penStamp)->Unit(benchmark::kMicrosecond);

void penLine(benchmark::State& run) {
    TwoRings s;
    double x = 0;
    for (auto _ : run) {
        s.state->penLine({x, 0}, {x + 7, 5}, {.diameter = 3});
        x = x > 200 ? -200 : x + 1;
    }
}
BENCHMARK(penLine);

void copyState(benchmark::State& run) {
    Scene scene;
    for (int i = 0; i < 20; i++) scene.add(pngOf(20, 20, {255, 0, 0, 255}));
    StageState& state = scene.start();
    state.penLine({0, 0}, {100, 100}, {});
    StageState copy = state;
    for (auto _ : run) {
        copy = state;
        benchmark::DoNotOptimize(copy);
    }
}
BENCHMARK(copyState);

void drawPicture(benchmark::State& run) {
    Scene scene;
    scene.add(pngOf(960, 720, {0, 0, 255, 255}));
    scene.add(pngOf(200, 200, {255, 0, 0, 255}));
    StageState& state = scene.start();
    for (auto _ : run) benchmark::DoNotOptimize(StageLook(state).draw());
}
BENCHMARK(drawPicture)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
