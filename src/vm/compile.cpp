#include "vm/compile.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "project/assets/assets.h"
#include "project/inspect.h"
#include "project/settle.h"
#include "vm/code.h"

namespace ounce {

Value toValue(const Scalar& scalar) {
    if (const auto* text = std::get_if<std::string>(&scalar)) return String(std::string_view(*text));
    if (const auto* number = std::get_if<double>(&scalar)) return *number;
    if (const auto* boolean = std::get_if<bool>(&scalar)) return *boolean;
    return {};
}

std::string toUtf8(const Scalar& scalar) { return toText(toValue(scalar)).utf8(); }

namespace {

// How long a sound plays: what its file says, else what the project says of it.
double soundSeconds(const Project& project, const Sound& sound) {
    if (auto at = project.assets.find(sound.fileName()); at != project.assets.end()) {
        if (auto info = inspectSound(*at->second)) return info->seconds;
    }
    return sound.rate && sound.sampleCount && *sound.rate > 0 ? *sound.sampleCount / *sound.rate : 0;
}

}  // namespace

Compiler::Compiler(Project project, const Program* original)
    : program_(std::make_shared<Program>()), original_(original) {
    program_->project = std::move(project);
}

Result<std::shared_ptr<const Program>> Compiler::run() {
    if (!original_) settle(program_->project);
    Program& p = *program_;
    if (p.project.targets.empty()) return fail("the project has no stage");
    p.stage = original_ ? original_->stage : Stage::create(p.project);
    p.warnings = p.stage->warnings();
    for (int i = 0; i < static_cast<int>(p.project.targets.size()); i++) addSprite(i);
    orderLayers();
    addMessages();
    namesRandom_ = namesRandom(p.project);
    for (int i = 0; i < static_cast<int>(p.project.targets.size()); i++) addProcedures(i);
    for (int i = 0; i < static_cast<int>(p.project.targets.size()); i++) addScripts(i);
    addMonitors();
    p.code = std::make_shared<const Code>(makeCode(p));
    if (!error_.empty()) return fail(error_);
    return program_;
}

// Whether a text of the program, or one that a user types, may be such a word.
bool Compiler::namesRandom(const Project& project) {
    const auto isWord = [](const Scalar& scalar) { return isRandomWord(toUtf8(scalar)); };
    for (const Target& target : project.targets) {
        for (const Variable& variable : target.variables)
            if (isWord(variable.value)) return true;
        for (const ListVariable& list : target.lists)
            if (std::any_of(list.items.begin(), list.items.end(), isWord)) return true;
        for (const Block& block : target.blocks.all()) {
            if (block.opcode == Opcode::sensing_answer) return true;
            for (const Input& input : block.inputs) {
                const auto* literal = std::get_if<Primitive>(&input.block);
                if (literal && isWord(literal->value)) return true;
            }
        }
    }
    return false;
}

// What a sprite has besides scripts.
SpriteProgram Compiler::contentsOf(int index) const {
    const Program& p = *program_;
    const Target& target = p.project.targets[static_cast<std::size_t>(index)];
    SpriteProgram sprite;
    sprite.name = target.name;
    sprite.isStage = target.isStage;
    for (int i = 0; i < static_cast<int>(target.costumes.size()); i++) {
        const Costume& costume = target.costumes[static_cast<std::size_t>(i)];
        sprite.costumes.push_back(
            {costume.name, String(std::string_view(costume.name)), p.stage->skin(index, i)});
    }
    sprite.firstPlayer = p.playerCount;
    for (const Sound& sound : target.sounds)
        sprite.sounds.push_back({sound.name, soundSeconds(p.project, sound)});
    for (const Variable& variable : target.variables) {
        sprite.variables.push_back({variable.id, variable.name, variable.cloud});
        sprite.initialVariables.push_back(toValue(variable.value));
    }
    for (const ListVariable& list : target.lists) {
        std::vector<Value> items;
        for (const Scalar& item : list.items) items.push_back(toValue(item));
        sprite.lists.push_back({list.id, list.name, false});
        sprite.initialLists.emplace_back(std::move(items));
    }
    return sprite;
}

void Compiler::addSprite(int index) {
    Program& p = *program_;
    const Target& target = p.project.targets[static_cast<std::size_t>(index)];
    SpriteProgram sprite =
        original_ ? original_->sprites[static_cast<std::size_t>(index)] : contentsOf(index);
    sprite.scripts.clear();
    sprite.edgeSlots = 0;
    p.playerCount += static_cast<std::int32_t>(sprite.sounds.size());
    if (!target.isStage) p.spriteByName.try_emplace(target.name, index);
    p.sprites.push_back(std::move(sprite));
    blocks_.emplace_back();
}

// Targets are created in the order of their layers; missing values keep the order of the file.
void Compiler::orderLayers() {
    auto& order = program_->initialLayers;
    const auto& targets = program_->project.targets;
    order.resize(targets.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const auto& x = targets[static_cast<std::size_t>(a)].layerOrder;
        const auto& y = targets[static_cast<std::size_t>(b)].layerOrder;
        return x && y && *x < *y;
    });
}

std::int32_t Compiler::message(const std::string& name) {
    const std::string key = upperCase(name);
    auto [at, isNew] =
        messageByUpperName_.try_emplace(key, static_cast<std::int32_t>(program_->messages.size()));
    if (isNew) {
        program_->messages.push_back(name);
        program_->messageHats.emplace_back();
        program_->messageHats.back().scripts.resize(program_->project.targets.size());
    }
    return at->second;
}

void Compiler::addMessages() {
    Program& p = *program_;
    for (const Broadcast& broadcast : p.project.targets.front().broadcasts) {
        p.messageByName.try_emplace(lowerCase(broadcast.name), message(broadcast.name));
    }
}

Compiler::Place Compiler::findVariable(int sprite, const std::string& id, const std::string& name,
                                       bool list) {
    auto find = [&](int owner, bool byId) -> std::int32_t {
        const auto& slots = list ? program_->sprites[static_cast<std::size_t>(owner)].lists
                                 : program_->sprites[static_cast<std::size_t>(owner)].variables;
        for (std::size_t i = 0; i < slots.size(); i++) {
            if (byId ? slots[i].id == id : slots[i].name == name) return static_cast<std::int32_t>(i);
        }
        return kNone;
    };
    for (bool byId : {true, false}) {
        for (int owner : {sprite, 0}) {
            if (std::int32_t slot = find(owner, byId); slot != kNone) return {slot, owner == 0};
        }
    }
    // Official Scratch creates what it does not find, in the target that asks.
    SpriteProgram& own = program_->sprites[static_cast<std::size_t>(sprite)];
    if (list) {
        own.lists.push_back({id, name, false});
        own.initialLists.emplace_back();
        return {static_cast<std::int32_t>(own.lists.size()) - 1, sprite == 0};
    }
    own.variables.push_back({id, name, false});
    own.initialVariables.emplace_back(0.0);
    return {static_cast<std::int32_t>(own.variables.size()) - 1, sprite == 0};
}

void Compiler::addProcedures(int sprite) {
    const Target& target = program_->project.targets[static_cast<std::size_t>(sprite)];
    auto& known = blocks_[static_cast<std::size_t>(sprite)].procedures;
    auto procedure = [&](const std::string& proccode) -> Procedure& {
        auto [at, isNew] =
            known.try_emplace(proccode, static_cast<std::int32_t>(program_->procedures.size()));
        if (isNew) program_->procedures.emplace_back().proccode = proccode;
        return program_->procedures[static_cast<std::size_t>(at->second)];
    };
    // Names and defaults come from the first prototype, the body from the first definition, whichever they
    // are.
    for (const Block& block : target.blocks.all()) {
        if (block.opcode != Opcode::procedures_prototype || !block.mutation) continue;
        Procedure& found = procedure(block.mutation->proccode);
        if (found.hasPrototype) continue;
        found.hasPrototype = true;
        found.names = block.mutation->argumentNames;
        found.ids = block.mutation->argumentIds;
        // A parameter without an id, as some of Scratch 2, is never handed over.
        found.names.resize(std::min(found.names.size(), found.ids.size()));
        for (const Scalar& initial : block.mutation->argumentDefaults)
            found.defaults.push_back(toValue(initial));
        found.defaults.resize(found.names.size());
        found.ids.resize(found.names.size());
    }
    for (const Block& block : target.blocks.all()) {
        if (block.opcode != Opcode::procedures_definition) continue;
        const Block* prototype = prototypeOf(target, block);
        if (!prototype || !prototype->mutation) continue;
        auto at = known.find(prototype->mutation->proccode);
        if (at == known.end()) continue;
        Procedure& found = program_->procedures[static_cast<std::size_t>(at->second)];
        if (definitions_.contains(&found - program_->procedures.data())) continue;
        definitions_.emplace(&found - program_->procedures.data(), &block);
        found.warp = prototype->mutation->warp;
    }
}

const Block* Compiler::prototypeOf(const Target& target, const Block& definition) {
    const Input* input = definition.input("custom_block");
    if (!input) return nullptr;
    const auto* id = std::get_if<std::string>(&input->block);
    return id ? target.blocks.find(*id) : nullptr;
}

void Compiler::addScripts(int sprite) {
    const Target& target = program_->project.targets[static_cast<std::size_t>(sprite)];
    sprite_ = sprite;
    for (const Block& block : target.blocks.all()) {
        if (!block.topLevel || block.shadow || !isHat(block)) continue;
        if (block.opcode == Opcode::procedures_definition) {
            addDefinition(target, block);
        } else {
            addScript(block);
        }
    }
}

void Compiler::addDefinition(const Target& target, const Block& block) {
    const Block* prototype = prototypeOf(target, block);
    const auto& known = blocks_[static_cast<std::size_t>(sprite_)].procedures;
    definition_ = kNone;
    if (prototype && prototype->mutation) {
        if (auto at = known.find(prototype->mutation->proccode); at != known.end()) definition_ = at->second;
    }
    const StatementIndex start = stack(block.id);
    if (definition_ != kNone) {
        auto first = definitions_.find(definition_);
        if (first != definitions_.end() && first->second == &block) {
            program_->procedures[static_cast<std::size_t>(definition_)].definition = start;
        }
    }
    definition_ = kNone;
}

void Compiler::addScript(const Block& block) {
    Program& p = *program_;
    Script script;
    script.sprite = static_cast<std::int16_t>(sprite_);
    script.opcode = block.opcode;
    script.hat = stack(block.id);
    const Row& row = blockRow(block.opcode);
    const auto index = static_cast<std::int32_t>(p.scripts.size());
    if (row.edge) {
        script.condition = reporter(block);
        script.edgeSlot = p.sprites[static_cast<std::size_t>(sprite_)].edgeSlots++;
    }
    p.scripts.push_back(script);
    p.sprites[static_cast<std::size_t>(sprite_)].scripts.push_back(index);
    for (HatGroup* group : groupsOf(block)) {
        group->scripts.resize(p.project.targets.size());
        group->scripts[static_cast<std::size_t>(sprite_)].push_back(index);
        group->empty = false;
    }
}

std::vector<HatGroup*> Compiler::groupsOf(const Block& block) {
    Program& p = *program_;
    auto fieldText = [&](std::string_view name) {
        const Field* field = block.field(name);
        return upperCase(field ? toUtf8(field->value) : "");
    };
    switch (block.opcode) {
        case Opcode::event_whenflagclicked: return {&p.flagHats};
        case Opcode::event_whenthisspriteclicked: return {&p.spriteClickHats};
        case Opcode::event_whenstageclicked: return {&p.stageClickHats};
        case Opcode::control_start_as_clone: return {&p.cloneHats};
        case Opcode::event_whenkeypressed: return {&p.keyHats[fieldText("KEY_OPTION")]};
        case Opcode::event_whenbroadcastreceived: {
            const std::int32_t index = message(fieldText("BROADCAST_OPTION"));
            return {&p.messageHats[static_cast<std::size_t>(index)]};
        }
        case Opcode::event_whenbackdropswitchesto: {
            std::vector<HatGroup*> groups;
            const auto& backdrops = p.sprites.front().costumes;
            p.backdropHats.resize(backdrops.size());
            for (std::size_t i = 0; i < backdrops.size(); i++) {
                if (upperCase(backdrops[i].name) == fieldText("BACKDROP"))
                    groups.push_back(&p.backdropHats[i]);
            }
            return groups;
        }
        default: break;
    }
    if (!blockRow(block.opcode).edge || blockRow(block.opcode).support == Support::Absent) return {};
    // Official Scratch evaluates edge-activated hats by kind: touching, then threshold, then those of
    // extensions.
    const std::size_t rank = block.opcode == Opcode::event_whentouchingobject ? 0
                             : block.opcode == Opcode::event_whengreaterthan  ? 1
                                                                              : 2;
    p.edgeHats.resize(3);
    return {&p.edgeHats[rank]};
}

void Compiler::addMonitors() {
    Program& p = *program_;
    for (const Monitor& monitor : p.project.monitors) {
        ProgramMonitor out;
        out.id = monitor.id;
        out.opcode = monitor.opcode;
        out.mode = monitor.mode;
        out.visible = monitor.visible;
        out.x = monitor.x;
        out.y = monitor.y;
        out.width = monitor.width;
        out.height = monitor.height;
        out.parameters = monitor.params;
        if (monitor.spriteName) {
            auto at = p.spriteByName.find(*monitor.spriteName);
            if (at != p.spriteByName.end()) out.sprite = at->second;
        }
        out.isList = monitor.opcode == "data_listcontents";
        if (out.isList || monitor.opcode == "data_variable") {
            const auto& sprite = p.sprites[static_cast<std::size_t>(out.sprite)];
            const auto& slots = out.isList ? sprite.lists : sprite.variables;
            for (std::size_t i = 0; i < slots.size(); i++) {
                if (slots[i].id == monitor.id) {
                    out.slot = static_cast<std::int32_t>(i);
                    out.label = monitor.spriteName ? sprite.name + ": " + slots[i].name : slots[i].name;
                }
            }
        }
        p.monitors.push_back(std::move(out));
    }
    // show/hide blocks name a variable; they change its monitor, if it has one.
    for (Statement& s : p.statements) {
        if (s.opcode != Opcode::data_showvariable && s.opcode != Opcode::data_hidevariable &&
            s.opcode != Opcode::data_showlist && s.opcode != Opcode::data_hidelist) {
            continue;
        }
        const bool list = s.opcode == Opcode::data_showlist || s.opcode == Opcode::data_hidelist;
        const int owner = s.onStage ? 0 : s.sprite;
        const std::int32_t slot = std::exchange(s.slot, kNone);
        for (std::size_t i = 0; i < p.monitors.size(); i++) {
            const ProgramMonitor& m = p.monitors[i];
            if (m.isList == list && m.slot == slot && m.sprite == owner)
                s.slot = static_cast<std::int32_t>(i);
        }
    }
}

int Program::goalCount() const {
    return static_cast<int>(
        std::count_if(statements.begin(), statements.end(), [](const Statement& s) { return s.isGoal; }));
}

Result<std::shared_ptr<const Program>> compile(Project project) { return Compiler(std::move(project)).run(); }

Result<std::shared_ptr<const Program>> compileVariant(Project variant, const Program& original) {
    return Compiler(std::move(variant), &original).run();
}

}  // namespace ounce
