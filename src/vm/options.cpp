#include "vm/options.h"

#include <initializer_list>
#include <string_view>

#include "base/text.h"
#include "stage/stage.h"

namespace ounce {
namespace {

struct Option {
    std::string_view text;
    std::int32_t index;
};

std::int32_t pick(std::string_view text, std::initializer_list<Option> options) {
    for (const Option& option : options) {
        if (option.text == text) return option.index;
    }
    return -1;
}

}  // namespace

std::int32_t optionIndex(Opcode opcode, const std::string& text) {
    switch (opcode) {
        case Opcode::motion_setrotationstyle:
            return pick(text, {{"all around", static_cast<int>(RotationStyle::AllAround)},
                               {"left-right", static_cast<int>(RotationStyle::LeftRight)},
                               {"don't rotate", static_cast<int>(RotationStyle::DontRotate)}});
        case Opcode::looks_changeeffectby:
        case Opcode::looks_seteffectto:
            return pick(lowerCase(text), {{"color", ColorEffect},
                                          {"fisheye", Fisheye},
                                          {"whirl", Whirl},
                                          {"pixelate", Pixelate},
                                          {"mosaic", Mosaic},
                                          {"brightness", Brightness},
                                          {"ghost", Ghost}});
        case Opcode::sound_changeeffectby:
        case Opcode::sound_seteffectto:
            return pick(lowerCase(text), {{"pitch", PitchEffect}, {"pan", PanEffect}});
        // For these every other text means the second choice.
        case Opcode::looks_gotofrontback: return text == "front" ? 1 : 0;
        case Opcode::looks_goforwardbackwardlayers: return text == "forward" ? 1 : 0;
        case Opcode::looks_costumenumbername:
        case Opcode::looks_backdropnumbername: return text == "number" ? 1 : 0;
        case Opcode::sensing_setdragmode: return text == "draggable" ? 1 : 0;
        case Opcode::control_stop:
            return pick(text, {{"all", StopAll},
                               {"this script", StopThisScript},
                               {"other scripts in sprite", StopOtherScripts},
                               {"other scripts in stage", StopOtherScripts}});
        case Opcode::sensing_current:
            return pick(lowerCase(text), {{"year", Year},
                                          {"month", Month},
                                          {"date", Date},
                                          {"dayofweek", DayOfWeek},
                                          {"hour", Hour},
                                          {"minute", Minute},
                                          {"second", Second}});
        case Opcode::operator_mathop:
            return pick(lowerCase(text), {{"abs", Abs},
                                          {"floor", Floor},
                                          {"ceiling", Ceiling},
                                          {"sqrt", Sqrt},
                                          {"sin", Sin},
                                          {"cos", Cos},
                                          {"tan", Tan},
                                          {"asin", Asin},
                                          {"acos", Acos},
                                          {"atan", Atan},
                                          {"ln", Ln},
                                          {"log", Log},
                                          {"e ^", ExpE},
                                          {"10 ^", Exp10}});
        case Opcode::event_whengreaterthan:
            return pick(lowerCase(text), {{"timer", TimerThreshold}, {"loudness", LoudnessThreshold}});
        case Opcode::sensing_of:
            return pick(text, {{"x position", XPosition},
                               {"y position", YPosition},
                               {"direction", DirectionProperty},
                               {"costume #", CostumeNumber},
                               {"costume name", CostumeName},
                               {"size", SizeProperty},
                               {"volume", VolumeProperty},
                               {"backdrop #", BackdropNumber},
                               {"background #", BackdropNumber},
                               {"backdrop name", BackdropName}});
        default: return -1;
    }
}

}  // namespace ounce
