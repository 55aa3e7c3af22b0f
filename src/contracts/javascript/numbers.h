// Lists of whole numbers as text with commas, the way they travel between processes and the engine.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace ounce::contracts {

template <class Number>
std::vector<Number> numbersIn(std::string_view text) {
    std::vector<Number> all;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        Number number{};
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc()) break;
        all.push_back(number);
        at = read.ptr == end ? end : read.ptr + 1;
    }
    return all;
}

template <class Number>
std::string textOf(const std::vector<Number>& numbers) {
    std::string text;
    for (const Number number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

}  // namespace ounce::contracts
