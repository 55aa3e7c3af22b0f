#include "generate/counters.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/cast.h"
#include "base/number.h"
#include "spec/parse.h"

namespace ounce {
namespace {

// Each is looked at after every step.
constexpr std::size_t kMostCounters = 8;

// As a property names it; empty: no property can.
std::string variableText(const Program& program, const Expression& x, std::int32_t sprite) {
    const bool onStage = x.onStage || x.node == Node::StageVariable;
    const SpriteProgram& owner = program.sprites[static_cast<std::size_t>(onStage ? 0 : sprite)];
    const std::string& variable = owner.variables[static_cast<std::size_t>(x.slot)].name;
    for (const std::string& name : {owner.name, variable}) {
        if (name.empty() || name.find_first_of("\"\\\n\r") != std::string::npos) return {};
    }
    return fmt::format("{}.\"{}\"", onStage ? "Stage" : fmt::format("\"{}\"", owner.name), variable);
}

class Finder {
  public:
    explicit Finder(const Program& program) : program_(program) {}

    std::string run() {
        for (const Statement& s : program_.statements) {
            for (const ExpressionIndex e : s.arguments) lookAt(e, s.sprite);
        }
        std::string text;
        for (std::size_t i = 0; i < std::min(found_.size(), kMostCounters); i++)
            text += fmt::format("counter {}: never {}\n", i + 1, found_[i]);
        return text;
    }

  private:
    void lookAt(ExpressionIndex e, std::int32_t sprite) {
        if (e == kNone) return;
        const Expression& x = program_.expressions[static_cast<std::size_t>(e)];
        if (x.node == Node::Less || x.node == Node::Equal || x.node == Node::Greater) compare(x, sprite);
        lookAt(x.a, sprite);
        lookAt(x.b, sprite);
    }

    void compare(const Expression& x, std::int32_t sprite) {
        for (const bool isLeft : {true, false}) {
            const Expression& variable = program_.expressions[static_cast<std::size_t>(isLeft ? x.a : x.b)];
            const Expression& limit = program_.expressions[static_cast<std::size_t>(isLeft ? x.b : x.a)];
            if ((variable.node != Node::OwnVariable && variable.node != Node::StageVariable) ||
                limit.node != Node::Constant)
                continue;
            const double number = toRawNumber(limit.constant);
            const std::string name = variableText(program_, variable, sprite);
            if (name.empty() || !std::isfinite(number)) continue;
            const char* sign = x.node == Node::Equal ? "=" : (x.node == Node::Less) == isLeft ? "<" : ">";
            std::string condition = fmt::format("{} {} {}", name, sign, numberToText(number));
            if (std::find(found_.begin(), found_.end(), condition) == found_.end())
                found_.push_back(std::move(condition));
        }
    }

    const Program& program_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<spec::Monitor> counterGoals(const Program& program) {
    const auto spec = spec::parse(Finder(program).run(), "counters");
    if (!spec) return {};
    std::vector<spec::Monitor> monitors = spec::bind(*spec, program);
    std::erase_if(monitors, [](const spec::Monitor& monitor) { return !monitor.error.empty(); });
    return monitors;
}

}  // namespace ounce
