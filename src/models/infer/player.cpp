#include "models/infer/player.h"

#include <fmt/format.h>

#include "models/infer/traces.h"
#include "testing/play.h"
#include "testing/program_text.h"

namespace ounce::models::inference {
namespace {

constexpr int kRunsToChoose = 20, kRunsToLook = 8;

// A sprite that two keys move to and fro.
struct Mover {
    std::string sprite{}, axis{}, low{}, high{};
};

// A user model while it is made.
class Builder {
  public:
    Builder(const World& world, const std::vector<std::vector<Mover>>& movers)
        : world_(world), movers_(movers) {}

    // Does nothing, uses keys and mouse at random, or (`chases`) moves a sprite towards another one or away
    // from it, for a while or for good; drags sprites with the mouse onto others and away again.
    Model player(bool chases, bool drags = false) {
        const std::size_t start = node("start"), rest = node("rest"), wild = node("wild");
        join(start, rest, {chance(0.05)});
        if (chases) {
            for (const std::vector<Mover>& axes : movers_) chase(start, axes);
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
            join(wild, wild, {chance(0.02)}, {away()});
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
    // All that moves a sprite, on one axis or on both.
    void chase(std::size_t start, const std::vector<Mover>& axes) {
        const std::string& sprite = axes.front().sprite;
        for (std::size_t i = 1; i < world_.program.sprites.size(); i++) {
            const std::string other = escaped(name(i));
            if (other == sprite || !canBeNamed(i) || sprite.find_first_of("().") != std::string::npos)
                continue;
            const auto follow = [&](const std::string& how, double begins, double ends, bool away) {
                const std::size_t state = node(fmt::format("{} {} {}", sprite, how, name(i)));
                join(start, state, {chance(begins)});
                if (ends > 0) join(state, start, {chance(ends)});
                for (const Mover& mover : axes) {
                    const auto where = [&](const char* op) {
                        return check(
                            CheckKind::Expr,
                            {fmt::format("$({0}.{2}) {3} $({1}.{2}) && Math.abs($({0}.{2})-$({1}.{2})) > 8",
                                         sprite, other, mover.axis, op)});
                    };
                    join(state, state, {where(">")}, {{InputKind::Key, {away ? mover.high : mover.low}}});
                    join(state, state, {where("<")}, {{InputKind::Key, {away ? mover.low : mover.high}}});
                }
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
    // Where hardly anything is.
    static Input away() { return {InputKind::MouseMove, {"-235", "175"}}; }
    void pointAt(std::size_t start) {
        for (std::size_t i = 1; i < world_.program.sprites.size(); i++) {
            if (!canBeNamed(i)) continue;
            const std::size_t state = node("pointer on " + name(i));
            join(start, state, {chance(0.25)});
            join(state, start, {chance(0.01)}, {away()});
            join(state, state, {}, {moveTo(i)});
        }
    }

    const World& world_;
    const std::vector<std::vector<Mover>>& movers_;  // by sprite
    Model model_{
        .usage = Usage::User, .id = "player", .explanation = "Plays at random, or goes after what moves."};
};

// Which keys move a sprite to and fro, by what happens while somebody presses keys at random; by sprite.
std::vector<std::vector<Mover>> findMovers(const World& world, const Runs& runs, std::uint32_t seed) {
    std::vector<Atom> atoms;
    for (const std::string& key : world.keys)
        atoms.push_back({.kind = Atom::Kind::Key, .check = check(CheckKind::Key, {key}), .words = key});
    const std::size_t keys = atoms.size();
    for (const Thing& thing : world.things) {
        if (!thing.isPosition()) continue;
        for (const char* how : {"+", "-"})
            atoms.push_back({.check = thing.changes(how), .words = thing.words});
    }
    if (keys == 0) return {};
    Traces traces{.atoms = std::move(atoms)};
    watchRuns(world, Builder(world, {}).player(false), runs, startsFrom(seed, kRunsToLook), traces);
    // In which part of the steps with this key alone, or without any, something happens.
    const auto part = [&](std::size_t key, std::size_t event) {
        std::size_t all = 0, hits = 0;
        for (const Trace& run : traces.runs) {
            for (std::uint32_t step = 10; step + 2 < run.steps; step++) {
                bool asWanted = true;
                for (std::size_t k = 0; k < keys && asWanted; k++)
                    asWanted = run.holds(k, step) == (k == key);
                if (!asWanted) continue;
                all++;
                hits += run.holds(event, step) || run.holds(event, step + 1) ? 1 : 0;
            }
        }
        return all < 10 ? 0.0 : static_cast<double>(hits) / static_cast<double>(all);
    };
    std::vector<std::vector<Mover>> movers;
    std::size_t event = keys;
    for (const Thing& thing : world.things) {
        if (!thing.isPosition()) continue;
        const std::size_t up = event++, down = event++;
        Mover mover{.sprite = thing.sprite, .axis = thing.member};
        for (std::size_t key = 0; key < keys; key++) {
            const double ups = part(key, up), downs = part(key, down);
            if (ups > 0.4 && downs < ups / 2 && ups > 1.5 * part(keys, up)) mover.high = world.keys[key];
            if (downs > 0.4 && ups < downs / 2 && downs > 1.5 * part(keys, down)) mover.low = world.keys[key];
        }
        if (mover.low.empty() || mover.high.empty()) continue;
        if (movers.empty() || movers.back().front().sprite != mover.sprite) movers.emplace_back();
        movers.back().push_back(std::move(mover));
    }
    return movers;
}

}  // namespace

Player choosePlayer(const World& world, const Runs& runs, std::uint32_t seed) {
    const std::vector<std::vector<Mover>> movers = findMovers(world, runs, seed);
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
