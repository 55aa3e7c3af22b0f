#include "generate/guide.h"

#include "generate/decode.h"
#include "generate/session.h"

namespace ounce {
namespace {

// What the guide wants, or, if no codons say that, the nearest to it: the same for a shorter time, a moment's
// rest, anything.
std::vector<Codon> groupFor(CodonReader& reader, UserEvent wanted, std::span<const ExtractedEvent> events,
                            int size) {
    for (; wanted.steps >= 0; wanted.steps--) {
        if (auto group = reader.encode(wanted, events, size)) return std::move(*group);
    }
    const UserEvent rest{.kind = UserEvent::Kind::Wait, .steps = 1};
    if (auto group = reader.encode(rest, events, size)) return std::move(*group);
    return std::vector<Codon>(static_cast<std::size_t>(size), 0);
}

}  // namespace

Codons playGuided(const GenerationContext& context, Guide& guide, std::size_t most) {
    Codons codons;
    if (context.choosesSeed) codons.assign(static_cast<std::size_t>(context.groupSize), 0);  // the usual one
    ExtractionCache cache;
    Played played = playedNothing(context);
    Session session(context, played);
    for (std::size_t i = 0; i < most; i++) {
        const State& state = played.moment.state;
        const std::span<const ExtractedEvent> events = context.extractor.extract(state, cache);
        if (!canGoOn(*context.program, state, events)) break;
        CodonReader reader(context.extractor, state, context.rules);
        const std::vector<Codon> group =
            groupFor(reader, guide.next(state), events, static_cast<int>(context.groupSize));
        codons.insert(codons.end(), group.begin(), group.end());
        if (!session.perform(reader.decode(group, events))) break;
    }
    return codons;
}

}  // namespace ounce
