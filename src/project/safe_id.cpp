#include "project/safe_id.h"

namespace ounce {

std::string safeId(std::string_view id) {
    std::string safe;
    for (const char c : id) {
        switch (c) {
            case '<': safe += "lt"; break;
            case '>': safe += "gt"; break;
            case '&': safe += "amp"; break;
            case '\'': safe += "apos"; break;
            case '"': safe += "quot"; break;
            default: safe += c;
        }
    }
    return safe;
}

}  // namespace ounce
