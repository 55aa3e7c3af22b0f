// What a user does, in the words of the papers: an event that may last a while. A key is pressed for some
// steps, the button held for some. Extraction proposes such events, tests consist of them, search composes
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/inputs.h"

namespace ounce {

class Machine;

struct UserEvent {
    enum class Kind : std::uint8_t {
        Wait,         // steps
        KeyPress,     // name, steps (0: stays down)
        KeyRelease,   // name
        MouseMove,    // x, y
        MouseDown,    // at the current position; steps (0: stays down)
        MouseUp,      //
        ClickSprite,  // name, clone: starts the click hats, wherever the mouse is
        ClickAt,      // x, y, steps: moves there and presses; what lies on top is clicked
        ClickStage,   //
        DragSprite,   // name, clone, x, y
        TypeText,     // text
        Sound,        // volume, steps
        GreenFlag,    //
        StopAll,      // the red button
    };
    Kind kind = Kind::Wait;
    std::string name{};  // a key as Scratch names it, or a sprite
    std::optional<std::int32_t>
        clone{};  // which of the sprite's living clones, the oldest is 0; none: the original
    double x = 0, y = 0;
    std::string text{};
    double volume = 0;
    std::int32_t steps = 0;
    bool atOnce = false;  // whoever plays it goes on while it lasts: two keys can be held together
    bool operator==(const UserEvent&) const = default;
};

// The name that a browser gives a key of Scratch: «left arrow» is «ArrowLeft».
std::string browserKey(const std::string& scratchName);

// Performs events and lets go of what is held when its time is over. A value, to be kept beside the state it
// acts on.
class User {
  public:
    // Acts now, between two steps. A Wait does nothing here: whoever steps the machine waits.
    void perform(Machine& machine, const UserEvent& event);
    // One step of the machine, before it what is due is released.
    void step(Machine& machine);
    void steps(Machine& machine, std::int64_t count) {
        for (; count > 0; count--) step(machine);
    }
    [[nodiscard]] bool holdsNothing() const { return held_.empty(); }
    bool operator==(const User&) const = default;

  private:
    struct Held {
        std::uint64_t until = 0;  // the step before which it is released
        InputEvent::Kind release = InputEvent::Kind::KeyUp;
        std::string key{};
        bool operator==(const Held&) const = default;
    };
    void hold(const Machine& machine, std::int32_t steps, InputEvent::Kind release,
              const std::string& key = {});

    std::vector<Held> held_;  // in the order in which it was pressed
};

}  // namespace ounce
