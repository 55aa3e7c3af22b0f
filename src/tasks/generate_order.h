// A request for a suite as words and bytes: what can be sent to a worker or to another machine, and what a
// command line says. Files are named by their content.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "tasks/generate.h"
#include "workers/worker_server.h"

namespace ounce::tasks {

// A text and what errors call it; an empty name: there is none.
struct NamedText {
    std::string name{}, text{};
};

struct GenerateOrder {
    std::string algorithm{}, budget{}, goals{}, drag{}, numbers{}, madeFor{};  // empty: as usual
    NamedText config{};                                                        // of Whisker
    NamedText spec{};                                                          // properties to violate
    NamedText userModels{};                                                    // as JSON
    std::optional<std::uint32_t> seed{};
    std::uint32_t programSeed = 1;
    bool stable = false, kill = false, noMinimize = false, noAssertions = false;
};

// What the words mean, for a program that is not known yet: all of them are looked at before anything is
// done.
Result<GenerateRequest> requestOf(const GenerateOrder& order);
// The same with a program, called `name`.
Result<GenerateRequest> requestOf(const GenerateOrder& order, std::shared_ptr<const Program> program,
                                  const std::string& name);
// Of the search: what the order says, or its configuration, or 1.
std::uint64_t seedOf(const GenerateOrder& order, const GenerateRequest& request);

// The same order on the same project gives the same text.
std::string fingerprint(const GenerateOrder& order, std::string_view projectBytes);

// ---- in a worker ----
inline constexpr std::string_view kGenerateService = "generate";
WorkerService generateService();
// `bytes` is the content of the file; `files`: whether they are wanted.
std::string generateMessage(const GenerateOrder& order, const std::string& path, const std::string& bytes,
                            bool files);
struct GenerateReply {
    Json row{};  // toJson of the answer, or {problem}
    std::vector<MadeFile> files{};
    bool interrupted = false;
};
// What a worker answered; hostile.
GenerateReply readGenerateReply(std::string_view answer);

}  // namespace ounce::tasks
