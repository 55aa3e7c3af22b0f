#include "verify/slice.h"

#include <algorithm>
#include <set>

namespace ounce::verify {

bool hearsStops(const spec::Monitor& monitor) {
    return std::ranges::any_of(monitor.nodes, [](const spec::Node& node) {
        return node.code == spec::Code::Happens && node.happening == spec::Happening::Kind::Stop;
    });
}

std::optional<Slice> sliceFor(const Program& program, const spec::Monitor& monitor,
                              const Influence& influence) {
    Slice slice;
    Project project = program.project;
    std::set<std::string> sprites;
    for (const Piece& piece : influence.pieces) {
        if (piece.script == kNone) continue;
        if (piece.matters) {
            slice.kept++;
            continue;
        }
        slice.removed++;
        slice.anyStop = slice.anyStop || piece.stopsAll;
        const Script& script = program.scripts[static_cast<std::size_t>(piece.script)];
        const auto sprite = static_cast<std::size_t>(script.sprite);
        const std::string id = program.statementIds[static_cast<std::size_t>(script.hat)];
        project.targets[sprite].blocks.remove(std::span(&id, 1));
        if (sprites.insert(program.sprites[sprite].name).second)
            slice.sprites.push_back(program.sprites[sprite].name);
    }
    // A custom block that is left out and stops all is called by a script that is left out.
    for (const Piece& piece : influence.pieces) {
        if (!piece.matters) slice.anyStop = slice.anyStop || piece.stopsAll;
    }
    if (slice.removed == 0 || (slice.anyStop && hearsStops(monitor))) return std::nullopt;
    auto compiled = compileVariant(std::move(project), program);
    if (!compiled) return std::nullopt;
    slice.program = std::move(*compiled);
    return slice;
}

}  // namespace ounce::verify
