// SVG text as a tree, read as forgivingly as a browser reads HTML: entities of the document type are
// expanded, what is not closed ends with its parent.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ounce {

struct SvgNode {
    std::string name;  // empty: text
    std::string text;  // of a text node, unescaped
    std::vector<std::pair<std::string, std::string>> attributes;
    std::vector<SvgNode> children;

    [[nodiscard]] const std::string* find(std::string_view attribute) const;
    [[nodiscard]] std::string get(std::string_view attribute) const;  // empty if missing
    void set(std::string_view attribute, std::string value);
    void remove(std::string_view attribute);
};

// The root element; its name is empty when there is none.
SvgNode readSvgTree(std::string_view text);
std::string writeSvgTree(const SvgNode& root);

}  // namespace ounce
