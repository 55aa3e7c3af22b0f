#include "models/guide.h"

#include "models/run_models.h"

namespace ounce::models {
namespace {

// So far a guide looks ahead. Keys are pressed for at most so long in generated tests; what comes after it is
// decided in the state that is reached by then.
constexpr std::int32_t kAhead = 4;

}  // namespace

UserGuide::UserGuide(std::shared_ptr<const BoundModels> models, std::shared_ptr<const Program> program,
                     const MachineOptions& options, std::uint32_t seed)
    : models_(std::move(models)),
      program_(std::move(program)),
      options_(options),
      state_(modelStart(*program_, options_).state),
      machine_(*program_, state_, options_),
      play_(*models_, machine_, {.seed = seed, .record = true}) {}

UserEvent UserGuide::next(const State& state) {
    if (!pending_.empty()) {
        UserEvent event = std::move(pending_.front());
        pending_.erase(pending_.begin());
        return event;
    }
    state_ = state;
    UserEvent event{.kind = UserEvent::Kind::Wait, .steps = 0};
    for (std::int32_t step = 0; step < kAhead && pending_.empty(); step++) {
        const std::size_t known = play_.played().size();
        const std::size_t held = known > 0 ? static_cast<std::size_t>(play_.played().back().event.steps) : 0;
        play_.beforeStep();
        machine_.step();
        play_.afterStep();
        const std::vector<TimedEvent>& played = play_.played();
        const bool holdsOn =
            known > 0 && played.size() == known && static_cast<std::size_t>(played.back().event.steps) > held;
        if (step == 0 && holdsOn) {
            // The same key as when it was asked last.
            event = played.back().event;
            event.steps = 1;
        } else if (step == 0 && played.size() > known) {
            event = played[known].event;
            for (std::size_t i = known + 1; i < played.size(); i++) pending_.push_back(played[i].event);
            if (event.kind != UserEvent::Kind::KeyPress) break;
        } else if (holdsOn && event.kind == UserEvent::Kind::KeyPress) {
            event.steps++;
        } else if (played.size() > known || holdsOn) {
            for (std::size_t i = holdsOn ? known - 1 : known; i < played.size(); i++) {
                pending_.push_back(played[i].event);
                pending_.back().steps = std::min(pending_.back().steps, 1);
            }
        } else if (event.kind == UserEvent::Kind::Wait) {
            event.steps++;
        } else {
            break;  // the key is let go
        }
    }
    return event;
}

}  // namespace ounce::models
