// Which rules hold in the traces, and which of them say more than others.
#include <algorithm>

#include "models/infer/following.h"

namespace ounce::models::inference {

FollowFinder::FollowFinder(const World& world, const Traces& traces) : world_(world), traces_(traces) {
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
            occurrences_.back().push_back(
                trigger.ends ? run.ends(trigger.atom) : run.begins(traces.atoms[trigger.atom], trigger.atom));
    }
}

std::size_t FollowFinder::indexOf(const Trigger& trigger) const {
    for (std::size_t i = 0; i < triggers_.size(); i++) {
        if (triggers_[i].atom == trigger.atom && triggers_[i].ends == trigger.ends) return i;
    }
    return 0;
}

bool FollowFinder::sameOccurrences(const Trigger& a, const Trigger& b) const {
    return occurrences_[indexOf(a)] == occurrences_[indexOf(b)];
}

std::vector<Occurrence> FollowFinder::occurrencesOf(std::size_t t, const FollowRule& rule) const {
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
            if (found == 0 && at + kLongestDelay >= run.steps) continue;  // nobody knows what came later
            all.push_back({r, at, found == 0 ? Occurrence::kNotSeen : found - at});
            if (found != 0) free = found;
        }
    }
    return all;
}

bool FollowFinder::find(std::size_t t, FollowRule& rule) const {
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
    const FollowRule asked = rule;
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

bool FollowFinder::wasOverBefore(const Occurrence& one, std::size_t atom) const {
    const Trace& run = traces_.runs[one.run];
    for (std::uint32_t step = one.at; step < one.at + std::min(one.delay, kLongestDelay); step++) {
        if (!run.holds(atom, step)) return true;
    }
    return false;
}

bool FollowFinder::holdsIn(const std::vector<Occurrence>& all, FollowRule& rule) const {
    const Atom& cause = traces_.atoms[rule.trigger.atom];
    const Atom& effect = traces_.atoms[rule.effect];
    const bool again = rule.effect == rule.trigger.atom;
    if (all.size() < kFewestTimes || !chooseDelay(all, rule)) return false;
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
    if (rule.times < kFewestTimes || exceptions * 4 > all.size() * 3) return false;
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

bool FollowFinder::beginsWith(const std::vector<Occurrence>& all, const FollowRule& rule) const {
    if (rule.effectEnds) return false;
    const std::uint32_t quiet = rule.high + 1;
    const auto wasSo = [&](const Trace& run, std::uint32_t at) {
        const std::uint32_t hit = run.next(rule.effect, at > quiet ? at - quiet : 1);
        return hit != 0 && hit < at;
    };
    std::size_t times = 0;
    for (const Occurrence& one : all)
        times += one.delay <= rule.high && !wasSo(traces_.runs[one.run], one.at) ? 1 : 0;
    if (times < kFewestTimes) return false;
    std::uint64_t begins = 0, steps = 0;
    for (const Trace& run : traces_.runs) {
        for (const std::uint32_t hit : run.hits[rule.effect]) begins += wasSo(run, hit) ? 0 : 1;
        steps += run.steps > quiet ? run.steps - quiet : 0;
    }
    return steps > 0 && isNoChance(static_cast<double>(begins * quiet) / static_cast<double>(steps), times);
}

int FollowFinder::scoreOf(const Atom& cause, const FollowRule& rule) const {
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

}  // namespace ounce::models::inference
