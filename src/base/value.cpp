#include "base/value.h"

#include <bit>

namespace ounce {

bool Value::same(const Value& other) const {
    if (type_ != other.type_) return false;
    switch (type_) {
        case Type::Undefined: return true;
        case Type::Boolean: return boolean_ == other.boolean_;
        case Type::Text: return asText() == other.asText();
        case Type::Number:
            return std::bit_cast<std::uint64_t>(number_) == std::bit_cast<std::uint64_t>(other.number_) ||
                   (std::isnan(number_) && std::isnan(other.number_));
    }
    return false;
}

std::uint64_t Value::hash() const {
    switch (type_) {
        case Type::Number: return std::bit_cast<std::uint64_t>(number_) * 0x9E3779B97F4A7C15ull + 1;
        case Type::Boolean: return boolean_ ? 3 : 2;
        case Type::Text: return asText().hash() ^ 0x5555;
        case Type::Undefined: break;
    }
    return 0;
}

}  // namespace ounce
