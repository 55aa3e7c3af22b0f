#include "spec/inputs.h"

#include <algorithm>
#include <bit>
#include <limits>

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

// Null: it is no plain number.
double TargetState::*memberOf(const Node& node) {
    if (node.code != Code::Attribute) return nullptr;
    switch (node.attribute) {
        case Attribute::X: return &TargetState::x;
        case Attribute::Y: return &TargetState::y;
        case Attribute::Direction: return &TargetState::direction;
        case Attribute::Size: return &TargetState::size;
        default: return nullptr;
    }
}

// Also whether 0 became -0, and one kind of NaN another.
bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// Whether `last` changed; keeps what is there now.
inline bool note(Value& last, const Value& now) {
    const bool isSame =
        now.isNumber() && last.isNumber() ? same(last.asNumber(), now.asNumber()) : last.same(now);
    if (!isSame) last = now;
    return !isSame;
}

}  // namespace

InputSet inputsOf(const Node& node) {
    switch (readsOf(node)) {
        case Reads::Nothing: return 0;
        case Reads::Anything: return kAnything;
        case Reads::Compared: break;
    }
    // Any number that two different inputs seldom share.
    std::uint64_t mix = 0;
    const auto add = [&](std::uint64_t part) { mix = (mix + part + 1) * 0x9e3779b97f4a7c15; };
    add(static_cast<std::uint64_t>(node.code));
    add(static_cast<std::uint64_t>(node.attribute));
    add(static_cast<std::uint64_t>(node.sprite));
    add(static_cast<std::uint64_t>(node.slot));
    for (const char c : node.key) add(static_cast<unsigned char>(c));
    return kAnything << (1 + (mix >> 32) % 63);
}

Inputs::Inputs(const std::vector<Monitor>& monitors) {
    for (const Monitor& monitor : monitors) {
        for (const Node& node : monitor.nodes) {
            if (readsOf(node) == Reads::Compared) add(monitor, node);
        }
    }
}

void Inputs::add(const Monitor& monitor, const Node& node) {
    const auto isKnown = [&](const auto& inputs) {
        return std::ranges::any_of(inputs, [&](const auto& input) { return readSame(*input.node, node); });
    };
    double TargetState::*const member = memberOf(node);
    if (member) {
        if (!isKnown(numbers_)) numbers_.push_back({&node, member, std::numeric_limits<double>::quiet_NaN()});
    } else if (node.code == Code::Key) {
        keys_ |= node.inputs;
    } else if (node.code == Code::Attribute && node.attribute == Attribute::Visible) {
        if (!isKnown(visible_)) visible_.push_back({&node, false});
    } else if (node.code == Code::Variable) {
        if (!isKnown(variables_)) variables_.push_back({&node});
    } else if (!isKnown(others_)) {
        others_.push_back({&monitor, &node});
    }
}

InputSet Inputs::changes(Look& look) {
    InputSet changed = kAnything;
    for (Number& input : numbers_) {
        const double now = look.at(input.node->sprite).*input.member;
        if (same(now, input.last)) continue;
        input.last = now;
        changed |= input.node->inputs;
    }
    for (Visible& input : visible_) {
        const bool now = look.at(input.node->sprite).visible;
        if (now == input.last) continue;
        input.last = now;
        changed |= input.node->inputs;
    }
    if (keys_ != 0 && look.state.keysDown != keysDown_) {
        keysDown_ = look.state.keysDown;
        changed |= keys_;
    }
    for (Variable& input : variables_) {
        const Node& node = *input.node;
        if (note(input.last, look.at(node.sprite).variables[static_cast<std::size_t>(node.slot)]))
            changed |= node.inputs;
    }
    const Happening stepEnd{};
    for (Other& input : others_) {
        const auto index = static_cast<std::int32_t>(input.node - input.monitor->nodes.data());
        if (note(input.last, Evaluation(*input.monitor, look, stepEnd, nothing_).value(index)))
            changed |= input.node->inputs;
    }
    return changed;
}

}  // namespace ounce::spec
