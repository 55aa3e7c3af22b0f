// When one thing happens, another one follows: at once, or after a while that was always (nearly) the same.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "models/infer/rules.h"

namespace ounce::models::inference {
namespace {

constexpr std::uint32_t kLongest = 150;  // steps; what comes later is not said to follow
constexpr std::uint32_t kSomewhatLater = 5;
constexpr std::uint32_t kGoesOn = 30;  // steps within which something that goes on happens again
constexpr std::size_t kFewest = 5;     // times that it must have been seen
constexpr std::size_t kMostOfOneEffect = 3;

// Something begins, or ends.
struct Trigger {
    std::size_t atom = 0;
    bool ends = false;
};

struct Occurrence {
    std::size_t run = 0;
    std::uint32_t at = 0;
    std::uint32_t delay = kNotSeen;
    static constexpr std::uint32_t kNotSeen = 0xffffffff;
};

struct Rule {
    Trigger trigger{};
    std::size_t effect = 0;
    bool effectEnds = false;
    std::uint32_t low = 0, high = 0;
    std::vector<std::size_t> but{};  // at once: guards; later: what may come between
    bool whileItLasts = false;       // and not if the cause is over before
    std::size_t times = 0;
    int score = 0;
};

class Following {
  public:
    Following(const World& world, const Traces& traces) : world_(world), traces_(traces) {
        for (std::size_t i = 0; i < traces.atoms.size(); i++) {
            if (traces.count(i) == 0 || traces.atoms[i].trembles) continue;
            triggers_.push_back({i, false});
            using Kind = Atom::Kind;
            const Kind kind = traces.atoms[i].kind;
            if (kind == Kind::Says || kind == Kind::Touches) triggers_.push_back({i, true});
            if (!traces.atoms[i].isInput()) excuses_.push_back(i);
        }
        for (const Trigger& trigger : triggers_) {
            occurrences_.emplace_back();
            for (const Trace& run : traces.runs)
                occurrences_.back().push_back(trigger.ends
                                                  ? run.ends(trigger.atom)
                                                  : run.begins(traces.atoms[trigger.atom], trigger.atom));
        }
    }

    void propose(Candidates& candidates) {
        std::map<std::pair<std::size_t, bool>, std::vector<Rule>> byEffect;
        for (std::size_t t = 0; t < triggers_.size(); t++) {
            for (std::size_t e = 0; e < traces_.atoms.size(); e++) {
                const Atom& effect = traces_.atoms[e];
                if (effect.isInput() || effect.trembles || traces_.count(e) == 0) continue;
                Rule rule{.trigger = triggers_[t], .effect = e};
                if (find(t, rule)) byEffect[{e, false}].push_back(rule);
            }
            const Trigger& trigger = triggers_[t];
            const Atom& atom = traces_.atoms[trigger.atom];
            if (trigger.ends || atom.isEvent() || atom.isInput()) continue;
            Rule lasts{.trigger = trigger, .effect = trigger.atom, .effectEnds = true};
            if (find(t, lasts)) byEffect[{trigger.atom, true}].push_back(lasts);
        }
        for (auto& [effect, rules] : byEffect) {
            std::stable_sort(rules.begin(), rules.end(),
                             [](const Rule& a, const Rule& b) { return a.score > b.score; });
            // Of triggers that always come together one is enough.
            std::vector<const Rule*> kept;
            for (const Rule& rule : rules) {
                if (kept.size() >= kMostOfOneEffect) break;
                const bool known = std::any_of(kept.begin(), kept.end(), [&](const Rule* other) {
                    return sameOccurrences(rule.trigger, other->trigger);
                });
                if (known) continue;
                kept.push_back(&rule);
                candidates.push_back(asModel(rule));
                // Somewhat later, if it is not at once after all.
                if (!isAtOnce(rule) || candidates.back().only.empty()) continue;
                const Candidate exact = candidates.back();
                Rule later = rule;
                later.high = kSomewhatLater;
                const Atom& cause = traces_.atoms[rule.trigger.atom];
                later.whileItLasts = !cause.isEvent() && !rule.trigger.ends;
                candidates.push_back(asModel(later));
                candidates.back().weight = exact.weight - 10;
                candidates.back().only = exact.only;
            }
        }
    }

  private:
    [[nodiscard]] std::size_t indexOf(const Trigger& trigger) const {
        for (std::size_t i = 0; i < triggers_.size(); i++) {
            if (triggers_[i].atom == trigger.atom && triggers_[i].ends == trigger.ends) return i;
        }
        return 0;
    }
    [[nodiscard]] bool sameOccurrences(const Trigger& a, const Trigger& b) const {
        return occurrences_[indexOf(a)] == occurrences_[indexOf(b)];
    }

    [[nodiscard]] std::vector<Occurrence> occurrencesOf(std::size_t t, const Rule& rule) const {
        const bool again = rule.effect == rule.trigger.atom;
        std::vector<Occurrence> all;
        for (std::size_t r = 0; r < traces_.runs.size(); r++) {
            const Trace& run = traces_.runs[r];
            std::uint32_t free = 10;  // models begin when the flag's scripts have settled
            const std::vector<std::uint32_t> ends =
                rule.effectEnds ? run.ends(rule.effect) : std::vector<std::uint32_t>();
            for (const std::uint32_t at : occurrences_[t][r]) {
                if (at < free) continue;
                std::uint32_t found = 0;
                if (rule.effectEnds) {
                    const auto end = std::upper_bound(ends.begin(), ends.end(), at);
                    found = end == ends.end() ? 0 : *end;
                } else {
                    found = run.next(rule.effect, at + (again ? 1 : 0));
                }
                if (found == 0 && at + kLongest >= run.steps) continue;  // nobody knows what came later
                all.push_back({r, at, found == 0 ? Occurrence::kNotSeen : found - at});
                if (found != 0) free = found;
            }
        }
        return all;
    }

    bool find(std::size_t t, Rule& rule) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        const Atom& effect = traces_.atoms[rule.effect];
        const bool again = rule.effect == rule.trigger.atom;
        if (again && !rule.effectEnds && !effect.isEvent()) return false;
        if (cause.check == effect.check && !again) return false;
        // To touch within a step and after it is the same.
        if (cause.kind == Atom::Kind::Touches && effect.kind == Atom::Kind::Touches && !again &&
            (cause.words.starts_with(effect.words) || effect.words.starts_with(cause.words)))
            return false;
        std::vector<Occurrence> all = occurrencesOf(t, rule);
        const Rule asked = rule;
        if (holdsIn(all, rule)) return true;
        // Perhaps only if the cause lasts until then.
        rule = asked;
        if (cause.isEvent() || rule.trigger.ends || rule.effectEnds || again) return false;
        std::erase_if(all, [&](const Occurrence& one) { return wasOverBefore(one, rule.trigger.atom); });
        rule.whileItLasts = true;
        if (!holdsIn(all, rule) || rule.high <= 1) return false;
        // How long it took at most depends on what else this solution does meanwhile.
        if (rule.low <= 1) rule.high = rule.high * 2 + 15;
        return true;
    }

    // Whether what triggers was over before the effect came.
    [[nodiscard]] bool wasOverBefore(const Occurrence& one, std::size_t atom) const {
        const Trace& run = traces_.runs[one.run];
        for (std::uint32_t step = one.at; step < one.at + std::min(one.delay, kLongest); step++) {
            if (!run.holds(atom, step)) return true;
        }
        return false;
    }

    bool holdsIn(const std::vector<Occurrence>& all, Rule& rule) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        const Atom& effect = traces_.atoms[rule.effect];
        const bool again = rule.effect == rule.trigger.atom;
        if (all.size() < kFewest || !chooseWindow(all, rule)) return false;
        // That something goes on does not say how fast.
        if (again && !rule.effectEnds && effect.by == 0 && rule.low <= 1 && rule.high < kGoesOn)
            rule.low = 0, rule.high = kGoesOn;
        const bool aboutItself = cause.thing >= 0 && cause.thing == effect.thing;
        if (aboutItself && !again && !(effect.by != 0 && rule.high <= 1)) {
            // "y changes" and "y falls" say nothing of each other; amounts and later values do.
            if (rule.high <= 1) return false;
        }
        std::vector<Case> cases;
        std::size_t exceptions = 0;
        std::vector<std::uint8_t> inRuns(traces_.runs.size());
        for (const Occurrence& one : all) {
            const bool seen = one.delay != Occurrence::kNotSeen && one.delay <= rule.high;
            if (seen) inRuns[one.run] = 1;
            exceptions += seen ? 0 : 1;
            rule.times += seen ? 1 : 0;
        }
        if (rule.times < kFewest || exceptions * 4 > all.size() * 3) return false;
        if (std::count(inRuns.begin(), inRuns.end(), 1) < 2) return false;
        // What comes anyway does not come because of something.
        const bool counts = again || aboutItself;
        if (!counts && !isNoChance(shareWithin(traces_, {rule.effect}, rule.high), rule.times) &&
            !beginsWith(all, rule))
            return false;
        if (exceptions > 0) {
            if (!excuse(all, rule)) return false;
            std::vector<std::size_t> any = rule.but;
            any.push_back(rule.effect);
            if (!counts && !isNoChance(shareWithin(traces_, any, rule.high), rule.times)) return false;
        }
        rule.score = scoreOf(cause, rule);
        return true;
    }

    // Something that is often so, or happens again and again, begins when the other thing happens: what
    // counts is how often it begins anyway.
    [[nodiscard]] bool beginsWith(const std::vector<Occurrence>& all, const Rule& rule) const {
        if (rule.effectEnds) return false;
        const std::uint32_t quiet = rule.high + 1;
        const auto wasSo = [&](const Trace& run, std::uint32_t at) {
            const std::uint32_t hit = run.next(rule.effect, at > quiet ? at - quiet : 1);
            return hit != 0 && hit < at;
        };
        std::size_t times = 0;
        for (const Occurrence& one : all)
            times += one.delay <= rule.high && !wasSo(traces_.runs[one.run], one.at) ? 1 : 0;
        if (times < kFewest) return false;
        std::uint64_t begins = 0, steps = 0;
        for (const Trace& run : traces_.runs) {
            for (const std::uint32_t hit : run.hits[rule.effect]) begins += wasSo(run, hit) ? 0 : 1;
            steps += run.steps > quiet ? run.steps - quiet : 0;
        }
        return steps > 0 &&
               isNoChance(static_cast<double>(begins * quiet) / static_cast<double>(steps), times);
    }

    // Delays that are all about the same, or that have a limit which is often reached.
    static bool chooseWindow(const std::vector<Occurrence>& all, Rule& rule) {
        std::map<std::uint32_t, std::size_t> times;
        std::size_t seen = 0;
        for (const Occurrence& one : all) {
            if (one.delay > kLongest) continue;
            times[one.delay]++, seen++;
        }
        if (seen * 4 < all.size() || seen < kFewest) return false;
        std::uint32_t usual = 0;
        std::size_t most = 0;
        for (const auto& [delay, count] : times) {
            std::size_t near = 0;
            for (std::uint32_t d = delay < 1 ? 0 : delay - 1; d <= delay + 1; d++)
                near += times.contains(d) ? times.at(d) : 0;
            if (near > most) most = near, usual = delay;
        }
        if (most * 5 >= seen * 3) {
            rule.low = usual < 2 ? 0 : usual - 2;
            rule.high = usual + 2;
            while (!times.contains(rule.high)) rule.high--;
            if (usual <= 1 && rule.high <= 2 && (times.contains(2) ? times.at(2) : 0) * 20 < seen)
                rule.high = std::min<std::uint32_t>(rule.high, 1);
            if (times.begin()->first < rule.low) rule.low = 0;
            while (rule.low > 0 && !times.contains(rule.low)) rule.low++;
            return true;
        }
        const std::uint32_t last = times.rbegin()->first;
        std::size_t late = 0;
        for (const auto& [delay, count] : times) late += delay + 2 >= last ? count : 0;
        if (late * 20 < seen) return false;
        rule.low = 0, rule.high = last;
        return true;
    }

    // Finds what was so whenever the effect did not come.
    bool excuse(const std::vector<Occurrence>& all, Rule& rule) const {
        std::vector<Case> cases;
        for (const Occurrence& one : all) {
            const Trace& run = traces_.runs[one.run];
            Case next{.exception = one.delay > rule.high, .holds = std::vector<bool>(traces_.atoms.size())};
            const std::uint32_t until = rule.high <= 1 ? one.at : one.at + std::min(one.delay, rule.high);
            for (const std::size_t atom : excuses_) {
                const std::uint32_t hit = run.next(atom, one.at);
                next.holds[atom] = hit != 0 && hit <= until;
            }
            cases.push_back(std::move(next));
        }
        std::vector<std::size_t> among;
        const Atom& effect = traces_.atoms[rule.effect];
        for (const std::size_t atom : excuses_) {
            const Atom& excuse = traces_.atoms[atom];
            if (atom == rule.effect || atom == rule.trigger.atom) continue;
            // Changes of the thing itself would excuse everything.
            if (excuse.isEvent() && (rule.high <= 1 || excuse.thing == effect.thing)) continue;
            if (rule.high > 1 && excuse.kind == Atom::Kind::Value && excuse.thing == effect.thing) continue;
            among.push_back(atom);
        }
        if (rule.high <= 1) {
            for (std::size_t i = 0; i < traces_.atoms.size(); i++) {
                if (traces_.atoms[i].kind != Atom::Kind::Key || i == rule.trigger.atom) continue;
                among.push_back(i);
                for (std::size_t c = 0; c < all.size(); c++)
                    cases[c].holds[i] = traces_.runs[all[c].run].holds(i, all[c].at);
            }
        }
        return explain(cases, among, 3, rule.but);
    }

    int scoreOf(const Atom& cause, const Rule& rule) const {
        using Kind = Atom::Kind;
        int score = 0;
        switch (cause.kind) {
            case Kind::Touches: score = 60; break;
            case Kind::Key:
            case Kind::Click: score = 60; break;
            case Kind::Says: score = 45; break;
            case Kind::Backdrop: score = 45; break;
            case Kind::Value: score = 35; break;
            case Kind::Edge: score = 35; break;
            case Kind::Change:
                score = world_.things[static_cast<std::size_t>(cause.thing)].isPosition() ? 25 : 40;
                break;
        }
        if (rule.effect == rule.trigger.atom) score = 55;
        if (cause.isEvent() && cause.by == 0) score += 3;  // the more general, the more it says
        score -= static_cast<int>(rule.but.size()) * 8;
        score -= static_cast<int>(std::min<std::uint32_t>(rule.high - rule.low, 20));
        if (rule.trigger.ends) score -= 5;
        if (cause.check.kind == CheckKind::Property) score -= 2;  // only after a step
        return score;
    }

    static bool isAtOnce(const Rule& rule) { return rule.high <= 1 && !rule.effectEnds; }

    [[nodiscard]] std::string words(const Trigger& trigger) const {
        const Atom& atom = traces_.atoms[trigger.atom];
        return trigger.ends ? fmt::format("no longer {}", atom.words) : atom.words;
    }

    [[nodiscard]] Candidate asModel(const Rule& rule) const {
        const Atom& cause = traces_.atoms[rule.trigger.atom];
        const Atom& effect = traces_.atoms[rule.effect];
        const bool atOnce = isAtOnce(rule);
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
        candidate.model = atOnce ? atOnceModel(rule, id, sentence) : laterModel(rule, id, sentence);
        candidate.telling = again && !rule.effectEnds ? 1 : (atOnce ? 1 : 2);
        for (std::size_t i = 0; i < candidate.model.edges.size(); i++) {
            if (candidate.model.edges[i].id == "follows") candidate.telling = i;
        }
        return candidate;
    }

    [[nodiscard]] Model atOnceModel(const Rule& rule, const std::string& id,
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

    [[nodiscard]] Model laterModel(const Rule& rule, const std::string& id,
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
        follows.forceAfter = std::ceil((rule.high + 1) * 1000.0 / 30);
        for (const std::size_t excuse : rule.but)
            edge(model, 2, back, fmt::format("but {}", traces_.atoms[excuse].words),
                 {traces_.atoms[excuse].check});
        if (rule.whileItLasts) edge(model, 2, 1, "was over before", {negation(cause.check)});
        return model;
    }

    const World& world_;
    const Traces& traces_;
    std::vector<Trigger> triggers_{};
    std::vector<std::size_t> excuses_{};
    std::vector<std::vector<std::vector<std::uint32_t>>> occurrences_{};  // by trigger and run
};

}  // namespace

void proposeFollowing(const World& world, const Traces& traces, Candidates& candidates) {
    Following(world, traces).propose(candidates);
}

}  // namespace ounce::models::inference
