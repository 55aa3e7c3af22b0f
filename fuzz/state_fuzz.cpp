// Any bytes as a state of a small program: refused with a sentence, or a state that can be run and written
// again. The header with the program's fingerprint is put before the bytes, so that the fuzzer need not guess
// it.
#include <cstdint>
#include <cstdlib>

#include "project/load.h"
#include "vm/runner.h"
#include "vm/serialize.h"

namespace {

using namespace ounce;

constexpr const char* kProgram = R"(
stage
  variable score = 0
  list names = "Ada", 7

sprite Cat
  costume "cat" circle 40 orange
  variable word = "x"

define jump (height)
change y by (height)
say (height)

when flag clicked
pen down
create clone of (myself v)
repeat (3)
  jump (10)
  add (word) to [names v]
end
ask [Who?] and wait

when I start as a clone
forever
  turn cw (7) degrees
  if <touching (edge v)?> then
    delete this clone
  end
end
)";

struct Subject {
    std::shared_ptr<const Program> program;
    StateFormat format;
    std::string header;
};

Subject makeSubject() {
    auto program = compile(*readText(kProgram, "fuzz.scratch", ""));
    if (!program) std::abort();
    StateFormat format(*program);
    Runner runner(*program, {}, 1, {InputEvent{}});
    // «ounce-state», a line feed, the version, 32 digits.
    std::string header = format.write(runner.state()).substr(0, 12 + 1 + 32);
    return {*program, std::move(format), std::move(header)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Subject subject = makeSubject();
    std::string bytes = subject.header;
    bytes.append(reinterpret_cast<const char*>(data), size);
    auto state = subject.format.read(bytes);
    if (!state) return 0;
    const auto again = subject.format.read(subject.format.write(*state));
    if (!again || !(*again == *state)) std::abort();
    MachineOptions options;
    options.passes = 5;
    options.warpChecks = 1000;
    Machine machine(*subject.program, *state, options);
    for (int i = 0; i < 3; i++) machine.step();
    return 0;
}
