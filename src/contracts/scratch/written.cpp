#include "contracts/scratch/written.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace ounce::contracts {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

std::string placeOf(const std::string& source, std::size_t at, const std::string& file) {
    const std::string_view before = std::string_view(source).substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t begin = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("{}:{}:{}", file, line, at - begin + 1);
}

}  // namespace

// Each condition goes up to the next @ or the end.
WrittenContract contractIn(const std::string& comment, const std::string& source, const std::string& file) {
    WrittenContract all;
    for (std::size_t at = comment.find('@'); at != comment.npos; at = comment.find('@', at + 1)) {
        const std::string_view rest = std::string_view(comment).substr(at + 1);
        const std::string_view word = trimmed(rest.substr(0, rest.find_first_of(" \n@")));
        if (word == "open") all.isOpen = true;
        if (word == "private") all.isPrivate = true;
        const bool requires_ = rest.rfind("requires ", 0) == 0, ensures = rest.rfind("ensures ", 0) == 0;
        if (!requires_ && !ensures) continue;
        const std::size_t begin = at + (requires_ ? 10 : 9);
        std::string text = comment.substr(begin, std::min(comment.find('@', begin), comment.size()) - begin);
        const std::size_t found = source.find(text);
        WrittenCondition made{.isEnsures = ensures};
        if (!text.empty() && found != source.npos) made.place = placeOf(source, found, file);
        std::replace(text.begin(), text.end(), '\n', ' ');
        made.text = trimmed(text);
        all.conditions.push_back(std::move(made));
    }
    return all;
}

std::vector<NamedContract> contractsIn(const std::string& props, const std::string& file) {
    std::vector<NamedContract> all;
    std::size_t at = 0;
    while (at < props.size()) {
        const std::size_t end = std::min(props.find('\n', at), props.size());
        const std::size_t begin = at;
        std::string_view line = trimmed(std::string_view(props).substr(at, end - at));
        at = end + 1;
        if (line.empty() || line[0] != '#') continue;
        line = trimmed(line.substr(1));
        using Of = NamedContract::Of;
        constexpr std::array<std::pair<std::string_view, Of>, 3> kWords{
            {{"@define ", Of::Block}, {"@message ", Of::Message}, {"@flag ", Of::Flag}}};
        const auto word = std::find_if(kWords.begin(), kWords.end(),
                                       [&](const auto& known) { return line.rfind(known.first, 0) == 0; });
        if (word == kWords.end()) continue;
        const std::size_t nameBegin = word->first.size();
        const std::size_t nameEnd = std::min(line.find('@', nameBegin), line.size());
        NamedContract made{.of = word->second,
                           .name = std::string(trimmed(line.substr(nameBegin, nameEnd - nameBegin))),
                           .place = placeOf(props, begin, file)};
        made.contract = contractIn(std::string(line.substr(nameEnd)), props, file);
        all.push_back(std::move(made));
    }
    return all;
}

}  // namespace ounce::contracts
