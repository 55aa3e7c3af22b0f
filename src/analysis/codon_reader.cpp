#include "analysis/codon_reader.h"

#include <algorithm>
#include <cmath>

#include "analysis/events/computed.h"
#include "analysis/events/places.h"
#include "base/number.h"
#include "base/steps.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;

constexpr std::int32_t kSecond = kStepsPerSecond;
constexpr double kShortPresses = 0.5, kMediumPresses = 0.83;
constexpr Codon kFlagWhilePlaying = 61, kFlagWhenOver = 4;  // every how many codons choose the flag
constexpr int kStageWidth = 480, kStageHeight = 360, kFullCircle = 360;

// Never negative, whatever the codon.
Codon remainder(Codon codon, std::int64_t divisor) {
    const std::int64_t d = std::max<std::int64_t>(divisor, 1);
    return static_cast<Codon>((codon % d + d) % d);
}

Codon draw(Random& random, Codon from, Codon to) {
    return from + static_cast<Codon>(random.next() * (static_cast<double>(to) - from + 1));
}

double middle(const CodonRules& rules) { return std::trunc((rules.greatest - rules.least) / 2.0); }

bool isDrag(EventKind kind) {
    return kind == EventKind::DragToSprite || kind == EventKind::DragToColor ||
           kind == EventKind::DragColorToColor || kind == EventKind::DragToEdge ||
           kind == EventKind::DragAnywhere;
}

// What the user does for an event of that kind.
Does doneFor(EventKind kind) {
    if (isDrag(kind)) return Does::DragSprite;
    switch (kind) {
        case EventKind::KeyPress:
        case EventKind::KeyHold: return Does::KeyPress;
        case EventKind::MouseMove:
        case EventKind::MouseMoveTo:
        case EventKind::MouseMoveX:
        case EventKind::MouseMoveY: return Does::MouseMove;
        case EventKind::MouseDown: return Does::MouseDown;
        case EventKind::MouseUp: return Does::MouseUp;
        case EventKind::ClickSprite: return Does::ClickSprite;
        case EventKind::ClickClone:
        case EventKind::ClickAt: return Does::ClickAt;
        case EventKind::ClickStage: return Does::ClickStage;
        case EventKind::Sound: return Does::Sound;
        case EventKind::TypeText:
        case EventKind::TypeNumber:
        case EventKind::TypeComputed: return Does::TypeText;
        case EventKind::GreenFlag: return Does::GreenFlag;
        default: return Does::Wait;
    }
}

}  // namespace

int codonGroupSize(const EventExtractor& extractor) {
    int most = 0;
    for (const ExtractedEvent& event : extractor.staticEvents())
        most = std::max(most, event.parameterCount());
    return 1 + most;
}

struct CodonReader::Stage {
    Stage(const Program& program, const State& state) : places(program, state) {}
    Places places;
};

CodonReader::CodonReader(const EventExtractor& extractor, const State& state, const CodonRules& rules)
    : extractor_(extractor),
      state_(state),
      rules_(rules),
      stage_(std::make_unique<Stage>(extractor.program(), state)) {}
CodonReader::CodonReader(CodonReader&&) noexcept = default;
CodonReader::~CodonReader() = default;

std::size_t CodonReader::choose(Codon codon, std::span<const ExtractedEvent> offered) const {
    std::size_t events = offered.size();
    if (events == 0) return 0;
    if (events > 1 && offered.back().what->kind == EventKind::GreenFlag) {
        // To start anew is seldom the best thing to do, unless there is nothing else.
        const Codon every = events == 2 ? kFlagWhenOver : kFlagWhilePlaying;
        if (remainder(codon, every) == every - 1) return events - 1;
        events--;
    }
    if (rules_.selection == EventSelection::Interleaving)
        return static_cast<std::size_t>(remainder(codon, static_cast<std::int64_t>(events)));
    const auto range = static_cast<std::uint64_t>(std::max(rules_.greatest - rules_.least, 0)) + 1;
    const auto within =
        static_cast<std::uint64_t>(std::clamp(codon, rules_.least, rules_.greatest) - rules_.least);
    return static_cast<std::size_t>(within * events / range);
}

UserEvent CodonReader::decode(std::span<const Codon> group, std::span<const ExtractedEvent> events) {
    if (group.empty() || events.empty()) return {.kind = Does::Wait, .steps = 1};
    const ExtractedEvent& event = events[choose(group.front(), events)];
    std::array<Codon, 2> parameters{};
    const auto count = static_cast<std::size_t>(event.parameterCount());
    for (std::size_t i = 0; i < count; i++) parameters[i] = group[(1 + i) % group.size()];
    return instantiate(event, {parameters.data(), count});
}

// Which clone a user would name: its place among the sprite's living clones.
std::optional<std::int32_t> CodonReader::cloneNumber(std::int32_t target) const {
    const TargetState& t = *state_.targets[static_cast<std::size_t>(target)];
    if (!t.isClone) return std::nullopt;
    std::int32_t number = 0;
    for (const std::int32_t index : state_.pane) {
        const TargetState& other = *state_.targets[static_cast<std::size_t>(index)];
        if (index == target) break;
        if (other.isClone && other.sprite == t.sprite) number++;
    }
    return number;
}

UserEvent CodonReader::instantiate(const ExtractedEvent& event, std::span<const Codon> parameters) {
    const EventTemplate& what = *event.what;
    const UserEvent nothing{.kind = Does::Wait, .steps = 1};
    const auto parameter = [&](std::size_t i) { return i < parameters.size() ? parameters[i] : 0; };
    const auto stageX = [&] { return remainder(parameter(0), kStageWidth) - kStageWidth / 2.0; };
    const auto stageY = [&] { return remainder(parameter(1), kStageHeight) - kStageHeight / 2.0; };
    UserEvent user{.kind = doneFor(what.kind)};
    const std::string& sprite = extractor_.program().sprites[static_cast<std::size_t>(what.sprite)].name;
    if (isDrag(what.kind)) {
        const std::int32_t target = stage_->places.instance(event);
        if (target == kNone) return nothing;
        user.name = sprite;
        user.clone = cloneNumber(target);
        std::optional<Point> place = Point{stageX(), stageY()};
        if (what.kind != EventKind::DragAnywhere) {
            const Codon angle = parameter(0);
            place = stage_->places.dragged(
                event, angle >= 0 && angle < kFullCircle ? std::optional<int>(angle) : std::nullopt);
        }
        if (!place || !std::isfinite(place->x) || !std::isfinite(place->y)) return nothing;
        user.x = place->x, user.y = place->y;
        return user;
    }
    switch (what.kind) {
        case EventKind::KeyPress:
            user.name = what.text;
            user.steps = pressSteps(parameter(0));
            break;
        case EventKind::KeyHold:
            user.name = what.text;
            user.steps = holdSteps(parameter(0));
            user.atOnce = true;
            break;
        case EventKind::ClickAt:
            user.x = stageX(), user.y = stageY();
            user.steps = rules_.clickSteps;
            break;
        case EventKind::MouseMove: user.x = stageX(), user.y = stageY(); break;
        case EventKind::MouseMoveX: user.x = what.number, user.y = state_.mouse.y.value_or(0); break;
        case EventKind::MouseMoveY: user.x = state_.mouse.x.value_or(0), user.y = what.number; break;
        case EventKind::MouseMoveTo:
        case EventKind::ClickClone: {
            const auto place = stage_->places.of(event);
            if (!place || !std::isfinite(place->x) || !std::isfinite(place->y)) return nothing;
            user.x = place->x, user.y = place->y;
            if (what.kind == EventKind::ClickClone) user.steps = rules_.clickSteps;
            break;
        }
        case EventKind::ClickSprite: user.name = sprite; break;
        case EventKind::Sound:
            user.volume = what.number;
            user.steps = rules_.soundSteps;
            break;
        case EventKind::TypeText: user.text = what.text; break;
        case EventKind::TypeComputed: {
            auto text = computedAnswer(extractor_.program(), state_, what.sprite, what.sought);
            if (!text) return nothing;
            user.text = std::move(*text);
            break;
        }
        case EventKind::TypeNumber: user.text = numberToText(parameter(0) - middle(rules_)); break;
        case EventKind::Wait: {
            // A search that waits longer and longer writes multiples of the bound; they are kept.
            const Codon steps = parameter(0), bound = std::max(rules_.waitBound, 1);
            const bool isKept = steps >= 0 && (steps % bound == 0 || steps == rules_.greatest);
            user.steps = isKept ? steps : remainder(steps, bound);
            break;
        }
        default: break;
    }
    return user;
}

// Bands of the codons' range, so that neighbours are held for about as long: half of the presses are short,
// a third go on for up to a second, the others for up to four.
std::int32_t CodonReader::pressSteps(Codon codon) const {
    if (!rules_.longPresses) return std::max(1, remainder(codon, rules_.pressBound));
    const double range = std::max<double>(1, static_cast<double>(rules_.greatest) - rules_.least);
    const double part = std::clamp((static_cast<double>(codon) - rules_.least) / range, 0.0, 1.0);
    if (part < kShortPresses) return std::max(1, remainder(codon, rules_.pressBound));
    if (part < kMediumPresses) {
        const double within = (part - kShortPresses) / (kMediumPresses - kShortPresses);
        return rules_.pressBound + static_cast<std::int32_t>(within * (kSecond - rules_.pressBound));
    }
    return kSecond + static_cast<std::int32_t>((part - kMediumPresses) / (1 - kMediumPresses) * 3 * kSecond);
}

// Long enough for something else to happen; short ones are more frequent.
std::int32_t CodonReader::holdSteps(Codon codon) const {
    const double range = std::max<double>(1, static_cast<double>(rules_.greatest) - rules_.least);
    const double part = std::clamp((static_cast<double>(codon) - rules_.least) / range, 0.0, 1.0);
    return 2 + static_cast<std::int32_t>(part * part * 4 * kSecond);
}

// Parameters with which the event may become what the user does; to be tried.
std::optional<std::array<Codon, 2>> CodonReader::parametersFor(const ExtractedEvent& event,
                                                               const UserEvent& user) {
    const EventKind kind = event.what->kind;
    std::array<Codon, 2> parameters{};
    const auto becomes = [&] {
        const auto count = static_cast<std::size_t>(event.parameterCount());
        return instantiate(event, {parameters.data(), count}) == user;
    };
    switch (kind) {
        case EventKind::KeyPress:
        case EventKind::KeyHold:
            for (Codon codon = rules_.least; codon <= rules_.greatest; codon++) {
                parameters[0] = codon;
                if ((kind == EventKind::KeyHold ? holdSteps(codon) : pressSteps(codon)) == user.steps) break;
            }
            break;
        case EventKind::Wait: parameters[0] = user.steps; break;
        case EventKind::MouseMove:
        case EventKind::ClickAt:
        case EventKind::DragAnywhere:
            if (!(std::abs(user.x) <= kStageWidth / 2.0 && std::abs(user.y) <= kStageHeight / 2.0))
                return std::nullopt;
            parameters = {static_cast<Codon>(user.x) + kStageWidth / 2,
                          static_cast<Codon>(user.y) + kStageHeight / 2};
            break;
        case EventKind::TypeNumber: {
            const double codon = textToNumber(user.text) + middle(rules_);
            if (!(codon >= rules_.least && codon <= rules_.greatest)) return std::nullopt;
            parameters[0] = static_cast<Codon>(codon);
            break;
        }
        default:
            if (!isDrag(kind)) break;
            // Not displaced first, then every direction.
            for (Codon angle = kFullCircle; angle >= 0; angle--) {
                parameters[0] = angle;
                if (becomes()) return parameters;
            }
            return std::nullopt;
    }
    return becomes() ? std::optional(parameters) : std::nullopt;
}

std::optional<std::vector<Codon>> CodonReader::encode(const UserEvent& user,
                                                      std::span<const ExtractedEvent> events, int size) {
    for (std::size_t i = 0; i < events.size(); i++) {
        const int count = events[i].parameterCount();
        if (doneFor(events[i].what->kind) != user.kind || size < 1 + count) continue;
        const auto parameters = parametersFor(events[i], user);
        if (!parameters) continue;
        const auto first = codonOf(i, events);
        if (!first) continue;
        std::vector<Codon> group(static_cast<std::size_t>(size), rules_.least);
        group[0] = *first;
        std::copy_n(parameters->begin(), count, group.begin() + 1);
        const auto inRange = [&](Codon c) { return c >= rules_.least && c <= rules_.greatest; };
        if (std::all_of(group.begin(), group.end(), inRange)) return group;
    }
    return std::nullopt;
}

// The least codon that chooses event `index` of `events`.
std::optional<Codon> CodonReader::codonOf(std::size_t index, std::span<const ExtractedEvent> events) const {
    for (Codon codon = rules_.least; codon <= rules_.greatest; codon++) {
        if (choose(codon, events) == index) return codon;
    }
    return std::nullopt;
}

std::vector<Codon> randomParameters(const EventTemplate& event, const CodonRules& rules, Random& random) {
    switch (event.kind) {
        case EventKind::Wait: return {draw(random, 0, rules.waitBound)};
        case EventKind::KeyPress: return {draw(random, 1, std::max(rules.pressBound - 1, 1))};
        case EventKind::KeyHold: return {draw(random, rules.least, rules.greatest)};
        case EventKind::MouseMove:
        case EventKind::ClickAt:
        case EventKind::DragAnywhere: {
            const Codon x = draw(random, 0, kStageWidth - 1);
            return {x, draw(random, 0, kStageHeight - 1)};
        }
        case EventKind::TypeNumber: {
            const auto zero = static_cast<Codon>(middle(rules));
            return {draw(random, zero, zero + rules.waitBound)};
        }
        default:
            // A drag: half of them not displaced, the others in any direction.
            if (event.parameterCount() == 0) return {};
            return {random.next() < 0.5 ? kFullCircle : draw(random, 0, kFullCircle - 1)};
    }
}

std::vector<Codon> randomGroup(const CodonRules& rules, int size, Random& random) {
    std::vector<Codon> group;
    for (int i = 0; i < size; i++) group.push_back(draw(random, rules.least, rules.greatest));
    return group;
}

}  // namespace ounce
