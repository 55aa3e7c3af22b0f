// What an expectation's subject reads as in a state: «x of Cat» → "10".
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "base/cast.h"
#include "base/number.h"
#include "vm/look.h"
#include "vm/machine.h"
#include "vm/math.h"

namespace ounce::programs {

// A value as the expectations write it: 10, "text", true.
inline std::string literal(const Value& value) {
    switch (value.type()) {
        case Type::Number: {
            const double number = value.asNumber();
            return number == 0 && std::signbit(number) ? "-0" : numberToText(number);
        }
        case Type::Boolean: return value.asBoolean() ? "true" : "false";
        case Type::Text: return '"' + value.asText().utf8() + '"';
        case Type::Undefined: break;
    }
    return "undefined";
}

class Glance {
  public:
    explicit Glance(const Machine& machine)
        : machine_(machine.reading()), program_(machine.program), state_(machine.state) {}

    // «Cat», or «Cat#0» for the clone that is the first of its sprite still living.
    [[nodiscard]] std::string nameOf(std::int32_t target) const {
        const TargetState& t = *state_.targets[static_cast<std::size_t>(target)];
        const std::string& name = program_.sprites[static_cast<std::size_t>(t.sprite)].name;
        if (!t.isClone) return name;
        int index = 0;
        for (std::int32_t other : state_.pane) {
            const TargetState& o = *state_.targets[static_cast<std::size_t>(other)];
            if (other == target) break;
            if (o.isClone && o.sprite == t.sprite) index++;
        }
        return fmt::format("{}#{}", name, index);
    }

    [[nodiscard]] std::string at(std::string_view subject) {
        if (subject.starts_with("limit ")) return limit(subject.substr(6));
        const auto of = subject.rfind(" of ");
        const std::string property(subject.substr(0, of));
        std::string owner = of == std::string_view::npos ? "" : std::string(subject.substr(of + 4));
        if (property.starts_with("variable ")) return variable(property.substr(9), owner);
        if (property.starts_with("list ")) return list(property.substr(5), owner);
        if (of == std::string_view::npos) return global(property);
        for (std::int32_t index : state_.pane) {
            if (nameOf(index) == owner) return ofTarget(property, machine_.at(index), index);
        }
        return "(there is no " + owner + ")";
    }

  private:
    [[nodiscard]] std::string limit(std::string_view name) const {
        const Limits& l = state_.limits;
        const bool reached = name == "text length"   ? l.textLength
                             : name == "stack depth" ? l.stackDepth
                             : name == "warp"        ? l.warp
                             : name == "work"        ? l.work
                             : name == "clones"      ? l.clones
                             : name == "list length" ? l.listLength
                             : name == "memory"      ? l.memory
                                                     : false;
        return reached ? "" : "(not reached)";
    }

    template <class Slots, class Values, class Print>
    std::string find(const std::string& name, const std::string& owner, Slots slots, Values values,
                     Print print) {
        for (std::int32_t index : state_.pane) {
            const TargetState& t = machine_.at(index);
            if (nameOf(index) != (owner.empty() ? program_.sprites[0].name : owner)) continue;
            const auto& all = program_.sprites[static_cast<std::size_t>(t.sprite)].*slots;
            for (std::size_t i = 0; i < all.size(); i++) {
                if (all[i].name == name) return print((t.*values)[i]);
            }
        }
        return "(there is no such variable or list)";
    }
    std::string variable(const std::string& name, const std::string& owner) {
        return find(name, owner, &SpriteProgram::variables, &TargetState::variables, literal);
    }
    std::string list(const std::string& name, const std::string& owner) {
        return find(name, owner, &SpriteProgram::lists, &TargetState::lists, [](const List& list) {
            std::string text;
            for (const Value& item : list) text += (text.empty() ? "" : ", ") + literal(item);
            return list.size() == 0 ? "empty" : text;
        });
    }

    [[nodiscard]] std::string global(const std::string& name) const {
        if (name == "clones") return std::to_string(state_.cloneCount);
        if (name == "running") return std::to_string(state_.threadList.size());
        if (name == "passes") return std::to_string(state_.passes);
        if (name == "redraw") return state_.redraw ? "true" : "false";
        if (name == "question") return state_.shownQuestion ? literal(*state_.shownQuestion) : "none";
        if (name == "answer") return literal(state_.answer);
        if (name == "timer") return literal(machine_.timerSeconds());
        if (name == "tempo") return literal(state_.tempo);
        if (name == "counter") return literal(state_.counter);
        if (name == "layers") {
            std::string text;
            for (std::int32_t index : state_.execution) text += (text.empty() ? "" : ", ") + nameOf(index);
            return text;
        }
        return "(nothing is called " + name + ")";
    }

    [[nodiscard]] std::string ofTarget(const std::string& name, const TargetState& t,
                                       std::int32_t index) const {
        static constexpr std::string_view kEffects[] = {"color",  "fisheye",    "whirl", "pixelate",
                                                        "mosaic", "brightness", "ghost"};
        const auto& costumes = program_.sprites[static_cast<std::size_t>(t.sprite)].costumes;
        if (name == "x") return literal(coordinate(t.x));
        if (name == "y") return literal(coordinate(t.y));
        if (name == "direction") return literal(t.direction);
        if (name == "size") return literal(t.size);
        if (name == "costume") return literal(t.costume + 1);
        if (name == "costume name") return costumes[static_cast<std::size_t>(t.costume)].name;
        if (name == "visible") return literal(t.visible);
        if (name == "draggable") return literal(t.draggable);
        if (name == "volume") return literal(t.volume);
        if (name == "pitch") return literal(t.pitch);
        if (name == "pan") return literal(t.pan);
        if (name == "bubble")
            return toText(t.bubble.text).empty() || t.bubble.text == Value() ? "none"
                                                                             : literal(t.bubble.text);
        if (name == "pen size") return literal(t.pen.attributes.diameter);
        if (name == "pen color") return literal(t.pen.color);
        if (name == "pen transparency") return literal(t.pen.transparency);
        if (name == "running") {
            return std::to_string(
                std::count_if(state_.threadList.begin(), state_.threadList.end(), [&](std::int32_t place) {
                    return state_.threads[static_cast<std::size_t>(place)]->target == index;
                }));
        }
        for (std::size_t i = 0; i < std::size(kEffects); i++) {
            if (name == kEffects[i]) return literal(t.effects[i]);
        }
        return "(nothing is called " + name + ")";
    }

    const Reading& machine_;
    const Program& program_;
    const State& state_;
};

}  // namespace ounce::programs
