#include "stage/gif.h"

#include <algorithm>

#include "stage/palette.h"

namespace ounce {

namespace {

// Two bytes, the lower one first.
std::string number(int value) { return {static_cast<char>(value & 255), static_cast<char>(value >> 8)}; }

// Codes of a growing number of bits, lowest first, in blocks of at most 255 bytes.
class CodeWriter {
  public:
    void put(unsigned code, int bits) {
        buffer_ |= code << used_;
        for (used_ += bits; used_ >= 8; used_ -= 8, buffer_ >>= 8) byte(static_cast<char>(buffer_ & 255));
    }
    std::string finish() {
        if (used_ > 0) byte(static_cast<char>(buffer_ & 255));
        endBlock();
        out_ += '\0';
        return std::move(out_);
    }

  private:
    void byte(char c) {
        block_ += c;
        if (block_.size() == 255) endBlock();
    }
    void endBlock() {
        if (block_.empty()) return;
        out_ += static_cast<char>(block_.size());
        out_ += block_;
        block_.clear();
    }
    std::string out_, block_;
    unsigned buffer_ = 0;
    int used_ = 0;
};

// LZW as GIF wants it: the table starts anew when it has 4096 entries.
std::string compressed(const std::vector<std::uint8_t>& pixels) {
    constexpr int kBits = 8, kMostCodes = 4096;
    constexpr int kClear = 1 << kBits, kEnd = kClear + 1;
    constexpr std::uint16_t kNone = 0;
    CodeWriter out;
    // What follows a code and has a code of its own.
    std::vector<std::array<std::uint16_t, 256>> next(kMostCodes);
    int bits = kBits + 1, codes = kEnd + 1;
    out.put(kClear, bits);
    int code = pixels.front();
    for (std::size_t i = 1; i < pixels.size(); i++) {
        std::uint16_t& longer = next[static_cast<std::size_t>(code)][pixels[i]];
        if (longer != kNone) {
            code = longer;
            continue;
        }
        out.put(static_cast<unsigned>(code), bits);
        if (codes < kMostCodes) {
            if (codes == 1 << bits) bits++;
            longer = static_cast<std::uint16_t>(codes++);
        } else {
            out.put(kClear, bits);
            for (auto& row : next) row.fill(kNone);
            bits = kBits + 1, codes = kEnd + 1;
        }
        code = pixels[i];
    }
    out.put(static_cast<unsigned>(code), bits);
    // The reader makes one more entry before it reads the end.
    if (codes == 1 << bits && bits < 12) bits++;
    out.put(kEnd, bits);
    std::string data(1, static_cast<char>(kBits));
    return data + out.finish();
}

}  // namespace

Result<std::string> AnimatedGif::encode(const StagePicture& part) {
    const IndexedPicture colors = indexed(part);
    std::string data = "\x87";  // with a palette of 256 colours
    for (const auto& color : colors.palette) data.append(color.begin(), color.end());
    data.append((256 - colors.palette.size()) * 3, '\0');
    return data + compressed(colors.pixels);
}

std::string AnimatedGif::frameBytes(const Frame& frame) {
    // The format counts hundredths of a second; frames end at the nearest ones, so that no error adds up.
    const auto hundredths = [](long steps) { return (steps * 100 + kStepsPerSecond / 2) / kStepsPerSecond; };
    const long until = shown_ + frame.steps;
    std::string bytes("!\xF9\x04\x04", 4);  // leave it when the next one comes
    bytes += number(static_cast<int>(hundredths(until) - hundredths(shown_)));
    bytes += std::string("\0\0", 2);
    shown_ = until;
    const PictureBox& box = frame.box;
    bytes += ',';
    bytes += number(box.left) + number(box.top) + number(box.width()) + number(box.height());
    return bytes + frame.data;
}

std::string AnimatedGif::fileOf(int width, int height, const std::string& body) {
    std::string file = "GIF89a";
    file += number(width) + number(height);
    file += std::string("\x70\0\0", 3);                             // no palette for all
    file += std::string("!\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19);  // again and again
    return file + body + ";";
}

}  // namespace ounce
