// Looks at a state without touching it: evaluates expressions, asks what touches what, draws a picture. It
// never draws a random number, fills no cell, and the renderer's memory stays as it was. Distances, checks,
// tests and properties look through this.
//
// An expression that would draw a number has no value that a look could know; `drew()` says so afterwards.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "stage/look.h"
#include "vm/reading.h"

namespace ounce {

class Look final : public Reading {
  public:
    // All stay where they are while the look is in use. Between two steps, as seen by the stage.
    Look(const Program& program, const State& state, const MachineOptions& options);
    // From where another reading stands, for example the machine in the middle of a statement.
    explicit Look(const Reading& other);
    ~Look();

    // The same state at another moment, or seen from another place: to be called after it changed.
    void refresh();
    void refresh(const Reading& other);
    // Expressions mean this target from now on.
    void from(std::int32_t targetPlace);

    // Whether an expression since the last question would have drawn a random number.
    [[nodiscard]] bool drew() const { return drew_; }
    void forgetDraws() { drew_ = false; }

    // The same for drawables; null: without renderer.
    [[nodiscard]] StageLook* stage();

    // ---- what a person would ask ----
    [[nodiscard]] std::int32_t layer(const TargetState& t) const;
    [[nodiscard]] double distance(const TargetState& a, const TargetState& b) const;
    [[nodiscard]] int cloneCount(std::int32_t sprite) const;

    double pick(const Domain& domain) override;
    bool touches(const TargetState& t, std::span<const DrawableId> others) override;
    bool touchesPointer(const TargetState& t, double x, double y) override;
    bool touchesColor(const TargetState& t, Color color) override;
    bool colorTouchesColor(const TargetState& t, Color mask, Color color) override;
    Rectangle bounds(const TargetState& t) override;

  private:
    bool countMemory() override { return true; }

    MemoryBound ownMemory_{};  // texts made while looking are gone at once
    Limits ownLimits_{};
    bool drew_ = false;
    bool stageIsFresh_ = false;
    std::optional<StageLook> stageLook_{};
};

}  // namespace ounce
