// The drawing order: four groups from back to front, each in its own stretch of one list.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stage/memory.h"

namespace ounce {

DrawableId StageState::Memory::create(LayerGroup group) {
    const auto free =
        std::find_if(drawables.begin(), drawables.end(), [](const Drawable& d) { return !d.alive; });
    const auto id = static_cast<DrawableId>(free - drawables.begin());
    if (free == drawables.end()) drawables.emplace_back();
    Drawable& d = (*this)[id];
    d = {};
    d.alive = true;
    d.group = group;
    const auto g = static_cast<std::size_t>(group);
    groupSize[g]++;
    const int end =
        std::accumulate(groupSize.begin(), groupSize.begin() + static_cast<std::ptrdiff_t>(g) + 1, 0) - 1;
    order.insert(order.begin() + end, id);
    return id;
}

void StageState::Memory::destroy(DrawableId id) {
    groupSize[static_cast<std::size_t>((*this)[id].group)]--;
    std::erase(order, id);
    (*this)[id] = {};
    if (id == penDrawable) penDrawable = kNoDrawable;
}

int StageState::Memory::indexOf(DrawableId id) const {
    const auto at = std::find(order.begin(), order.end(), id);
    return at == order.end() ? -1 : static_cast<int>(at - order.begin());
}

void StageState::Memory::move(DrawableId id, double newIndex) {
    const auto g = static_cast<std::ptrdiff_t>((*this)[id].group);
    const double start = std::accumulate(groupSize.begin(), groupSize.begin() + g, 0);
    const double end = start + groupSize[static_cast<std::size_t>(g)];
    // It is taken out first, so the end of the group is one beyond the last place.
    std::erase(order, id);
    newIndex = std::min(std::max(newIndex, start), end);
    const double place =
        std::isnan(newIndex) ? 0 : std::min(std::trunc(newIndex), static_cast<double>(order.size()));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), id);
}

int StageState::order(DrawableId drawable) const { return memory_->indexOf(drawable); }

void StageState::moveLayers(DrawableId drawable, double by) {
    const int index = memory_->indexOf(drawable);
    if (by == 0 || index < 0) return;
    memory_->move(drawable, index + by);
}

void StageState::moveBehind(DrawableId drawable, DrawableId other) {
    const int index = memory_->indexOf(other);
    if (index <= 0 || drawable == other)
        return;  // official Scratch can put nothing behind the very last layer
    memory_->move(drawable, index);
}

}  // namespace ounce
