#include "cli/graph_file.h"

#include <cstdlib>
#include <fmt/format.h>

#include "base/file.h"

namespace ounce {
namespace {

Result<void> drawSvg(const std::string& dot, const std::string& path) {
    const std::string source = path + ".dot";
    OUNCE_CHECK(writeFile(source, dot));
    // The names are arguments of their own to the shell: quotes inside are taken out of them.
    auto inQuotes = [](const std::string& text) {
        std::string result = "'";
        for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return result + "'";
    };
    const std::string command =
        fmt::format("dot -Tsvg -o {} {} 2>/dev/null", inQuotes(path), inQuotes(source));
    if (std::system(command.c_str()) != 0)
        return fail("cannot be drawn; its source was left in " + source, path,
                    "install Graphviz, or let the name end in .dot");
    std::remove(source.c_str());
    return {};
}

}  // namespace

Result<std::vector<InputEvent>> loadInputs(const std::string& path) {
    if (path.empty()) return std::vector<InputEvent>{InputEvent{}};
    OUNCE_TRY(std::string json, readFile(path, std::size_t{64} << 20));
    return readInputs(json, path);
}

Result<void> writeGraph(const std::string& dot, const std::string& output) {
    if (output.empty()) {
        fmt::print("{}", dot);
        return {};
    }
    return output.ends_with(".svg") ? drawSvg(dot, output) : writeFile(output, dot);
}

}  // namespace ounce
