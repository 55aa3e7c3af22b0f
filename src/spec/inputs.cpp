#include "spec/inputs.h"

#include <algorithm>
#include <bit>

#include "spec/evaluate.h"

namespace ounce::spec {
namespace {

enum class Reads : std::uint8_t { Nothing, Compared, Anything };

// What a node reads itself; its parts are nodes of their own.
Reads readsOf(const Node& node) {
    switch (node.code) {
        case Code::Attribute:
        case Code::Variable:
        case Code::ListLength: return node.bound == kNone ? Reads::Compared : Reads::Anything;
        case Code::Answer:
        case Code::Asked:
        case Code::Question:
        case Code::MouseX:
        case Code::MouseY:
        case Code::MouseDown:
        case Code::Backdrop:
        case Code::Key:
        case Code::Clones: return Reads::Compared;
        case Code::ListItem:
        case Code::ListContains:
        case Code::Timer:
        case Code::TouchingSprite:
        case Code::TouchingEdge:
        case Code::TouchingMouse:
        case Code::TouchingColour:
        case Code::Distance:
        case Code::Some:
        case Code::Every: return Reads::Anything;
        default: return Reads::Nothing;
    }
}

bool readSame(const Node& a, const Node& b) {
    return a.code == b.code && a.attribute == b.attribute && a.sprite == b.sprite && a.slot == b.slot &&
           a.key == b.key;
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// Both say whether `last` changed, and keep what is there now.
bool note(Value& last, double now) {
    if (last.isNumber() && same(last.asNumber(), now)) return false;
    last.setNumber(now);
    return true;
}
bool note(Value& last, const Value& now) {
    if (now.isNumber()) return note(last, now.asNumber());
    if (last.same(now)) return false;
    last = now;
    return true;
}

}  // namespace

Inputs::Inputs(const std::vector<Monitor>& monitors) {
    for (const Monitor& monitor : monitors) {
        Set& set = readBy_.emplace_back();
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(monitor.nodes.size()); i++) {
            const Reads reads = readsOf(monitor.nodes[static_cast<std::size_t>(i)]);
            if (reads != Reads::Nothing) set |= reads == Reads::Compared ? add(monitor, i) : kAnything;
        }
    }
}

Inputs::Set Inputs::add(const Monitor& monitor, std::int32_t index) {
    const Node& node = monitor.nodes[static_cast<std::size_t>(index)];
    const auto known = std::ranges::find_if(inputs_, [&](const Input& i) { return readSame(*i.node, node); });
    const auto place = static_cast<std::size_t>(known - inputs_.begin());
    if (known == inputs_.end()) inputs_.push_back({&monitor, &node, index});
    return kAnything << (1 + place % kBits);
}

bool Inputs::isOther(Input& input, Look& look) {
    const Node& node = *input.node;
    if (node.code == Code::Variable)
        return note(input.last, look.at(node.sprite).variables[static_cast<std::size_t>(node.slot)]);
    if (node.code == Code::Attribute) {
        const TargetState& t = look.at(node.sprite);
        switch (node.attribute) {
            case Attribute::X: return note(input.last, t.x);
            case Attribute::Y: return note(input.last, t.y);
            case Attribute::Direction: return note(input.last, t.direction);
            case Attribute::Size: return note(input.last, t.size);
            default: return note(input.last, readAttribute(look, t, node.attribute));
        }
    }
    const Happening stepEnd{};
    return note(input.last, Evaluation(*input.monitor, look, stepEnd, nothing_).value(input.index));
}

Inputs::Set Inputs::changes(Look& look) {
    Set changed = kAnything;
    for (std::size_t i = 0; i < inputs_.size(); i++) {
        if (isOther(inputs_[i], look)) changed |= kAnything << (1 + i % kBits);
    }
    return changed;
}

}  // namespace ounce::spec
