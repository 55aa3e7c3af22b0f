#include "verify/influence.h"

#include <algorithm>
#include <bit>

#include "base/cast.h"
#include "vm/constants.h"
#include "vm/options.h"

namespace ounce::verify {
namespace {

using Kind = Resource::Kind;

constexpr std::uint64_t kOfSprite = facet::Position | facet::Direction | facet::RotationStyle | facet::Size |
                                    facet::Costume | facet::Visibility | facet::Effects | facet::Bubble |
                                    facet::DragMode;
constexpr std::uint64_t kShared = facet::Layer | facet::Timer | facet::Answer | facet::Pen | facet::Tempo |
                                  facet::Counter | facet::Backdrop | facet::Sound | facet::Clones |
                                  facet::Video;
constexpr std::uint64_t kWorld =
    facet::Mouse | facet::Keys | facet::Loudness | facet::User | facet::Hardware | facet::Date;
// Told apart by what the block names, or a matter of the script alone; of the clock and of random numbers
// every outcome is tried, and what is shown of variables is read by nobody.
constexpr std::uint64_t kOtherwise = facet::Variables | facet::Lists | facet::Threads | facet::Parameters |
                                     facet::Pixels | facet::Clock | facet::RandomNumbers | facet::Monitors;
constexpr std::uint64_t kAllFacets = (std::uint64_t{facet::Date} << 1) - 1;
// A new facet belongs to one of them.
static_assert((kOfSprite | kShared | kWorld | kOtherwise) == kAllFacets);
static_assert(std::popcount(kOfSprite) + std::popcount(kShared) + std::popcount(kWorld) +
                  std::popcount(kOtherwise) ==
              std::popcount(kAllFacets));

constexpr std::uint64_t kShape = facet::Position | facet::Direction | facet::RotationStyle | facet::Size |
                                 facet::Costume | facet::Visibility | facet::Effects;

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
        for (std::uint64_t rest = bits & ~kOtherwise; rest != 0; rest &= rest - 1) {
            const auto bit = std::countr_zero(rest);
            const auto isOne = [&](std::uint64_t of) { return (of >> bit & 1) != 0; };
            const Resource r{isOne(kOfSprite) ? Kind::OfSprite
                             : isOne(kShared) ? Kind::Shared
                                              : Kind::World,
                             isOne(kOfSprite) ? sprite : 0, bit};
            writes ? write(r) : read(r);
        }
        // Who may be dragged may be anywhere.
        if (!writes && (bits & facet::Position) != 0)
            read({Kind::OfSprite, sprite, std::countr_zero(std::uint64_t{facet::DragMode})});
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
    // What an input names may be the pointer.
    void pointerFor(ExpressionIndex e) {
        const Value* name = constantIn(e);
        if (!name || namedObject(p_, *name) == kNamesMouse) facets(facet::Mouse, 0, false);
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
        clickOrKey(row.event, script.sprite);
        // What an edge-activated hat looks at is in its condition.
        if (script.condition == kNone) facets(row.readFacets & ~facet::Seen, script.sprite, false);
        value(script.condition);
    }

    void clickOrKey(Event event, std::int32_t sprite) {
        switch (event) {
            case Event::SpriteClick: facets(facet::Visibility, sprite, false); [[fallthrough]];
            case Event::StageClick: read({Kind::Click, sprite}); break;
            case Event::Key: facets(facet::Keys, sprite, false); break;
            // Not there, and never will be; or said by what the hat and its condition read.
            case Event::Hardware:
            case Event::None:
            case Event::GreenFlag:
            case Event::Message:
            case Event::Backdrop:
            case Event::CloneStart:
            case Event::Threshold:
            case Event::Touch:
            case Event::MousePosition:
            case Event::MouseButton:
            case Event::Answer:
            case Event::Loudness:
            case Event::Time: break;
        }
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
        facets(row.readFacets & ~std::uint64_t{facet::Pen | facet::Mouse}, sprite_, false);
        if ((row.readFacets & facet::Mouse) != 0) pointerFor(s.arguments[row.flow == Flow::Waits ? 1 : 0]);
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
            case Node::Add:
            case Node::Subtract:
            case Node::Multiply:
            case Node::Divide:
            case Node::Mod:
            case Node::Round:
            case Node::Less:
            case Node::Equal:
            case Node::Greater:
            case Node::And:
            case Node::Or:
            case Node::Not:
            case Node::Join:
            case Node::LetterOf:
            case Node::LengthOf:
            case Node::Contains:
            case Node::Random:
            case Node::MathOperator: break;
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
                pointerFor(x.a);
                break;
            case Opcode::sensing_distanceto:
                facets(facet::Position, sprite_, false);
                readNamed(x.a, facet::Position);
                pointerFor(x.a);
                break;
            case Opcode::sensing_mousedown: read({Kind::Button}); break;
            case Opcode::event_whengreaterthan:
                facets(x.slot == LoudnessThreshold ? facet::Loudness : facet::Timer, sprite_, false);
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
            case Attribute::CostumeIndex:
            case Attribute::CostumeNumber: return facets(facet::Costume | facet::Backdrop, sprite, false);
            case Attribute::RotationStyle: return facets(facet::RotationStyle, sprite, false);
            case Attribute::ColorEffect:
            case Attribute::FisheyeEffect:
            case Attribute::WhirlEffect:
            case Attribute::PixelateEffect:
            case Attribute::MosaicEffect:
            case Attribute::BrightnessEffect:
            case Attribute::GhostEffect: return facets(facet::Effects, sprite, false);
            case Attribute::Volume:
            case Attribute::Pitch:
            case Attribute::Pan: return facets(facet::Sound, sprite, false);
            case Attribute::Draggable: return facets(facet::DragMode, sprite, false);
            case Attribute::Say: return facets(facet::Bubble, sprite, false);
            // Who comes or goes moves the others up or down.
            case Attribute::Layer: return readAll(facet::Layer | facet::Clones);
        }
    }

    void happening(const spec::Node& node) {
        using Happens = spec::Happening::Kind;
        const std::int32_t sprite = node.slot == kNone ? 0 : node.slot;
        switch (node.happening) {
            case Happens::Broadcast: return read({Kind::Message, node.slot});
            case Happens::Answered: return facets(facet::Answer, 0, false);
            case Happens::Clicked:
                read({Kind::Click, sprite});
                read({Kind::Clones, sprite});
                return facets(facet::Visibility, sprite, false);
            case Happens::Pressed: return facets(facet::Keys, 0, false);
            case Happens::Said: read({Kind::Clones, sprite}); return facets(facet::Bubble, sprite, false);
            case Happens::Cloned:
            case Happens::Deleted: read({Kind::Clones, sprite}); return facets(facet::Clones, 0, false);
            // Who stops all is kept apart (Piece::stopsAll).
            case Happens::StepEnd:
            case Happens::Flag:
            case Happens::Stop: return;
        }
    }

    void property(const spec::Node& node) {
        using spec::Code;
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
            case Code::TouchingMouse: facets(facet::Mouse, 0, false); [[fallthrough]];
            case Code::TouchingSprite:
            case Code::Distance:
                if (node.other != kNone) facets(kShape, node.other, false);
                [[fallthrough]];
            case Code::TouchingEdge: facets(kShape, sprite, false); break;
            case Code::TouchingColour: readAll(facet::Seen); break;
            case Code::Clones: facets(facet::Clones, sprite, false); break;
            case Code::MouseX:
            case Code::MouseY: facets(facet::Mouse, 0, false); break;
            case Code::MouseDown: read({Kind::Button}); break;
            case Code::Key: facets(facet::Keys, 0, false); break;
            case Code::Happens: happening(node); break;
            // Only their parts look at anything; or they are gone once a property is bound.
            case Code::Rises:
            case Code::Falls:
            case Code::Changes:
            case Code::Prev:
            case Code::Old:
            case Code::Since:
            case Code::Count:
            case Code::Abs:
            case Code::Min:
            case Code::Max:
            case Code::Round:
            case Code::Add:
            case Code::Subtract:
            case Code::Multiply:
            case Code::Divide:
            case Code::Mod:
            case Code::Negate:
            case Code::If:
            case Code::Equal:
            case Code::NotEqual:
            case Code::Less:
            case Code::LessEqual:
            case Code::Greater:
            case Code::GreaterEqual:
            case Code::Not:
            case Code::And:
            case Code::Or:
            case Code::Some:
            case Code::Every:
            case Code::Constant:
            case Code::TextLength:
            case Code::TextContains:
            case Code::Letter:
            case Code::AndThen:
            case Code::Both:
            case Code::Either:
            case Code::Happened:
            case Code::Number:
            case Code::Text:
            case Code::True:
            case Code::False:
            case Code::Name:
            case Code::Member:
            case Code::Touching:
            case Code::Length:
            case Code::Item:
            case Code::Contains:
            case Code::Implies:
            case Code::Always:
            case Code::Never:
            case Code::Within:
            case Code::For:
            case Code::AfterAlways:
            case Code::Until:
            case Code::Flag:
            case Code::Stop:
            case Code::Broadcast:
            case Code::Answered:
            case Code::Clicked:
            case Code::Pressed:
            case Code::Said:
            case Code::Cloned:
            case Code::Deleted: break;
        }
        if (node.sprite != kNone) read({Kind::Clones, node.sprite});
        if (node.other != kNone && (node.code == Code::TouchingSprite || node.code == Code::Distance))
            read({Kind::Clones, node.other});
    }

    const Program& p_;
    std::int32_t sprite_ = 0;
    std::set<std::pair<std::size_t, StatementIndex>> seen_{};
};

bool meet(const Resources& a, const Resources& b) {
    return std::ranges::any_of(a, [&](const Resource& r) { return b.contains(r); });
}

}  // namespace

Influence::Influence(const Program& program, const spec::Monitor& monitor, bool everything) {
    Dependences dependences(program);
    needed_ = dependences.readBy(monitor);
    pieces = std::move(dependences.pieces);
    for (bool grew = true; grew;) {
        grew = false;
        for (Piece& piece : pieces) {
            if (piece.matters || !(everything || meet(piece.writes, needed_))) continue;
            piece.matters = true;
            grew = true;
            needed_.insert(piece.reads.begin(), piece.reads.end());
        }
    }
}

bool Influence::readsWorld(facet::Facet facet) const {
    return reads({Kind::World, 0, std::countr_zero(std::uint64_t{facet})});
}

bool Influence::readsOf(std::int32_t sprite, facet::Facet facet) const {
    return reads({Kind::OfSprite, sprite, std::countr_zero(std::uint64_t{facet})});
}

}  // namespace ounce::verify
