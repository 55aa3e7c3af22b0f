#include "contracts/result.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "html/page.h"

namespace ounce::contracts {
namespace {

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string indented(const std::string& text, std::string_view by) {
    std::string out(by);
    for (std::size_t i = 0; i < text.size(); i++) {
        out += text[i];
        if (text[i] == '\n' && i + 1 < text.size()) out += by;
    }
    return out;
}

// "push-ensures": letters that every file system takes.
std::string fileName(const Finding& finding, std::size_t number) {
    std::string name = fmt::format("{:02}-{}-{}", number, finding.of,
                                   finding.contract.substr(0, finding.contract.find(' ')));
    for (char& c : name) {
        const bool usual =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!usual) c = '-';
    }
    return name.substr(0, 80);
}

}  // namespace

Json toJson(const FuzzResult& result) {
    Json failures = Json::array();
    for (const Finding& finding : result.findings) {
        failures.push_back({{"contract", finding.of + ": " + finding.contract},
                            {"blame", "program"},
                            {"message", finding.message},
                            {"place", finding.place},
                            {"foundAt", finding.foundAt},
                            {"occurrences", finding.occurrences},
                            {"calls", finding.calls},
                            {"program", finding.program},
                            {"story", finding.story},
                            {"file", finding.file}});
    }
    return {{"target", result.target}, {"programs", result.programs}, {"discarded", result.discarded},
            {"failures", failures},    {"notes", result.notes},       {"interrupted", result.interrupted}};
}

std::string toText(const FuzzResult& result, bool quiet) {
    std::string text;
    for (const Finding& finding : result.findings) {
        text += fmt::format("✗ {}: {}\n", finding.of, finding.contract);
        if (!finding.place.empty()) text += fmt::format("  {}\n", finding.place);
        text += fmt::format("  {}\n", finding.message);
        text += fmt::format("  the program is to blame; found in program {}, {} when shrunk\n",
                            finding.foundAt, counted(finding.calls, "call", "calls"));
        if (!quiet) text += "\n" + indented(finding.program, "    ") + "\n";
        if (!finding.file.empty()) text += fmt::format("  {}\n", finding.file);
        text += "\n";
    }
    for (const std::string& note : result.notes) text += note + "\n";
    text += fmt::format(
        "{}, {} discarded: {}\n", counted(result.programs, "program", "programs"), result.discarded,
        result.findings.empty()
            ? "no contract was violated"
            : counted(result.findings.size(), "contract was violated", "contracts were violated"));
    return text;
}

std::string toHtml(const FuzzResult& result) {
    std::string body;
    body += html::tiles({html::countTile(result.findings.size(), "contract violated", "contracts violated",
                                         result.findings.empty() ? "good" : "bad"),
                         html::countTile(result.programs, "program generated", "programs generated"),
                         {fmt::format("{}", result.discarded), "discarded", ""}});
    for (const Finding& finding : result.findings) {
        body += fmt::format("<section><h2>{}: {}</h2><p>{}</p>", html::escape(finding.of),
                            html::escape(finding.contract), html::escape(finding.message));
        body +=
            fmt::format("<p class=\"place\">{} The program is to blame. Found in program {}, seen in {}.</p>",
                        html::escape(finding.place.empty() ? "" : finding.place + "."), finding.foundAt,
                        counted(finding.occurrences, "program", "programs"));
        body += fmt::format("<pre><code>{}</code></pre>", html::escape(finding.program));
        if (!finding.story.empty()) {
            body += "<details><summary>What happens</summary><pre>";
            for (const std::string& line : finding.story) body += html::escape(line) + "\n";
            body += "</pre></details>";
        }
        if (!finding.file.empty())
            body += fmt::format("<p><a href=\"{0}\">{0}</a></p>",
                                html::escape(std::filesystem::path(finding.file).filename().string()));
        body += "</section>";
    }
    for (const std::string& note : result.notes) body += fmt::format("<p>{}</p>", html::escape(note));
    return html::page(fmt::format("Contracts of {}", result.target), body);
}

Result<std::vector<std::string>> writeFindings(FuzzResult& result, const std::string& folder) {
    namespace fs = std::filesystem;
    OUNCE_CHECK(makeFolder(folder));
    std::vector<std::string> files;
    for (std::size_t i = 0; i < result.findings.size(); i++) {
        Finding& finding = result.findings[i];
        for (const FindingFile& file : finding.files) {
            const std::string path = (fs::path(folder) / (fileName(finding, i + 1) + file.ending)).string();
            OUNCE_CHECK(writeFile(path, file.bytes));
            if (finding.file.empty()) finding.file = path;
            files.push_back(path);
        }
    }
    const std::string page = (fs::path(folder) / "report.html").string();
    OUNCE_CHECK(writeFile(page, toHtml(result)));
    files.push_back(page);
    const std::string json = (fs::path(folder) / "report.json").string();
    Json document{{"schema", 1}};
    document.update(toJson(result));
    OUNCE_CHECK(writeFile(json, document.dump() + "\n"));
    files.push_back(json);
    return files;
}

}  // namespace ounce::contracts
