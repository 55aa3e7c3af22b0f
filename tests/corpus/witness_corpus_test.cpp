// The error witnesses of Bastet on their projects: each leads to what it was written to show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../shared_folder.h"
#include "base/file.h"
#include "spec/parse.h"
#include "verify/minimise.h"
#include "verify/replay.h"
#include "vm/load_program.h"

namespace ounce {
namespace {

struct Sample {
    const char* project;
    const char* witness;
    const char* property;
    std::size_t inputs;  // after minimising, the flag among them
};

constexpr Sample kSamples[] = {
    // Somebody is called whose number nobody knows.
    {"call-center", "error-witness", "p: never Sprite1.costume = \"ceo\"\n", 3},
    {"cat-in-the-well", "error-witness", "p: never Cat.x = 31 and Cat.y = 29\n", 4},
    {"marble-track", "error-witness", "p: after Marble.y = 64 always Marble.x > -144 and Marble.x < 53\n", 5},
    {"marble-track", "error-witness-exaggerated",
     "p: after Marble.y = 64 always Marble.x > -144 and Marble.x < 53\n", 5},
    // Two clicks hit the mole; it does not say that it is still there.
    {"whac-a-mole", "error-witness", "p: always Mole.score = 2 => Mole.say = \"Still here\"\n", 6},
};

TEST(BastetWitnesses, LeadToWhatTheyShow) {
    const std::filesystem::path folder = corpus() / "bastet/ths-testified";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
    for (const Sample& sample : kSamples) {
        SCOPED_TRACE(fmt::format("{}/{}", sample.project, sample.witness));
        const auto program = loadProgram(folder / sample.project / "p.sb3");
        ASSERT_TRUE(program) << program.error().message();
        const std::filesystem::path file =
            corpus() / "aux/bastet/ths-testified" / sample.project / (std::string(sample.witness) + ".json");
        const auto text = readFile(file, verify::kMaxWitnessBytes);
        ASSERT_TRUE(text);
        const auto witness = verify::readWitness(*text, file, program->get());
        ASSERT_TRUE(witness) << witness.error().message();
        EXPECT_TRUE(witness->foreign);
        EXPECT_THAT(witness->notes, testing::IsEmpty());
        // By what Bastet expected to see at the end.
        const verify::Replay seen = verify::replayWitness(**program, {}, *witness);
        EXPECT_TRUE(seen.reproduced);
        EXPECT_FALSE(seen.whereItStoppedFitting);
        // By the property, said once more in the language of Ounce.
        const auto spec = spec::parse(sample.property, "sample.props");
        ASSERT_TRUE(spec) << spec.error().message();
        const std::vector<spec::Monitor> monitors = spec::bind(*spec, **program);
        ASSERT_EQ(monitors[0].error, "");
        const verify::Replay replay = verify::replayWitness(**program, monitors, *witness);
        EXPECT_TRUE(replay.reproduced);
        // And as a witness of Ounce: as small as it goes, written and read.
        const verify::Witness small = verify::minimise(**program, monitors, 0, *witness);
        EXPECT_EQ(small.log.inputs.size(), sample.inputs);
        const auto read =
            verify::readWitness(verify::writeWitness(small, **program), "w.json", program->get());
        ASSERT_TRUE(read) << read.error().message();
        const verify::Replay again = verify::replayWitness(**program, monitors, *read);
        EXPECT_TRUE(again.reproduced);
        EXPECT_EQ(again.step, small.violationStep);
        EXPECT_FALSE(again.whereItStoppedFitting);
    }
}

}  // namespace
}  // namespace ounce
