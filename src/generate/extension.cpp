// Extension local search (Algorithm 10): goes on from the end of a test by answering questions, trying events
// that are new, and waiting, as long as that brings some goal nearer.
#include <algorithm>
#include <set>

#include "generate/problem.h"
#include "generate/session.h"
#include "vm/machine.h"

namespace ounce {

namespace {

// The paper's search gives up at the first event that does not help. Some programs compute for a long time
// before anything comes nearer, one round of a loop in a step: where a user can do nothing but wait, so does
// the search, and elsewhere some tests do.
constexpr double kPatientTests = 0.02;
constexpr std::int64_t kPatience = 3000, kOnlyWaiting = 18000;  // steps

// What a player does with a program that runs.
bool isDeed(const ExtractedEvent& event) {
    return event.what->kind != EventTemplate::Kind::Wait &&
           event.what->kind != EventTemplate::Kind::GreenFlag;
}

// What goes on from the end of one test.
class Extension {
  public:
    Extension(const GenerationContext& context, ExtractionCache& cache, const ProblemOptions& options,
              std::size_t maxLength, Played& played, Codons& codons, Stream random)
        : context_(context),
          cache_(cache),
          options_(options),
          maxLength_(maxLength),
          codons_(codons),
          random_(random),
          session_(context, played),
          improvement_(context, played.trace) {}

    // False: interrupted.
    bool run(const GoalFlags& covered) {
        known_ = identifiers();
        const bool timeMayStartIt = !context_.program->edgeHats.empty();
        const bool patient = options_.growLength && random_.chance(kPatientTests);
        std::int64_t inVain = 0;
        while (timeMayStartIt || !session_.machine().idle() ||
               isAnythingDue(context_, session_.played().watch)) {
            const bool onlyWaiting = options_.growLength && std::ranges::none_of(events(), isDeed);
            const std::int64_t before = session_.played().steps();
            if (!goOn()) return !interrupted_;
            inVain += session_.played().steps() - before;
            if (improvement_.update(session_.played(), covered)) inVain = 0;
            if (inVain > (onlyWaiting ? kOnlyWaiting : patient ? kPatience : 0)) break;
        }
        return true;
    }

  private:
    [[nodiscard]] const State& state() { return session_.played().moment.state; }
    std::span<const ExtractedEvent> events() { return context_.extractor.extract(state(), cache_); }

    std::set<std::string> identifiers() {
        std::set<std::string> result;
        for (const ExtractedEvent& event : events())
            result.insert(context_.extractor.identifier(event, state()));
        return result;
    }

    // One more event, or more of the same wait. False: nothing is left to do, or interrupted.
    bool goOn() {
        const std::span<const ExtractedEvent> now = events();
        std::vector<std::size_t> answers, fresh;
        std::optional<std::size_t> wait;
        std::set<std::string> names;
        for (std::size_t i = 0; i < now.size(); i++) {
            std::string name = context_.extractor.identifier(now[i], state());
            if (now[i].what->isText()) {
                answers.push_back(i);
            } else if (now[i].what->kind == EventTemplate::Kind::Wait) {
                wait = i;
            } else if (!known_.contains(name)) {
                fresh.push_back(i);
            }
            names.insert(std::move(name));
        }
        known_ = std::move(names);
        if (!answers.empty()) return append(now, answers[random_.below(answers.size())], {});
        if (!fresh.empty() && random_.chance(options_.newEventProbability)) {
            return append(now, fresh[random_.below(fresh.size())], {});
        }
        if (!wait) return false;
        const Codon bound = context_.rules.waitBound;
        if (waited_ > 0 && waited_ + bound <= context_.rules.greatest) return lengthen(bound);
        if (!append(now, *wait, bound)) return false;
        waited_ = session_.played().events.back().steps;
        return true;
    }

    bool append(std::span<const ExtractedEvent> now, std::size_t chosen, std::optional<Codon> parameter) {
        waited_ = 0;
        if (session_.played().events.size() >= maxLength_) return false;
        CodonReader reader(context_.extractor, state(), context_.rules);
        Codons group;
        for (Codon codon = context_.rules.least; codon <= context_.rules.greatest && group.empty(); codon++) {
            if (reader.choose(codon, now) == chosen) group.push_back(codon);
        }
        if (group.empty()) return false;  // more events than codons
        while (group.size() < static_cast<std::size_t>(context_.groupSize)) {
            group.push_back(parameter ? *parameter
                                      : static_cast<Codon>(
                                            random_.between(context_.rules.least, context_.rules.greatest)));
        }
        const auto kind = static_cast<std::uint32_t>(now[chosen].what->kind);
        const UserEvent event = reader.decode(group, now);
        codons_.insert(codons_.end(), group.begin(), group.end());
        interrupted_ = !session_.perform(event, kind);
        return !interrupted_;
    }

    // The wait at the end takes longer: its codon says how long.
    bool lengthen(Codon steps) {
        waited_ += steps;
        const std::size_t group = codons_.size() - static_cast<std::size_t>(context_.groupSize);
        std::fill(codons_.begin() + static_cast<std::ptrdiff_t>(group) + 1, codons_.end(), waited_);
        interrupted_ = !session_.waitLonger(steps);
        return !interrupted_;
    }

    const GenerationContext& context_;
    ExtractionCache& cache_;
    const ProblemOptions& options_;
    std::size_t maxLength_;
    Codons& codons_;
    Stream random_;
    Session session_;
    Improvement improvement_;
    std::set<std::string> known_;  // the events of the last state
    Codon waited_ = 0;             // by the event at the end, if it is a wait that this search has added
    bool interrupted_ = false;
};

}  // namespace

bool ScratchProblem::extendOne(Job& job, Stream random, std::size_t worker, const GoalFlags& covered) {
    Played played = job.from ? *job.from : playedNothing(context_);
    const std::int64_t before = played.steps();
    if (!playCodons(context_, caches_[worker], played, job.codons, covered)) return false;
    if (played.over || groupsOf(context_, played) * encoding_.groupSize != job.codons.size()) return false;
    const std::size_t length = played.events.size();
    Extension extension(context_, caches_[worker], options_, encoding_.maxLength, played, job.codons, random);
    job.finished = extension.run(covered);
    if (played.events.size() == length) return false;
    judge(job, played, before);
    job.borders.push_back(std::make_shared<const Played>(std::move(played)));
    return true;
}

}  // namespace ounce
