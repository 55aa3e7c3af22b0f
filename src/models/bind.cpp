#include "models/bind.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "base/steps.h"
#include "base/text.h"
#include "models/name_pattern.h"
#include "spec/parse.h"

namespace ounce::models {
namespace {

// Whisker rounds the length of a step.
constexpr double kStrictStep = 33.3;
constexpr double kStep = 1000.0 / kStepsPerSecond;

std::uint8_t aspectOf(SpriteAttribute attribute) {
    switch (attribute.first) {
        case Attribute::X:
        case Attribute::Y: return Movement;
        case Attribute::Say: return Speech;
        default: return Appearance;
    }
}

class Binder {
  public:
    Binder(std::vector<Model> models, const Program& program, const BindOptions& options)
        : program_(program) {
        all_.options = options;
        all_.models = std::move(models);
        all_.tracked.resize(program.sprites.size());
    }

    std::shared_ptr<const BoundModels> bind() {
        for (model_ = 0; model_ < all_.models.size(); model_++) bindModel(all_.models[model_]);
        for (const BoundCheck& check : all_.checks) {
            for (const Hearing& hearing : check.hearings) all_.heardAspects |= hearing.aspects;
        }
        return std::make_shared<const BoundModels>(std::move(all_));
    }

  private:
    [[nodiscard]] bool strict() const { return all_.options.strict; }
    [[nodiscard]] double stepsOf(double milliseconds) const {
        return milliseconds / (strict() ? kStrictStep : kStep);
    }

    void bindModel(const Model& model) {
        BoundModel bound;
        bound.leaving.resize(model.nodes.size());
        // Whisker forgets the stop nodes of files that its own editor writes.
        const bool stops = !(strict() && model.nodesAreObjects);
        for (const Node& node : model.nodes) {
            bound.stop.push_back(stops && node.stop ? 1 : 0);
            bound.stopAll.push_back(stops && node.stopAll ? 1 : 0);
        }
        for (edge_ = 0; edge_ < model.edges.size(); edge_++) {
            bound.leaving[model.edges[edge_].from].push_back(edge_);
            bound.edges.push_back(bindEdge(model, model.edges[edge_]));
        }
        all_.bound.push_back(std::move(bound));
    }

    BoundEdge bindEdge(const Model& model, const Edge& edge) {
        BoundEdge bound{.model = model_, .index = edge_, .from = edge.from, .to = edge.to};
        if (edge.forceAt >= 0) bound.forceAt = stepsOf(edge.forceAt) + 1;
        if (edge.forceAfter >= 0) bound.forceAfter = stepsOf(edge.forceAfter) + 1;
        for (const Check& check : edge.conditions) bound.conditions.push_back(use(check));
        for (const Check& check : edge.effects) bound.effects.push_back(use(check));
        for (const Input& input : edge.inputs) bound.inputs.push_back(bindInput(input));
        bound.always = std::all_of(bound.conditions.begin(), bound.conditions.end(), [&](const Use& u) {
            const BoundCheck& check = at(u.check);
            if (check.kind == CheckKind::Function) return check.constant && check.constantValue != u.negated;
            return check.kind == CheckKind::Probability && check.number >= 1 && !u.negated;
        });
        // What is always taken is taken in the middle of a step when its effect is at stake.
        if (model.usage != Usage::User) {
            for (const Use& u : bound.always ? bound.effects : bound.conditions) {
                const auto& hearings = at(u.check).hearings;
                bound.hearings.insert(bound.hearings.end(), hearings.begin(), hearings.end());
            }
        }
        return bound;
    }

    BoundCheck& at(std::int32_t check) { return all_.checks[static_cast<std::size_t>(check)]; }

    Use use(const Check& check) {
        Check plain = check;
        plain.negated = false;
        const std::string text = textOf(plain);
        const auto [found, isNew] = known_.try_emplace(text, static_cast<std::int32_t>(all_.checks.size()));
        if (isNew) {
            BoundCheck bound{.kind = check.kind, .text = text};
            current_ = &bound;
            bindCheck(check, bound);
            current_ = nullptr;
            all_.checks.push_back(std::move(bound));
        }
        const BoundCheck& bound = at(found->second);
        if (!bound.error.empty())
            all_.errors.push_back({model_, edge_, fmt::format("{}: {}", text, bound.error)});
        return {found->second, check.negated};
    }

    // ---- names ----

    void wrong(std::string what) {
        if (current_ && current_->error.empty()) current_->error = std::move(what);
    }

    std::int32_t sprite(const std::string& name) {
        const bool saysStage =
            name.find("Stage") != std::string::npos || name.find("stage") != std::string::npos;
        if (strict() ? saysStage : lowerCase(name) == "stage") return 0;
        const auto pattern = NamePattern::make(name, all_.options.caseSensitive);
        if (pattern) {
            // A sprite that is called exactly so comes before one that only contains the name.
            for (std::size_t i = 1; i < program_.sprites.size() && !strict(); i++) {
                if (pattern->isExactly(program_.sprites[i].name)) return static_cast<std::int32_t>(i);
            }
            for (std::size_t i = 1; i < program_.sprites.size(); i++) {
                if (pattern->matches(program_.sprites[i].name)) return static_cast<std::int32_t>(i);
            }
        }
        if (saysStage) return 0;
        wrong(fmt::format("the program has no sprite «{}»", name));
        return kNone;
    }

    bool variableOf(std::int32_t owner, const NamePattern& pattern, Subject& subject) {
        const auto& variables = program_.sprites[static_cast<std::size_t>(owner)].variables;
        for (const bool exactly : {true, false}) {
            if (exactly && strict()) continue;
            for (std::size_t i = 0; i < variables.size(); i++) {
                if (exactly ? pattern.isExactly(variables[i].name) : pattern.matches(variables[i].name)) {
                    subject.kind = Subject::Kind::Variable;
                    subject.sprite = owner;
                    subject.slot = static_cast<std::int32_t>(i);
                    return true;
                }
            }
        }
        return false;
    }

    Subject variable(std::int32_t owner, const std::string& name) {
        Subject subject;
        const auto pattern = NamePattern::make(name, all_.options.caseSensitive);
        if (pattern && owner != kNone) {
            if (variableOf(owner, *pattern, subject)) return subject;
            for (std::size_t i = 0; i < program_.sprites.size(); i++) {
                if (variableOf(static_cast<std::int32_t>(i), *pattern, subject)) return subject;
            }
        }
        if (owner != kNone) wrong(fmt::format("the program has no variable «{}»", name));
        return subject;
    }

    Subject attribute(std::int32_t sprite, SpriteAttribute attribute) {
        if (sprite == kNone) return {};
        return {.kind = Subject::Kind::Attribute, .sprite = sprite, .attribute = attribute};
    }

    void hear(BoundCheck& check, const Subject& subject) {
        if (subject.kind == Subject::Kind::Attribute) {
            check.hearings.push_back({subject.sprite, aspectOf(subject.attribute)});
            check.speech = check.speech || subject.attribute.first == Attribute::Say;
        } else if (subject.kind == Subject::Kind::Variable) {
            check.hearings.push_back({subject.sprite, Variables, subject.slot});
        }
    }

    void track(const Subject& subject) {
        if (subject.kind == Subject::Kind::Attribute) {
            all_.tracked[static_cast<std::size_t>(subject.sprite)] = 1;
        } else if (subject.kind == Subject::Kind::Variable) {
            const std::pair key{subject.sprite, subject.slot};
            auto& known = all_.trackedVariables;
            if (std::find(known.begin(), known.end(), key) == known.end()) known.push_back(key);
        }
    }

    // ---- expressions ----

    std::vector<Subject> references(const Expression& expression) {
        std::vector<Subject> subjects;
        for (const Reference& reference : expression.references()) {
            const std::int32_t owner = sprite(reference.sprite);
            Subject subject;
            if (const auto found = findSpriteAttribute(reference.name)) {
                subject = attribute(owner, *found);
            } else {
                subject = variable(owner, reference.name);
            }
            subject.old = reference.old;
            if (reference.old) track(subject);
            subjects.push_back(subject);
        }
        return subjects;
    }

    // `always`: also what has no references is an expression, if it can be read as one.
    Expression parsed(const std::string& text, bool always = false) {
        auto expression = Expression::parse(text, always);
        if (!expression) {
            wrong(expression.error().message());
            return {};
        }
        expression->ignoreCase(!all_.options.caseSensitive);
        return std::move(*expression);
    }

    void bindExpression(BoundCheck& check, const std::string& text) {
        check.expression = parsed(text, check.kind == CheckKind::Expr && !strict());
        if (!check.error.empty()) return;
        check.references = references(check.expression);
        for (const Subject& subject : check.references) hear(check, subject);
    }

    // ---- checks ----

    void bindCheck(const Check& check, BoundCheck& bound) {
        const std::vector<std::string>& args = check.args;
        switch (check.kind) {
            case CheckKind::AttrChange:
                bound.sprite = sprite(args[0]);
                bound.subject = attribute(bound.sprite, *findSpriteAttribute(args[1]));
                bound.change = *findChange(args[2]);
                hear(bound, bound.subject);
                track(bound.subject);
                break;
            case CheckKind::AttrComp:
                bound.sprite = sprite(args[0]);
                bound.subject = attribute(bound.sprite, *findSpriteAttribute(args[1]));
                hear(bound, bound.subject);
                bindComparison(bound, args[2], args[3]);
                break;
            case CheckKind::VarChange:
                bound.subject = variable(sprite(args[0]), args[1]);
                bound.change = *findChange(args[2]);
                hear(bound, bound.subject);
                track(bound.subject);
                break;
            case CheckKind::VarComp:
                bound.subject = variable(sprite(args[0]), args[1]);
                hear(bound, bound.subject);
                bindComparison(bound, args[2], args[3]);
                break;
            case CheckKind::BackgroundChange:
                bound.name = args[0];
                bound.hearings.push_back({0, Appearance});
                break;
            case CheckKind::Click: bound.sprite = sprite(args[0]); break;
            case CheckKind::Function: bindFunction(bound, args[0]); break;
            case CheckKind::Key:
                if (auto key = keyOf(args[0])) bound.name = *key;
                break;
            case CheckKind::Output:
                bound.sprite = sprite(args[0]);
                bindExpression(bound, args[1]);
                hear(bound, attribute(bound.sprite, {Attribute::Say}));
                break;
            case CheckKind::SpriteColor:
                bound.sprite = sprite(args[0]);
                bound.color = {part(args[1]), part(args[2]), part(args[3])};
                hearTouching(bound, bound.sprite);
                break;
            case CheckKind::SpriteTouching:
                bound.sprite = sprite(args[0]);
                bound.other = sprite(args[1]);
                hearTouching(bound, bound.sprite);
                hearTouching(bound, bound.other);
                break;
            case CheckKind::TouchingEdge:
            case CheckKind::TouchingVerticalEdge:
            case CheckKind::TouchingHorizEdge:
                bound.sprite = sprite(args[0]);
                hearTouching(bound, bound.sprite);
                break;
            case CheckKind::Expr: bindExpression(bound, args[0]); break;
            case CheckKind::Probability:
                bound.number = *findNumber(args[0]);
                bound.changes = true;
                break;
            case CheckKind::TimeElapsed:
            case CheckKind::TimeBetween:
            case CheckKind::TimeAfterEnd:
                bound.steps = std::floor(stepsOf(*findNumber(args[0])) + 1e-9);
                bound.changes = true;
                break;
            case CheckKind::NbrOfClones:
            case CheckKind::NbrOfVisibleClones:
                bound.sprite = sprite(args[0]);
                if (bound.sprite != kNone)
                    bound.namePart = program_.sprites[static_cast<std::size_t>(bound.sprite)].name;
                bound.comparison = *findComparison(args[1]);
                bound.number = *findNumber(args[2]);
                break;
            case CheckKind::RandomValue:
                bound.sprite = sprite(args[0]);
                bound.subject = attribute(bound.sprite, {args[1] == "x" ? Attribute::X : Attribute::Y});
                bound.changes = true;
                break;
            case CheckKind::Property: bindProperty(bound, args[0]); break;
        }
    }

    static std::uint8_t part(const std::string& text) {
        return static_cast<std::uint8_t>(findNumber(text).value_or(0));
    }

    void hearTouching(BoundCheck& bound, std::int32_t sprite) {
        if (sprite != kNone) bound.hearings.push_back({sprite, Movement | Appearance});
    }

    void bindComparison(BoundCheck& bound, const std::string& comparison, const std::string& value) {
        bound.comparison = *findComparison(comparison);
        bindExpression(bound, value);
        if (bound.expression.isConstant())
            bound.value = bound.expression.evaluate([](std::size_t) { return Value(); });
    }

    void bindFunction(BoundCheck& bound, const std::string& text) {
        const std::string_view trimmed = trimWhiteSpace(text);
        if (trimmed == "true" || trimmed == "false") {
            bound.constant = true;
            bound.constantValue = trimmed == "true";
            return;
        }
        bound.function = static_cast<std::int32_t>(all_.functions.size());
        all_.functions.push_back(text);
        bound.hearings.push_back({kNone, Everything});
    }

    void bindProperty(BoundCheck& bound, const std::string& text) {
        const auto spec = spec::parse("p: " + text, "property");
        if (!spec) return wrong(spec.error().message());
        std::vector<spec::Monitor> monitors = spec::bind(*spec, program_);
        if (monitors.size() != 1) return wrong("expected one property");
        if (!monitors[0].error.empty()) return wrong(monitors[0].error);
        bound.property = static_cast<std::int32_t>(all_.properties.size());
        all_.properties.push_back(std::move(monitors[0]));
    }

    BoundInput bindInput(const Input& input) {
        BoundInput bound{.kind = input.kind};
        BoundCheck holder;  // takes the error, if there is one
        current_ = &holder;
        switch (input.kind) {
            case InputKind::ClickSprite: bound.sprite = sprite(input.args[0]); break;
            case InputKind::ClickStage: break;
            case InputKind::Key:
                if (auto key = keyOf(input.args[0])) bound.name = *key;
                break;
            case InputKind::MouseDown: bound.down = input.args[0] == "true"; break;
            case InputKind::DragSprite: bound.sprite = sprite(input.args[0]); [[fallthrough]];
            case InputKind::MouseMove:
            case InputKind::Text:
                for (std::size_t i = input.kind == InputKind::DragSprite ? 1 : 0; i < input.args.size();
                     i++) {
                    bound.expressions.push_back(parsed(input.args[i]));
                    bound.references.push_back(references(bound.expressions.back()));
                }
                break;
        }
        current_ = nullptr;
        if (!holder.error.empty())
            all_.errors.push_back({model_, edge_, fmt::format("{}: {}", textOf(input), holder.error)});
        return bound;
    }

    const Program& program_;
    BoundModels all_{};
    std::map<std::string, std::int32_t> known_{};
    std::size_t model_ = 0, edge_ = 0;
    BoundCheck* current_ = nullptr;
};

}  // namespace

std::shared_ptr<const BoundModels> bind(std::vector<Model> models, const Program& program,
                                        const BindOptions& options) {
    return Binder(std::move(models), program, options).bind();
}

}  // namespace ounce::models
