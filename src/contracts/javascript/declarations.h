// What a JavaScript file declares, with the comments that stand above it: classes with their members,
// functions, and names for types (@callback, @typedef). Contracts are written in those comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ounce::contracts {

// One tag of a comment: "@requires n >= 0".
struct DocTag {
    std::string name{};     // without the @
    std::string text{};     // the rest, lines joined
    std::size_t place = 0;  // of the text in the source
};

struct Declaration {
    enum class Kind : std::uint8_t { Class, Function, Method, Getter, Setter, Constructor, TypeName };
    Kind kind = Kind::Function;
    std::string name{};
    std::string super{};  // of a class
    std::string owner{};  // of a member: its class
    bool isStatic = false;
    bool isExported = false;                // by the word `export`
    std::vector<std::string> parameters{};  // names; "...rest"; "[x]": has a default
    std::vector<DocTag> tags{};
    bool hasDoc = false;
    std::size_t place = 0;

    [[nodiscard]] const DocTag* find(std::string_view tag) const;
};

struct JsDeclarations {
    std::vector<Declaration> all{};  // a class before its members
    // What the source has as constants: values worth trying.
    std::vector<double> numbers{};
    std::vector<std::string> texts{};
    // The source with `export` taken out, so that it can be the body of a function; same length, same lines.
    std::string body{};
    bool isModule = false;                // had `export`
    std::string defaultExport{};          // the name of what is exported as default
    std::vector<std::string> exported{};  // names in `export { … }`
};

JsDeclarations declarationsOf(std::string_view source);

// "file.js:3:7"
std::string placeIn(std::string_view source, std::size_t offset, const std::string& file);

}  // namespace ounce::contracts
