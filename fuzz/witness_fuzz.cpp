// Any text: reading must end with a witness or a sentence. What was read must be replayable on a program that
// has nothing to do with it, and the log of a written witness must be the log that was read.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "project/load.h"
#include "stop.h"
#include "verify/replay.h"

namespace {

std::shared_ptr<const ounce::Program> program() {
    constexpr const char* kText = R"(stage
  variable score = 0

sprite Cat
  costume "cat" rect 40 40 #ff0000

when flag clicked
forever
  go to (random position v)
  set [score v] to (pick random (1) to (6))
  ask [more?] and wait
end

when this sprite clicked
create clone of (myself v)
)";
    auto project = ounce::readText(kText, "fuzz.scratch", "");
    if (!project) stop("the program cannot be read", project.error().message());
    auto compiled = ounce::compile(std::move(*project));
    if (!compiled) stop("the program cannot be compiled", compiled.error().message());
    return *compiled;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ounce;
    static const std::shared_ptr<const Program> target = program();
    auto witness = verify::readWitness({reinterpret_cast<const char*>(data), size}, "fuzz", target.get());
    if (!witness) return 0;
    constexpr std::uint64_t kSteps = 40;
    if (witness->log.steps > kSteps) witness->log.steps = kSteps;
    (void)verify::replayWitness(*target, {}, *witness);
    const verify::Witness exact = verify::settled(*target, *witness);
    const std::string text = verify::writeWitness(exact, *target);
    const auto again = verify::readWitness(text, "written", target.get());
    if (!again) stop("the written witness cannot be read", again.error().message() + "\n" + text);
    if (writeLog(again->log) != writeLog(exact.log)) stop("the log differs", text);
    return 0;
}
