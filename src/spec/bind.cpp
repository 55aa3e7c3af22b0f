// Whole properties: what triggers them, what must hold, and what has to be remembered for that.
#include "spec/inputs.h"
#include "spec/term_binder.h"

namespace ounce::spec {
namespace {

using Index = std::int32_t;

class PropertyBinder {
  public:
    PropertyBinder(const Spec& spec, const Program& program, Monitor& monitor)
        : spec_(spec), monitor_(monitor), terms_(spec, program, monitor) {}

    void bind(const Property& property) {
        const Term& whole = spec_.at(property.term);
        monitor_.text = spec_.textOf(whole);
        switch (whole.code) {
            case Code::Always: always(whole.a); break;
            case Code::Never:
                monitor_.kind = Monitor::Kind::Never;
                monitor_.condition = terms_.bind(whole.a);
                break;
            case Code::Until:
                monitor_.kind = Monitor::Kind::Until;
                monitor_.condition = terms_.asCondition(terms_.body(whole.b));
                monitor_.end = terms_.bind(whole.c);
                break;
            default: after(whole); break;
        }
        if (terms_.failed()) {
            monitor_.nodes.clear();
        } else {
            noteMemory();
        }
    }

  private:
    // An implication that never had anything to say was not triggered. If its left side is an event, what
    // follows must hold at that moment.
    void always(TermIndex t) {
        const Term& implication = terms_.through(t);
        if (implication.code != Code::Implies) {
            monitor_.condition = terms_.asCondition(terms_.bind(t));
            return;
        }
        const Index left = terms_.bind(implication.a), right = terms_.bind(implication.b);
        if (terms_.failed()) return;
        monitor_.trigger = left;
        if (isEvent(left) && !isEvent(right)) {
            monitor_.kind = Monitor::Kind::Never;
            monitor_.condition =
                terms_.add({.code = Code::AndThen, .isEvent = true, .a = left, .b = terms_.negated(right)});
        } else {
            monitor_.condition = terms_.implied(left, right);
        }
    }

    void after(const Term& whole) {
        monitor_.kind = whole.code == Code::Within ? Monitor::Kind::Within
                        : whole.code == Code::For  ? Monitor::Kind::For
                                                   : Monitor::Kind::AfterAlways;
        monitor_.steps = static_cast<std::int64_t>(whole.number);
        monitor_.triggerText = spec_.textOf(spec_.at(whole.a));
        monitor_.conditionText = spec_.textOf(spec_.at(whole.b));
        Index trigger = terms_.bind(whole.a);
        if (terms_.failed()) return;
        // After a condition: when it begins to hold.
        if (!isEvent(trigger)) trigger = terms_.add({.code = Code::Rises, .isEvent = true, .a = trigger});
        monitor_.trigger = trigger;
        monitor_.condition = terms_.body(whole.b);
        if (monitor_.kind != Monitor::Kind::Within)
            monitor_.condition = terms_.asCondition(monitor_.condition);
        if (whole.c != kNoTerm) monitor_.end = terms_.bind(whole.c);
    }

    // Which nodes have cells, and when each is to be looked after.
    void noteMemory() {
        for (Index i = 0; i < static_cast<Index>(monitor_.nodes.size()); i++) {
            Node& node = terms_.at(i);
            monitor_.hearsEvents = monitor_.hearsEvents || node.isEvent;
            node.inputs = inputsOf(node);
            giveCells(node);
            if (node.cell != kNone) monitor_.remembering.push_back(i);
        }
        for (const Index i : monitor_.remembering) {
            const Node& node = terms_.at(i);
            const bool isPlain = node.code == Code::Happened && terms_.at(node.a).code == Code::Happens;
            if (node.code != Code::Prev && !isPlain) monitor_.changing.push_back(i);
            if (node.code == Code::Prev || node.code == Code::Happened || node.code == Code::Since)
                monitor_.closing.insert(monitor_.closing.begin(), i);
        }
    }

    void giveCells(Node& node) {
        int count = 0;
        switch (node.code) {
            case Code::Rises:
            case Code::Falls:
            case Code::Changes:
            case Code::Since: count = 2; break;
            case Code::Happened:
            case Code::Prev:
            case Code::Count: count = 1; break;
            default: return;
        }
        node.cell = monitor_.cells;
        monitor_.cells += count;
    }

    bool isEvent(Index i) { return terms_.at(i).isEvent; }

    const Spec& spec_;
    Monitor& monitor_;
    TermBinder terms_;
};

}  // namespace

std::vector<Monitor> bind(const Spec& spec, const Program& program) {
    std::vector<Monitor> monitors;
    for (const Property& property : spec.properties) {
        Monitor& monitor = monitors.emplace_back();
        monitor.name = property.name;
        monitor.explanation = property.explanation;
        monitor.error = property.error;
        if (monitor.error.empty()) PropertyBinder(spec, program, monitor).bind(property);
    }
    return monitors;
}

}  // namespace ounce::spec
