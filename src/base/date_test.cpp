#include "base/date.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

TEST(Date, ReadsAndWritesWhatPeopleWrite) {
    EXPECT_EQ(readDate("1970-01-01"), 0);
    EXPECT_EQ(readDate("2024-01-01"), 1704067200000.0);
    EXPECT_EQ(readDate("1999-12-31T23:59:59"), 946684799000.0);
    for (const char* text : {"2026-11-17", "2024-02-29T08:30", "0001-01-01", "9999-12-31T23:59:59"})
        EXPECT_EQ(writeDate(*readDate(text)), text);
}

TEST(Date, RefusesEverythingElse) {
    for (const char* text : {"", "today", "2026-13-01", "2023-02-29", "2026-11-17T24:00", "2026-11-17T08",
                             "17.11.2026", "2026-11-17 08:30", "0000-01-01", "2026-1-7", "２026-11-17"})
        EXPECT_FALSE(readDate(text)) << text;
}

}  // namespace
}  // namespace ounce
