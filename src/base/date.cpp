#include "base/date.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace ounce {
namespace {

// The number that these characters are, if all are digits.
std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
    int number = 0;
    for (std::size_t i = at; i < at + count; i++) {
        if (i >= text.size() || text[i] < '0' || text[i] > '9') return std::nullopt;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

}  // namespace

std::optional<double> readDate(std::string_view text) {
    constexpr std::string_view kShape = "0000-00-00T00:00:00";
    if (text.size() != 10 && text.size() != 16 && text.size() != 19) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); i++) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return std::nullopt;
    }
    const std::chrono::year_month_day day(std::chrono::year(*digits(text, 0, 4)),
                                          std::chrono::month(static_cast<unsigned>(*digits(text, 5, 2))),
                                          std::chrono::day(static_cast<unsigned>(*digits(text, 8, 2))));
    const int hours = digits(text, 11, 2).value_or(0), minutes = digits(text, 14, 2).value_or(0),
              seconds = digits(text, 17, 2).value_or(0);
    if (!day.ok() || static_cast<int>(day.year()) < 1 || hours > 23 || minutes > 59 || seconds > 59)
        return std::nullopt;
    const auto days = std::chrono::sys_days(day).time_since_epoch().count();
    return ((static_cast<double>(days) * 24 + hours) * 60 + minutes) * 60000.0 + seconds * 1000.0;
}

std::string writeDate(double milliseconds) {
    const auto seconds = static_cast<std::int64_t>(std::floor(milliseconds / 1000));
    const std::int64_t day = (seconds - ((seconds % 86400) + 86400) % 86400) / 86400;
    const std::int64_t inDay = seconds - day * 86400;
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
    std::string text = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    if (inDay == 0) return text;
    text += fmt::format("T{:02}:{:02}", inDay / 3600, inDay / 60 % 60);
    return inDay % 60 == 0 ? text : text + fmt::format(":{:02}", inDay % 60);
}

}  // namespace ounce
