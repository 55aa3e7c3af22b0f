// Any text as properties: reading and binding must end with monitors or a sentence, and watching them for
// some steps must not crash.
#include <cstdint>
#include <memory>
#include <string_view>

#include "project/load.h"
#include "spec/parse.h"
#include "spec/watch.h"
#include "stop.h"
#include "vm/machine.h"

namespace {

std::shared_ptr<const ounce::Program> program() {
    constexpr std::string_view kText =
        "stage\n  variable score = 0\n  list words = 1, 2\n\nsprite Cat\n  variable lives = 3\n\nwhen flag "
        "clicked\nrepeat (3)\n  move (10) steps\nend\nbroadcast (go v)\ncreate clone of (myself v)\nsay "
        "[hi]\n";
    auto project = ounce::readText(kText, "fuzz", "/nonexistent");
    if (!project) stop("the program cannot be read", project.error().message());
    auto compiled = ounce::compile(std::move(*project));
    if (!compiled) stop("the program cannot be compiled", compiled.error().message());
    return *compiled;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ounce;
    static const std::shared_ptr<const Program> kProgram = program();
    const auto properties = spec::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!properties) return 0;
    const std::vector<spec::Monitor> monitors = spec::bind(*properties, *kProgram);
    const MachineOptions options;
    State state = initialState(*kProgram, options, 1);
    Machine machine(*kProgram, state, options);
    spec::Watch watch(monitors, machine);
    machine.input({});
    for (int i = 0; i < 8; i++) {
        machine.step();
        watch.afterStep();
    }
    if (watch.results().size() != properties->properties.size()) stop("a property was lost", "");
    return 0;
}
