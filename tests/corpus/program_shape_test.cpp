#include "program_shape.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "base/number.h"
#include "project/load.h"

namespace ounce {
namespace {

std::string shown(const Scalar& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return "'" + *text + "'";
    if (const auto* number = std::get_if<double>(&value)) return numberToText(*number);
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    return "null";
}
std::string shown(double value) { return numberToText(value); }
std::string shown(const std::optional<double>& value) { return value ? numberToText(*value) : "-"; }

// Line ends and spaces before them do not count in comments.
std::string normal(std::string_view comment) {
    std::string out;
    for (std::size_t i = 0; i <= comment.size(); i++) {
        const char c = i < comment.size() ? comment[i] : '\n';
        if (c == '\r' && i + 1 < comment.size() && comment[i + 1] == '\n') continue;
        if (c == '\n' || c == '\r') {
            out.erase(out.find_last_not_of(" \t") + 1);
            out += '\n';
        } else {
            out += c;
        }
    }
    return out;
}

class TargetShape {
  public:
    TargetShape(const Project& project, const Target& target) : project_(project), target_(target) {
        for (const Block& block : target.blocks.all()) {
            const bool prototype =
                block.opcode == Opcode::procedures_prototype && block.mutation && block.parent;
            const Block* parent = prototype ? target.blocks.find(*block.parent) : nullptr;
            if (parent != nullptr && parent->topLevel)
                ids_.try_emplace(block.mutation->proccode, block.mutation->argumentIds);
        }
        for (const Comment& comment : target.comments) {
            if (comment.blockId) comments_[*comment.blockId].push_back(&comment);
        }
    }

    std::vector<std::string> lines() {
        const Target& t = target_;
        add("target " + t.name + (t.isStage ? " stage" : " sprite"));
        add("state " + shown(t.currentCostume) + ' ' + shown(t.volume));
        if (t.isStage) {
            add("stage " + shown(t.tempo) + ' ' + shown(t.videoTransparency) + ' ' + t.videoState + ' ' +
                t.textToSpeechLanguage.value_or("-"));
        } else {
            add("sprite " + shown(t.x) + ' ' + shown(t.y) + ' ' + shown(t.size) + ' ' + shown(t.direction) +
                ' ' + (t.visible ? "visible " : "hidden ") + (t.draggable ? "draggable " : "") +
                t.rotationStyle);
        }
        for (const Variable& one : t.variables)
            add("variable " + one.name + " = " + shown(one.value) + (one.cloud ? " cloud" : ""));
        for (const ListVariable& one : t.lists) {
            std::string line = "list " + one.name + " =";
            for (const Scalar& item : one.items) line += ' ' + shown(item);
            add(line);
        }
        for (const Costume& one : t.costumes) {
            add("costume " + one.name + ' ' + one.fileName() + ' ' + one.assetId + ' ' + one.dataFormat +
                ' ' + shown(one.bitmapResolution) + ' ' + shown(one.rotationCenterX) + ' ' +
                shown(one.rotationCenterY));
        }
        for (const Sound& one : t.sounds) {
            add("sound " + one.name + ' ' + one.fileName() + ' ' + one.assetId + ' ' + one.dataFormat + ' ' +
                one.format + ' ' + shown(one.rate) + ' ' + shown(one.sampleCount));
        }
        for (const Block& block : t.blocks.all()) {
            if (!block.topLevel) continue;
            add("script");
            chain(&block, 1);
        }
        std::vector<std::string> free;
        for (const Comment& comment : t.comments) {
            if (!attached_.contains(&comment)) free.push_back("comment " + normal(comment.text));
        }
        for (std::string& line : free) add(std::move(line));
        return std::move(lines_);
    }

  private:
    void add(std::string line, int depth = 0) {
        lines_.push_back(std::string(static_cast<std::size_t>(depth), ' ') + std::move(line));
    }

    template <class Items>
    static int position(const Items& items, std::string_view name, std::string_view id) {
        int number = 0;
        for (const auto& item : items) {
            if (item.name != name) continue;
            number++;
            if (item.id == id) return number;
        }
        return 0;
    }

    // "own score" or "stage score"; as official Scratch looks it up: by id, then by name.
    template <class Items>
    std::string reference(const Items Target::*items, std::string_view id, std::string_view name) const {
        const Target* places[] = {&target_, project_.stage()};
        for (const Target* place : places) {
            for (const auto& item : place->*items) {
                if (item.id != id) continue;
                return (place->isStage ? "stage " : "own ") + item.name + '#' +
                       std::to_string(position(place->*items, item.name, id));
            }
        }
        for (const Target* place : places) {
            for (const auto& item : place->*items) {
                if (item.name == name) return (place->isStage ? "stage " : "own ") + item.name + "#1";
            }
        }
        return "missing " + std::string(name);
    }
    std::string message(std::string_view id, const Scalar& name) const {
        for (const Target& target : project_.targets) {
            for (const Broadcast& one : target.broadcasts) {
                if (one.id == id) return "'" + one.name + "'";
            }
        }
        return shown(name);
    }
    static std::string nameOf(const Scalar& value) {
        const auto* text = std::get_if<std::string>(&value);
        return text != nullptr ? *text : shown(value);
    }

    std::string primitive(const Primitive& p) const {
        if (p.code == 11) return "message " + message(p.id, p.value);
        if (p.code == 12) return "variable " + reference(&Target::variables, p.id, nameOf(p.value));
        if (p.code == 13) return "list " + reference(&Target::lists, p.id, nameOf(p.value));
        return std::to_string(p.code) + ':' + shown(p.value);
    }

    // A shadow block that says just what a primitive says counts as the primitive.
    std::optional<std::string> asPrimitive(const Block& block) const {
        if (block.primitive) return primitive(*block.primitive);
        if (block.fields.size() != 1 || !block.inputs.empty()) return std::nullopt;
        const Field& field = block.fields[0];
        static constexpr Opcode kLiterals[] = {Opcode::math_number,
                                               Opcode::math_positive_number,
                                               Opcode::math_whole_number,
                                               Opcode::math_integer,
                                               Opcode::math_angle,
                                               Opcode::colour_picker,
                                               Opcode::text,
                                               Opcode::event_broadcast_menu,
                                               Opcode::data_variable,
                                               Opcode::data_listcontents};
        for (int i = 0; i < 10; i++) {
            if (block.opcode == kLiterals[i]) return primitive({i + 4, field.value, field.id.value_or("")});
        }
        return std::nullopt;
    }

    std::string fieldShape(const Block& block, const Field& field) const {
        const Argument* argument = blockRow(block.opcode).find(field.name);
        const Kind kind = argument != nullptr ? argument->kind : Kind::Field;
        const std::string id = field.id.value_or("");
        if (kind == Kind::Variable)
            return field.name + "=" + reference(&Target::variables, id, nameOf(field.value));
        if (kind == Kind::List) return field.name + "=" + reference(&Target::lists, id, nameOf(field.value));
        if (kind == Kind::MessageField) return field.name + "=" + message(id, field.value);
        return field.name + "=" + shown(field.value);
    }

    // Inputs of a call by position, because ids are made anew; empty for one that its definition lacks.
    std::string inputName(const Block& block, const std::string& name) const {
        if (block.opcode != Opcode::procedures_call || !block.mutation) return name;
        const auto at = ids_.find(block.mutation->proccode);
        const auto& ids = at != ids_.end() ? at->second : block.mutation->argumentIds;
        const auto found = std::find(ids.begin(), ids.end(), name);
        return found == ids.end() ? std::string() : "input " + std::to_string(found - ids.begin());
    }

    void note(const Block& block) {
        const auto at = comments_.find(block.id);
        if (at == comments_.end()) return;
        for (const Comment* comment : at->second) {
            if (attached_.insert({comment, true}).second) pending_ += normal(comment->text);
        }
    }

    std::string value(const Slot& slot) {
        if (const auto* one = std::get_if<Primitive>(&slot)) return primitive(*one);
        const auto* id = std::get_if<std::string>(&slot);
        const Block* block = id != nullptr ? target_.blocks.find(*id) : nullptr;
        if (block == nullptr) return {};
        note(*block);
        if (auto literal = asPrimitive(*block)) return *literal;
        std::string shape = header(*block);
        for (const auto& [name, text] : inputs(*block)) shape += ' ' + name + "=(" + text + ')';
        return shape;
    }

    std::map<std::string, std::string> inputs(const Block& block) {
        std::map<std::string, std::string> result;
        if (block.opcode == Opcode::procedures_prototype) return result;
        for (const Input& input : block.inputs) {
            if (isBranch(input) || inputName(block, input.name).empty()) continue;
            if (std::string text = value(input.block); !text.empty())
                result[inputName(block, input.name)] = std::move(text);
        }
        return result;
    }

    bool isBranch(const Input& input) const {
        const auto* id = std::get_if<std::string>(&input.block);
        const Block* block = id != nullptr ? target_.blocks.find(*id) : nullptr;
        return input.name.starts_with("SUBSTACK") || (block != nullptr && block->next);
    }

    std::string header(const Block& block) const {
        std::string shape = block.opcodeText +
                            (block.shadow && block.opcode != Opcode::procedures_prototype ? " shadow" : "");
        std::vector<std::string> fields;
        for (const Field& field : block.fields) fields.push_back(fieldShape(block, field));
        std::sort(fields.begin(), fields.end());
        for (const std::string& field : fields) shape += ' ' + field;
        if (block.mutation) {
            shape += " proccode=" + block.mutation->proccode;
            if (block.opcode == Opcode::procedures_prototype) {
                for (const std::string& name : block.mutation->argumentNames) shape += " name=" + name;
                for (const Scalar& one : block.mutation->argumentDefaults) shape += " default=" + shown(one);
                shape += block.mutation->warp ? " warp" : "";
            }
        }
        // `stop` says in its mutation only what its option says.
        if (block.opcode != Opcode::control_stop) shape += block.otherMutation;
        return shape;
    }

    void chain(const Block* block, int depth) {
        for (; block != nullptr; block = block->next ? target_.blocks.find(*block->next) : nullptr) {
            pending_.clear();
            note(*block);
            const auto literal = asPrimitive(*block);
            const std::size_t at = lines_.size();
            add(literal ? *literal : header(*block), depth);
            if (literal) continue;
            for (const auto& [name, text] : inputs(*block)) add(name + " = " + text, depth + 1);
            if (!pending_.empty()) lines_[at] += "  // " + pending_;
            std::vector<const Input*> branches;
            for (const Input& input : block->inputs) {
                if (isBranch(input)) branches.push_back(&input);
            }
            std::sort(branches.begin(), branches.end(),
                      [](const Input* a, const Input* b) { return a->name < b->name; });
            for (const Input* branch : branches) {
                const auto* id = std::get_if<std::string>(&branch->block);
                const Block* first = id != nullptr ? target_.blocks.find(*id) : nullptr;
                if (const auto* one = std::get_if<Primitive>(&branch->block)) {
                    add(branch->name, depth + 1);
                    add(primitive(*one), depth + 2);
                } else if (first != nullptr) {
                    add(branch->name, depth + 1);
                    chain(first, depth + 2);
                }
            }
        }
    }

    const Project& project_;
    const Target& target_;
    std::map<std::string, std::vector<std::string>> ids_;  // of each custom block's inputs
    std::map<std::string, std::vector<const Comment*>> comments_;
    std::map<const Comment*, bool> attached_;
    std::string pending_;
    std::vector<std::string> lines_;
};

TEST(ProgramShape, ForgetsIdsButNotNamesAndValues) {
    const auto shape = [](const std::string& text) { return programShape(*readText(text, "test", "")); };
    EXPECT_EQ(shape("sprite A\n\nmove (10) steps"), shape("sprite A\nat x: 0 y: 0\nmove (10) steps"));
    EXPECT_NE(shape("sprite A\n\nmove (10) steps"), shape("sprite A\n\nmove (11) steps"));
    EXPECT_NE(shape("sprite A\n\nmove (10) steps"), shape("sprite A\n\nmove [10 :: text] steps"));
    EXPECT_NE(shape("sprite A\n\nmove () steps"), shape("sprite A\n\nmove <> steps"));
    EXPECT_NE(shape("stage\nvariable a = 1\nsprite A\nvariable a = 2\n\nset [a v] to [1]"),
              shape("stage\nvariable a = 1\nsprite A\nvariable a = 2\n\nset [a v :: global] to [1]"));
}

}  // namespace

std::vector<std::string> programShape(const Project& project) {
    std::vector<std::string> all;
    for (const Target& target : project.targets) {
        for (std::string& line : TargetShape(project, target).lines()) all.push_back(std::move(line));
    }
    return all;
}

}  // namespace ounce
