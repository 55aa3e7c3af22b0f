#include "testing/whisker/detect_inputs.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "base/json_writer.h"
#include "base/number.h"

namespace ounce {
namespace {

std::string textOf(const Scalar& scalar) {
    if (const auto* text = std::get_if<std::string>(&scalar)) return *text;
    if (const auto* number = std::get_if<double>(&scalar)) return numberToText(*number);
    return {};
}

struct Detected {
    std::vector<std::string> keys, clicked, touchingMouse, answers;
    bool mouse = false, stageClicked = false, mouseDown = false, asks = false;

    static void add(std::vector<std::string>& list, const std::string& entry) {
        if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
    }

    void look(const Target& target, const Block& block) {
        const auto field = [&](std::string_view name) {
            const Field* found = block.field(name);
            return found ? textOf(found->value) : std::string();
        };
        switch (block.opcode) {
            case Opcode::event_whenkeypressed:
            case Opcode::sensing_keyoptions: {
                const std::string key = field("KEY_OPTION");
                add(keys, key == "any" || key.empty() ? "space" : key);
                break;
            }
            case Opcode::sensing_mousex:
            case Opcode::sensing_mousey: mouse = true; break;
            case Opcode::sensing_distancetomenu: mouse |= field("DISTANCETOMENU") == "_mouse_"; break;
            case Opcode::motion_pointtowards_menu: mouse |= field("TOWARDS") == "_mouse_"; break;
            case Opcode::event_whenthisspriteclicked: add(clicked, target.name); break;
            case Opcode::event_whenstageclicked: stageClicked = true; break;
            case Opcode::sensing_mousedown: mouseDown = true; break;
            case Opcode::sensing_touchingobjectmenu:
                if (field("TOUCHINGOBJECTMENU") == "_mouse_") add(touchingMouse, target.name);
                break;
            case Opcode::sensing_askandwait: asks = true; break;
            case Opcode::operator_equals: lookForAnswer(target, block); break;
            default: break;
        }
    }

    // answer = «literal», either way round.
    void lookForAnswer(const Target& target, const Block& block) {
        bool answer = false;
        const Primitive* literal = nullptr;
        for (const Input& input : block.inputs) {
            if (const auto* id = std::get_if<std::string>(&input.block)) {
                const Block* inner = target.blocks.find(*id);
                answer |= inner && inner->opcode == Opcode::sensing_answer;
            } else if (const auto* primitive = std::get_if<Primitive>(&input.block);
                       primitive && primitive->code <= 10) {
                literal = primitive;
            }
        }
        if (answer && literal) add(answers, textOf(literal->value));
    }
};

}  // namespace

std::string detectInputs(const Project& project) {
    Detected seen;
    for (const Target& target : project.targets) {
        for (const Block& block : target.blocks.all()) seen.look(target, block);
    }
    JsonWriter json;
    const auto list = [&](std::string_view name, const std::vector<std::string>& entries) {
        json.key(name).beginArray();
        for (const std::string& entry : entries) json.string(entry);
        json.endArray();
    };
    json.beginObject();
    list("keys", seen.keys);
    list("clicked", seen.clicked);
    list("touchingMouse", seen.touchingMouse);
    list("answers", seen.answers);
    json.key("mouse").boolean(seen.mouse).key("stageClicked").boolean(seen.stageClicked);
    json.key("mouseDown").boolean(seen.mouseDown).key("asks").boolean(seen.asks);
    return json.endObject().take();
}

}  // namespace ounce
