// What a run of contract-driven testing gives, whatever the language: one finding for each contract that was
// violated, with the smallest program that shows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace ounce::contracts {

// A file that belongs to a finding.
struct FindingFile {
    std::string ending{};  // ".js"
    std::string bytes{};
};

struct Finding {
    std::string of{};        // "Stack.push"
    std::string contract{};  // "ensures !this.empty()"
    std::string message{};
    std::string place{};            // where the contract stands
    std::uint64_t foundAt = 0;      // number of the generated program, the first is 1
    std::size_t calls = 0;          // in the shrunk program
    std::uint64_t occurrences = 0;  // programs that showed it
    std::string program{};          // the shrunk program as text
    std::vector<std::string> story{};
    std::vector<FindingFile> files{};
    std::string file{};  // the one that is to be run, once it was written
};

struct FuzzResult {
    std::string target{};  // what was tested
    std::uint64_t programs = 0, discarded = 0;
    std::vector<Finding> findings{};   // in the order in which they were found
    std::vector<std::string> notes{};  // what the reader should know: nothing was callable, …
    bool interrupted = false;
};

// {programs, discarded, failures: [{contract, blame, message, foundAt, calls, file}]}
Json toJson(const FuzzResult& result);
// For people.
std::string toText(const FuzzResult& result, bool quiet);
// A page that opens offline.
std::string toHtml(const FuzzResult& result);
// Writes the files of all findings, report.html and report.json, and fills in Finding::file.
Result<std::vector<std::string>> writeFindings(FuzzResult& result, const std::string& folder);

}  // namespace ounce::contracts
