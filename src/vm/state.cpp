#include "vm/state.h"

#include <bit>

#include "vm/compile.h"
#include "vm/machine_options.h"

namespace ounce {
namespace {

void mixIn(std::uint64_t& hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ull + (hash >> 29);
}
void mixIn(std::uint64_t& hash, double value) { mixIn(hash, std::bit_cast<std::uint64_t>(value)); }

RotationStyle rotationStyle(const std::string& name) {
    if (name == "left-right") return RotationStyle::LeftRight;
    if (name == "don't rotate") return RotationStyle::DontRotate;
    return RotationStyle::AllAround;
}

void hashTarget(std::uint64_t& hash, const TargetState& t) {
    mixIn(hash, static_cast<std::uint64_t>(t.id));
    for (double value : {t.x, t.y, t.direction, t.size, t.volume}) mixIn(hash, value);
    for (double value : t.effects) mixIn(hash, value);
    mixIn(hash, static_cast<std::uint64_t>(t.costume) * 8 + t.visible * 4 + t.draggable * 2 + t.pen.down);
    for (const Value& variable : t.variables) mixIn(hash, variable.hash());
    for (const List& list : t.lists) {
        mixIn(hash, static_cast<std::uint64_t>(list.size()));
        for (const Value& item : list) mixIn(hash, item.hash());
    }
}

}  // namespace

std::uint64_t State::hash() const {
    std::uint64_t hash = 0x1234567;
    mixIn(hash, step);
    mixIn(hash, timerStart);
    mixIn(hash, static_cast<std::uint64_t>(random.plain().state()));
    if (random.whiskers()) {
        for (const std::uint8_t byte : random.whiskers()->state()) mixIn(hash, std::uint64_t{byte});
    }
    for (std::int32_t index : execution) hashTarget(hash, *targets[static_cast<std::size_t>(index)]);
    for (std::int32_t place : threadList) {
        const Thread& t = *threads[static_cast<std::size_t>(place)];
        mixIn(hash, static_cast<std::uint64_t>(t.id) * 8 + static_cast<std::uint64_t>(t.status));
        for (const Frame& f : t.stack) {
            mixIn(hash, static_cast<std::uint64_t>(f.statement));
            mixIn(hash, f.counter);
        }
        for (const Value& parameter : t.parameters) mixIn(hash, parameter.hash());
    }
    mixIn(hash, answer.hash());
    mixIn(hash, static_cast<std::uint64_t>(timers.size() * 64 + questions.size()));
    return hash;
}

State initialState(const Program& program, const MachineOptions& options, std::uint32_t seed) {
    State state;
    state.random = Generator::of(options.numbers, seed);
    const auto& targets = program.project.targets;
    if (options.renderer) state.stage.emplace(program.stage->initialState());
    state.targets.resize(targets.size());
    state.players.resize(static_cast<std::size_t>(program.playerCount));
    // Targets come into being from back to front; each lives at the place of its number in the file.
    for (std::int32_t index : program.initialLayers) {
        const Target& from = targets[static_cast<std::size_t>(index)];
        const SpriteProgram& sprite = program.sprites[static_cast<std::size_t>(index)];
        TargetState& t = *state.targets[static_cast<std::size_t>(index)];
        t.id = state.nextId++;
        t.sprite = static_cast<std::int16_t>(index);
        t.volume = from.volume;
        t.costume = static_cast<std::int32_t>(from.currentCostume);
        t.variables = sprite.initialVariables;
        t.lists = sprite.initialLists;
        t.edgeValues.assign(static_cast<std::size_t>(sprite.edgeSlots), -1);
        t.bubble.text = String();
        if (from.isStage) {
            state.tempo = from.tempo;
        } else {
            t.x = from.x;
            t.y = from.y;
            t.direction = from.direction;
            t.size = from.size;
            t.visible = from.visible;
            t.draggable = from.draggable;
            t.rotationStyle = rotationStyle(from.rotationStyle);
        }
        if (state.stage) {
            t.drawable = state.stage->create(from.isStage ? LayerGroup::Background : LayerGroup::Sprite);
            state.stage->setPosition(t.drawable, t.x, t.y);
            state.stage->setDirectionAndSize(t.drawable, t.direction, t.size, t.rotationStyle);
            state.stage->setVisible(t.drawable, t.visible);
            if (!sprite.costumes.empty()) {
                state.stage->setSkin(t.drawable, sprite.costumes[static_cast<std::size_t>(t.costume)].skin);
            }
        }
        state.execution.push_back(index);
    }
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(targets.size()); i++) state.pane.push_back(i);
    for (const ProgramMonitor& monitor : program.monitors)
        state.monitorVisible.push_back(monitor.visible ? 1 : 0);
    // The stage was shown before anything runs, with sprites as large as the file has them.
    if (state.stage) state.stage->drawn();
    return state;
}

}  // namespace ounce
