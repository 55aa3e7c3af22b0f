// Making an extractor, and what events are called.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "analysis/events/plan.h"
#include "base/number.h"

namespace ounce {
namespace {

// How far each costume reaches from the sprite's position at 100 %, whatever the direction.
std::vector<std::vector<double>> reachOfCostumes(const Program& program) {
    StageState stage = program.stage->initialState();
    const DrawableId drawable = stage.create(LayerGroup::Sprite);
    std::vector<std::vector<double>> reach;
    for (const SpriteProgram& sprite : program.sprites) {
        auto& costumes = reach.emplace_back();
        for (const SpriteCostume& costume : sprite.costumes) {
            stage.setSkin(drawable, costume.skin);
            const Rectangle box = stage.fastBounds(drawable);
            costumes.push_back(std::hypot(std::max(std::abs(box.left), std::abs(box.right)),
                                          std::max(std::abs(box.bottom), std::abs(box.top))));
        }
    }
    return reach;
}

// Distinguishes what is computed in different places.
std::string computedText(const Sought& sought) {
    return fmt::format("computed-{}-{}-{}", sought.value, sought.item, static_cast<int>(sought.change));
}

std::string colorText(Color c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

}  // namespace

int EventTemplate::parameterCount() const {
    switch (kind) {
        case EventKind::MouseMove:
        case EventKind::ClickAt:
        case EventKind::DragAnywhere: return 2;
        case EventKind::KeyPress:
        case EventKind::KeyHold:
        case EventKind::DragToSprite:
        case EventKind::DragToColor:
        case EventKind::DragColorToColor:
        case EventKind::DragToEdge:
        case EventKind::TypeNumber:
        case EventKind::Wait: return 1;
        default: return 0;
    }
}

EventExtractor::EventExtractor(std::shared_ptr<const Program> program, Extraction extraction,
                               const PlayerRules& player) {
    auto plan = std::make_shared<Plan>();
    const std::size_t sprites = program->sprites.size();
    plan->extraction = extraction;
    plan->player = player;
    plan->dragAnywhere.resize(sprites, kNone);
    plan->matters.resize(sprites, 0);
    if (extraction == Extraction::Naive)
        collectNaiveEvents(*program, plan->templates);
    else if (extraction != Extraction::Wait)
        collectEvents(*program, player, plan->templates, plan->scripts);
    plan->templates.push_back({.kind = EventKind::Wait});
    if (player.isInventive) plan->templates.push_back({.kind = EventKind::GreenFlag});
    for (std::size_t i = 0; i < plan->templates.size(); i++) {
        const EventTemplate& t = plan->templates[i];
        const auto index = static_cast<TemplateIndex>(i);
        plan->all.push_back({&t, kNone});
        if (t.kind == EventKind::DragAnywhere) plan->dragAnywhere[static_cast<std::size_t>(t.sprite)] = index;
        if (t.kind == EventKind::Wait) plan->wait = index;
        if (t.kind == EventKind::MouseDown) plan->down = index;
        if (t.kind == EventKind::MouseUp) plan->up = index;
        if (t.kind == EventKind::GreenFlag) plan->flag = index;
        plan->hasTexts = plan->hasTexts || t.isText();
        plan->matters[static_cast<std::size_t>(t.sprite)] = 1;
        if (t.kind == EventKind::DragToSprite) plan->matters[static_cast<std::size_t>(t.other)] = 1;
    }
    // Whether an idle script has instances is decided by the instances.
    for (std::size_t i = 0; i < plan->scripts.size(); i++) {
        if (!plan->scripts[i].idle.empty())
            plan->matters[static_cast<std::size_t>(program->scripts[i].sprite)] = 1;
    }
    if (extraction == Extraction::Dynamic) plan->reach = reachOfCostumes(*program);
    plan->program = std::move(program);
    plan_ = std::move(plan);
}

EventExtractor::EventExtractor(EventExtractor&&) noexcept = default;
EventExtractor& EventExtractor::operator=(EventExtractor&&) noexcept = default;
EventExtractor::~EventExtractor() = default;

std::span<const ExtractedEvent> EventExtractor::staticEvents() const { return plan_->all; }
const Program& EventExtractor::program() const { return *plan_->program; }
Extraction EventExtractor::extraction() const { return plan_->extraction; }

std::string EventExtractor::identifier(const EventTemplate& event) const {
    const auto name = [&](std::int16_t sprite) -> const std::string& {
        return plan_->program->sprites[static_cast<std::size_t>(sprite)].name;
    };
    const std::string own = name(event.sprite), number = numberToText(event.number);
    switch (event.kind) {
        case EventKind::KeyPress: return fmt::format("KeyPressEvent-{}", event.text);
        case EventKind::KeyHold: return fmt::format("KeyHoldEvent-{}", event.text);
        case EventKind::MouseMove: return "MouseMoveEvent";
        case EventKind::MouseMoveTo: return fmt::format("MouseMoveToEvent-{}", own);
        case EventKind::MouseMoveX: return fmt::format("MouseMoveEvent-x-{}", number);
        case EventKind::MouseMoveY: return fmt::format("MouseMoveEvent-y-{}", number);
        case EventKind::MouseDown: return "MouseDownEvent-true";
        case EventKind::MouseUp: return "MouseDownEvent-false";
        case EventKind::ClickSprite: return fmt::format("ClickSpriteEvent-{}", own);
        case EventKind::ClickClone: return fmt::format("ClickCloneEvent-{}", own);
        case EventKind::ClickStage: return "ClickStageEvent";
        case EventKind::ClickAt: return "ClickEvent";
        case EventKind::DragToSprite: return fmt::format("DragSpriteEvent-{}-{}", own, name(event.other));
        case EventKind::DragToColor: return fmt::format("DragSpriteEvent-{}-{}", own, colorText(event.color));
        case EventKind::DragColorToColor:
            return fmt::format("DragSpriteEvent-{}-{}-{}", own, colorText(event.mask),
                               colorText(event.color));
        case EventKind::DragToEdge: return fmt::format("DragSpriteEvent-{}-edge", own);
        case EventKind::DragAnywhere: return fmt::format("DragSpriteEvent-{}", own);
        case EventKind::Sound: return fmt::format("SoundEvent-{}", number);
        case EventKind::TypeText: return fmt::format("TypeTextEvent-{}", event.text);
        case EventKind::TypeNumber: return "TypeNumberEvent";
        case EventKind::TypeComputed: return "TypeTextEvent-" + computedText(event.sought);
        case EventKind::Wait: return "WaitEvent";
        case EventKind::GreenFlag: return "GreenFlagEvent";
    }
    return {};
}

std::string EventExtractor::identifier(const ExtractedEvent& event, const State& state) const {
    std::string name = identifier(*event.what);
    if (event.what->kind != EventKind::ClickClone || event.target == kNone) return name;
    int clone = 0;
    for (const std::int32_t index : state.pane) {
        const TargetState& t = *state.targets[static_cast<std::size_t>(index)];
        if (index == event.target) break;
        if (t.isClone && t.sprite == event.what->sprite) clone++;
    }
    return fmt::format("{}-{}", name, clone);
}

std::string EventExtractor::sentence(const EventTemplate& event) const {
    const auto name = [&](std::int16_t sprite) -> const std::string& {
        return plan_->program->sprites[static_cast<std::size_t>(sprite)].name;
    };
    const std::string own = name(event.sprite), number = numberToText(event.number);
    switch (event.kind) {
        case EventKind::KeyPress: return fmt::format("press {}", event.text);
        case EventKind::KeyHold: return fmt::format("hold {} and go on", event.text);
        case EventKind::MouseMove: return "move the mouse";
        case EventKind::MouseMoveTo: return fmt::format("move the mouse to {}", own);
        case EventKind::MouseMoveX: return fmt::format("move the mouse to x: {}", number);
        case EventKind::MouseMoveY: return fmt::format("move the mouse to y: {}", number);
        case EventKind::MouseDown: return "press the mouse button";
        case EventKind::MouseUp: return "release the mouse button";
        case EventKind::ClickSprite: return fmt::format("click {}", own);
        case EventKind::ClickClone: return fmt::format("click a clone of {}", own);
        case EventKind::ClickStage: return "click the stage";
        case EventKind::ClickAt: return "click somewhere";
        case EventKind::DragToSprite: return fmt::format("drag {} to {}", own, name(event.other));
        case EventKind::DragToColor:
            return fmt::format("drag {} to the color {}", own, colorText(event.color));
        case EventKind::DragColorToColor:
            return fmt::format("drag {} so that its color {} is on {}", own, colorText(event.mask),
                               colorText(event.color));
        case EventKind::DragToEdge: return fmt::format("drag {} to an edge", own);
        case EventKind::DragAnywhere: return fmt::format("drag {}", own);
        case EventKind::Sound: return fmt::format("make a sound of loudness {}", number);
        case EventKind::TypeText: return fmt::format("answer {}", event.text);
        case EventKind::TypeNumber: return "answer a number";
        case EventKind::TypeComputed: return "answer what the program computes";
        case EventKind::Wait: return "wait";
        case EventKind::GreenFlag: return "click the green flag again";
    }
    return {};
}

}  // namespace ounce
