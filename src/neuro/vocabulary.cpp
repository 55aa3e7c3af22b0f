#include "neuro/vocabulary.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "analysis/events/values.h"
#include "analysis/events/walk.h"
#include "base/cast.h"
#include "vm/color.h"

namespace ounce::neuro {
namespace {

// What the blocks of each sprite look at.
struct Looked {
    std::vector<std::int16_t> touched{};  // sprites
    std::vector<Color> colors{};
    bool switchesCostume = false;
};

struct WholeProgram {
    std::vector<Looked> sprites;
    std::vector<std::uint8_t> cloned;  // by sprite
    bool mouse = false;
};

template <class T>
void addOnce(std::vector<T>& list, const T& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

class Reader {
  public:
    explicit Reader(const Program& program) : program_(program), values_(program) {
        found_.sprites.resize(program.sprites.size());
        found_.cloned.resize(program.sprites.size(), 0);
        for (const Statement& s : program.statements) statement(s);
        for (const Script& script : program.scripts) expression(script.condition, script.sprite);
    }
    [[nodiscard]] WholeProgram take() { return std::move(found_); }

  private:
    void statement(const Statement& s) {
        if (s.opcode == Opcode::looks_switchcostumeto || s.opcode == Opcode::looks_nextcostume)
            found_.sprites[static_cast<std::size_t>(s.sprite)].switchesCostume = true;
        if (s.opcode == Opcode::control_create_clone_of) {
            for (const std::int32_t sprite : sprites(s.arguments[0], s.sprite, "_myself_"))
                found_.cloned[static_cast<std::size_t>(sprite)] = 1;
        }
        const bool toMouse = s.opcode == Opcode::motion_goto || s.opcode == Opcode::motion_glideto ||
                             s.opcode == Opcode::motion_pointtowards;
        if (toMouse && canBeMouse(s.arguments[s.opcode == Opcode::motion_glideto ? 1 : 0]))
            found_.mouse = true;
        expressionsOf(program_, s, [&](ExpressionIndex e) { expression(e, s.sprite); });
    }

    void expression(ExpressionIndex root, std::int16_t sprite) {
        insideOf(program_, root, [&](ExpressionIndex e) {
            const Expression& x = program_.expressions[static_cast<std::size_t>(e)];
            Looked& looked = found_.sprites[static_cast<std::size_t>(sprite)];
            switch (x.opcode) {
                case Opcode::sensing_mousex:
                case Opcode::sensing_mousey:
                case Opcode::sensing_mousedown: found_.mouse = true; break;
                case Opcode::sensing_distanceto:
                    if (canBeMouse(x.a)) found_.mouse = true;
                    break;
                case Opcode::sensing_touchingobject:
                case Opcode::event_whentouchingobject:
                    if (canBeMouse(x.a)) found_.mouse = true;
                    for (const std::int32_t other : sprites(x.a, sprite, ""))
                        addOnce(looked.touched, static_cast<std::int16_t>(other));
                    break;
                case Opcode::sensing_touchingcolor:
                case Opcode::sensing_coloristouchingcolor: {
                    const auto colors =
                        values_.possible(x.opcode == Opcode::sensing_touchingcolor ? x.a : x.b);
                    for (const Value& value : colors.value_or(std::vector<Value>{})) {
                        const ColorValue rgba = toRgba(value);
                        addOnce(looked.colors, Color{rgba.r, rgba.g, rgba.b});
                    }
                    break;
                }
                default: break;
            }
        });
    }

    [[nodiscard]] bool canBeMouse(ExpressionIndex e) const {
        if (e == kNone) return false;
        const auto names = values_.possible(e);
        return names && std::any_of(names->begin(), names->end(),
                                    [](const Value& v) { return toText(v).utf8() == "_mouse_"; });
    }
    // The sprites that an expression can name; `self` is a word for `own`.
    [[nodiscard]] std::vector<std::int32_t> sprites(ExpressionIndex e, std::int16_t own,
                                                    std::string_view self) const {
        std::vector<std::int32_t> result;
        if (e == kNone) return result;
        const auto names = values_.possible(e);
        for (const Value& value : names.value_or(std::vector<Value>{})) {
            const std::string name = toText(value).utf8();
            if (!self.empty() && name == self) addOnce(result, static_cast<std::int32_t>(own));
            const auto at = program_.spriteByName.find(name);
            if (at != program_.spriteByName.end()) addOnce(result, at->second);
        }
        return result;
    }

    const Program& program_;
    ProgramValues values_;
    WholeProgram found_{};
};

std::string colorText(Color c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

}  // namespace

Vocabulary::Vocabulary(std::shared_ptr<const Program> program, Dialect dialect, const Program* eyes)
    : extractor_(std::move(program)), dialect_(dialect) {
    findFeatures(eyes ? *eyes : this->program());
    findOutputs();
}

void Vocabulary::findFeatures(const Program& eyes) {
    const Program& p = program();
    const WholeProgram whole = Reader(eyes).take();
    const bool old = dialect_ == Dialect::Whisker2022;
    const char* variable = old ? "" : "VAR";
    const char* toSprite = old ? "Dist" : "DIST";
    using Kind = Feature::Kind;
    for (std::size_t i = 0; i < p.sprites.size(); i++) {
        const SpriteProgram& sprite = p.sprites[i];
        const Looked& looked = whole.sprites[i];
        auto& list = *features_.emplace_back(std::make_unique<std::vector<Feature>>());
        if (!sprite.isStage) {
            list.push_back({.kind = Kind::X, .name = "X"});
            list.push_back({.kind = Kind::Y, .name = "Y"});
            list.push_back({.kind = Kind::Direction, .name = "Dir"});
            list.push_back({.kind = Kind::Size, .name = "Size"});
        }
        for (std::size_t slot = 0; slot < sprite.variables.size(); slot++) {
            list.push_back({.kind = Kind::Variable,
                            .slot = static_cast<std::int32_t>(slot),
                            .name = variable + sprite.variables[slot].name});
        }
        if (sprite.isStage) {
            if (whole.mouse && !old) {
                list.push_back({.kind = Kind::MouseX, .name = "Mouse-X"});
                list.push_back({.kind = Kind::MouseY, .name = "Mouse-Y"});
            }
            continue;
        }
        for (const std::int16_t other : looked.touched) {
            const std::string& name = p.sprites[static_cast<std::size_t>(other)].name;
            const int clones = whole.cloned[static_cast<std::size_t>(other)] ? kMostClones : 0;
            for (int clone = 0; clone <= clones; clone++) {
                const std::string to = clone == 0 ? fmt::format("{}{}", toSprite, name)
                                                  : fmt::format("{}{}Clone{}", toSprite, name, clone);
                const auto instance = static_cast<std::int16_t>(clone);
                list.push_back(
                    {.kind = Kind::DistanceX, .other = other, .instance = instance, .name = to + "X"});
                list.push_back(
                    {.kind = Kind::DistanceY, .other = other, .instance = instance, .name = to + "Y"});
            }
        }
        for (const Color color : looked.colors) {
            if (!old) {
                list.push_back({.kind = Kind::Color, .color = color, .name = "DIST" + colorText(color)});
                continue;
            }
            constexpr std::array<const char*, 4> kRays{"DistFront", "DistRight", "DistBack", "DistLeft"};
            for (std::size_t ray = 0; ray < kRays.size(); ray++) {
                list.push_back({.kind = Kind::ColorRay,
                                .instance = static_cast<std::int16_t>(ray),
                                .color = color,
                                .name = kRays[ray] + colorText(color)});
            }
        }
        if (looked.switchesCostume && sprite.costumes.size() > 1)
            list.push_back({.kind = Kind::Costume, .name = "Costume"});
    }
    bySprite_.resize(p.sprites.size());
    auto addGroup = [&](std::size_t sprite, int instance) {
        bySprite_[sprite].push_back(static_cast<std::int32_t>(groups_.size()));
        const std::string& name = p.sprites[sprite].isStage ? "Stage" : p.sprites[sprite].name;
        groups_.push_back({.name = instance == 0 ? name : fmt::format("{}Clone{}", name, instance),
                           .sprite = static_cast<std::int16_t>(sprite),
                           .instance = static_cast<std::int16_t>(instance),
                           .first = inputs_,
                           .features = features_[sprite].get()});
        for (const Feature& feature : *features_[sprite]) {
            inputByName_.try_emplace({groups_.back().name, feature.name}, inputs_++);
            groupOfInput_.push_back(bySprite_[sprite].back());
        }
    };
    for (std::size_t i = 0; i < p.sprites.size(); i++) addGroup(i, 0);
    for (std::size_t i = 0; i < p.sprites.size(); i++) {
        for (int clone = 1; clone <= kMostClones && whole.cloned[i]; clone++) addGroup(i, clone);
        bySprite_[i].resize(kMostClones + 1, kNone);
    }
}

void Vocabulary::findOutputs() {
    const auto events = extractor_.staticEvents();
    firstTemplate_ = events.front().what;
    NodeId next = firstOutput();
    for (const ExtractedEvent& event : events) {
        const EventTemplate& what = *event.what;
        Output output{.event = extractor_.identifier(what), .what = &what};
        int copies = 1;
        bool used = true;
        switch (what.kind) {
            case EventKind::KeyPress: output.parameters = {"Steps"}; break;
            case EventKind::MouseMove: output.parameters = {"X", "Y"}; break;
            case EventKind::MouseDown:
                output.event = dialect_ == Dialect::Whisker2022 ? "MouseDownEvent" : "MouseDownForStepsEvent";
                output.parameters = {"Steps"};
                break;
            case EventKind::TypeNumber: output.parameters = {"Number"}; break;
            case EventKind::Wait: output.parameters = {"Duration"}; break;
            case EventKind::ClickClone: copies = kMostClickedClones; break;
            case EventKind::MouseMoveTo:
            case EventKind::ClickSprite:
            case EventKind::ClickStage:
            case EventKind::Sound:
            case EventKind::TypeText: break;
            default: used = false;  // drags, and what is one of the others with a fixed place
        }
        byTemplate_.push_back(used ? static_cast<std::int32_t>(outputs_.size()) : kNone);
        if (what.kind == EventKind::Wait) wait_ = byTemplate_.back();
        for (int copy = 0; used && copy < copies; copy++) {
            Output one = output;
            if (copies > 1) one.event += fmt::format("-{}", copy);
            one.clone = static_cast<std::int16_t>(copy);
            one.classification = next;
            next += 1 + static_cast<NodeId>(one.parameters.size());
            outputByName_.try_emplace(one.event, static_cast<std::int32_t>(outputs_.size()));
            outputs_.push_back(std::move(one));
        }
    }
    firstFree_ = next;
}

const Feature& Vocabulary::feature(std::int32_t input) const {
    const FeatureGroup& group = groups_[static_cast<std::size_t>(groupOfInput(input))];
    return (*group.features)[static_cast<std::size_t>(input - group.first)];
}

std::int32_t Vocabulary::findInput(const std::string& group, const std::string& feature) const {
    const auto found = inputByName_.find({group, feature});
    return found == inputByName_.end() ? kNone : found->second;
}

std::int32_t Vocabulary::findOutput(const std::string& event) const {
    const auto found = outputByName_.find(event);
    return found == outputByName_.end() ? kNone : found->second;
}

Activation Vocabulary::parameterActivation(std::int32_t output) const {
    if (dialect_ == Dialect::Whisker2022) return Activation::None;
    switch (outputs_[static_cast<std::size_t>(output)].what->kind) {
        case EventKind::MouseMove: return Activation::Tanh;
        case EventKind::TypeNumber: return Activation::None;
        default: return Activation::Sigmoid;
    }
}

}  // namespace ounce::neuro
