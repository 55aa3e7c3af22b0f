// Rules of what follows as models: at once, or later with a deadline.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/steps.h"
#include "models/infer/following.h"

namespace ounce::models::inference {
namespace {

class Writer {
  public:
    Writer(const World& world, const Traces& traces) : world_(world), traces_(traces) {}

    [[nodiscard]] Candidate asModel(const FollowRule& rule) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        const Atom& effect = traces_.atoms[rule.effect];
        const bool atOnce = rule.isAtOnce();
        const bool again = rule.effect == rule.trigger.atom;
        std::string when = fmt::format("within {}", secondsText(rule.high + 1));
        if (rule.low > 1)
            when = fmt::format("after {} to {}", secondsText(rule.low - 1), secondsText(rule.high + 1));
        if (atOnce) when = "at once";
        std::string id = fmt::format("{}: {}", words(rule.trigger), effect.words);
        std::string sentence = fmt::format("When {}, then {} {}", words(rule.trigger), effect.words, when);
        if (rule.effectEnds) {
            id = cause.words + " ends";
            sentence = fmt::format("{} no longer {}", cause.words, when);
        } else if (again) {
            id = cause.words + " again";
            sentence = fmt::format("{} again and again, {}", cause.words, when);
        }
        sentence += unless(traces_, rule.but);
        sentence += rule.whileItLasts ? ", if that lasts." : ".";
        const bool number = effect.kind == Atom::Kind::Value &&
                            !world_.things[static_cast<std::size_t>(std::max(effect.thing, 0))].isNamed();
        Candidate candidate{.weight = 50 + rule.score,
                            .howMuch = cause.by != 0 || effect.by != 0 || rule.low > 1 || number ||
                                       (again && rule.high > kGoesOn)};
        // Of a thing that changes at once, the most exact that holds.
        if (atOnce && !again) {
            if (effect.isEvent())
                candidate.weight += effect.by != 0 ? 2 : (effect.check.args[2] == "=" ? 0 : 1);
            candidate.only = effect.isEvent()
                                 ? fmt::format("follow {} {}", words(rule.trigger), effect.thing)
                                 : fmt::format("follow {} {}", words(rule.trigger), effect.words);
        }
        // The same with other exceptions, once it was seen to have more.
        if (!atOnce) candidate.only = "follow later " + id;
        candidate.model = atOnce ? atOnceModel(rule, id, sentence) : laterModel(rule, id, sentence);
        candidate.telling = again && !rule.effectEnds ? 1 : (atOnce ? 1 : 2);
        for (std::size_t i = 0; i < candidate.model.edges.size(); i++) {
            if (candidate.model.edges[i].id == "follows") candidate.telling = i;
        }
        return candidate;
    }

  private:
    [[nodiscard]] std::string words(const Trigger& trigger) const {
        const Atom& atom = traces_.atoms[trigger.atom];
        return trigger.ends ? fmt::format("no longer {}", atom.words) : atom.words;
    }

    [[nodiscard]] Model atOnceModel(const FollowRule& rule, const std::string& id,
                                    const std::string& sentence) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        Model model = small(id, sentence, {"init", "play", "done"});
        // What lasts from before on does not begin.
        if (!cause.isEvent()) edge(model, 0, 2, "lasts already", {afterStart(), cause.check});
        edge(model, 0, 1, "begin", {afterStart()});
        std::vector<Check> when{rule.trigger.ends ? negation(cause.check) : cause.check};
        for (const std::size_t guard : rule.but) when.push_back(negation(traces_.atoms[guard].check));
        const std::vector<Check> then{traces_.atoms[rule.effect].check};
        if (cause.isEvent()) {
            edge(model, 1, 1, "follows", when, then);
            model.nodes.pop_back();
            return model;
        }
        // What lasts counts once, when it begins (or has ended).
        if (rule.trigger.ends) {
            model.nodes[2] = {.id = "lasts", .label = "lasts"};
            edge(model, 1, 2, "begins", {cause.check});
            edge(model, 2, 1, "follows", when, then);
            if (!rule.but.empty()) edge(model, 2, 1, "excused", {negation(cause.check)});
            return model;
        }
        edge(model, 1, 2, "follows", when, then);
        if (!rule.but.empty()) edge(model, 1, 2, "excused", {cause.check});
        edge(model, 2, 1, "is over", {negation(cause.check)});
        return model;
    }

    [[nodiscard]] Model laterModel(const FollowRule& rule, const std::string& id,
                                   const std::string& sentence) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        const Atom& effect = traces_.atoms[rule.effect];
        const bool again = rule.effect == rule.trigger.atom && !rule.effectEnds;
        Model model = small(id, sentence, {"init", "play", "due"});
        std::size_t back = 1;
        if (rule.trigger.ends) {
            model.nodes.push_back({.id = "lasts", .label = "lasts"});
            edge(model, 0, 1, "begin", {afterStart()});
            edge(model, 1, 3, "begins", {cause.check});
            edge(model, 3, 2, "is over", {negation(cause.check)});
        } else if (cause.isEvent()) {
            edge(model, 0, 1, "begin", {afterStart()});
            edge(model, 1, 2, "happens", {cause.check});
        } else {
            // Not again before it has ended; what lasts from before on does not begin.
            model.nodes.push_back({.id = "done", .label = "done"});
            edge(model, 0, 3, "lasts already", {afterStart(), cause.check});
            edge(model, 0, 1, "begin", {afterStart()});
            edge(model, 1, 2, "happens", {cause.check});
            edge(model, 3, 1, "is over", {negation(cause.check)});
            if (!rule.effectEnds) back = 3;
        }
        std::vector<Check> then, when{rule.effectEnds ? negation(effect.check) : effect.check};
        if (rule.low > 1) {
            then.push_back(check(CheckKind::TimeBetween, {millisecondsText(rule.low - 1)}));
            // A change within a step is still one when the step is over; it is not another one.
            when.push_back(check(CheckKind::TimeBetween, {"34"}));
        }
        Edge& follows = edge(model, 2, again ? 2 : back, "follows", std::move(when), std::move(then));
        follows.forceAfter = std::ceil(millisecondsOf(rule.high + 1));
        for (const std::size_t excuse : rule.but)
            edge(model, 2, back, fmt::format("but {}", traces_.atoms[excuse].words),
                 {traces_.atoms[excuse].check});
        if (rule.whileItLasts) edge(model, 2, 1, "was over before", {negation(cause.check)});
        return model;
    }

    const World& world_;
    const Traces& traces_;
};

}  // namespace

Candidate followModel(const World& world, const Traces& traces, const FollowRule& rule) {
    return Writer(world, traces).asModel(rule);
}

}  // namespace ounce::models::inference
