#include "mutation/operator.h"

#include <array>
#include <fmt/format.h>

#include "base/text.h"

namespace ounce {
namespace {

constexpr std::array<OperatorInfo, kMutantOperators> kOperators{{
    {"KRM", "key replacement", "another key"},
    {"SBD", "single block deletion", "without one block"},
    {"SDM", "script deletion", "a hat without the blocks below it"},
    {"AOR", "arithmetic operator replacement", "another one of + - * /"},
    {"LOR", "logical operator replacement", "and instead of or, or instead of and"},
    {"ROR", "relational operator replacement", "another one of < = >"},
    {"NCM", "negated condition", "not around a condition"},
    {"VRM", "variable replacement", "another variable"},
    {"RFM", "repeat and forever", "forever instead of repeat, repeat instead of forever", false},
    {"BRM", "broadcast replacement", "another message is sent", false},
}};

MutantOperators selected(const std::array<bool, kMutantOperators>& wanted) {
    MutantOperators operators;
    for (std::size_t i = 0; i < kMutantOperators; i++) {
        if (wanted[i]) operators.push_back(static_cast<MutantOperator>(i));
    }
    return operators;
}

}  // namespace

const OperatorInfo& operatorInfo(MutantOperator op) { return kOperators[static_cast<std::size_t>(op)]; }

MutantOperators usualOperators() {
    std::array<bool, kMutantOperators> wanted{};
    for (std::size_t i = 0; i < kMutantOperators; i++) wanted[i] = kOperators[i].usual;
    return selected(wanted);
}

Result<MutantOperators> parseOperators(std::string_view text) {
    std::array<bool, kMutantOperators> wanted{};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string code = upperCase(std::string(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
        bool known = code == "ALL" || code == "ALL+";
        for (std::size_t i = 0; i < kMutantOperators; i++) {
            const bool named = code == kOperators[i].code;
            known = known || named;
            if (named || code == "ALL+" || (code == "ALL" && kOperators[i].usual)) wanted[i] = true;
        }
        if (!known) {
            std::string codes;
            for (const OperatorInfo& info : kOperators) codes += fmt::format("{}, ", info.code);
            return fail(fmt::format("«{}» is no mutation operator", code), {},
                        fmt::format("there are {}all and all+", codes));
        }
    }
    MutantOperators operators = selected(wanted);
    if (operators.empty())
        return fail("no mutation operator is named", {}, "for example --operators SBD,ROR");
    return operators;
}

}  // namespace ounce
