// Selecting the events of a state. All that takes time is in the plan already; what changes from step to
// step is compared with what it was.
#include <algorithm>
#include <bit>
#include <cmath>

#include "analysis/events/plan.h"
#include "base/number.h"
#include "stage/look.h"

namespace ounce {
namespace {

// Clones are many; a search needs few of them to choose from.
constexpr int kMostClonesToClick = 10;

bool isDrag(EventKind kind) {
    return kind == EventKind::DragToSprite || kind == EventKind::DragToColor ||
           kind == EventKind::DragColorToColor || kind == EventKind::DragToEdge ||
           kind == EventKind::DragAnywhere;
}
bool isOfInstance(EventKind kind) { return isDrag(kind) || kind == EventKind::MouseMoveTo; }

const TargetState& targetOf(const State& state, std::int32_t index) {
    return *state.targets[static_cast<std::size_t>(index)];
}

// All that decides which points a target covers.
void mixShape(const TargetState& t, std::uint64_t& key) {
    auto mix = [&](std::uint64_t bits) {
        key = (key ^ bits) * 0x9E3779B97F4A7C15u;
        key ^= key >> 29;
    };
    mix(t.id);
    for (const double number : {t.x, t.y, t.direction, t.size}) mix(std::bit_cast<std::uint64_t>(number));
    mix(static_cast<std::uint64_t>(t.costume) << 8 | static_cast<std::uint64_t>(t.rotationStyle) << 1 |
        (t.visible ? 1 : 0));
    for (const double effect : t.effects) mix(std::bit_cast<std::uint64_t>(effect));
}

}  // namespace

std::int32_t firstVisible(const State& state, std::int32_t sprite, std::int32_t except) {
    for (const std::int32_t index : state.pane) {
        const TargetState& t = targetOf(state, index);
        if (t.sprite == sprite && t.visible && index != except) return index;
    }
    return kNone;
}

struct ExtractionCache::Memory {
    // What the candidates depend on; see Selection::describe.
    std::vector<std::uint64_t> description, next;
    // Whose events these are. Held, so that no other plan can come to lie at the same address.
    std::shared_ptr<const void> plan;

    struct Candidate {
        ExtractedEvent event;
        std::uint64_t shapes = 0;  // of the sprites, when they were last compared
        bool found = true;         // what was found then
        bool offered = true;
    };
    std::vector<Candidate> candidates;
    std::vector<std::size_t> conditional;  // candidates that may be left out
    std::vector<ExtractedEvent> events;

    // Used while candidates are found, kept for their room.
    std::vector<std::uint64_t> running;  // script and target, sorted
    std::vector<std::int32_t> chosen;    // by template: the instance; kNone: not yet
    std::vector<std::uint8_t> isChosen;  // by template
    std::vector<std::int32_t> rank;      // by place of a target: its place in the pane
    std::vector<std::pair<TemplateIndex, std::int32_t>> clones;
};

ExtractionCache::ExtractionCache() : memory_(std::make_unique<Memory>()) {}
ExtractionCache::ExtractionCache(ExtractionCache&&) noexcept = default;
ExtractionCache& ExtractionCache::operator=(ExtractionCache&&) noexcept = default;
ExtractionCache::~ExtractionCache() = default;

namespace {

// One extraction.
template <class Plan, class Memory>
class Selection {
  public:
    Selection(const Plan& plan, const State& state, Memory& memory)
        : plan_(plan), state_(state), memory_(memory) {}

    std::span<const ExtractedEvent> run() {
        describe();
        const bool isNew = memory_.plan.get() != &plan_ || memory_.next != memory_.description;
        if (isNew) {
            memory_.description.swap(memory_.next);
            findCandidates();
        }
        if (testConditions() || isNew) {
            memory_.events.clear();
            for (const auto& candidate : memory_.candidates) {
                if (candidate.offered) memory_.events.push_back(candidate.event);
            }
        }
        return memory_.events;
    }

  private:
    [[nodiscard]] bool mayStartAnew() const {
        return plan_.flag != kNone && (!plan_.player.isPatient || state_.threadList.empty());
    }
    [[nodiscard]] bool asks() const { return state_.shownQuestion.has_value() && plan_.hasTexts; }
    const EventTemplate& templateAt(TemplateIndex index) const {
        return plan_.templates[static_cast<std::size_t>(index)];
    }
    const ScriptEvents& eventsOf(std::int32_t script) const {
        return plan_.scripts[static_cast<std::size_t>(script)];
    }

    // Everything that the candidates are a function of.
    void describe() {
        auto& out = memory_.next;
        out.clear();
        out.push_back((mayStartAnew() ? 4u : 0u) | (asks() ? 2u : 0u) | (state_.mouse.down ? 1u : 0u));
        if (asks()) return;
        forRunning([&](std::uint64_t pair) { out.push_back(pair); });
        out.push_back(~std::uint64_t{0});
        for (const std::int32_t index : state_.pane) {
            const TargetState& t = targetOf(state_, index);
            if (!plan_.matters[static_cast<std::size_t>(t.sprite)]) continue;
            out.push_back(static_cast<std::uint64_t>(t.id) << 24 | static_cast<std::uint64_t>(index) << 2 |
                          (t.visible ? 2u : 0u) | (t.draggable ? 1u : 0u));
        }
    }

    // The scripts that run and have events, with their targets.
    template <class Visit>
    void forRunning(Visit visit) {
        for (const std::int32_t place : state_.threadList) {
            const Thread& thread = *state_.threads[static_cast<std::size_t>(place)];
            if (thread.killed || thread.status == Status::Done || thread.script == kNone) continue;
            const ScriptEvents& events = eventsOf(thread.script);
            if (events.running.empty() && events.idle.empty()) continue;
            visit(static_cast<std::uint64_t>(thread.script) << 32 |
                  static_cast<std::uint32_t>(thread.target));
        }
    }

    void findCandidates() {
        auto& m = memory_;
        m.candidates.clear();
        m.conditional.clear();
        if (asks()) {
            for (const EventTemplate& t : plan_.templates) {
                // What is computed changes with every question; the codon reader knows what to do where there
                // is nothing to answer.
                if (t.isText()) m.candidates.push_back({{&t, kNone}});
            }
            return;
        }
        m.chosen.assign(plan_.templates.size(), kNone);
        m.isChosen.assign(plan_.templates.size(), 0);
        m.clones.clear();
        m.rank.assign(state_.targets.size(), 0);
        for (std::size_t i = 0; i < state_.pane.size(); i++)
            m.rank[static_cast<std::size_t>(state_.pane[i])] = static_cast<std::int32_t>(i);
        addRunning();
        addIdle();
        choose(plan_.wait, kNone);
        if (mayStartAnew()) choose(plan_.flag, kNone);
        inOrder();
    }

    void addRunning() {
        auto& running = memory_.running;
        running.clear();
        forRunning([&](std::uint64_t pair) { running.push_back(pair); });
        std::sort(running.begin(), running.end());
        for (const std::uint64_t pair : running) {
            const auto target = static_cast<std::int32_t>(pair & 0xFFFFFFFF);
            for (const TemplateIndex index : eventsOf(static_cast<std::int32_t>(pair >> 32)).running)
                choose(index, target);
        }
    }

    void addIdle() {
        for (const std::int32_t index : state_.pane) {
            const TargetState& t = targetOf(state_, index);
            const auto sprite = static_cast<std::size_t>(t.sprite);
            const TemplateIndex drag = plan_.dragAnywhere[sprite];
            if (drag != kNone && t.draggable) choose(drag, index);
            int clicks = 0;
            for (const std::int32_t script : plan_.program->sprites[sprite].scripts) {
                const auto& idle = eventsOf(script).idle;
                if (idle.empty()) continue;
                const std::uint64_t pair =
                    static_cast<std::uint64_t>(script) << 32 | static_cast<std::uint32_t>(index);
                if (std::binary_search(memory_.running.begin(), memory_.running.end(), pair)) continue;
                for (const TemplateIndex event : idle) {
                    const EventKind kind = templateAt(event).kind;
                    if (kind == EventKind::ClickSprite) {
                        if (t.visible && !t.isClone) choose(event, kNone);
                    } else if (kind == EventKind::ClickClone) {
                        if (t.visible && t.isClone && clicks++ == 0)
                            memory_.clones.emplace_back(event, index);
                    } else {
                        choose(event, index);
                    }
                }
            }
        }
    }

    // Of several instances the first in the pane is dragged or pointed at.
    void choose(TemplateIndex index, std::int32_t target) {
        const EventTemplate& t = templateAt(index);
        const auto i = static_cast<std::size_t>(index);
        if (!isOfInstance(t.kind)) {
            if (t.isText() || (index == plan_.down && state_.mouse.down) ||
                (index == plan_.up && !state_.mouse.down))
                return;
            memory_.isChosen[i] = 1;
            return;
        }
        // A script can start one of another sprite, whose instance is then not known.
        if (targetOf(state_, target).sprite != t.sprite) target = firstVisible(state_, t.sprite);
        if (target == kNone) return;
        if (isDrag(t.kind) && !targetOf(state_, target).visible) return;
        if (isDrag(t.kind) && !plan_.player.dragsAnything && !targetOf(state_, target).draggable) return;
        if (t.kind == EventKind::DragToSprite && firstVisible(state_, t.other, target) == kNone) return;
        const auto rank = [&](std::int32_t place) { return memory_.rank[static_cast<std::size_t>(place)]; };
        if (memory_.isChosen[i] && rank(memory_.chosen[i]) <= rank(target)) return;
        memory_.isChosen[i] = 1;
        memory_.chosen[i] = target;
    }

    void inOrder() {
        auto& m = memory_;
        for (std::size_t i = 0; i < plan_.templates.size(); i++) {
            const EventTemplate& t = plan_.templates[i];
            if (t.kind == EventKind::ClickClone) {
                int count = 0;
                for (const auto& [index, target] : m.clones) {
                    if (static_cast<std::size_t>(index) == i && count++ < kMostClonesToClick)
                        m.candidates.push_back({{&t, target}});
                }
            } else if (m.isChosen[i]) {
                if (t.kind == EventKind::DragToSprite || t.kind == EventKind::DragToEdge ||
                    t.kind == EventKind::MouseMoveTo)
                    m.conditional.push_back(m.candidates.size());
                m.candidates.push_back({{&t, m.chosen[i]}});
            }
        }
    }

    // Leaves out what is so already: the mouse is there, the sprites touch. Whether anything changed.
    bool testConditions() {
        bool changed = false;
        for (const std::size_t index : memory_.conditional) {
            auto& candidate = memory_.candidates[index];
            const bool offered = isWorthIt(candidate);
            changed = changed || offered != candidate.offered;
            candidate.offered = offered;
        }
        return changed;
    }

    template <class Candidate>
    bool isWorthIt(Candidate& candidate) {
        const EventTemplate& t = *candidate.event.what;
        const TargetState& own = targetOf(state_, candidate.event.target);
        if (t.kind == EventKind::MouseMoveTo) {
            const MouseState& mouse = state_.mouse;
            return mouse.x != roundHalfUp(own.x) || mouse.y != roundHalfUp(own.y);
        }
        if (!state_.stage) return true;
        if (t.kind == EventKind::DragToEdge) {
            const double reach = reachOf(own);
            if (std::abs(own.x) + reach < 240 && std::abs(own.y) + reach < 180) return true;
            std::uint64_t shapes = 1;
            mixShape(own, shapes);
            return remembered(candidate, shapes, [&] {
                const Rectangle box = stage().bounds(own.drawable);
                return box.left >= -240 && box.right <= 240 && box.bottom >= -180 && box.top <= 180;
            });
        }
        others_.clear();
        std::uint64_t shapes = 1;
        const double reach = reachOf(own);
        for (const std::int32_t index : state_.pane) {
            const TargetState& other = targetOf(state_, index);
            if (other.sprite != t.other || index == candidate.event.target || other.dragging) continue;
            const double dx = own.x - other.x, dy = own.y - other.y, near = reach + reachOf(other);
            if (!other.visible || dx * dx + dy * dy > near * near) continue;
            others_.push_back(other.drawable);
            mixShape(other, shapes);
        }
        if (others_.empty()) return true;
        mixShape(own, shapes);
        return remembered(candidate, shapes, [&] { return !stage().touches(own.drawable, others_); });
    }

    template <class Candidate, class Find>
    bool remembered(Candidate& candidate, std::uint64_t shapes, Find find) {
        if (candidate.shapes == shapes) return candidate.found;
        candidate.shapes = shapes;
        return candidate.found = find();
    }

    // No part of the target is farther from its position.
    [[nodiscard]] double reachOf(const TargetState& t) const {
        const auto& costumes = plan_.reach[static_cast<std::size_t>(t.sprite)];
        const auto costume = static_cast<std::size_t>(t.costume);
        return costume < costumes.size() ? costumes[costume] * std::abs(t.size) / 100 + 2 : 1000;
    }

    StageLook& stage() {
        if (!stage_) stage_.emplace(*state_.stage);
        return *stage_;
    }

    const Plan& plan_;
    const State& state_;
    Memory& memory_;
    std::optional<StageLook> stage_;
    std::vector<DrawableId> others_;
};

}  // namespace

std::span<const ExtractedEvent> EventExtractor::extract(const State& state, ExtractionCache& cache) const {
    if (plan_->extraction != Extraction::Dynamic) return plan_->all;
    const auto events = Selection(*plan_, state, *cache.memory_).run();
    if (cache.memory_->plan != plan_) cache.memory_->plan = plan_;
    return events;
}

}  // namespace ounce
