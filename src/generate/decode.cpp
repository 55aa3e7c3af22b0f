#include "generate/decode.h"

#include <algorithm>

#include "generate/session.h"

namespace ounce {

bool canGoOn(const Program& program, const State& state, std::span<const ExtractedEvent> events) {
    return !state.threadList.empty() || !program.edgeHats.empty() ||
           std::any_of(events.begin(), events.end(), [](const ExtractedEvent& event) {
               return event.what->kind != EventTemplate::Kind::Wait;
           });
}

namespace {

// Only the flag can start something.
bool isAtRest(const Program& program, const State& state, std::span<const ExtractedEvent> events) {
    return state.threadList.empty() && program.edgeHats.empty() && events.size() == 2 &&
           events.back().what->kind == EventTemplate::Kind::GreenFlag;
}

}  // namespace

bool playCodons(const GenerationContext& context, ExtractionCache& cache, Played& played,
                const Codons& codons, const GoalFlags& covered, const AtBorder& atBorder) {
    const auto size = static_cast<std::size_t>(context.groupSize);
    const std::size_t groups = codons.size() / size;
    if (played.over || groupsOf(context, played) >= groups) return true;
    if (context.choosesSeed && played.events.empty()) {
        played.seed = context.seedOf(codons[0]);
        reseed(played.moment, played.seed);
    }
    Session session(context, played);
    Improvement improvement(context, played.trace);
    const std::size_t header = context.choosesSeed ? 1 : 0;
    for (std::size_t i = played.events.size() + header; i < groups; i++) {
        const State& state = played.moment.state;
        const std::span<const ExtractedEvent> events = context.extractor.extract(state, cache);
        if (!canGoOn(*context.program, state, events) && !isAnythingDue(context, played.watch)) {
            played.over = true;
            break;
        }
        const auto group = std::span(codons).subspan(i * size, size);
        CodonReader reader(context.extractor, state, context.rules);
        const auto kind = static_cast<std::uint32_t>(events[reader.choose(group[0], events)].what->kind);
        UserEvent event = reader.decode(group, events);
        // While nothing runs that a player could wait for, nobody waits.
        if (isAtRest(*context.program, state, events) && event.kind == UserEvent::Kind::Wait) event.steps = 0;
        if (!session.perform(event, kind)) return false;
        improvement.update(played, covered);
        if (atBorder) atBorder(played);
    }
    return true;
}

}  // namespace ounce
