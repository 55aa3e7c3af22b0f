// Text in reports: cells of tables on a terminal and in files.
#pragma once

#include <cstddef>
#include <fmt/color.h>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace ounce {

// Columns on a terminal, near enough.
std::size_t widthOf(std::string_view text);
std::string padded(std::string text, std::size_t width);
// Names come from files; what would move the cursor stays out of the terminal.
std::string plain(std::string_view text);

// A text for a terminal that grows line by line.
class ReportLines {
  public:
    explicit ReportLines(bool color) : color_(color) {}
    [[nodiscard]] std::string styled(const fmt::text_style& style, const std::string& text) const {
        return color_ ? fmt::format(style, "{}", text) : text;
    }
    void line(std::string_view text = {}) {
        out_ += text;
        out_ += '\n';
    }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    bool color_;
    std::string out_;
};

}  // namespace ounce
