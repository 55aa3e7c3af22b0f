// Where on the stage an event leads to, in one state.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/events.h"
#include "stage/look.h"

namespace ounce {

class Places {
  public:
    Places(const Program& program, const State& state) : program_(program), state_(state) {}

    // The instance that the event is about; kNone: there is none now.
    [[nodiscard]] std::int32_t instance(const ExtractedEvent& event) const;
    // Where the mouse has to go, or the position that a sprite is dragged to before it is displaced.
    [[nodiscard]] std::optional<Point> of(const ExtractedEvent& event);
    // A drag's place, displaced by the sprite's own size in the direction of `angle`, in degrees; none: not
    // displaced. To an edge: the point of the edge that lies in that direction; none: the nearest.
    [[nodiscard]] std::optional<Point> dragged(const ExtractedEvent& event, std::optional<int> angle);

  private:
    const TargetState& at(std::int32_t target) const {
        return *state_.targets[static_cast<std::size_t>(target)];
    }
    StageLook& stage();
    std::optional<Point> find(const ExtractedEvent& event);
    // A point near the middle of the target's box for which the test holds.
    template <class Test>
    std::optional<Point> pointOf(const TargetState& t, Test test);
    // Places for the target that together cover the stage, the nearest first.
    std::vector<Point> tilesAround(const TargetState& t);
    std::optional<Point> toColor(const TargetState& t, Color color);
    std::optional<Point> colorToColor(const TargetState& t, Color mask, Color color);
    // The points of that colour on the stage without the target: the nearest first, then some from all over.
    std::vector<Point> pointsOfColor(const TargetState& t, Color color);
    Point toEdge(const TargetState& t, std::optional<int> angle) const;

    const Program& program_;
    const State& state_;
    std::optional<StageLook> stage_{};
    std::map<std::pair<const EventTemplate*, std::int32_t>, std::optional<Point>> found_{};
};

}  // namespace ounce
