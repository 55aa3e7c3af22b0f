// Which key a player presses for what a program asks for.
#pragma once

#include <string>
#include <vector>

#include "base/text.h"
#include "vm/keys.h"

namespace ounce {

// «any» is pressed with the space bar.
constexpr const char* kAnyKey = "space";

// As Scratch names it, for `key (…) pressed?`; empty: no key is meant.
inline std::string askedKey(const Value& wanted) {
    if (wanted.isText() && wanted.asText().utf8() == "any") return kAnyKey;
    return lowerCase(keyName(wanted));
}

// For a hat, whose key is known in capitals. A name that is no key starts nothing.
inline std::string hatKey(const std::string& capitals) {
    const std::string name = lowerCase(capitals);
    if (name == "any") return kAnyKey;
    const std::string key = lowerCase(keyName(String(std::string_view(name))));
    return key == name ? key : std::string();
}

// The keys of a Makey Makey hat: one («SPACE», «w»), or several in order («LEFT UP RIGHT»).
inline std::vector<std::string> makeyKeys(const std::string& words) {
    std::vector<std::string> keys;
    std::size_t begin = 0;
    while (begin < words.size()) {
        const std::size_t end = std::min(words.find(' ', begin), words.size());
        std::string key = lowerCase(words.substr(begin, end - begin));
        begin = end + 1;
        if (key == "left" || key == "right" || key == "up" || key == "down") key += " arrow";
        if (!key.empty()) keys.push_back(std::move(key));
    }
    return keys;
}

}  // namespace ounce
