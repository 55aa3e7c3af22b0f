// Values as bytes and back. Whole numbers take as many bytes as they need, seven bits in each; all else has
// its fixed size, the lowest byte first.
//
// A type of one's own says once what it consists of, for both directions:
//     template <class Codec, Of<Point> T> void fields(Codec& codec, T& p) { codec(p.x, p.y); }
// The reader never trusts its bytes: after the first thing that cannot be, everything reads as nothing and
// `failed` says so; what it allocates stays within a budget.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ounce {

template <class T, class Wanted>
concept Of = std::same_as<std::remove_const_t<T>, Wanted>;

class ByteWriter {
  public:
    template <class... Values>
    void operator()(const Values&... values) {
        (put(values), ...);
    }
    void raw(std::string_view bytes) { bytes_ += bytes; }
    void count(std::uint64_t number) {
        for (; number > 127; number >>= 7) bytes_ += static_cast<char>(number | 128);
        bytes_ += static_cast<char>(number);
    }
    std::string take() { return std::move(bytes_); }

  private:
    template <std::integral T>
    void put(T number) {
        if constexpr (std::signed_integral<T>) {
            const auto wide = static_cast<std::int64_t>(number);
            count(static_cast<std::uint64_t>(wide) << 1 ^ static_cast<std::uint64_t>(wide >> 63));
        } else {
            count(number);
        }
    }
    template <std::floating_point T>
    void put(T number) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &number, sizeof(T));
        raw({bytes, sizeof(T)});
    }
    template <class T>
    requires std::is_enum_v<T>
    void put(T value) { count(static_cast<std::uint64_t>(value)); }
    void put(const std::string& text) {
        count(text.size());
        raw(text);
    }
    template <class T>
    void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class T>
    void put(const std::vector<T>& values) {
        count(values.size());
        for (const T& value : values) put(value);
    }
    template <class T, std::size_t size>
    void put(const std::array<T, size>& values) {
        for (const T& value : values) put(value);
    }
    template <class T>
    requires std::is_class_v<T>
    void put(const T& value) { fields(*this, value); }

    std::string bytes_;
};

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

class ByteReader {
  public:
    // `budget`: how many bytes what is read may take in memory.
    ByteReader(std::string_view bytes, std::uint64_t budget) : bytes_(bytes), budget_(budget) {}

    template <class... Values>
    void operator()(Values&... values) {
        (get(values), ...);
    }
    // So many bytes as they are; empty if there are not so many.
    std::string_view raw(std::size_t size) {
        if (size > bytes_.size()) {
            fail();
            return {};
        }
        const std::string_view bytes = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return bytes;
    }
    std::uint64_t count() {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::string_view byte = raw(1);
            if (byte.empty()) return 0;
            const auto bits = static_cast<std::uint64_t>(static_cast<unsigned char>(byte[0]));
            number |= (bits & 127) << shift;
            if (bits < 128) return number;
        }
        fail();
        return 0;
    }
    // The number of things to come, each of which takes at least one byte here and `size` bytes in memory.
    std::size_t countOf(std::size_t size) {
        const std::uint64_t number = count();
        if (number > bytes_.size()) fail();
        return !failed_ && afford(number * size) ? static_cast<std::size_t>(number) : 0;
    }
    bool afford(std::uint64_t bytes) {
        if (bytes > budget_) {
            fail();
            return false;
        }
        budget_ -= bytes;
        return true;
    }
    void fail() {
        failed_ = true;
        bytes_ = {};
    }
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] bool atEnd() const { return bytes_.empty(); }

  private:
    template <std::integral T>
    void get(T& number) {
        const std::uint64_t read = count();
        if constexpr (std::signed_integral<T>) {
            const auto wide = static_cast<std::int64_t>(read >> 1 ^ (~(read & 1) + 1));
            number = static_cast<T>(wide);
            if (number != wide) fail();
        } else {
            number = static_cast<T>(read);
            if (static_cast<std::uint64_t>(number) != read) fail();
        }
    }
    template <std::floating_point T>
    void get(T& number) {
        const std::string_view bytes = raw(sizeof(T));
        if (!bytes.empty()) std::memcpy(&number, bytes.data(), sizeof(T));
    }
    // An enumeration says which of its values is the last: constexpr E lastOf(E).
    template <class T>
    requires std::is_enum_v<T>
    void get(T& value) {
        const std::uint64_t read = count();
        if (read > static_cast<std::uint64_t>(lastOf(T{}))) return fail();
        value = static_cast<T>(read);
    }
    void get(std::string& text) { text = raw(countOf(1)); }
    template <class T>
    void get(std::optional<T>& value) {
        bool there = false;
        get(there);
        if (there) get(value.emplace());
    }
    template <class T>
    void get(std::vector<T>& values) {
        const std::size_t size = countOf(sizeof(T));
        values.clear();
        values.reserve(size);
        for (std::size_t i = 0; i < size && !failed_; i++) get(values.emplace_back());
    }
    template <class T, std::size_t size>
    void get(std::array<T, size>& values) {
        for (T& value : values) get(value);
    }
    template <class T>
    requires std::is_class_v<T>
    void get(T& value) { fields(*this, value); }

    std::string_view bytes_;
    std::uint64_t budget_;
    bool failed_ = false;
};

}  // namespace ounce
