#include "project/sb2/shadow_value.h"

#include <cmath>
#include <fmt/format.h>

#include "base/number.h"

namespace ounce::sb2 {
namespace {

// Scratch 2 stores colours as signed 32-bit numbers.
std::string hexColour(const Scalar& given) {
    double colour = NAN;
    if (auto* number = std::get_if<double>(&given)) colour = *number;
    if (auto* flag = std::get_if<bool>(&given)) colour = *flag ? 1 : 0;
    if (auto* text = std::get_if<std::string>(&given)) colour = textToNumber(*text);
    if (std::holds_alternative<std::nullptr_t>(given)) colour = 0;
    if (std::isnan(colour)) return "#000NaN";
    if (colour < 0) colour += 16777216;
    const double whole = std::trunc(colour);
    if (std::abs(whole) > 9007199254740991.0) return "#000000";
    const auto magnitude = static_cast<long long>(std::abs(whole));
    const std::string digits = fmt::format("{}{:x}", whole < 0 ? "-" : "", magnitude);
    return fmt::format("#{:0>6}", digits);
}

}  // namespace

std::optional<int> primitiveCode(Kind kind) {
    if (kind >= Kind::Number && kind <= Kind::Text) return 4 + static_cast<int>(kind);
    return std::nullopt;
}

bool isLiteral(Kind kind, const Scalar& value) {
    auto* text = std::get_if<std::string>(&value);
    if (kind != Kind::Colour) return text || std::holds_alternative<double>(value);
    return text && text->size() == 7 && text->find_first_not_of("0123456789abcdef", 1) == std::string::npos;
}

Scalar shadowValue(Kind kind, std::string_view shadow, const Json& given) {
    if (kind == Kind::Colour) return hexColour(scalarOf(given));
    if (shadow == "sensing_of_object_menu" && isText(given, "Stage")) return "_stage_";
    return scalarOf(given);
}

Scalar coveredValue(Kind kind, std::string_view shadow) {
    switch (kind) {
        case Kind::Text: return "";
        case Kind::Colour: return "#990000";
        case Kind::Note: return 60.0;
        case Kind::Menu: return shadow == "sensing_of_object_menu" ? "_stage_" : "";
        default: return 10.0;
    }
}

}  // namespace ounce::sb2
