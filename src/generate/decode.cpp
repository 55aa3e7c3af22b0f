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

bool playCodons(const GenerationContext& context, ExtractionCache& cache, Played& played,
                const Codons& codons, const GoalFlags& covered, const AtBorder& atBorder) {
    const auto size = static_cast<std::size_t>(context.groupSize);
    const std::size_t groups = codons.size() / size;
    if (played.over || played.events.size() >= groups) return true;
    Session session(context, played);
    Improvement improvement(context, played.trace);
    for (std::size_t i = played.events.size(); i < groups; i++) {
        const State& state = played.moment.state;
        const std::span<const ExtractedEvent> events = context.extractor.extract(state, cache);
        if (!canGoOn(*context.program, state, events) && !isAnythingDue(context, played.watch)) {
            played.over = true;
            break;
        }
        const auto group = std::span(codons).subspan(i * size, size);
        CodonReader reader(context.extractor, state, context.rules);
        const auto kind =
            static_cast<std::uint32_t>(events[reader.choose(group[0], events.size())].what->kind);
        const UserEvent event = reader.decode(group, events);
        if (!session.perform(event, kind)) return false;
        improvement.update(played, covered);
        if (atBorder) atBorder(played);
    }
    return true;
}

}  // namespace ounce
