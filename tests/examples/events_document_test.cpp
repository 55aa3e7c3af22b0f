// The page about events speaks of every block that a player can have to do with.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "blocks/table.h"

namespace ounce {
namespace {

bool looksAtThePlayer(const Row& row) {
    switch (row.event) {
        case Event::None:
        case Event::GreenFlag:
        case Event::Message:
        case Event::Backdrop:
        case Event::CloneStart: break;
        default: return true;
    }
    constexpr std::uint32_t kPlayers = facet::Mouse | facet::Keys | facet::Loudness | facet::Pixels;
    return (row.readFacets & kPlayers) != 0;
}

TEST(EventsDocument, NamesEveryBlockThatLooksAtThePlayer) {
    const auto page = readFile(OUNCE_SOURCE_DIR "/docs/events.md", std::size_t{1} << 20);
    ASSERT_TRUE(page) << page.error().message();
    for (std::uint16_t i = 1; i < static_cast<std::uint16_t>(Opcode::Count); i++) {
        const auto opcode = static_cast<Opcode>(i);
        if (!looksAtThePlayer(blockRow(opcode))) continue;
        EXPECT_NE(page->find(fmt::format("`{}`", opcodeName(opcode))), std::string::npos)
            << opcodeName(opcode);
    }
}

}  // namespace
}  // namespace ounce
