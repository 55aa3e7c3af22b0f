#include "verify/slice.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "base/cast.h"
#include "blocks/table.h"
#include "vm/constants.h"
#include "vm/options.h"

namespace ounce::verify {
namespace {

// Something that one script can do to another.
struct Resource {
    enum class Kind : std::uint8_t {
        OfSprite,   // a facet of a sprite and its clones
        Shared,     // a facet that is there once
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
using Kind = Resource::Kind;
using Resources = std::set<Resource>;

constexpr std::uint64_t kOfSprite = facet::Position | facet::Direction | facet::RotationStyle | facet::Size |
                                    facet::Costume | facet::Visibility | facet::Effects | facet::Bubble |
                                    facet::DragMode;
constexpr std::uint64_t kShared = facet::Layer | facet::Timer | facet::Answer | facet::Pen | facet::Tempo |
                                  facet::Counter | facet::Backdrop | facet::Sound | facet::Clones;
constexpr std::uint64_t kShape = facet::Position | facet::Direction | facet::RotationStyle | facet::Size |
                                 facet::Costume | facet::Visibility | facet::Effects;

// A script or the body of a custom block.
struct Piece {
    std::int32_t script = kNone;  // kNone: a custom block
    Resources reads{}, writes{};
    bool stopsAll = false;
};

class Dependences {
  public:
    explicit Dependences(const Program& program) : p_(program) {
        for (std::size_t i = 0; i < p_.scripts.size(); i++) {
            const Script& script = p_.scripts[i];
            begin(static_cast<std::int32_t>(i), script.sprite);
            hat(script);
            walk(script.hat);
        }
        for (std::size_t i = 0; i < p_.procedures.size(); i++) {
            const Procedure& procedure = p_.procedures[i];
            if (procedure.definition == kNone) continue;
            const auto place = static_cast<std::int32_t>(i);
            begin(kNone, p_.statements[static_cast<std::size_t>(procedure.definition)].sprite);
            read({Kind::Call, place});
            write({Kind::Body, place});
            walk(procedure.definition);
        }
    }

    std::vector<Piece> pieces{};

    // What a property looks at.
    Resources readBy(const spec::Monitor& monitor) {
        begin(kNone, 0);
        for (const spec::Node& node : monitor.nodes) property(node);
        Resources all = std::move(pieces.back().reads);
        pieces.pop_back();
        return all;
    }

  private:
    void begin(std::int32_t script, std::int32_t sprite) {
        pieces.push_back({.script = script});
        sprite_ = sprite;
        read({Kind::Threads, sprite});
        read({Kind::Clones, sprite});
    }
    void read(Resource r) { pieces.back().reads.insert(r); }
    void write(Resource r) { pieces.back().writes.insert(r); }

    void facets(std::uint64_t bits, std::int32_t sprite, bool writes) {
        for (std::uint64_t rest = bits & (kOfSprite | kShared); rest != 0; rest &= rest - 1) {
            const auto bit = std::countr_zero(rest);
            const bool ofSprite = (kOfSprite >> bit & 1) != 0;
            const Resource r =
                ofSprite ? Resource{Kind::OfSprite, sprite, bit} : Resource{Kind::Shared, 0, bit};
            writes ? write(r) : read(r);
        }
    }
    void readAll(std::uint64_t bits) {
        for (std::size_t i = 0; i < p_.sprites.size(); i++) {
            facets(bits, static_cast<std::int32_t>(i), false);
            read({Kind::Clones, static_cast<std::int32_t>(i)});
        }
    }
    // The sprite that an input names; every one if that is computed.
    void readNamed(ExpressionIndex e, std::uint64_t bits) {
        const Value* name = constantIn(e);
        if (!name) return readAll(bits);
        const std::int32_t sprite = toText(*name).utf8() == "_stage_" ? 0 : namedObject(p_, *name);
        if (sprite < 0) return;
        facets(bits, sprite, false);
        read({Kind::Clones, sprite});
    }
    [[nodiscard]] const Value* constantIn(ExpressionIndex e) const {
        if (e == kNone) return nullptr;
        const Expression& x = p_.expressions[static_cast<std::size_t>(e)];
        return x.node == Node::Constant ? &x.constant : nullptr;
    }
    void variables(std::int32_t sprite) {
        const SpriteProgram& s = p_.sprites[static_cast<std::size_t>(sprite)];
        for (std::size_t i = 0; i < s.variables.size(); i++)
            read({Kind::Variable, sprite, static_cast<std::int32_t>(i)});
    }

    void hat(const Script& script) {
        const Row& row = blockRow(script.opcode);
        if (row.event == Event::Message) {
            for (std::size_t m = 0; m < p_.messageHats.size(); m++) {
                const auto& ofSprite = p_.messageHats[m].scripts[static_cast<std::size_t>(script.sprite)];
                const auto place = static_cast<std::int32_t>(pieces.size()) - 1;
                if (std::ranges::find(ofSprite, place) == ofSprite.end()) continue;
                read({Kind::Message, static_cast<std::int32_t>(m)});
                write({Kind::Receivers, static_cast<std::int32_t>(m)});
            }
        }
        if (row.event == Event::Backdrop) {
            facets(facet::Backdrop, 0, false);
            write({Kind::Receivers, -1});
        }
        if (row.event == Event::SpriteClick) facets(facet::Visibility, script.sprite, false);
        facets(row.readFacets & ~facet::Seen, script.sprite, false);
        value(script.condition);
    }

    void walk(StatementIndex first) {
        for (StatementIndex i = first; i != kNone; i = p_.statements[static_cast<std::size_t>(i)].next) {
            if (!seen_.insert({pieces.size(), i}).second) return;
            statement(p_.statements[static_cast<std::size_t>(i)]);
        }
    }

    void statement(const Statement& s) {
        const Row& row = blockRow(s.opcode);
        const std::int32_t owner = s.onStage ? 0 : sprite_;
        // What the pen is like only matters to what it draws, and that only to those who look at pixels.
        facets(row.readFacets & ~std::uint64_t{facet::Pen}, sprite_, false);
        // Who waits for the end of a sound or a question goes on when somebody else ends it.
        if (row.flow == Flow::Suspends) facets(row.writtenFacets, sprite_, false);
        switch (s.opcode) {
            case Opcode::control_stop: stop(s); break;
            case Opcode::control_delete_this_clone:
                facets(row.writtenFacets, sprite_, true);
                write({Kind::Clones, sprite_});
                break;
            case Opcode::control_create_clone_of: {
                facets(row.writtenFacets, sprite_, true);
                const Value* name = constantIn(s.arguments[0]);
                for (std::size_t i = 0; i < p_.sprites.size(); i++) {
                    const auto sprite = static_cast<std::int32_t>(i);
                    const bool isMyself = name && toText(*name).utf8() == "_myself_";
                    if (name && sprite != (isMyself ? sprite_ : namedObject(p_, *name))) continue;
                    write({Kind::Clones, sprite});
                    facets(kOfSprite, sprite, false);  // a clone is a copy
                    variables(sprite);
                }
                break;
            }
            case Opcode::motion_goto:
            case Opcode::motion_pointtowards: readNamed(s.arguments[0], facet::Position); break;
            case Opcode::motion_glideto: readNamed(s.arguments[1], facet::Position); break;
            case Opcode::event_broadcast:
            case Opcode::event_broadcastandwait: broadcast(s); break;
            case Opcode::looks_switchbackdroptoandwait: read({Kind::Receivers, -1}); break;
            case Opcode::procedures_call: called(s.slot); break;
            default: break;
        }
        if (s.opcode != Opcode::control_stop) {
            facets(row.writtenFacets, sprite_, true);
            if ((row.writtenFacets & facet::Backdrop) != 0) facets(facet::Backdrop, 0, true);
            if ((row.writtenFacets & facet::Variables) != 0) write({Kind::Variable, owner, s.slot});
            if ((row.writtenFacets & facet::Lists) != 0) write({Kind::List, owner, s.slot});
        }
        if ((row.readFacets & facet::Variables) != 0 && s.opcode != Opcode::control_create_clone_of)
            read({Kind::Variable, owner, s.slot});
        if ((row.readFacets & facet::Lists) != 0) read({Kind::List, owner, s.slot});
        for (const ExpressionIndex e : s.arguments) value(e);
        if (s.preparation != kNone) {
            for (const auto& [e, cell] : p_.preparations[static_cast<std::size_t>(s.preparation)].steps)
                value(e);
        }
        walk(s.branch);
        walk(s.branch2);
    }

    void stop(const Statement& s) {
        // «all» and «other scripts»; «this script» is a matter of the script alone.
        if (s.slot == StopThisScript) return;
        if (s.slot == StopOtherScripts) {
            write({Kind::Threads, sprite_});
            facets(facet::Answer | facet::Bubble | facet::Sound, sprite_, true);
        } else {
            pieces.back().stopsAll = true;
        }
    }

    void broadcast(const Statement& s) {
        const bool waits = s.opcode == Opcode::event_broadcastandwait;
        const auto send = [&](std::int32_t message) {
            write({Kind::Message, message});
            if (waits) read({Kind::Receivers, message});
        };
        if (s.arguments[0] == kNone) return send(s.slot);
        for (std::size_t m = 0; m < p_.messages.size(); m++) send(static_cast<std::int32_t>(m));
    }

    void called(std::int32_t index) {
        if (index == kNone) return;
        const Call& call = p_.calls[static_cast<std::size_t>(index)];
        write({Kind::Call, call.procedure});
        read({Kind::Body, call.procedure});
        for (const ExpressionIndex e : call.arguments) value(e);
    }

    void value(ExpressionIndex e) {
        if (e == kNone) return;
        const Expression& x = p_.expressions[static_cast<std::size_t>(e)];
        const std::int32_t owner = x.onStage ? 0 : sprite_;
        switch (x.node) {
            case Node::Constant:
            case Node::Parameter:
            case Node::Cell: return;
            case Node::OwnVariable: read({Kind::Variable, sprite_, x.slot}); return;
            case Node::StageVariable: read({Kind::Variable, 0, x.slot}); return;
            case Node::ItemOfList:
            case Node::ItemNumberOfList:
            case Node::LengthOfList:
            case Node::ListContains:
            case Node::ListContents: read({Kind::List, owner, x.slot}); break;
            case Node::Report: sensed(x); break;
            default: break;
        }
        value(x.a);
        value(x.b);
    }

    void sensed(const Expression& x) {
        const Row& row = blockRow(x.opcode);
        switch (x.opcode) {
            case Opcode::procedures_call: called(x.slot); break;
            case Opcode::sensing_touchingobject:
            case Opcode::event_whentouchingobject:
                facets(kShape, sprite_, false);
                readNamed(x.a, kShape);
                break;
            case Opcode::sensing_distanceto:
                facets(facet::Position, sprite_, false);
                readNamed(x.a, facet::Position);
                break;
            case Opcode::sensing_of: {
                readNamed(x.a, row.readFacets);
                const Value* name = constantIn(x.a);
                const std::int32_t named = !name                               ? kNone
                                           : toText(*name).utf8() == "_stage_" ? 0
                                                                               : namedObject(p_, *name);
                for (std::size_t i = 0; i < p_.sprites.size(); i++) {
                    if (!name || static_cast<std::int32_t>(i) == named)
                        variables(static_cast<std::int32_t>(i));
                }
                break;
            }
            default:
                if ((row.readFacets & facet::Pixels) != 0) {
                    readAll(facet::Seen);
                } else {
                    facets(row.readFacets, sprite_, false);
                }
                break;
        }
    }

    void attribute(std::int32_t sprite, Attribute a) {
        switch (a) {
            case Attribute::X:
            case Attribute::Y: return facets(facet::Position, sprite, false);
            case Attribute::Direction: return facets(facet::Direction, sprite, false);
            case Attribute::Size: return facets(facet::Size, sprite, false);
            case Attribute::Visible: return facets(facet::Visibility, sprite, false);
            case Attribute::Costume:
            case Attribute::CostumeNumber: return facets(facet::Costume | facet::Backdrop, sprite, false);
            case Attribute::Say: return facets(facet::Bubble, sprite, false);
            default: return facets(kOfSprite | kShared, sprite, false);
        }
    }

    void property(const spec::Node& node) {
        using spec::Code;
        using Happens = spec::Happening::Kind;
        const std::int32_t sprite = node.sprite == kNone ? 0 : node.sprite;
        switch (node.code) {
            case Code::Attribute: attribute(sprite, node.attribute); break;
            case Code::Variable: read({Kind::Variable, sprite, node.slot}); break;
            case Code::ListLength:
            case Code::ListItem:
            case Code::ListContains: read({Kind::List, sprite, node.slot}); break;
            case Code::Answer:
            case Code::Asked:
            case Code::Question: facets(facet::Answer, sprite, false); break;
            case Code::Timer: facets(facet::Timer, sprite, false); break;
            case Code::Backdrop: facets(facet::Backdrop | facet::Costume, 0, false); break;
            case Code::TouchingSprite:
            case Code::Distance:
                if (node.other != kNone) facets(kShape, node.other, false);
                [[fallthrough]];
            case Code::TouchingEdge:
            case Code::TouchingMouse: facets(kShape, sprite, false); break;
            case Code::TouchingColour: readAll(facet::Seen); break;
            case Code::Clones: facets(facet::Clones, sprite, false); break;
            case Code::Happens:
                if (node.happening == Happens::Broadcast) read({Kind::Message, node.slot});
                if (node.happening == Happens::Answered) facets(facet::Answer, 0, false);
                if (node.happening == Happens::Clicked)
                    facets(facet::Visibility, node.slot == kNone ? 0 : node.slot, false);
                if (node.happening == Happens::Said)
                    facets(facet::Bubble, node.slot == kNone ? 0 : node.slot, false);
                if (node.happening == Happens::Cloned || node.happening == Happens::Deleted)
                    facets(facet::Clones, 0, false);
                break;
            default: break;
        }
        if (node.sprite != kNone) read({Kind::Clones, node.sprite});
        if (node.other != kNone && node.code == Code::TouchingSprite) read({Kind::Clones, node.other});
    }

    const Program& p_;
    std::int32_t sprite_ = 0;
    std::set<std::pair<std::size_t, StatementIndex>> seen_{};
};

bool hearsStops(const spec::Monitor& monitor) {
    return std::ranges::any_of(monitor.nodes, [](const spec::Node& node) {
        return node.code == spec::Code::Happens && node.happening == spec::Happening::Kind::Stop;
    });
}

bool meet(const Resources& a, const Resources& b) {
    return std::ranges::any_of(a, [&](const Resource& r) { return b.contains(r); });
}

}  // namespace

std::optional<Slice> sliceFor(const Program& program, const spec::Monitor& monitor) {
    Dependences dependences(program);
    Resources needed = dependences.readBy(monitor);
    std::vector<std::uint8_t> kept(dependences.pieces.size(), 0);
    for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t i = 0; i < dependences.pieces.size(); i++) {
            const Piece& piece = dependences.pieces[i];
            if (kept[i] != 0 || !meet(piece.writes, needed)) continue;
            kept[i] = 1;
            grew = true;
            needed.insert(piece.reads.begin(), piece.reads.end());
        }
    }
    Slice slice;
    Project project = program.project;
    std::set<std::string> sprites;
    for (std::size_t i = 0; i < dependences.pieces.size(); i++) {
        const Piece& piece = dependences.pieces[i];
        if (piece.script == kNone) continue;
        if (kept[i] != 0) {
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
    for (std::size_t i = 0; i < dependences.pieces.size(); i++) {
        if (kept[i] == 0) slice.anyStop = slice.anyStop || dependences.pieces[i].stopsAll;
    }
    if (slice.removed == 0 || (slice.anyStop && hearsStops(monitor))) return std::nullopt;
    auto compiled = compileVariant(std::move(project), program);
    if (!compiled) return std::nullopt;
    slice.program = std::move(*compiled);
    return slice;
}

}  // namespace ounce::verify
