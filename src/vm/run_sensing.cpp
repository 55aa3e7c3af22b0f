#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "vm/constants.h"
#include "vm/keys.h"
#include "vm/math.h"
#include "vm/options.h"
#include "vm/run.h"

namespace ounce {
namespace {

Color colorOf(Reading& m, ExpressionIndex e, std::int32_t named) {
    Value temporary;
    const std::int32_t c = named != kNone ? named : namedColor(m.peek(e, temporary));
    return {static_cast<std::uint8_t>(c >> 16), static_cast<std::uint8_t>(c >> 8),
            static_cast<std::uint8_t>(c)};
}

// Looking for a colour means drawing all that may be in the way.
void spendOnColors(Reading& m) { m.spend(300 + 10 * m.state.pane.size()); }

Value orUndefined(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

bool isKeyDown(const State& state, const std::string& key) {
    return std::find(state.keysDown.begin(), state.keysDown.end(), key) != state.keysDown.end();
}

std::chrono::year_month_day calendarDay(std::int64_t days) {
    return std::chrono::sys_days(std::chrono::days(days));
}

Value propertyOf(Reading& m, const TargetState& t, const Operation& x) {
    const SpriteProgram& sprite = m.spriteOf(t);
    if (sprite.isStage) {
        switch (x.slot) {
            case BackdropNumber: return t.costume + 1.0;
            case BackdropName: return sprite.costumes[static_cast<std::size_t>(t.costume)].nameText;
            case VolumeProperty: return t.volume;
            default: break;
        }
    } else {
        switch (x.slot) {
            case XPosition: return coordinate(t.x);
            case YPosition: return coordinate(t.y);
            case DirectionProperty: return t.direction;
            case CostumeNumber: return t.costume + 1.0;
            case CostumeName: return sprite.costumes[static_cast<std::size_t>(t.costume)].nameText;
            case SizeProperty: return t.size;
            case VolumeProperty: return t.volume;
            default: break;
        }
    }
    const std::string name = x.constant.asText().utf8();
    for (std::size_t i = 0; i < sprite.variables.size(); i++) {
        if (sprite.variables[i].name == name) return t.variables[i];
    }
    return 0.0;
}

}  // namespace

std::string keyName(const Value& wanted) {
    if (wanted.isNumber()) {
        const double code = wanted.asNumber();
        if (code >= 48 && code <= 90)
            return upperCase(std::string(1, static_cast<char>(static_cast<int>(code))));
        if (code == 32) return "space";
        if (code == 37) return "left arrow";
        if (code == 38) return "up arrow";
        if (code == 39) return "right arrow";
        if (code == 40) return "down arrow";
    }
    const std::string name = toText(wanted).utf8();
    for (const char* special : {"space", "left arrow", "up arrow", "right arrow", "down arrow", "enter"}) {
        if (name == special) return name;
    }
    const String text = toText(wanted);
    if (text.empty()) return {};
    if (text[0] == ' ') return "space";
    return upperCase(String::ofUnit(text[0]).utf8());
}

template <>
void run<Opcode::sensing_askandwait>(Interpreter& m, const Instruction& s) {
    m.ask(m.text(s.arguments[0]));
    m.suspend();
}

template <>
void run<Opcode::sensing_setdragmode>(Interpreter& m, const Instruction& s) {
    if (m.spriteOf(*m.target).isStage) return;
    if (m.target->draggable != (s.slot == 1)) m.changed = true;
    m.target->draggable = s.slot == 1;
}

template <>
void run<Opcode::sensing_resettimer>(Interpreter& m, const Instruction&) {
    const double start = m.options.whiskerTimerStep > 0 ? static_cast<double>(m.state.step) : m.state.now;
    if (m.state.timerStart != start) m.changed = true;
    m.state.timerStart = start;
}

template <>
Value report<Opcode::sensing_touchingobject>(Reading& m, const Operation& x) {
    if (x.named != kNone) return m.touchesNamed(*m.target, x.named);
    Value temporary;
    return m.touchesObject(*m.target, m.peek(x.a, temporary));
}

template <>
Value report<Opcode::sensing_touchingcolor>(Reading& m, const Operation& x) {
    const Color color = colorOf(m, x.a, x.named);
    if (!m.state.stage) return false;
    spendOnColors(m);
    return m.touchesColor(*m.target, color);
}

template <>
Value report<Opcode::sensing_coloristouchingcolor>(Reading& m, const Operation& x) {
    const Color mask = colorOf(m, x.a, x.named), color = colorOf(m, x.b, x.named2);
    if (!m.state.stage) return false;
    spendOnColors(m);
    return m.colorTouchesColor(*m.target, mask, color);
}

template <>
Value report<Opcode::sensing_distanceto>(Reading& m, const Operation& x) {
    Value temporary;
    const Value& what = m.peek(x.a, temporary);  // on the stage, too: it may draw a random number
    if (m.spriteOf(*m.target).isStage) return 10000.0;
    double otherX, otherY;
    if (toText(what).utf8() == "_mouse_") {
        otherX = m.state.mouse.x.value_or(std::nan(""));
        otherY = m.state.mouse.y.value_or(std::nan(""));
    } else {
        const std::int32_t sprite = m.findSprite(what);
        if (sprite == kNone) return 10000.0;
        otherX = m.at(sprite).x;
        otherY = m.at(sprite).y;
    }
    const double dx = m.target->x - otherX, dy = m.target->y - otherY;
    return std::sqrt(dx * dx + dy * dy);
}

template <>
Value report<Opcode::sensing_answer>(Reading& m, const Operation&) {
    return m.state.answer;
}

template <>
Value report<Opcode::sensing_keypressed>(Reading& m, const Operation& x) {
    if (x.named != kNone) {
        if (m.state.keysDown.empty()) return false;
        return x.named == kNamesAnyKey ||
               isKeyDown(m.state, m.program.code->keys[static_cast<std::size_t>(x.named)]);
    }
    Value temporary;
    const Value& key = m.peek(x.a, temporary);  // even if no key is down: it may draw a random number
    if (m.state.keysDown.empty()) return false;
    if (key.isText() && key.asText().utf8() == "any") return true;
    return isKeyDown(m.state, keyName(key));
}

template <>
Value report<Opcode::sensing_mousedown>(Reading& m, const Operation&) {
    return m.state.mouse.down;
}

template <>
Value report<Opcode::sensing_mousex>(Reading& m, const Operation&) {
    return orUndefined(m.state.mouse.x);
}

template <>
Value report<Opcode::sensing_mousey>(Reading& m, const Operation&) {
    return orUndefined(m.state.mouse.y);
}

template <>
Value report<Opcode::sensing_loudness>(Reading& m, const Operation&) {
    return m.state.loudness;
}

template <>
Value report<Opcode::sensing_loud>(Reading& m, const Operation&) {
    return m.state.loudness > 10;
}

template <>
Value report<Opcode::sensing_timer>(Reading& m, const Operation&) {
    return m.timerSeconds();
}

template <>
Value report<Opcode::sensing_of>(Reading& m, const Operation& x) {
    Value temporary;
    const Value& object = m.peek(x.a, temporary);
    if (object.isText() && object.asText().utf8() == "_stage_") return propertyOf(m, m.at(0), x);
    const std::int32_t sprite = m.findSprite(object);
    return sprite == kNone ? Value(0.0) : propertyOf(m, m.at(sprite), x);
}

template <>
Value report<Opcode::sensing_current>(Reading& m, const Operation& x) {
    const double seconds = std::floor((m.options.startDate + m.wallClock()) / 1000);
    const auto day = static_cast<std::int64_t>(std::floor(seconds / 86400));
    const auto inDay = static_cast<std::int64_t>(seconds) - day * 86400;
    switch (x.slot) {
        case Year: return static_cast<int>(calendarDay(day).year());
        case Month: return static_cast<double>(static_cast<unsigned>(calendarDay(day).month()));
        case Date: return static_cast<double>(static_cast<unsigned>(calendarDay(day).day()));
        case DayOfWeek:
            return static_cast<double>(((day + 4) % 7 + 7) % 7 + 1);  // 1 January 1970 was a Thursday
        case Hour: return static_cast<double>(inDay / 3600);
        case Minute: return static_cast<double>(inDay / 60 % 60);
        case Second: return static_cast<double>(inDay % 60);
        default: return 0.0;
    }
}

template <>
Value report<Opcode::sensing_dayssince2000>(Reading& m, const Operation&) {
    return (m.options.startDate + m.wallClock() - 946684800000.0) / 86400000;
}

template <>
Value report<Opcode::sensing_username>(Reading& m, const Operation&) {
    return String(std::string_view(m.options.userName));
}

template <>
Value report<Opcode::sensing_online>(Reading&, const Operation&) {
    return true;
}

}  // namespace ounce
