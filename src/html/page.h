// Pages that open offline: one file, its style inside, light and dark as the reader's system is set.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ounce::html {

// Text between tags and in attributes; characters that HTML does not allow become U+FFFD.
std::string escape(std::string_view text);

// A whole page. `body` is HTML; `extraStyle` is CSS for this kind of report.
std::string page(std::string_view title, std::string_view body, std::string_view extraStyle = {});

// A PNG inside the page; `alternative` says in words what it shows.
std::string picture(std::string_view png, std::string_view alternative, int width = 480, int height = 360);

// "12 of 15" with a bar.
std::string meter(std::size_t part, std::size_t whole);

// A tile of the summary: a large number or word, and what it is.
struct Tile {
    std::string value;
    std::string label;
    std::string kind{};  // "good", "bad", "warn" or empty
};
std::string tiles(const std::vector<Tile>& tiles);
// How many there are: "1" over «test», "2" over «tests».
Tile countTile(std::size_t count, std::string_view one, std::string_view many, std::string kind = {});

}  // namespace ounce::html
