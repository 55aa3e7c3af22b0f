// One monitor at one moment: what its nodes are worth now.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analysis/condition_distance.h"
#include "spec/monitor.h"

namespace ounce::spec {

class Evaluation {
  public:
    Evaluation(const Monitor& monitor, Look& look, const Happening& happening, MonitorState& state,
               ComparisonObserver* observer = nullptr)
        : monitor_(monitor), look_(look), happening_(happening), state_(state), observer_(observer) {}

    Value value(std::int32_t node);
    bool test(std::int32_t node);
    // How far a condition is from being true and from being false: one of them is 0, the one that it is.
    Distances distances(std::int32_t node);
    // How far an event is from happening at this moment: 0 exactly if it does.
    double untilItOccurs(std::int32_t node);
    // Whether the event happens at this moment.
    bool occurs(std::int32_t node);
    // An event that happens now, or a condition that holds at the end of a step.
    bool comes(std::int32_t node) { return at(node).isEvent ? occurs(node) : isStepEnd() && test(node); }
    [[nodiscard]] bool isStepEnd() const { return happening_.kind == Happening::Kind::StepEnd; }
    // The state of the monitor is another one than before this moment.
    void move() { awaits_ |= kAnything; }
    // All that was looked at so far.
    [[nodiscard]] InputSet awaits() const { return awaits_; }

    // What a node remembers: when watching begins, at each moment, when a step is over.
    void begin(const Node& node);
    void update(const Node& node);
    void finish(const Node& node);

    // What `old` means from now on; null: nothing.
    void remember(const std::vector<Value>* olds) { olds_ = olds; }
    // "score = 3, prev(score) = 4": everything a node looks at.
    std::string parts(std::int32_t node);

  private:
    const Node& at(std::int32_t i) {
        const Node& node = monitor_.nodes[static_cast<std::size_t>(i)];
        awaits_ |= node.inputs;
        return node;
    }
    [[nodiscard]] Value& cell(const Node& node, std::int32_t which = 0) {
        return state_.cells[static_cast<std::size_t>(node.cell + which)];
    }
    void write(Value& cell, bool now) {
        if (cell.type() == Type::Boolean && cell.asBoolean() == now) return;
        cell = now;
        move();
    }
    void write(Value& cell, const Value& now) {
        if (cell.same(now)) return;
        cell = now;
        move();
    }
    [[nodiscard]] const TargetState& target(const Node& node) const {
        return node.bound == kNone ? look_.at(node.sprite) : *bound_[static_cast<std::size_t>(node.bound)];
    }
    [[nodiscard]] const List& list(const Node& node) const {
        return target(node).lists[static_cast<std::size_t>(node.slot)];
    }
    // In place where it lies somewhere, else in `storage`.
    const Value& peek(std::int32_t node, Value& storage);
    // What is a number without looking twice, without making a Value of it; else NaN.
    double glance(std::int32_t node);
    double glanceAgain(const Node& node);
    double number(std::int32_t node);
    double difference(const Node& node);
    bool comparison(std::int32_t node);
    Value item(const Node& node);
    bool quantified(const Node& node);
    Distances compared(const Node& node);
    Distances touched(const Node& node, bool touches);
    Distances quantifiedDistances(const Node& node);
    void collect(std::int32_t node, std::vector<std::string>& parts);

    const Monitor& monitor_;
    Look& look_;
    const Happening& happening_;
    MonitorState& state_;
    ComparisonObserver* observer_;
    const std::vector<Value>* olds_ = nullptr;
    InputSet awaits_ = 0;
    std::array<const TargetState*, kMostBound> bound_;  // those of the quantifiers around
};

}  // namespace ounce::spec
