#include "base/string.h"

#include <gtest/gtest.h>

#include "base/list.h"
#include "base/value.h"

namespace ounce {
namespace {

String text(std::string_view utf8) { return String(utf8); }

TEST(String, CountsUtf16Units) {
    EXPECT_EQ(text("").length(), 0u);
    EXPECT_EQ(text("aé").length(), 2u);
    EXPECT_EQ(text("😀").length(), 2u);
    EXPECT_EQ(text("a😀b")[3], u'b');
    EXPECT_FALSE(text("é").isWide());
    EXPECT_TRUE(text("€").isWide());
    EXPECT_EQ(text("aé€😀").utf8(), "aé€😀");
}

TEST(String, PrefixSharesTheLetters) {
    const String whole = text("abcdef");
    EXPECT_EQ(whole.prefix(3), text("abc"));
    EXPECT_EQ(whole.prefix(0), String());
    EXPECT_EQ(whole.prefix(99), whole);
}

TEST(Join, TwoJoinsOntoTheSameTextDoNotDisturbEachOther) {
    const String start = join(text("st"), text("art"));
    const String one = join(start, text("one"));
    const String two = join(start, text("two"));
    const String three = join(one, text("three"));
    const String four = join(one, text("four"));
    EXPECT_EQ(start.utf8(), "start");
    EXPECT_EQ(one.utf8(), "startone");
    EXPECT_EQ(two.utf8(), "starttwo");
    EXPECT_EQ(three.utf8(), "startonethree");
    EXPECT_EQ(four.utf8(), "startonefour");
}

TEST(Join, APrefixThatGrowsLeavesTheWholeAlone) {
    const String whole = join(text("abc"), text("def"));
    const String other = join(whole.prefix(3), text("XYZ"));
    EXPECT_EQ(whole.utf8(), "abcdef");
    EXPECT_EQ(other.utf8(), "abcXYZ");
}

TEST(Join, ATextMayBeJoinedToItself) {
    String doubled = text("ab");
    for (int i = 0; i < 10; i++) doubled = join(doubled, doubled);
    EXPECT_EQ(doubled.length(), 2048u);
    EXPECT_EQ(doubled[2047], u'b');
    EXPECT_EQ(doubled[1024], u'a');
}

TEST(Join, NarrowAndWide) {
    const String narrow = join(text("ab"), text("cd"));
    const String wide = join(narrow, text("€"));
    EXPECT_EQ(wide.utf8(), "abcd€");
    EXPECT_EQ(join(wide, text("é")).utf8(), "abcd€é");
    EXPECT_EQ(narrow.utf8(), "abcd");
}

TEST(Join, StopsAtTheGreatestLength) {
    String longest = text("0123456789abcdef");
    while (longest.length() < String::kMaxLength) longest = join(longest, longest);
    EXPECT_EQ(longest.length(), String::kMaxLength);
    EXPECT_EQ(join(longest, text("x")).length(), String::kMaxLength);
    const String almost = longest.prefix(String::kMaxLength - 1);
    EXPECT_EQ(join(almost, text("xyz"))[String::kMaxLength - 1], u'x');
}

TEST(Join, LetterByLetter) {
    String grown;
    std::string expected;
    for (int i = 0; i < 5000; i++) {
        const char letter = static_cast<char>('a' + i % 26);
        grown = join(grown, String::ofUnit(static_cast<char16_t>(letter)));
        expected += letter;
    }
    EXPECT_EQ(grown.utf8(), expected);
}

TEST(String, EqualTextsHaveEqualHashes) {
    const String a = text("hello"), b = join(text("hel"), text("lo"));
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.hash(), b.hash());
    EXPECT_NE(a, text("Hello"));
    const String wide = join(text("€"), text("abc"));
    EXPECT_EQ(wide, text("€abc"));
    EXPECT_EQ(wide.hash(), text("€abc").hash());
}

TEST(String, ComparingAndSearchingIgnoreCase) {
    EXPECT_EQ(String::compareIgnoringCase(text("ABC"), text("abc")), 0);
    EXPECT_LT(String::compareIgnoringCase(text("abc"), text("ABD")), 0);
    EXPECT_GT(String::compareIgnoringCase(text("abc"), text("ab")), 0);
    EXPECT_TRUE(text("Grüße").containsIgnoringCase(text("ÜSS").prefix(1)));
    EXPECT_TRUE(text("abc").containsIgnoringCase(text("")));
    EXPECT_FALSE(text("abc").containsIgnoringCase(text("abcd")));
}

// Lower case as JavaScript makes it: letters of two units, Σ by its neighbours, İ as two letters.
TEST(String, LowerCaseOfWholeTexts) {
    EXPECT_EQ(String::compareIgnoringCase(text("𐐀"), text("𐐨")), 0);
    EXPECT_EQ(String::compareIgnoringCase(text("ΟΔΟΣ"), text("οδος")), 0);
    EXPECT_NE(String::compareIgnoringCase(text("ΟΔΟΣ"), text("οδοσ")), 0);
    EXPECT_EQ(String::compareIgnoringCase(text("ΣΑΣ."), text("σας.")), 0);
    EXPECT_EQ(String::compareIgnoringCase(text("Σ"), text("σ")), 0);
    EXPECT_EQ(String::compareIgnoringCase(text("İ"), text("i\u0307")), 0);
    EXPECT_TRUE(text("a𐐀b").containsIgnoringCase(text("𐐨B")));
    EXPECT_FALSE(text("a𐐀b").containsIgnoringCase(text("𐐩")));
}

TEST(Value, KeepsItsType) {
    EXPECT_EQ(Value(1), Value(1.0));
    EXPECT_FALSE(Value(1) == Value(true));
    EXPECT_FALSE(Value(1) == Value(text("1")));
    EXPECT_FALSE(Value(0.0) == Value(-0.0));
    EXPECT_TRUE(Value(std::nan("")) == Value(std::nan("")));
    EXPECT_EQ(Value(text("a")).hash(), Value(text("a")).hash());
}

TEST(Value, OverwritingAText) {
    Value value = text("some longer text");
    const Value copy = value;
    value.setNumber(5);
    EXPECT_EQ(value.asNumber(), 5);
    EXPECT_EQ(copy.asText().utf8(), "some longer text");
    value = copy;
    EXPECT_EQ(value, copy);
}

TEST(List, CopiesAreIndependentWhenWritten) {
    List original({Value(1), Value(text("two"))});
    List copy = original;
    EXPECT_EQ(copy, original);
    copy.write().push_back(3);
    EXPECT_EQ(original.size(), 2u);
    EXPECT_EQ(copy.size(), 3u);
    original.write()[0] = 9;
    EXPECT_EQ(copy[0], Value(1));
    copy.clear();
    EXPECT_EQ(copy.size(), 0u);
    EXPECT_EQ(original.size(), 2u);
}

}  // namespace
}  // namespace ounce
