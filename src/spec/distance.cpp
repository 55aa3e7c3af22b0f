#include "spec/distance.h"

#include "analysis/stage_distance.h"
#include "spec/evaluate.h"

namespace ounce::spec {
namespace {

double normalised(double distance) { return distance / (1 + distance); }
// Of a condition that is not as it is wanted: between 0 and 1, neither of them.
double part(double distance) { return normalised(std::max(bounded(distance), kNearest)); }

constexpr double kHalf = 0.5;  // what is either so or not
Distances truth(bool isTrue) { return isTrue ? Distances{0, kHalf} : Distances{kHalf, 0}; }
Distances swapped(const Distances& d) { return {d.toFalse, d.toTrue}; }
Distances both(const Distances& a, const Distances& b) {
    return {a.toTrue + b.toTrue, std::min(a.toFalse, b.toFalse)};
}

// a < b, where difference is a - b.
Distances less(double difference) {
    return difference < 0 ? Distances{0, part(-difference)} : Distances{part(difference + 1), 0};
}
Distances equal(double difference) {
    return difference == 0 ? Distances{0, kHalf} : Distances{part(std::abs(difference)), 0};
}

}  // namespace

Distances Evaluation::compared(const Node& node) {
    const double d = difference(node);
    switch (node.code) {
        case Code::Equal: return equal(d);
        case Code::NotEqual: return swapped(equal(d));
        case Code::Less: return less(d);
        case Code::LessEqual: return swapped(less(-d));
        case Code::Greater: return less(-d);
        default: return swapped(less(d));
    }
}

Distances Evaluation::touched(const Node& node, bool touches) {
    if (touches) return truth(true);
    switch (node.code) {
        case Code::TouchingSprite: return {part(distanceToSprite(look_, target(node), node.other)), 0};
        case Code::TouchingEdge: return {part(distanceToEdge(look_, target(node))), 0};
        case Code::TouchingMouse: return {part(distanceToPointer(look_, target(node))), 0};
        default: return truth(false);
    }
}

Distances Evaluation::quantifiedDistances(const Node& node) {
    // Every one of them; some is the other way round.
    const bool every = node.code == Code::Every;
    Distances all{0, 0};
    bool any = false;
    for (const std::int32_t place : look_.state.pane) {
        const TargetState& t = look_.at(place);
        if (t.sprite != node.sprite) continue;
        bound_[static_cast<std::size_t>(node.bound)] = &t;
        const Distances one = every ? distances(node.a) : swapped(distances(node.a));
        all = any ? both(all, one) : one;
        any = true;
    }
    if (!any) all = truth(true);
    return every ? all : swapped(all);
}

Distances Evaluation::distances(std::int32_t i) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Equal:
        case Code::NotEqual:
        case Code::Less:
        case Code::LessEqual:
        case Code::Greater:
        case Code::GreaterEqual: return compared(node);
        case Code::Not: return swapped(distances(node.a));
        case Code::And: return both(distances(node.a), distances(node.b));
        case Code::Or: return swapped(both(swapped(distances(node.a)), swapped(distances(node.b))));
        case Code::If: return distances(test(node.a) ? node.b : node.c);
        case Code::Some:
        case Code::Every: return quantifiedDistances(node);
        case Code::TouchingSprite:
        case Code::TouchingEdge:
        case Code::TouchingMouse:
        case Code::TouchingColour: return touched(node, test(i));
        case Code::Happened:
            if (test(i)) return truth(true);
            return {untilItOccurs(node.a), 0};
        case Code::Since:
            if (!test(i)) return {distances(node.b).toTrue, 0};
            // Between two ends of steps the left side may be false and nothing follows from it.
            return {0, std::max(distances(node.a).toFalse + distances(node.b).toFalse, kNearest)};
        default: return truth(test(i));
    }
}

double Evaluation::untilItOccurs(std::int32_t i) {
    const Node& node = at(i);
    switch (node.code) {
        case Code::Happens: return occurs(i) ? 0 : 1;
        case Code::AndThen: return untilItOccurs(node.a) + distances(node.b).toTrue;
        case Code::Both:
            return std::min(untilItOccurs(node.a) + distances(node.other).toTrue,
                            untilItOccurs(node.b) + distances(node.c).toTrue);
        case Code::Either: return std::min(untilItOccurs(node.a), untilItOccurs(node.b));
        case Code::Rises:
        case Code::Falls: {
            if (occurs(i)) return 0;
            const Distances d = node.code == Code::Rises ? distances(node.a) : swapped(distances(node.a));
            // What is so already must first be otherwise.
            return d.toTrue > 0 ? d.toTrue : 1 + d.toFalse;
        }
        default: return occurs(i) ? 0 : 1;
    }
}

namespace {

// Of two stages the second: what is owed is not kept. The first is that anything is owed at all.
double secondStage(double distance) { return distance / 2; }
double firstStage(const Monitor& monitor, Evaluation& now) {
    return (1 + normalised(now.untilItOccurs(monitor.trigger))) / 2;
}

double timeLeft(const Monitor& monitor, const MonitorState::Promise& promise, double more) {
    return secondStage((static_cast<double>(promise.left) + 1 + more) /
                       (static_cast<double>(monitor.steps) + 2));
}

double whileOwed(const Monitor& monitor, Evaluation& now, const MonitorState& state) {
    double least = 1;
    for (const MonitorState::Promise& p : state.promises) {
        if (monitor.kind == Monitor::Kind::Within) {
            least = std::min(least, timeLeft(monitor, p, 0));
        } else {
            now.remember(&p.olds);
            least = std::min(least, normalised(now.distances(monitor.condition).toFalse));
        }
    }
    now.remember(nullptr);
    return least;
}

}  // namespace

double distanceWhenKept(const Monitor& monitor, Evaluation& now, const MonitorState::Promise& promise) {
    const bool isEvent = monitor.nodes[static_cast<std::size_t>(monitor.condition)].isEvent;
    now.remember(&promise.olds);
    const double margin = isEvent ? kHalf : normalised(now.distances(monitor.condition).toFalse);
    now.remember(nullptr);
    return timeLeft(monitor, promise, margin);
}

double distanceAt(const Monitor& monitor, Evaluation& now, const MonitorState& state) {
    const bool isEnd = now.isStepEnd();
    switch (monitor.kind) {
        case Monitor::Kind::Always: return isEnd ? normalised(now.distances(monitor.condition).toFalse) : 1;
        case Monitor::Kind::Never: {
            const bool isEvent = monitor.nodes[static_cast<std::size_t>(monitor.condition)].isEvent;
            if (isEvent) return normalised(now.untilItOccurs(monitor.condition));
            return isEnd ? normalised(now.distances(monitor.condition).toTrue) : 1;
        }
        case Monitor::Kind::Until: return isEnd ? whileOwed(monitor, now, state) : 1;
        case Monitor::Kind::Within:
        case Monitor::Kind::For:
        case Monitor::Kind::AfterAlways: break;
    }
    if (state.promises.empty()) return firstStage(monitor, now);
    if (!isEnd) return 1;
    const double owed = whileOwed(monitor, now, state);
    return monitor.kind == Monitor::Kind::Within ? owed : secondStage(owed);
}

double distanceNow(const Monitor& monitor, Look& look, const MonitorState& state) {
    if (state.violated) return 0;
    if (!monitor.error.empty()) return 1;
    MonitorState copy = state;  // an evaluation may write; this one does not
    const Happening stepEnd{};
    Evaluation now(monitor, look, stepEnd, copy);
    return std::max(distanceAt(monitor, now, copy), kNearest);
}

double distanceNow(const std::vector<Monitor>& monitors, const Program& program, const State& state,
                   const MachineOptions& options, const std::vector<MonitorState>& states) {
    Look look(program, state, options);
    double least = 1;
    for (std::size_t i = 0; i < monitors.size(); i++)
        least = std::min(least, distanceNow(monitors[i], look, states[i]));
    return least;
}

}  // namespace ounce::spec
