#include "base/base64.h"

#include <gtest/gtest.h>

namespace ounce {
namespace {

TEST(Base64, EncodesBytesForAddresses) {
    EXPECT_EQ(toBase64(""), "");
    EXPECT_EQ(toBase64("a"), "YQ==");
    EXPECT_EQ(toBase64("ab"), "YWI=");
    EXPECT_EQ(toBase64("abc"), "YWJj");
    EXPECT_EQ(toBase64("\xFB\xFF"), "+/8=");
}

TEST(Base64, DecodesWhatOthersWrote) {
    EXPECT_EQ(fromBase64("YWJj"), "abc");
    EXPECT_EQ(fromBase64("YQ"), "a");
    EXPECT_EQ(fromBase64("YW\nI="), "ab");
    EXPECT_EQ(fromBase64("-_8="), "\xFB\xFF");
}

TEST(Base64, ComesBackUnchanged) {
    std::string bytes;
    for (int i = 0; i < 256; i++) {
        EXPECT_EQ(fromBase64(toBase64(bytes)), bytes);
        bytes += static_cast<char>(i * 37);
    }
}

}  // namespace
}  // namespace ounce
