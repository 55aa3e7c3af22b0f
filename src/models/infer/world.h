// What a program has that models can be about, and what a first look at its runs shows of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/infer/build.h"
#include "vm/machine.h"
#include "vm/program.h"

namespace ounce::models::inference {

// An attribute of a sprite, or a variable.
struct Thing {
    std::string sprite{}, member{};  // as models write them
    std::string words{};             // "x of Bowl", "score"
    bool variable = false;
    std::int32_t owner = 0, slot = kNone;
    bool written = false;  // some block sets or changes it: that it stays as it is says something

    [[nodiscard]] Check changes(const std::string& how, bool negated = false) const {
        return check(variable ? CheckKind::VarChange : CheckKind::AttrChange, {sprite, member, how}, negated);
    }
    [[nodiscard]] Check compares(const std::string& op, const std::string& value) const {
        return check(variable ? CheckKind::VarComp : CheckKind::AttrComp, {sprite, member, op, value});
    }
    [[nodiscard]] bool isPosition() const { return !variable && (member == "x" || member == "y"); }
    // Known by name, not by amount.
    [[nodiscard]] bool isNamed() const {
        return !variable && (member == "visible" || member == "costume" || isEffects());
    }
    // All effects together: whether they change can be asked, what they are cannot.
    [[nodiscard]] bool isEffects() const { return !variable && member == "effects"; }
};

// What runs showed of a thing.
struct Seen {
    std::map<double, int> changes{};      // by amount, one by one
    std::map<std::string, int> values{};  // at the ends of steps, as long as they are few
    std::map<double, int> landings{};     // values after a change, as long as they are few
    std::set<std::string> first{};        // values when the first step was done
    double low = 1e300, high = -1e300;
    bool numeric = true, changed = false;
    bool setAtStart = false;  // the flag's scripts set it, whatever it was before
};

// Two things that meet: a sprite and another, or a colour.
struct Meeting {
    std::string sprite{}, other{};
    std::vector<std::string> colour{};
    std::string atRest{};  // the property that says so
    bool pointer = false;  // it is the mouse pointer that it meets
    std::string words{};
    // The same when a step is over; what passes within a step does not count.
    [[nodiscard]] Check rests() const { return check(CheckKind::Property, {atRest}); }
    [[nodiscard]] Check touches(bool negated = false) const {
        if (pointer) return check(CheckKind::Property, {atRest}, negated);
        if (colour.empty()) return check(CheckKind::SpriteTouching, {sprite, other}, negated);
        return check(CheckKind::SpriteColor, {sprite, colour[0], colour[1], colour[2]}, negated);
    }
};

struct World {
    const Program& program;
    std::vector<Thing> things{};
    std::vector<Seen> seen{};                              // by thing
    std::set<std::pair<std::string, std::string>> said{};  // sprite (as models write it), text
    std::vector<std::string> keys{}, clicks{}, answers{};  // clicks: sprites by their own names
    std::vector<Meeting> meetings{};
    std::vector<std::pair<std::string, std::string>> drags{};  // a sprite onto another, as models write them
    bool mouse = false, clickStage = false, mouseButton = false;
    std::uint64_t steps = 0;                      // that were watched
    std::map<std::int32_t, int> mostInstances{};  // by sprite that has clones
};

// Names only; nothing has run.
World findWorld(const std::shared_ptr<const Program>& program);

// The value of a thing of an original.
Value valueOf(const Program& program, const Thing& thing, const TargetState& t);

// Which things have their first value because the program gives it to them, not because they were saved so:
// they have it also if everything was something else before.
void findWhatIsSet(World& world, const State& start, const MachineOptions& options);

// Notes what a run shows.
class Watcher final : public Observer {
  public:
    Watcher(World& world, Machine& machine);

    void moved(std::int32_t place, double oldX, double oldY) override;
    void variableChanged(std::int32_t place, std::int32_t slot, const Value& before,
                         const Value& now) override;
    void said(std::int32_t place, bool think, const Value& text) override;
    void afterStep();

  private:
    void changed(std::size_t thing, double by, double now);

    World& world_;
    Machine& machine_;
    std::vector<double> last_;  // by thing: at the end of the last step
};

}  // namespace ounce::models::inference
