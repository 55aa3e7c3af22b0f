// Exceptions: what was so whenever the effect did not come.
#include <algorithm>

#include "models/infer/following.h"

namespace ounce::models::inference {

bool FollowFinder::excuse(const std::vector<Occurrence>& all, FollowRule& rule) const {
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

}  // namespace ounce::models::inference
