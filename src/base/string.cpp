#include "base/string.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/number.h"
#include "base/text.h"

namespace ounce {
namespace {

// The 256 texts of one Latin-1 unit, there from the start and never counted: `letter of` hands them out
// without allocating.
struct SingleUnit {
    TextBuffer buffer{{1}, {1}, 1, false, true};
    char text[8] = {};
};

struct SingleUnits {
    SingleUnit cells[256];
    constexpr SingleUnits() {
        for (int i = 0; i < 256; i++) cells[i].text[0] = static_cast<char>(i);
    }
};

constinit SingleUnits singleUnits;

TextBuffer* singleUnit(unsigned char unit) { return &singleUnits.cells[unit].buffer; }

void copyUnits(const String& from, TextBuffer* to, std::uint32_t at) {
    if (from.empty()) return;
    if (!to->wide) {
        std::memcpy(const_cast<char*>(to->narrow()) + at, from.latin1().data(), from.length());
    } else {
        char16_t* out = const_cast<char16_t*>(to->units()) + at;
        for (std::uint32_t i = 0; i < from.length(); i++) out[i] = from[i];
    }
}

bool isLatin1(std::u16string_view units) {
    return std::all_of(units.begin(), units.end(), [](char16_t c) { return c < 256; });
}

}  // namespace

TextBuffer* String::allocate(std::uint32_t capacity, bool wide) {
    void* memory = std::malloc(sizeof(TextBuffer) + std::size_t{capacity} * (wide ? 2 : 1));
    if (!memory) throw std::bad_alloc();
    return new (memory) TextBuffer{{1}, {0}, capacity, wide, false};
}

void String::free(TextBuffer* buffer) { std::free(buffer); }

String String::fromLatin1(std::string_view bytes) {
    if (bytes.empty()) return {};
    if (bytes.size() == 1) return {singleUnit(static_cast<unsigned char>(bytes[0])), 1};
    const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size(), kMaxLength));
    TextBuffer* buffer = allocate(length, false);
    std::memcpy(const_cast<char*>(buffer->narrow()), bytes.data(), length);
    buffer->used = length;
    return {buffer, length};
}

String String::ofUnit(char16_t unit) {
    if (unit < 256) return {singleUnit(static_cast<unsigned char>(unit)), 1};
    return String(std::u16string_view(&unit, 1));
}

String::String(std::u16string_view units) : String() {
    if (isLatin1(units)) {
        *this = fromLatin1(std::string(units.begin(), units.end()));
        return;
    }
    length_ = static_cast<std::uint32_t>(std::min<std::size_t>(units.size(), kMaxLength));
    buffer_ = allocate(length_, true);
    std::memcpy(const_cast<char16_t*>(buffer_->units()), units.data(), std::size_t{length_} * 2);
    buffer_->used = length_;
}

String::String(std::string_view utf8) : String() {
    const bool ascii =
        std::all_of(utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
    *this = ascii ? fromLatin1(utf8) : String(toUtf16(utf8));
}

std::string String::utf8() const {
    if (!buffer_) return {};
    if (buffer_->wide) return toUtf8({buffer_->units(), length_});
    const std::string_view bytes = latin1();
    const bool ascii =
        std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
    if (ascii) return std::string(bytes);
    std::u16string units;
    for (char c : bytes) units.push_back(static_cast<unsigned char>(c));
    return toUtf8(units);
}

String String::prefix(std::uint32_t length) const {
    if (length >= length_) return *this;
    if (length == 0) return {};
    String copy(*this);
    copy.length_ = length;
    return copy;
}

double String::toNumber() const {
    if (length_ == 0) return 0;
    if (const double small = smallNumber(); small == small) return small;
    if (!buffer_->wide) {
        const std::string_view bytes = latin1();
        if (std::all_of(bytes.begin(), bytes.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 128; })) {
            return textToNumber(bytes);
        }
    }
    return textToNumber(utf8());
}

std::uint64_t String::hash() const {
    std::uint64_t hash = 1469598103934665603ull;
    for (std::uint32_t i = 0; i < length_; i++) hash = (hash ^ (*this)[i]) * 1099511628211ull;
    return hash;
}

String join(const String& a, const String& b) {
    if (b.empty() || a.length_ == String::kMaxLength) return a;
    if (a.empty()) return b;
    const std::uint32_t room = String::kMaxLength - a.length_;
    if (b.length_ > room) return join(a, b.prefix(room));
    const String& tail = b;
    const std::uint32_t length = a.length_ + tail.length_;
    const bool wide = a.isWide() || tail.isWide();
    TextBuffer* buffer = a.buffer_;
    if (!buffer->immortal && buffer->wide == wide && length <= buffer->capacity) {
        std::uint32_t expected = a.length_;
        if (buffer->used.compare_exchange_strong(expected, length, std::memory_order_acq_rel)) {
            copyUnits(tail, buffer, a.length_);
            a.retain();
            return {buffer, length};
        }
    }
    // Spare room only for texts that seem to grow: the second join onto the same text.
    // Long ones get less of it, for there may be many.
    const std::uint32_t spare = length >= 65536 ? length / 4 : length >= 32 ? length : 32 - length;
    TextBuffer* grown = String::allocate(std::min(length + spare, String::kMaxLength), wide);
    copyUnits(a, grown, 0);
    copyUnits(tail, grown, a.length_);
    grown->used = length;
    return {grown, length};
}

void String::append(const String& tail) {
    if (buffer_ && !buffer_->immortal && buffer_->wide == tail.isWide() &&
        length_ + tail.length_ <= buffer_->capacity &&
        buffer_->references.load(std::memory_order_acquire) == 1) {
        copyUnits(tail, buffer_, length_);
        length_ += tail.length_;
        buffer_->used.store(length_, std::memory_order_relaxed);
        return;
    }
    *this = join(*this, tail);
}

bool operator==(const String& a, const String& b) {
    if (a.length_ != b.length_) return false;
    if (a.buffer_ == b.buffer_) return true;
    if (!a.isWide() && !b.isWide()) return a.latin1() == b.latin1();
    for (std::uint32_t i = 0; i < a.length_; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

namespace {

bool needsWhole(const String& text) {
    if (!text.isWide()) return false;
    for (std::uint32_t i = 0; i < text.length(); i++)
        if (needsWholeText(text[i])) return true;
    return false;
}

std::u16string lowered(const String& text) {
    std::u16string units(text.length(), u' ');
    for (std::uint32_t i = 0; i < text.length(); i++) units[i] = text[i];
    return lowerCase(std::u16string_view(units));
}

}  // namespace

int String::compareIgnoringCase(const String& a, const String& b) {
    if (needsWhole(a) || needsWhole(b)) {
        const int order = lowered(a).compare(lowered(b));
        return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    const std::uint32_t common = std::min(a.length_, b.length_);
    for (std::uint32_t i = 0; i < common; i++) {
        const char16_t x = lowerCase(a[i]), y = lowerCase(b[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    return a.length_ == b.length_ ? 0 : a.length_ < b.length_ ? -1 : 1;
}

bool String::containsIgnoringCase(const String& part) const {
    if (needsWhole(*this) || needsWhole(part))
        return lowered(*this).find(lowered(part)) != std::u16string::npos;
    if (part.length_ > length_) return false;
    for (std::uint32_t start = 0; start + part.length_ <= length_; start++) {
        std::uint32_t i = 0;
        while (i < part.length_ && lowerCase((*this)[start + i]) == lowerCase(part[i])) i++;
        if (i == part.length_) return true;
    }
    return false;
}

}  // namespace ounce
