#include "models/infer/player.h"

#include <algorithm>
#include <fmt/format.h>

#include "testing/play.h"
#include "testing/program_text.h"

namespace ounce::models::inference {
namespace {

constexpr int kRunsToChoose = 20;

// A sprite that two keys move to and fro.
struct Mover {
    std::string sprite{}, axis{}, low{}, high{};
};

// A user model while it is made.
class Builder {
  public:
    Builder(const World& world, const std::vector<Mover>& movers) : world_(world), movers_(movers) {}

    // Does nothing, uses keys and mouse at random, or (`chases`) moves a sprite towards another one or away
    // from it, for a while or for good; drags sprites with the mouse onto others and away again.
    Model player(bool chases, bool drags = false) {
        const std::size_t start = node("start"), rest = node("rest"), wild = node("wild");
        join(start, rest, {chance(0.05)});
        if (chases) {
            for (const Mover& mover : movers_) chase(start, mover);
            if (world_.mouse) pointAt(start);
        }
        join(start, wild, {});
        for (const std::string& key : world_.keys) hold(wild, key);
        for (const std::string& sprite : world_.clicks)
            join(wild, wild, {chance(0.03)}, {{InputKind::ClickSprite, {escaped(sprite)}}});
        if (world_.clickStage) join(wild, wild, {chance(0.02)}, {{InputKind::ClickStage, {}}});
        for (const std::string& answer : world_.answers)
            join(wild, wild, {chance(0.02)}, {{InputKind::Text, {answer}}});
        if (world_.mouse) {
            for (std::size_t i = 1; i < world_.program.sprites.size(); i++) {
                if (canBeNamed(i)) join(wild, wild, {chance(0.02)}, {moveTo(i)});
            }
        }
        if (world_.mouseButton) {
            join(wild, wild, {chance(0.04)}, {{InputKind::MouseDown, {"true"}}});
            join(wild, wild, {chance(0.08)}, {{InputKind::MouseDown, {"false"}}});
        }
        for (std::size_t i = 0; drags && i < world_.drags.size(); i++) {
            const auto& [sprite, other] = world_.drags[i];
            join(wild, wild, {chance(0.01)},
                 {{InputKind::DragSprite,
                   {sprite, fmt::format("$({}.x)", other), fmt::format("$({}.y)", other)}}});
            join(wild, wild, {chance(0.01)}, {{InputKind::DragSprite, {sprite, "-190", "-130"}}});
        }
        join(wild, start, {chance(0.01)});
        return std::move(model_);
    }

  private:
    std::size_t node(const std::string& id) {
        model_.nodes.push_back({.id = id, .label = id});
        return model_.nodes.size() - 1;
    }
    void join(std::size_t from, std::size_t to, std::vector<Check> conditions,
              std::vector<Input> inputs = {}) {
        Edge& added =
            edge(model_, from, to, fmt::format("e{}", model_.edges.size() + 1), std::move(conditions));
        added.inputs = std::move(inputs);
    }
    static Check chance(double p) { return check(CheckKind::Probability, {numberText(p)}); }
    [[nodiscard]] const std::string& name(std::size_t sprite) const {
        return world_.program.sprites[sprite].name;
    }
    // An expression ends a name at the first parenthesis.
    [[nodiscard]] bool canBeNamed(std::size_t sprite) const {
        return name(sprite).find_first_of("().") == std::string::npos;
    }

    void hold(std::size_t wild, const std::string& key) {
        const std::size_t held = node("hold " + key);
        const Input press{InputKind::Key, {key}};
        join(wild, held, {chance(0.05)}, {press});
        join(held, wild, {chance(0.1)});
        join(held, held, {}, {press});
    }
    void chase(std::size_t start, const Mover& mover) {
        for (std::size_t i = 1; i < world_.program.sprites.size(); i++) {
            const std::string other = escaped(name(i));
            if (other == mover.sprite || !canBeNamed(i) ||
                mover.sprite.find_first_of("().") != std::string::npos)
                continue;
            const auto where = [&](const char* op) {
                return check(CheckKind::Expr,
                             {fmt::format("$({0}.{2}) {3} $({1}.{2}) && Math.abs($({0}.{2})-$({1}.{2})) > 8",
                                          mover.sprite, other, mover.axis, op)});
            };
            const auto follow = [&](const std::string& how, double begins, double ends, bool away) {
                const std::size_t state = node(fmt::format("{} {} {}", mover.sprite, how, name(i)));
                join(start, state, {chance(begins)});
                if (ends > 0) join(state, start, {chance(ends)});
                join(state, state, {where(">")}, {{InputKind::Key, {away ? mover.high : mover.low}}});
                join(state, state, {where("<")}, {{InputKind::Key, {away ? mover.low : mover.high}}});
            };
            follow("always after", 0.15, 0, false);
            follow("after", 0.3, 0.01, false);
            follow("away from", 0.07, 0.02, true);
        }
    }
    [[nodiscard]] Input moveTo(std::size_t sprite) const {
        const std::string other = escaped(name(sprite));
        return {InputKind::MouseMove, {fmt::format("$({}.x)", other), fmt::format("$({}.y)", other)}};
    }
    void pointAt(std::size_t start) {
        for (std::size_t i = 1; i < world_.program.sprites.size(); i++) {
            if (!canBeNamed(i)) continue;
            const std::size_t state = node("pointer on " + name(i));
            join(start, state, {chance(0.25)});
            join(state, start, {chance(0.01)});
            join(state, state, {}, {moveTo(i)});
        }
    }

    const World& world_;
    const std::vector<Mover>& movers_;
    Model model_{
        .usage = Usage::User, .id = "player", .explanation = "Plays at random, or goes after what moves."};
};

// Which keys move a sprite: models that say so are tried with the player who presses keys at random.
std::vector<Mover> findMovers(const World& world, const Runs& runs, std::uint32_t seed) {
    struct Question {
        std::string sprite, axis, key;
        bool up;
    };
    std::vector<Model> models{Builder(world, {}).player(false)};
    std::vector<Question> questions;
    for (const Thing& thing : world.things) {
        if (!thing.isPosition()) continue;
        for (const std::string& key : world.keys) {
            for (const bool up : {false, true}) {
                std::vector<Check> when{check(CheckKind::Key, {key})};
                for (const std::string& other : world.keys) {
                    if (other != key) when.push_back(check(CheckKind::Key, {other}, true));
                }
                when.push_back(check(CheckKind::TouchingEdge, {thing.sprite}, true));
                questions.push_back({thing.sprite, thing.member, key, up});
                models.push_back(loop("q", "", std::move(when), {thing.changes(up ? "+" : "-")}));
            }
        }
    }
    if (questions.empty()) return {};
    std::vector<int> taken(models.size()), failed(models.size());
    for (const Repetition& one : runs.play(models, seed, 5)) {
        for (std::size_t m = 1; m < one.result.covered.size(); m++) taken[m] += one.result.covered[m][1];
        for (const Finding& finding : one.result.fails) failed[finding.model]++;
    }
    std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>> found;
    for (std::size_t q = 0; q < questions.size(); q++) {
        if (taken[q + 1] == 0 || failed[q + 1] > taken[q + 1] / 2) continue;
        auto& keys = found[{questions[q].sprite, questions[q].axis}];
        (questions[q].up ? keys.second : keys.first) = questions[q].key;
    }
    std::vector<Mover> movers;
    for (const auto& [what, keys] : found) {
        if (!keys.first.empty() && !keys.second.empty())
            movers.push_back({what.first, what.second, keys.first, keys.second});
    }
    return movers;
}

}  // namespace

Player choosePlayer(const World& world, const Runs& runs, std::uint32_t seed) {
    const std::vector<Mover> movers = findMovers(world, runs, seed);
    Player best{.coverage = -1};
    struct Kind {
        bool chases, drags;
    };
    for (const Kind kind : {Kind{false, false}, Kind{true, false}, Kind{true, true}}) {
        if (kind.drags && world.drags.empty()) continue;
        Model model = Builder(world, movers).player(kind.chases, kind.drags);
        std::vector<std::uint8_t> reached(world.program.statements.size());
        for (const Repetition& one : runs.play({model}, seed, kRunsToChoose))
            mergeCoverage(reached, one.coverage);
        const double part = summarize(world.program, reached).total.ratio();
        // Who chases also plays at random; only what reaches less is worse. Nobody drags without need: that
        // is not how most games are played.
        if (part < best.coverage || (kind.drags && part <= best.coverage)) continue;
        best = {std::move(model), part};
    }
    return best;
}

}  // namespace ounce::models::inference
