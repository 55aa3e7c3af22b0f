#include "vm/views.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/cast.h"
#include "blocks/table.h"
#include "vm/code.h"
#include "vm/options.h"

namespace ounce {
namespace {

// Nobody reads more of a value on the stage.
constexpr std::uint32_t kLongestText = 200;

constexpr Color kMotion{0x4C, 0x97, 0xFF}, kLooks{0x99, 0x66, 0xFF}, kSound{0xCF, 0x63, 0xCF},
    kSensing{0x5C, 0xB1, 0xD6}, kMusic{0x0F, 0xBD, 0x8C};

// The reporters that can have a monitor. What the block's menu says comes before or instead of the label.
struct Reporter {
    Opcode opcode;
    std::string_view label;
    Color color;
    bool ofSprite = false;
};

constexpr Reporter kReporters[] = {
    {Opcode::motion_xposition, "x position", kMotion, true},
    {Opcode::motion_yposition, "y position", kMotion, true},
    {Opcode::motion_direction, "direction", kMotion, true},
    {Opcode::looks_size, "size", kLooks, true},
    {Opcode::looks_costumenumbername, "costume", kLooks, true},
    {Opcode::looks_backdropnumbername, "backdrop", kLooks},
    {Opcode::sound_volume, "volume", kSound, true},
    {Opcode::sensing_answer, "answer", kSensing},
    {Opcode::sensing_loudness, "loudness", kSensing},
    {Opcode::sensing_timer, "timer", kSensing},
    {Opcode::sensing_username, "username", kSensing},
    {Opcode::sensing_current, "", kSensing},
    {Opcode::music_getTempo, "tempo", kMusic},
};

const Reporter* findReporter(Opcode opcode) {
    const auto* found = std::find_if(std::begin(kReporters), std::end(kReporters),
                                     [&](const Reporter& reporter) { return reporter.opcode == opcode; });
    return found == std::end(kReporters) ? nullptr : found;
}

// Numbers have six digits behind the point at most.
std::string shown(const Value& value) {
    if (value.isNumber() && std::abs(value.asNumber()) < 1e9)
        return numberToString(std::round(value.asNumber() * 1e6) / 1e6 + 0.0).utf8();
    const String text = toText(value);
    return text.length() > kLongestText ? text.prefix(kLongestText).utf8() : text.utf8();
}

// The one text in a monitor's parameters: {"NUMBER_NAME":"name"} → name.
std::string menuText(const std::string& parameters) {
    const std::size_t colon = parameters.find("\":\"");
    if (colon == std::string::npos) return {};
    const std::size_t end = parameters.find('"', colon + 3);
    return end == std::string::npos ? std::string() : parameters.substr(colon + 3, end - colon - 3);
}

std::string labelOf(const Reporter& reporter, const std::string& menu) {
    if (reporter.opcode == Opcode::sensing_current) {
        std::string text = menu;
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
        return text == "dayofweek" ? "day of week" : text;
    }
    std::string label(reporter.label);
    return menu.empty() ? label : label + " " + menu;
}

double extraNumber(const Monitor& monitor, std::string_view key, double otherwise) {
    for (const auto& [name, value] : monitor.extra) {
        if (name != key) continue;
        const double number = std::strtod(value.c_str(), nullptr);
        return std::isfinite(number) ? number : otherwise;
    }
    return otherwise;
}

class Views {
  public:
    explicit Views(Look& look) : m_(look) {}

    // Whether there is something to show.
    bool fill(const ProgramMonitor& monitor, const Monitor& file, MonitorView& view) {
        view.x = monitor.x;
        view.y = monitor.y;
        view.width = monitor.width;
        view.height = monitor.height;
        view.label = monitor.label;
        if (monitor.isList) return fillList(monitor, view);
        Value value;
        if (monitor.opcode == "data_variable") {
            if (monitor.slot == kNone) return false;
            value = targetOf(monitor).variables[static_cast<std::size_t>(monitor.slot)];
        } else if (!report(monitor, view, value)) {
            return false;
        }
        view.value = shown(value);
        if (monitor.mode == "large") view.mode = MonitorView::Mode::Large;
        if (monitor.mode == "slider") {
            view.mode = MonitorView::Mode::Slider;
            const double least = extraNumber(file, "sliderMin", 0);
            const double most = extraNumber(file, "sliderMax", 100);
            const double place = most > least ? (toNumber(value) - least) / (most - least) : 0;
            view.slider = std::clamp(place, 0.0, 1.0);
        }
        return true;
    }

  private:
    const TargetState& targetOf(const ProgramMonitor& monitor) { return m_.at(monitor.sprite); }

    bool fillList(const ProgramMonitor& monitor, MonitorView& view) {
        if (monitor.slot == kNone) return false;
        const List& list = targetOf(monitor).lists[static_cast<std::size_t>(monitor.slot)];
        view.mode = MonitorView::Mode::List;
        view.length = list.size();
        for (std::size_t i = 0; i < std::min(list.size(), kMostListRows); i++)
            view.items.push_back(shown(list[i]));
        return true;
    }

    bool report(const ProgramMonitor& monitor, MonitorView& view, Value& value) {
        Operation block;
        block.opcode = findOpcode(monitor.opcode);
        const Reporter* reporter = findReporter(block.opcode);
        if (!reporter) return false;
        const std::string menu = menuText(monitor.parameters);
        block.slot = optionIndex(block.opcode, menu);
        view.color = reporter->color;
        view.label = labelOf(*reporter, menu);
        const SpriteProgram& sprite = m_.spriteOf(targetOf(monitor));
        if (reporter->ofSprite && !sprite.isStage) view.label = sprite.name + ": " + view.label;
        m_.from(monitor.sprite);
        value = reportFunction(block.opcode)(m_, block);
        return true;
    }

    Look& m_;
};

}  // namespace

Overlay overlayOf(Look& look) {
    Overlay overlay;
    const Program& program = look.program;
    Views views(look);
    for (std::size_t i = 0; i < program.monitors.size(); i++) {
        if (look.state.monitorVisible[i] == 0) continue;
        MonitorView view;
        if (views.fill(program.monitors[i], program.project.monitors[i], view))
            overlay.monitors.push_back(std::move(view));
    }
    if (look.state.shownQuestion) {
        const String& question = *look.state.shownQuestion;
        overlay.question = shown(Value(question));
    }
    return overlay;
}

StagePicture pictureOf(Look& look, int scale) {
    if (!look.stage()) return {};
    StagePicture picture = look.stage()->draw(scale);
    drawOverlay(picture, overlayOf(look), scale);
    return picture;
}

}  // namespace ounce
