#include "contracts/scratch/harness.h"

#include <algorithm>
#include <fmt/format.h>

namespace ounce::contracts {
namespace {

// "jump %n times %b" without its slots.
std::string labelOf(const std::string& proccode) {
    std::string label;
    for (std::size_t i = 0; i < proccode.size(); i++) {
        if (proccode[i] == '%' && i + 1 < proccode.size() &&
            std::string_view("snb").find(proccode[i + 1]) != std::string_view::npos) {
            i++;
        } else if (proccode[i] != ' ' || (!label.empty() && label.back() != ' ')) {
            label += proccode[i];
        }
    }
    while (!label.empty() && label.back() == ' ') label.pop_back();
    return label;
}

std::string variableId(const Project& project, const std::string& name) {
    for (const Variable& variable : project.targets[0].variables) {
        if (variable.name == name) return variable.id;
    }
    return {};
}

}  // namespace

std::vector<CustomBlock> customBlocksOf(const Project& project) {
    std::vector<CustomBlock> all;
    for (std::size_t t = 0; t < project.targets.size(); t++) {
        const Target& target = project.targets[t];
        for (const Block& block : target.blocks.all()) {
            if (block.opcode != Opcode::procedures_definition || !block.topLevel) continue;
            const Input* custom = block.input("custom_block");
            const auto* id = custom ? std::get_if<std::string>(&custom->block) : nullptr;
            const Block* prototype = id ? target.blocks.find(*id) : nullptr;
            if (!prototype || !prototype->mutation) continue;
            CustomBlock found{.target = t, .proccode = prototype->mutation->proccode};
            found.label = labelOf(found.proccode);
            found.definition = block.id;
            found.names = prototype->mutation->argumentNames;
            found.ids = prototype->mutation->argumentIds;
            found.names.resize(found.ids.size());
            for (std::size_t i = 0; i + 1 < found.proccode.size(); i++) {
                if (found.proccode[i] != '%') continue;
                const char kind = found.proccode[i + 1];
                if (kind == 's' || kind == 'n' || kind == 'b') found.isCondition.push_back(kind == 'b');
            }
            found.isCondition.resize(found.ids.size());
            for (const Comment& comment : target.comments) {
                if (comment.blockId && *comment.blockId == block.id) found.comment += comment.text + "\n";
            }
            const bool known = std::any_of(all.begin(), all.end(), [&](const CustomBlock& other) {
                return other.target == t && other.proccode == found.proccode;
            });
            if (!known) all.push_back(std::move(found));
        }
    }
    return all;
}

std::string callMessage(const Project& project, const CustomBlock& block, int line) {
    const std::string name = fmt::format("Ounce: {}: {}", project.targets[block.target].name, block.proccode);
    return line == 0 ? name : fmt::format("{} ({})", name, line + 1);
}
std::string argumentName(std::size_t argument, int line) {
    return line == 0 ? fmt::format("Ounce argument {}", argument + 1)
                     : fmt::format("Ounce argument {} ({})", argument + 1, line + 1);
}

Block& ScriptWriter::append(Block block) {
    block.id = fmt::format("{}-{}", prefix_, number_++);
    if (last_.empty()) {
        block.topLevel = true;
        block.x = 0;
        block.y = y_;
        y_ += 400;
    } else {
        block.parent = last_;
        target_.blocks.find(last_)->next = block.id;
    }
    last_ = block.id;
    return target_.blocks.add(std::move(block));
}

void ScriptWriter::hat(Opcode opcode, const char* name, std::vector<Field> fields) {
    last_.clear();
    Block block;
    block.opcode = opcode;
    block.opcodeText = name;
    block.fields = std::move(fields);
    append(std::move(block));
}

void ScriptWriter::add(Opcode opcode, const char* name, std::vector<Input> inputs,
                       std::vector<Field> fields) {
    Block block;
    block.opcode = opcode;
    block.opcodeText = name;
    block.inputs = std::move(inputs);
    block.fields = std::move(fields);
    append(std::move(block));
}

void ScriptWriter::call(const CustomBlock& to, std::vector<Input> inputs) {
    Block block;
    block.opcode = Opcode::procedures_call;
    block.opcodeText = "procedures_call";
    block.inputs = std::move(inputs);
    block.mutation = ProcedureMutation{};
    block.mutation->proccode = to.proccode;
    block.mutation->argumentIds = to.ids;
    append(std::move(block));
}

std::string ScriptWriter::messageId(const std::string& name) {
    Target& stage = project_.targets[0];
    for (const Broadcast& known : stage.broadcasts) {
        if (known.name == name) return known.id;
    }
    stage.broadcasts.push_back(
        {.id = fmt::format("ounce-message-{}", stage.broadcasts.size()), .name = name});
    return stage.broadcasts.back().id;
}

Field ScriptWriter::messageField(const std::string& message) {
    return {.name = "BROADCAST_OPTION", .value = message, .id = messageId(message)};
}

void ScriptWriter::setVariable(const std::string& name, const Scalar& value) {
    Input input{.name = "VALUE", .block = Primitive{.code = 10, .value = value, .id = {}}, .shadow = {}};
    add(Opcode::data_setvariableto, "data_setvariableto", {input},
        {{.name = "VARIABLE", .value = name, .id = variableId(project_, name)}});
}

// A block that is no part of the row of blocks.
Block& ScriptWriter::inner(Block block, const std::string& parent) {
    block.id = fmt::format("{}-{}", prefix_, number_++);
    block.parent = parent;
    return target_.blocks.add(std::move(block));
}

void ScriptWriter::setVariableToParameter(const std::string& name, const std::string& parameter) {
    setVariable(name, std::string());
    const std::string setter = last_;
    Block reporter;
    reporter.opcode = Opcode::argument_reporter_string_number;
    reporter.opcodeText = "argument_reporter_string_number";
    reporter.fields = {{.name = "VALUE", .value = parameter}};
    const std::string id = inner(std::move(reporter), setter).id;
    Block* block = target_.blocks.find(setter);
    block->inputs = {{.name = "VALUE",
                      .status = 3,
                      .block = id,
                      .shadow = Primitive{.code = 10, .value = std::string(), .id = {}}}};
}

void ScriptWriter::broadcastVariable(const std::string& variable) {
    Input input{.name = "BROADCAST_INPUT", .status = 3, .block = {}, .shadow = {}};
    input.block = Primitive{.code = 12, .value = variable, .id = variableId(project_, variable)};
    input.shadow = Primitive{.code = 11, .value = std::string(), .id = "ounce-no-message"};
    add(Opcode::event_broadcastandwait, "event_broadcastandwait", {input}, {});
}

void ScriptWriter::endIf(const std::string& variable) {
    add(Opcode::control_if, "control_if", {}, {});
    const std::string condition = last_;
    Block equals;
    equals.opcode = Opcode::operator_equals;
    equals.opcodeText = "operator_equals";
    Input left{.name = "OPERAND1", .status = 3, .block = {}, .shadow = {}};
    left.block = Primitive{.code = 12, .value = variable, .id = variableId(project_, variable)};
    left.shadow = Primitive{.code = 10, .value = std::string(), .id = {}};
    equals.inputs = {left,
                     {.name = "OPERAND2",
                      .block = Primitive{.code = 10, .value = std::string("1"), .id = {}},
                      .shadow = {}}};
    const std::string test = inner(std::move(equals), condition).id;
    Block stop;
    stop.opcode = Opcode::control_stop;
    stop.opcodeText = "control_stop";
    stop.fields = {{.name = "STOP_OPTION", .value = std::string("this script")}};
    stop.otherMutation = R"({"tagName":"mutation","children":[],"hasnext":"false"})";
    const std::string stops = inner(std::move(stop), condition).id;
    target_.blocks.find(condition)->inputs = {
        {.name = "CONDITION", .status = 2, .block = test, .shadow = {}},
        {.name = "SUBSTACK", .status = 2, .block = stops, .shadow = {}}};
}

void ScriptWriter::insertBelow(const std::string& block) {
    last_ = block;
    Block* above = target_.blocks.find(block);
    below_ = above && above->next ? *above->next : std::string();
}
void ScriptWriter::finishInsertion() {
    if (below_.empty()) return;
    target_.blocks.find(last_)->next = below_;
    target_.blocks.find(below_)->parent = last_;
}

std::string addedSpriteName(const Project& project) {
    std::string name = "Ounce";
    for (int number = 2; std::any_of(project.targets.begin(), project.targets.end(),
                                     [&](const Target& target) { return target.name == name; });
         number++)
        name = fmt::format("Ounce{}", number);
    return name;
}

void addSteps(Project& project, const std::vector<std::string>& messages,
              const std::vector<const CustomBlock*>& open) {
    for (const char* name : {kNextCall, kEndsHere})
        project.targets[0].variables.push_back({.id = name, .name = name});
    for (std::size_t i = 0; i < open.size(); i++) {
        ScriptWriter writer(project, project.targets[open[i]->target], fmt::format("ounce-open-{}", i));
        writer.insertBelow(open[i]->definition);
        for (int step = 0; step < kSteps; step++) writer.broadcastVariable(kNextCall);
        writer.endIf(kEndsHere);
        writer.finishInsertion();
    }
    Target sprite;
    sprite.name = addedSpriteName(project);
    sprite.layerOrder = static_cast<double>(project.targets.size());
    sprite.visible = false;
    sprite.costumes = project.targets[0].costumes;
    project.targets.push_back(std::move(sprite));
    ScriptWriter writer(project, project.targets.back(), "ounce-receive");
    for (const std::string& message : messages) {
        writer.hat(Opcode::event_whenbroadcastreceived, "event_whenbroadcastreceived",
                   {writer.messageField(message)});
        for (int step = 0; step < kSteps; step++) writer.broadcastVariable(kNextCall);
    }
}

void ScriptWriter::broadcast(const std::string& message, bool waits) {
    Input input{.name = "BROADCAST_INPUT",
                .block = Primitive{.code = 11, .value = message, .id = messageId(message)},
                .shadow = {}};
    if (waits) {
        add(Opcode::event_broadcastandwait, "event_broadcastandwait", {input}, {});
    } else {
        add(Opcode::event_broadcast, "event_broadcast", {input}, {});
    }
}

void addWires(Project& project, const std::vector<CustomBlock>& blocks, const std::vector<Wire>& wires,
              std::size_t arguments) {
    for (int line = 0; line < kLines; line++) {
        const bool used =
            std::any_of(wires.begin(), wires.end(), [&](const Wire& wire) { return wire.line == line; });
        for (std::size_t i = 0; i < arguments && used; i++) {
            const std::string name = argumentName(i, line);
            project.targets[0].variables.push_back(
                {.id = fmt::format("ounce-argument-{}-{}", line, i), .name = name});
        }
    }
    for (const Wire& wire : wires) {
        const CustomBlock& block = blocks[wire.block];
        ScriptWriter writer(project, project.targets[block.target],
                            fmt::format("ounce-{}-{}", wire.block, wire.line));
        writer.hat(Opcode::event_whenbroadcastreceived, "event_whenbroadcastreceived",
                   {writer.messageField(callMessage(project, block, wire.line))});
        std::vector<Input> inputs;
        for (std::size_t i = 0; i < block.ids.size(); i++) {
            const std::string name = argumentName(i, wire.line);
            Input input{
                .name = block.ids[i], .status = block.isCondition[i] ? 2 : 3, .block = {}, .shadow = {}};
            input.block = Primitive{.code = 12, .value = name, .id = variableId(project, name)};
            if (!block.isCondition[i]) input.shadow = Primitive{.code = 10, .value = std::string(), .id = {}};
            inputs.push_back(std::move(input));
        }
        writer.call(block, std::move(inputs));
    }
}

}  // namespace ounce::contracts
