#include "generate/weakened.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "generate/assertions.h"

namespace ounce {

namespace {

using Kind = Check::Kind;
using Comparison = Check::Comparison;

constexpr double kReached = 0.8;  // how much of what every run reached must be reached

// The answers of all runs to one question at one time.
using Answers = std::vector<const Check*>;

bool areSame(const Answers& all) {
    return !all.empty() &&
           std::all_of(all.begin(), all.end(), [&](const Check* one) { return sameAnswer(*all[0], *one); });
}

ValueRange rangeOf(const Answers& now, const Answers& then) {
    ValueRange range;
    for (std::size_t i = 0; i < now.size(); i++) {
        const double number = numberForTests(now[i]->expected);
        range.add(then.empty() ? number : number - numberForTests(then[i]->expected));
    }
    return range;
}

// What can be asked in every step without drawing a picture.
bool isCheap(const Check& check) {
    return check.kind != Kind::TouchingSprite && check.kind != Kind::TouchingEdge && !check.subject.clone;
}

class Weakening {
  public:
    explicit Weakening(const SeenRuns& seen)
        : seen_(seen), own_(seen.observations.front()), end_(seen.times.back()) {}

    std::vector<TimedCheck> checks() {
        findStill();
        for (const auto& [key, course] : seen_.courses) {
            if (!still_.contains(key)) overTime(course);
        }
        for (Check& check : seen_.relations.lasting()) {
            if (check.comparison == Comparison::Equal) lasting_.push_back(check);
            add(end_, std::move(check), Span::Always);
        }
        for (std::size_t look = 1; look < own_.size(); look++) {
            for (const auto& [key, check] : own_[look]) {
                if (!still_.contains(key)) atTime(key, look);
            }
            relate(look);
        }
        return std::move(checks_);
    }

  private:
    // Empty: it cannot be asked in all runs.
    [[nodiscard]] Answers answers(const std::string& key, std::size_t look) const {
        Answers all;
        for (const std::vector<Observation>& run : seen_.observations) {
            const auto found = run[look].find(key);
            if (found == run[look].end()) return {};
            all.push_back(&found->second);
        }
        return all;
    }

    void add(std::uint64_t at, Check check, Span span = Span::Now) {
        checks_.push_back({at, std::move(check), span, span == Span::Now ? 0 : seen_.courseBegin});
    }
    void addBounds(std::uint64_t at, Check check, const ValueRange& range, Span span = Span::Now) {
        check.tolerance = 0;
        check.comparison = Comparison::AtLeast;
        check.expected = Value(range.lowest());
        add(at, check, span);
        check.comparison = Comparison::AtMost;
        check.expected = Value(range.highest());
        add(at, std::move(check), span);
    }

    // What is always the same is checked in every step.
    void findStill() {
        for (const auto& [key, check] : own_.back()) {
            bool same = isCheap(check) && own_.size() > 2;
            for (std::size_t look = 1; same && look < own_.size(); look++) {
                const Answers all = answers(key, look);
                same = areSame(all) && sameAnswer(*all[0], check);
            }
            if (!same) continue;
            still_.insert(key);
            add(end_, check, Span::Always);
        }
    }

    void overTime(const Course& course) {
        const Check& first = course.first();
        const ValueRange& range = course.range();
        if (isNumeric(first.kind) && range.isNumeric() && !range.isConstant() && !range.isWide(first.kind)) {
            addBounds(end_, first, range, Span::Always);
            addReached(course);
        }
        for (Check& answer : course.givenByAll(seen_.courseRuns)) {
            if (!sameAnswer(answer, first)) add(end_, std::move(answer), Span::Once);
        }
    }

    void addReached(const Course& course) {
        Check check = course.first();
        check.tolerance = 0;
        const double begin = numberForTests(check.expected);
        const double up = std::floor(begin + (course.reachedByAll() - begin) * kReached);
        const double down = std::ceil(begin - (begin - course.sunkToByAll()) * kReached);
        if (up > begin) {
            check.comparison = Comparison::AtLeast;
            check.expected = Value(up);
            add(end_, check, Span::Once);
        }
        if (down < begin) {
            check.comparison = Comparison::AtMost;
            check.expected = Value(down);
            add(end_, check, Span::Once);
        }
    }

    void atTime(const std::string& key, std::size_t look) {
        const Answers now = answers(key, look), before = answers(key, look - 1);
        if (now.empty()) return;
        const std::uint64_t at = seen_.times[look - 1];
        if (areSame(now)) {
            const bool changed = !areSame(before) || !sameAnswer(*before[0], *now[0]);
            if (changed || look + 1 == own_.size()) add(at, *now[0]);
            return;
        }
        if (!isNumeric(now[0]->kind)) return;
        const ValueRange range = rangeOf(now, {});
        if (range.isNumeric() && !range.isWide(now[0]->kind)) addBounds(at, *now[0], range);
        if (!before.empty()) addChange(key, at, now, before, look == 1 ? 0 : seen_.times[look - 2]);
        const Answers first = look > 1 ? answers(key, 0) : Answers();
        if (!first.empty()) addChange(key, at, now, first, 0);
    }

    void addChange(const std::string& key, std::uint64_t at, const Answers& now, const Answers& then,
                   std::uint64_t since) {
        const ValueRange range = rangeOf(now, then);
        if (!range.isNumeric()) return;
        Check check = *now[0];
        check.since = since;
        if (range.isConstant()) {
            check.expected = Value(range.least());
            add(at, std::move(check));
            return;
        }
        // Where it was the same then, its bounds now say the same.
        if (!areSame(then) && !range.isWide(check.kind)) addBounds(at, check, range);
        // A random number may be the same by chance, so that is asked once.
        if (range.hasZero() || !range.mayBeZero() || !moved_.insert(key).second) return;
        check.tolerance = 0;
        check.comparison = Comparison::NotEqual;
        check.expected = Value(0);
        add(at, std::move(check));
    }

    // Values that depend on chance, but whose difference does not: after the game both scores are the same.
    void relate(std::size_t look) {
        std::vector<Answers> open;
        for (const auto& [key, check] : own_[look]) {
            if (still_.contains(key) || !areComparable(check, check)) continue;
            Answers all = answers(key, look);
            if (!all.empty() && !areSame(all)) open.push_back(std::move(all));
        }
        for (std::size_t a = 0; a < open.size(); a++) {
            for (std::size_t b = a + 1; b < open.size(); b++) {
                if (!areComparable(*open[a][0], *open[b][0])) continue;
                const ValueRange range = rangeOf(open[a], open[b]);
                if (!range.isNumeric() || !range.isConstant()) continue;
                Check check = relationOf(*open[a][0], *open[b][0], range.least());
                if (std::find(lasting_.begin(), lasting_.end(), check) == lasting_.end())
                    add(seen_.times[look - 1], std::move(check));
            }
        }
    }

    const SeenRuns& seen_;
    const std::vector<Observation>& own_;
    const std::uint64_t end_;
    std::set<std::string> still_, moved_;
    std::vector<Check> lasting_;  // relations that hold all the time
    std::vector<TimedCheck> checks_;
};

}  // namespace

std::vector<TimedCheck> weakenedChecks(const SeenRuns& seen) { return Weakening(seen).checks(); }

}  // namespace ounce
