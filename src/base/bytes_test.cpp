#include "base/bytes.h"

#include <gtest/gtest.h>

namespace ounce {

struct Fruit {
    std::string name;
    std::int32_t weight = 0;
    std::optional<double> price{};
    std::vector<std::uint8_t> colors{};
    bool operator==(const Fruit&) const = default;
};
template <class Codec, Of<Fruit> T>
void fields(Codec& codec, T& f) {
    codec(f.name, f.weight, f.price, f.colors);
}

namespace {

template <class T>
std::string written(const T& value) {
    ByteWriter bytes;
    bytes(value);
    return bytes.take();
}

template <class T>
std::optional<T> read(std::string_view data, std::uint64_t budget = 1000) {
    ByteReader bytes(data, budget);
    T value{};
    bytes(value);
    if (bytes.failed() || !bytes.atEnd()) return std::nullopt;
    return value;
}

TEST(Bytes, WhatIsWrittenIsReadAgain) {
    for (const std::int64_t number :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63}, std::int64_t{-64},
          std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
        EXPECT_EQ(read<std::int64_t>(written(number)), number);
    }
    EXPECT_EQ(read<std::uint64_t>(written(~std::uint64_t{0})), ~std::uint64_t{0});
    const Fruit apple{"apple", -3, 0.5, {200, 0}};
    EXPECT_EQ(read<Fruit>(written(apple)), apple);
}

TEST(Bytes, SmallNumbersAreShort) {
    EXPECT_EQ(written(std::uint64_t{127}).size(), 1u);
    EXPECT_EQ(written(std::int32_t{-64}).size(), 1u);
    EXPECT_EQ(written(std::uint64_t{128}).size(), 2u);
}

TEST(Bytes, WhatIsCutOffFails) {
    const std::string whole = written(Fruit{"pear", 1000, 1.5, {1, 2, 3}});
    for (std::size_t size = 0; size < whole.size(); size++)
        EXPECT_FALSE(read<Fruit>(std::string_view(whole).substr(0, size))) << size;
}

TEST(Bytes, NumbersThatDoNotFitFail) {
    EXPECT_FALSE(read<std::uint8_t>(written(std::uint32_t{256})));
    EXPECT_FALSE(read<std::int8_t>(written(std::int32_t{-129})));
    EXPECT_FALSE(read<bool>(written(std::uint32_t{2})));
    EXPECT_FALSE(read<std::uint64_t>(std::string(11, '\xFF')));
}

TEST(Bytes, NothingIsMadeBeyondTheBudget) {
    const std::vector<double> many(100, 1.0);
    EXPECT_TRUE(read<std::vector<double>>(written(many), 800));
    EXPECT_FALSE(read<std::vector<double>>(written(many), 799));
    // A count that promises more than there are bytes is not believed.
    EXPECT_FALSE(read<std::vector<std::uint8_t>>(written(std::uint64_t{1} << 40), ~std::uint64_t{0}));
}

}  // namespace
}  // namespace ounce
