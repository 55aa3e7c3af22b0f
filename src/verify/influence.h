// What can influence a property: by what the table of blocks says that each block reads, writes, starts and
// stops, from the property back through all scripts.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <vector>

#include "blocks/table.h"
#include "spec/monitor.h"
#include "vm/program.h"

namespace ounce::verify {

// Something that a script, a player or the world can do to a script or to a property.
struct Resource {
    enum class Kind : std::uint8_t {
        OfSprite,   // a facet of a sprite and its clones
        Shared,     // a facet that is there once
        World,      // a facet that nothing in the program writes: keys, the pointer, the user's name …
        Button,     // of the mouse
        Click,      // on a sprite
        Variable,   // sprite, slot
        List,       // sprite, slot
        Message,    // is sent
        Receivers,  // of a message: that they are done
        Call,       // of a custom block
        Body,       // of a custom block
        Clones,     // of a sprite come or go
        Threads,    // of a sprite are stopped
    };
    Kind kind = Kind::OfSprite;
    std::int32_t a = 0, b = 0;
    auto operator<=>(const Resource&) const = default;
};
using Resources = std::set<Resource>;

// A script or the body of a custom block.
struct Piece {
    std::int32_t script = kNone;  // kNone: a custom block
    Resources reads{}, writes{};
    bool stopsAll = false;
    bool matters = false;
};

class Influence {
  public:
    // `everything`: no script is taken to be without influence.
    Influence(const Program& program, const spec::Monitor& monitor, bool everything = false);

    // Scripts in their order, then custom blocks.
    std::vector<Piece> pieces{};

    // Whether it is read by the property, or by a script that matters.
    [[nodiscard]] bool reads(const Resource& resource) const { return needed_.contains(resource); }
    [[nodiscard]] bool readsWorld(facet::Facet facet) const;
    [[nodiscard]] bool readsOf(std::int32_t sprite, facet::Facet facet) const;
    [[nodiscard]] bool readsVariable(std::int32_t sprite, std::int32_t slot) const {
        return reads({Resource::Kind::Variable, sprite, slot});
    }

  private:
    Resources needed_{};
};

}  // namespace ounce::verify
