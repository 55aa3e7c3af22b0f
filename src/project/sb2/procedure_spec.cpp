#include "project/sb2/procedure_spec.h"

#include "base/text.h"

namespace ounce::sb2 {
namespace {

bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Kind kindOf(std::string_view piece) {
    switch (piece.size() > 1 ? piece[1] : ' ') {
        case 'n': return Kind::Number;
        case 's': return Kind::Text;
        case 'b': return Kind::Condition;
        default: return Kind::Block;
    }
}

}  // namespace

std::vector<SpecArgument> argumentsOf(std::string_view spec) {
    std::vector<SpecArgument> arguments;
    const auto addPiece = [&](std::string_view piece) {
        piece = trimWhiteSpace(piece);
        if (piece.starts_with('%'))
            arguments.push_back({"input" + std::to_string(arguments.size()), kindOf(piece)});
    };
    std::size_t start = 0;
    for (std::size_t percent = spec.find('%'); percent != std::string_view::npos;
         percent = spec.find('%', percent + 1)) {
        const bool isArgument = percent + 1 < spec.size() &&
                                std::string_view("nbs").find(spec[percent + 1]) != std::string_view::npos;
        if (!isArgument || percent == 0 || spec[percent - 1] == '\\') continue;
        std::size_t cut = percent - 1;
        while (cut > 0 && isContinuationByte(spec[cut])) cut--;
        if (cut == 0) continue;
        addPiece(spec.substr(start, cut - start));
        start = cut;
    }
    addPiece(spec.substr(start));
    return arguments;
}

}  // namespace ounce::sb2
