// Any state of any program can be written, read and gone on from.
#include <gtest/gtest.h>

#include "cases.h"
#include "vm/serialize.h"

namespace ounce::properties {
namespace {

void goesOnFromBytes(const Case& one, std::uint64_t distance) {
    SCOPED_TRACE(one.name);
    const StateFormat format(one.program);
    Traced original(one);
    struct Saved {
        std::uint64_t step;
        std::string bytes;
        std::size_t at;
    };
    std::vector<Saved> saved;
    std::string whole;
    while (original.state().step < one.steps) {
        whole += original.step() + '\n';
        if (original.state().step % distance != distance / 2) continue;
        saved.push_back({original.state().step, format.write(original.state()), whole.size()});
        const auto read = format.read(saved.back().bytes);
        ASSERT_TRUE(read) << "after " << saved.back().step << " steps: " << read.error().message();
        ASSERT_TRUE(*read == original.state()) << "after " << saved.back().step << " steps";
    }
    for (const Saved& point : saved) {
        auto read = format.read(point.bytes);
        ASSERT_TRUE(read);
        Traced again(one, std::move(*read));
        ASSERT_EQ(again.rest(), whole.substr(point.at)) << "read after " << point.step << " steps";
        ASSERT_TRUE(again.state() == original.state()) << "read after " << point.step << " steps";
        ASSERT_EQ(format.write(again.state()), format.write(original.state()));
    }
}

TEST(SerializeProperties, LittleProgramsGoOnFromBytes) {
    for (const Case& one : littlePrograms()) goesOnFromBytes(one, 4);
}

TEST(SerializeProperties, GamesGoOnFromBytes) {
    const std::vector<Case> all = games(200, 40);
    if (all.empty()) GTEST_SKIP() << "there is no corpus";
    for (const Case& one : all) goesOnFromBytes(one, 60);
}

}  // namespace
}  // namespace ounce::properties
