// A run-time text: immutable, cheap to copy, indexed by UTF-16 unit as Scratch does.
//
// Most texts are plain: they hold one byte per unit (Latin-1); a text with a unit above 255 holds two. A
// String is a view of the beginning of a shared buffer. Joining something to a text that ends where its
// buffer's used part ends writes behind it, into spare room that nobody else sees, so that the usual way to
// build a text, letter by letter, costs what appending costs and not the copying of the whole each time.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace ounce {

struct TextBuffer {
    std::atomic<std::uint32_t> references;
    std::atomic<std::uint32_t>
        used;                // units that some text has claimed; what lies behind is free to append to
    std::uint32_t capacity;  // units
    bool wide;               // two bytes per unit
    bool immortal;           // never counted, never freed

    [[nodiscard]] const char* narrow() const { return reinterpret_cast<const char*>(this + 1); }
    [[nodiscard]] const char16_t* units() const { return reinterpret_cast<const char16_t*>(this + 1); }
};

// may_alias: a Value that holds a text is read through a String (see value.h).
class [[gnu::may_alias]] String {
  public:
    // No text grows beyond this; joining cuts it off.
    static constexpr std::uint32_t kMaxLength = 1u << 24;

    String() : buffer_(nullptr), length_(0) {}
    explicit String(std::string_view utf8);
    explicit String(std::u16string_view units);
    static String fromLatin1(std::string_view bytes);
    static String ofUnit(char16_t unit);  // one unit; shared for Latin-1, no allocation
    String(const String& other) : buffer_(other.buffer_), length_(other.length_) { retain(); }
    String(String&& other) noexcept : buffer_(other.buffer_), length_(other.length_) {
        other.buffer_ = nullptr;
        other.length_ = 0;
    }
    String& operator=(const String& other) {
        String copy(other);
        swap(copy);
        return *this;
    }
    String& operator=(String&& other) noexcept {
        swap(other);
        return *this;
    }
    ~String() { release(); }
    void swap(String& other) noexcept {
        std::swap(buffer_, other.buffer_);
        std::swap(length_, other.length_);
    }

    [[nodiscard]] std::uint32_t length() const { return length_; }
    [[nodiscard]] bool empty() const { return length_ == 0; }
    [[nodiscard]] bool isWide() const { return buffer_ != nullptr && buffer_->wide; }
    [[nodiscard]] char16_t operator[](std::uint32_t i) const {
        return buffer_->wide ? buffer_->units()[i] : static_cast<unsigned char>(buffer_->narrow()[i]);
    }
    // The bytes of a text that is not wide.
    [[nodiscard]] std::string_view latin1() const {
        return buffer_ ? std::string_view{buffer_->narrow(), length_} : std::string_view{};
    }

    [[nodiscard]] std::string utf8() const;
    [[nodiscard]] String prefix(std::uint32_t length) const;
    // The number if the text is a whole number of at most nine digits, without sign; else NaN. Quick.
    [[nodiscard]] double smallNumber() const {
        if (length_ == 0 || length_ > 9 || buffer_->wide) return __builtin_nan("");
        const char* digits = buffer_->narrow();
        int value = digits[0] - '0';
        if (value < 0 || value > 9) return __builtin_nan("");
        for (std::uint32_t i = 1; i < length_; i++) {
            const int digit = digits[i] - '0';
            if (digit < 0 || digit > 9) return __builtin_nan("");
            value = value * 10 + digit;
        }
        return value;
    }
    [[nodiscard]] double toNumber() const;  // JavaScript's Number(): NaN if it is none
    [[nodiscard]] std::uint64_t hash() const;

    // Joins in place; quick when this is the only text that uses the buffer.
    void append(const String& tail);
    friend String join(const String& a, const String& b);
    friend bool operator==(const String& a, const String& b);

    // Comparisons that ignore case, of the lower-cased texts by UTF-16 unit.
    static int compareIgnoringCase(const String& a, const String& b);
    [[nodiscard]] bool containsIgnoringCase(const String& part) const;

  private:
    friend class Value;
    String(TextBuffer* buffer, std::uint32_t length)
        : buffer_(buffer), length_(length) {}  // takes over a reference
    static TextBuffer* allocate(std::uint32_t capacity, bool wide);
    static void free(TextBuffer* buffer);
    void retain() const {
        if (buffer_ && !buffer_->immortal) buffer_->references.fetch_add(1, std::memory_order_relaxed);
    }
    void release() {
        if (buffer_ && !buffer_->immortal && buffer_->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            free(buffer_);
    }

    TextBuffer* buffer_;  // null only for the empty text
    std::uint32_t length_;
};

}  // namespace ounce
