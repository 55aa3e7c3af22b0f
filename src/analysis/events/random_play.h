// Random test generation (Algorithm 3) as a property: for tests.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>

#include "analysis/codon_reader.h"
#include "vm/machine.h"
#include "vm/user.h"

namespace ounce {

// Plays at random for a while; what is chosen can be written as codons and read back.
inline void playAndReadBack(const std::shared_ptr<const Program>& program, int rounds, std::uint32_t seed) {
    const EventExtractor extractor(program);
    const CodonRules rules;
    MachineOptions options;
    options.mode = Mode::Whisker;
    State state = initialState(*program, options, seed);
    Machine machine(*program, state, options);
    User user;
    ExtractionCache cache;
    Random random(seed);
    machine.greenFlag();
    const int size = codonGroupSize(extractor);
    for (int round = 0; round < rounds; round++) {
        const auto events = extractor.extract(state, cache);
        ASSERT_FALSE(events.empty());
        ExtractionCache fresh;
        const auto again = extractor.extract(state, fresh);
        ASSERT_TRUE(std::equal(events.begin(), events.end(), again.begin(), again.end()))
            << "the cache is felt";
        for (const ExtractedEvent& event : events) EXPECT_LT(event.parameterCount(), size);
        const auto& event =
            events[static_cast<std::size_t>(random.next() * static_cast<double>(events.size()))];
        CodonReader reader(extractor, state, rules);
        const UserEvent chosen = reader.instantiate(event, randomParameters(*event.what, rules, random));
        const auto codons = reader.encode(chosen, events, size);
        ASSERT_TRUE(codons) << extractor.identifier(event, state);
        EXPECT_EQ(reader.decode(*codons, events), chosen) << extractor.identifier(event, state);
        user.perform(machine, chosen);
        user.steps(machine, chosen.kind == UserEvent::Kind::Wait ? std::min(chosen.steps, 20) : 1);
    }
}

}  // namespace ounce
