// From blocks to events.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/events/answers.h"
#include "analysis/events/keys.h"
#include "analysis/events/plan.h"
#include "analysis/events/senders.h"
#include "analysis/events/values.h"
#include "analysis/events/walk.h"
#include "base/cast.h"
#include "base/text.h"
#include "vm/color.h"
#include "vm/options.h"

namespace ounce {
namespace {

class Collector {
  public:
    Collector(const Program& program, const PlayerRules& player, std::vector<EventTemplate>& templates,
              std::vector<ScriptEvents>& scripts)
        : program_(program),
          player_(player),
          values_(program),
          answers_(answersOf(program, values_)),
          senders_(program, values_),
          templates_(templates),
          scripts_(scripts) {}

    void run() {
        scripts_.resize(program_.scripts.size());
        std::map<std::int32_t, std::vector<std::string>> keys;  // of key hats
        for (const auto& [key, group] : program_.keyHats) {
            for (const auto& scripts : group.scripts) {
                for (const std::int32_t script : scripts) keys[script].push_back(hatKey(key));
            }
        }
        for (std::size_t sprite = 0; sprite < program_.sprites.size(); sprite++) {
            sprite_ = static_cast<std::int16_t>(sprite);
            std::vector<TemplateIndex> ofNoScript;
            into_ = &ofNoScript;
            if (isDraggable(sprite)) add({.kind = EventKind::DragAnywhere, .sprite = sprite_});
            for (const std::int32_t index : program_.sprites[sprite].scripts) {
                const auto i = static_cast<std::size_t>(index);
                into_ = &scripts_[i].idle;
                for (const std::string& key : keys[index]) press(key);
                hat(program_.scripts[i]);
                scripts_[i].running = eventsBelow(program_.scripts[i].hat);
            }
        }
        addMomentaryScripts();
    }

  private:
    const Expression& at(ExpressionIndex e) const {
        return program_.expressions[static_cast<std::size_t>(e)];
    }

    void add(EventTemplate event) {
        auto found = std::find(templates_.begin(), templates_.end(), event);
        const auto index = static_cast<TemplateIndex>(found - templates_.begin());
        if (found == templates_.end()) {
            if (templates_.size() >= kMostTemplates) return;
            templates_.push_back(std::move(event));
        }
        if (std::find(into_->begin(), into_->end(), index) == into_->end()) into_->push_back(index);
    }
    void press(const std::string& key) {
        if (key.empty()) return;
        add({.kind = EventKind::KeyPress, .text = key});
        // Held together is what blocks ask for; hats start when a key goes down, one after the other.
        if (player_.isInventive && inBody_) add({.kind = EventKind::KeyHold, .text = key});
    }
    void mouseMove() { add({.kind = EventKind::MouseMove}); }
    void sound(double volume) { add({.kind = EventKind::Sound, .number = volume}); }

    [[nodiscard]] bool isDraggable(std::size_t sprite) const {
        return program_.project.targets[sprite].draggable ||
               std::any_of(program_.statements.begin(), program_.statements.end(), [&](const Statement& s) {
                   return s.opcode == Opcode::sensing_setdragmode &&
                          static_cast<std::size_t>(s.sprite) == sprite && sprite != 0 && s.slot == 1;
               });
    }

    // Whether a sprite can be moved by the player.
    [[nodiscard]] bool mayBeDragged(std::int16_t sprite) const {
        return sprite != 0 && (player_.dragsAnything || isDraggable(static_cast<std::size_t>(sprite)));
    }

    // A click where the pointer is to be; what looks at the pointer sees it there.
    void click() {
        if (player_.isInventive) add({.kind = EventKind::ClickAt});
    }

    // ---- hats ----

    void hat(const Script& script) {
        switch (blockRow(script.opcode).event) {
            case Event::SpriteClick:
                if (sprite_ != 0) {
                    add({.kind = EventKind::ClickSprite, .sprite = sprite_});
                    if (senders_.isCloned(sprite_)) add({.kind = EventKind::ClickClone, .sprite = sprite_});
                } else {
                    add({.kind = EventKind::ClickStage});
                    click();
                }
                break;
            case Event::StageClick:
                if (sprite_ != 0) break;
                add({.kind = EventKind::ClickStage});
                click();
                break;
            case Event::Threshold: {
                const Expression& condition = at(script.condition);
                if (condition.slot == LoudnessThreshold) soundBeyond(condition.a);
                within(condition.a);
                break;
            }
            case Event::Touch: touching(at(script.condition).a); break;
            case Event::Key:
                if (script.condition == kNone) break;
                for (const Value& value : possible(at(script.condition).a)) {
                    for (const std::string& key : makeyKeys(toText(value).utf8())) press(key);
                }
                break;
            default: break;
        }
    }

    void soundBeyond(ExpressionIndex limit) {
        const auto limits = values_.possible(limit);
        for (const Value& value : limits.value_or(std::vector<Value>{})) sound(toNumber(value) + 1);
        if (!limits || limits->empty()) sound(kLoudest);
    }

    // ---- blocks ----

    // What a stack of blocks looks at, and the custom blocks that it calls.
    struct Body {
        std::vector<TemplateIndex> events;
        std::vector<std::int32_t> called;
    };

    Body bodyOf(StatementIndex first) {
        Body body;
        into_ = &body.events;
        inBody_ = true;
        for (const StatementIndex index : readingOrder(program_, first)) {
            const Statement& s = program_.statements[static_cast<std::size_t>(index)];
            if (blockRow(s.opcode).shape == Shape::Hat) continue;
            if (s.opcode == Opcode::sensing_askandwait) ask();
            if (readsMouseByMenu(s.opcode)) menuOfMouse(s);
            expressionsOf(program_, s, [&](ExpressionIndex e) { within(e); });
            if (const std::int32_t called = calledBy(program_, s); called != kNone)
                body.called.push_back(called);
        }
        inBody_ = false;
        return body;
    }

    // The blocks below a hat, then those of the custom blocks that it reaches.
    std::vector<TemplateIndex> eventsBelow(StatementIndex hat) {
        Body body = bodyOf(hat);
        std::vector<TemplateIndex> events = std::move(body.events);
        std::vector<std::int32_t> open(body.called.rbegin(), body.called.rend());
        std::set<std::int32_t> seen;
        while (!open.empty()) {
            const std::int32_t procedure = open.back();
            open.pop_back();
            if (!seen.insert(procedure).second) continue;
            auto [at, isNew] = procedures_.try_emplace(procedure);
            if (isNew)
                at->second = bodyOf(program_.procedures[static_cast<std::size_t>(procedure)].definition);
            merge(events, at->second.events);
            open.insert(open.end(), at->second.called.rbegin(), at->second.called.rend());
        }
        return events;
    }

    void ask() {
        for (const std::string& text : answers_.texts) add({.kind = EventKind::TypeText, .text = text});
        // What the paper types everywhere; a program that never reads the answer needs one text to go on.
        add({.kind = EventKind::TypeText, .text = "Hello"});
        if (!answers_.isRead) return;
        for (const char* text : {"0", "10"}) add({.kind = EventKind::TypeText, .text = text});
        add({.kind = EventKind::TypeText, .text = randomText()});
        if (answers_.isNumber) add({.kind = EventKind::TypeNumber});
        if (!player_.isInventive) return;
        for (const Computed& c : answers_.computed)
            add({.kind = EventKind::TypeComputed, .sprite = c.sprite, .sought = c.sought});
    }

    // Three letters, always the same for a program.
    [[nodiscard]] std::string randomText() const {
        Random random(static_cast<std::uint32_t>(program_.statements.size()));
        std::string text;
        for (int i = 0; i < 3; i++) text += static_cast<char>('a' + static_cast<int>(random.next() * 26));
        return text;
    }

    // go to, glide to, point towards: blocks that read the mouse if their menu says so.
    static bool readsMouseByMenu(Opcode opcode) {
        const Row& row = blockRow(opcode);
        return row.isStatement() && (row.readFacets & facet::Mouse) != 0;
    }
    void menuOfMouse(const Statement& s) {
        for (const ExpressionIndex e : s.arguments) {
            if (e != kNone && canBe(e, "_mouse_")) mouseMove();
        }
    }

    void within(ExpressionIndex e) {
        insideOf(program_, e, [&](ExpressionIndex inner) { value(inner); });
    }

    void value(ExpressionIndex e) {
        const Expression& x = at(e);
        if (x.node == Node::Less || x.node == Node::Greater || x.node == Node::Equal) return comparison(x);
        if (x.node != Node::Report) return;
        switch (blockRow(x.opcode).event) {
            case Event::Key:
                for (const Value& key : possible(x.a)) press(askedKey(key));
                return;
            case Event::MouseButton:
                add({.kind = EventKind::MouseDown});
                add({.kind = EventKind::MouseUp});
                click();
                return;
            case Event::Loudness:
                if (x.opcode == Opcode::sensing_loud)
                    sound(kLoud + 1);
                else if (!compared_.contains(e))
                    sound(kLoudest);
                return;
            case Event::MousePosition: break;
            default:
                if (blockRow(x.opcode).readFacets & facet::Pixels) color(x);
                return;
        }
        if (x.opcode == Opcode::sensing_touchingobject) {
            touching(x.a);
        } else if (x.opcode == Opcode::sensing_distanceto) {
            if (!canBe(x.a, "_mouse_")) return;
            add({.kind = EventKind::MouseMoveTo, .sprite = sprite_});
            mouseMove();
        } else {
            mouseMove();
        }
    }

    // Loudness or the mouse against a number: what makes it true.
    void comparison(const Expression& x) {
        for (const bool isLeft : {true, false}) {
            const ExpressionIndex sensed = isLeft ? x.a : x.b;
            const Opcode opcode = at(sensed).opcode;
            if (opcode != Opcode::sensing_loudness && opcode != Opcode::sensing_mousex &&
                opcode != Opcode::sensing_mousey)
                continue;
            const auto limits = values_.possible(isLeft ? x.b : x.a);
            for (const Value& limit : limits.value_or(std::vector<Value>{})) {
                const double beyond = x.node == Node::Equal                 ? 0
                                      : (x.node == Node::Greater) == isLeft ? 1
                                                                            : -1;
                const double wanted = toNumber(limit) + beyond;
                if (opcode == Opcode::sensing_loudness) {
                    sound(wanted);
                    compared_.insert(sensed);
                } else {
                    const bool isX = opcode == Opcode::sensing_mousex;
                    const double most = isX ? 240 : 180;
                    if (std::abs(wanted) <= most)
                        add({.kind = isX ? EventKind::MouseMoveX : EventKind::MouseMoveY, .number = wanted});
                }
            }
        }
    }

    void touching(ExpressionIndex what) {
        for (const Value& value : possible(what)) {
            const std::string name = toText(value).utf8();
            if (name == "_mouse_") {
                add({.kind = EventKind::MouseMoveTo, .sprite = sprite_});
                mouseMove();
            } else if (!mayBeDragged(sprite_)) {
                continue;
            } else if (name == "_edge_") {
                add({.kind = EventKind::DragToEdge, .sprite = sprite_});
            } else if (auto at = program_.spriteByName.find(name); at != program_.spriteByName.end()) {
                add({.kind = EventKind::DragToSprite,
                     .sprite = sprite_,
                     .other = static_cast<std::int16_t>(at->second)});
            }
        }
    }

    void color(const Expression& x) {
        if (!mayBeDragged(sprite_)) return;
        auto colors = [&](ExpressionIndex e) {
            std::vector<Color> found;
            for (const Value& value : possible(e)) {
                const ColorValue rgba = toRgba(value);
                found.push_back({rgba.r, rgba.g, rgba.b});
            }
            return found;
        };
        if (x.opcode == Opcode::sensing_touchingcolor) {
            for (const Color c : colors(x.a))
                add({.kind = EventKind::DragToColor, .sprite = sprite_, .color = c});
        } else if (x.opcode == Opcode::sensing_coloristouchingcolor) {
            for (const Color own : colors(x.a)) {
                for (const Color c : colors(x.b))
                    add({.kind = EventKind::DragColorToColor, .sprite = sprite_, .color = c, .mask = own});
            }
        }
    }

    [[nodiscard]] std::vector<Value> possible(ExpressionIndex e) const {
        return values_.possible(e).value_or(std::vector<Value>{});
    }
    [[nodiscard]] bool canBe(ExpressionIndex e, std::string_view text) const {
        const auto values = possible(e);
        return std::any_of(values.begin(), values.end(),
                           [&](const Value& value) { return toText(value).utf8() == text; });
    }

    // A script that can begin and end within one step may never be seen running between two steps. What it
    // looks at counts while a script runs that can start it, or always if the player can start it.
    void addMomentaryScripts() {
        std::vector<ScriptEvents> closed = scripts_;
        for (std::size_t i = 0; i < scripts_.size(); i++) {
            std::vector<std::int32_t> open{static_cast<std::int32_t>(i)};
            std::vector<bool> seen(scripts_.size());
            while (!open.empty()) {
                const std::int32_t sender = open.back();
                open.pop_back();
                for (const std::int32_t started : senders_.startedBy(sender)) {
                    if (!senders_.isMomentary(started)) continue;
                    if (seen[static_cast<std::size_t>(started)]) continue;
                    seen[static_cast<std::size_t>(started)] = true;
                    open.push_back(started);
                    merge(closed[i].running, scripts_[static_cast<std::size_t>(started)].running);
                }
            }
            if (!closed[i].idle.empty() && senders_.isMomentary(static_cast<std::int32_t>(i)))
                merge(closed[i].idle, closed[i].running);
        }
        scripts_ = std::move(closed);
    }
    static void merge(std::vector<TemplateIndex>& into, const std::vector<TemplateIndex>& from) {
        for (const TemplateIndex index : from) {
            if (std::find(into.begin(), into.end(), index) == into.end()) into.push_back(index);
        }
    }

    static constexpr double kLoudest = 100;
    static constexpr double kLoud = 10;  // what `loud?` takes for loud
    static constexpr std::size_t kMostTemplates = 1000;

    const Program& program_;
    const PlayerRules& player_;
    ProgramValues values_;
    Answers answers_;
    Senders senders_;
    std::vector<EventTemplate>& templates_;
    std::vector<ScriptEvents>& scripts_;
    std::map<std::int32_t, Body> procedures_;
    std::set<ExpressionIndex> compared_;  // loudness that a comparison took care of
    std::int16_t sprite_ = 0;
    bool inBody_ = false;  // of a script, not at its hat
    std::vector<TemplateIndex>* into_ = nullptr;
};

}  // namespace

void collectEvents(const Program& program, const PlayerRules& player, std::vector<EventTemplate>& templates,
                   std::vector<ScriptEvents>& scripts) {
    Collector(program, player, templates, scripts).run();
}

void collectNaiveEvents(const Program& program, std::vector<EventTemplate>& templates) {
    for (const char* key : {"space", "left arrow", "up arrow", "right arrow", "down arrow", "enter"})
        templates.push_back({.kind = EventKind::KeyPress, .text = key});
    for (const EventKind kind :
         {EventKind::MouseMove, EventKind::MouseDown, EventKind::MouseUp, EventKind::ClickStage})
        templates.push_back({.kind = kind});
    for (std::size_t sprite = 1; sprite < program.sprites.size(); sprite++) {
        for (const EventKind kind : {EventKind::ClickSprite, EventKind::DragAnywhere})
            templates.push_back({.kind = kind, .sprite = static_cast<std::int16_t>(sprite)});
    }
    templates.push_back({.kind = EventKind::TypeText, .text = "Hello"});
    templates.push_back({.kind = EventKind::TypeNumber});
    templates.push_back({.kind = EventKind::Sound, .number = 100});
}

}  // namespace ounce
