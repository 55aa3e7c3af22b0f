#include "analysis/condition_distance.h"

#include <algorithm>
#include <cmath>

#include "analysis/stage_distance.h"
#include "base/comparison.h"
#include "vm/color.h"
#include "vm/options.h"

namespace ounce {
namespace {

constexpr double kFarthest = 1e9;
constexpr double kLeast = 1e-6;  // not true, but as near as can be

Distances truth(bool isTrue) { return isTrue ? Distances{0, 1} : Distances{1, 0}; }

// a > b
Distances greater(double a, double b) {
    if (a > b) return {0, bounded(a - b)};
    return {bounded(b - a + 1), 0};
}

// One of the two suffices. Zero if one of them is; else less when either is less, where the smaller of both
// would hide how the other one falls.
double oneOf(double a, double b) { return a == 0 || b == 0 ? 0 : std::max(a / (a + b) * b, kLeast); }

// What is known of a part of the condition from the outcome of the whole.
enum class Known : std::uint8_t { Nothing, True, False };

class Meter {
  public:
    Meter(Look& look, double best, ColorMemory* colors) : m_(look), best_(best), colors_(colors) {}

    Distances of(ExpressionIndex e, Known known) {
        const Expression& x = m_.program.expressions[static_cast<std::size_t>(e)];
        switch (x.node) {
            case Node::Less:
            case Node::Equal:
            case Node::Greater: return comparison(x);
            case Node::And: return both(x, known);
            case Node::Or: return either(x, known);
            case Node::Not: {
                const Known inside = known == Known::True    ? Known::False
                                     : known == Known::False ? Known::True
                                                             : known;
                const Distances a = of(x.a, inside);
                return {a.toFalse, a.toTrue};
            }
            case Node::Report: return sensed(e, x, known);
            default: return truth(known == Known::Nothing ? m_.boolean(e) : known == Known::True);
        }
    }

  private:
    Distances both(const Expression& x, Known known) {
        if (known == Known::True) {
            const Distances a = of(x.a, known), b = of(x.b, known);
            return {0, oneOf(a.toFalse, b.toFalse)};
        }
        const Distances a = of(x.a, Known::Nothing);
        const bool stopped = a.toTrue > 0;
        if (known == Known::False && a.toTrue >= best_) return {a.toTrue, 0};  // the sum is no better
        const Distances b = of(x.b, known == Known::False && !stopped ? Known::False : Known::Nothing);
        return {bounded(a.toTrue + b.toTrue), oneOf(a.toFalse, b.toFalse)};
    }

    Distances either(const Expression& x, Known known) {
        if (known == Known::False) {
            const Distances a = of(x.a, known), b = of(x.b, known);
            return {oneOf(a.toTrue, b.toTrue), 0};
        }
        const Distances a = of(x.a, Known::Nothing);
        const bool stopped = a.toTrue == 0;
        if (known == Known::True && a.toFalse >= best_) return {0, a.toFalse};
        const Distances b = of(x.b, known == Known::True && !stopped ? Known::True : Known::Nothing);
        return {oneOf(a.toTrue, b.toTrue), bounded(a.toFalse + b.toFalse)};
    }

    Distances comparison(const Expression& x) {
        Value temporaryA, temporaryB;
        const Value &left = m_.peek(x.a, temporaryA), &right = m_.peek(x.b, temporaryB);
        double a = 0, b = 0;
        if (!comparedNumber(left, a) || !comparedNumber(right, b)) {
            const double order = compare(left, right);
            return truth(x.node == Node::Less ? order < 0 : x.node == Node::Equal ? order == 0 : order > 0);
        }
        if (x.node == Node::Less) return greater(b, a);
        if (x.node == Node::Greater) return greater(a, b);
        if (a == b) return {0, 1};
        return {std::max(bounded(std::abs(a - b)), kLeast), 0};
    }

    Distances sensed(ExpressionIndex e, const Expression& x, Known known) {
        switch (x.opcode) {
            case Opcode::sensing_loud: return greater(m_.state.loudness, 10);
            case Opcode::event_whengreaterthan:
                if (x.slot == TimerThreshold) return greater(m_.timerSeconds(), m_.number(x.a));
                if (x.slot == LoudnessThreshold) return greater(m_.state.loudness, m_.number(x.a));
                return truth(false);
            case Opcode::sensing_touchingobject:
            case Opcode::event_whentouchingobject:
                return isTrue(e, known) ? truth(true) : away(toObject(x.a));
            case Opcode::sensing_touchingcolor:
            case Opcode::sensing_coloristouchingcolor:
                if (known != Known::True && !isWorthASearch()) return away(1);
                return isTrue(e, known) ? truth(true) : away(toColor(x));
            default: return truth(known == Known::Nothing ? m_.boolean(e) : known == Known::True);
        }
    }

    static Distances away(double distance) { return {std::max(bounded(distance), kLeast), 0}; }

    bool isTrue(ExpressionIndex e, Known known) {
        return known == Known::Nothing ? m_.boolean(e) : known == Known::True;
    }

    double toObject(ExpressionIndex e) {
        Value temporary;
        const Value& what = m_.peek(e, temporary);
        const std::string name = toText(what).utf8();
        if (name == "_mouse_") return distanceToPointer(m_, *m_.target);
        if (name == "_edge_") return distanceToEdge(m_, *m_.target);
        return distanceToSprite(m_, *m_.target, m_.findSprite(what));
    }

    Color colorOf(ExpressionIndex e) {
        Value temporary;
        const ColorValue rgba = toRgba(m_.peek(e, temporary));
        return {rgba.r, rgba.g, rgba.b};
    }

    // Colours are searched for every now and then, and when the sprite came clearly nearer to where the
    // colour was last.
    bool isWorthASearch() const {
        if (!colors_ || m_.state.step >= colors_->nextSearch) return true;
        constexpr double kClearly = 0.8;
        const double guess = std::hypot(colors_->x - m_.target->x, colors_->y - m_.target->y);
        return colors_->seen && guess < kClearly * best_ * kStageDiagonal;
    }

    double toColor(const Expression& x) {
        if (!m_.state.stage) return 1;
        if (colors_) {
            constexpr std::uint64_t kLongest = 480;
            colors_->pause = std::min(2 * colors_->pause, kLongest);
            colors_->nextSearch = m_.state.step + colors_->pause;
            colors_->seen = false;
        }
        if (x.opcode == Opcode::sensing_touchingcolor)
            return search({m_.target->x, m_.target->y}, colorOf(x.a));
        const auto from = m_.stage()->placeOfOwnColor(m_.target->drawable, colorOf(x.a));
        return from ? search(*from, colorOf(x.b)) : 1;
    }

    // As a part of the stage's diagonal. Seen: below 0.98; there but covered by something: above; nowhere: 1.
    double search(Point from, Color color) {
        constexpr double kSeen = 0.98;
        const double farthest = best_ < kSeen ? best_ * kStageDiagonal : kStageDiagonal;
        const auto found = m_.stage()->nearestColor(m_.target->drawable, from, color, farthest);
        if (found.found) {
            if (colors_) {
                colors_->x = found.place.x;
                colors_->y = found.place.y;
                colors_->seen = true;
                colors_->pause = ColorMemory().pause;  // nearer than ever: look again soon
            }
            return std::min(found.distance / kStageDiagonal, kSeen);
        }
        if (best_ < kSeen || !found.exists) return 1;  // no nearer than what is known, or nowhere
        return kSeen + (1 - kSeen) * found.distance / (found.distance + kStageDiagonal);
    }

    Look& m_;
    double best_;
    ColorMemory* colors_;
};

}  // namespace

double bounded(double distance) {
    return std::isnan(distance) ? kFarthest : std::clamp(distance, 0.0, kFarthest);
}

bool looksForColor(const Program& program, ExpressionIndex condition) {
    std::vector<ExpressionIndex> waiting{condition};
    while (!waiting.empty()) {
        const ExpressionIndex e = waiting.back();
        waiting.pop_back();
        if (e == kNone) continue;
        const Expression& x = program.expressions[static_cast<std::size_t>(e)];
        if (x.opcode == Opcode::sensing_touchingcolor || x.opcode == Opcode::sensing_coloristouchingcolor)
            return true;
        if (x.node == Node::And || x.node == Node::Or) waiting.push_back(x.b);
        if (x.node == Node::And || x.node == Node::Or || x.node == Node::Not) waiting.push_back(x.a);
    }
    return false;
}

Distances conditionDistances(Look& look, ExpressionIndex condition, bool outcome, double best,
                             ColorMemory* colors) {
    if (condition == kNone) return truth(outcome);
    look.forgetDraws();
    const Distances found = Meter(look, best, colors).of(condition, outcome ? Known::True : Known::False);
    // What would be drawn anew tells nothing about what was drawn.
    if (look.drew()) return truth(outcome);
    // The machine has the last word: exactly the outcome that came has distance 0.
    if (outcome) return {0, std::max(found.toFalse, kLeast)};
    return {std::max(found.toTrue, kLeast), 0};
}

}  // namespace ounce
