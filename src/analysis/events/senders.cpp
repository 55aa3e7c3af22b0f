#include "analysis/events/senders.h"

#include <algorithm>
#include <set>

#include "analysis/events/walk.h"
#include "base/cast.h"
#include "base/text.h"
#include "vm/options.h"

namespace ounce {

// The scripts found so far; each happening is looked up once, however many blocks cause it.
struct Senders::Started {
    std::vector<std::int32_t> scripts;
    std::set<const void*> done;

    void add(const void* happening, const std::vector<std::int32_t>& some) {
        if (done.insert(happening).second) scripts.insert(scripts.end(), some.begin(), some.end());
    }
    void add(const HatGroup& group) {
        for (const auto& some : group.scripts) add(&some, some);
    }
};

Senders::Senders(const Program& program, const ProgramValues& values) : program_(program), values_(values) {
    started_.resize(program.scripts.size());
    momentary_.resize(program.scripts.size(), true);
    cloned_.resize(program.sprites.size());
    for (std::size_t i = 0; i < program.scripts.size(); i++) follow(i);
}

void Senders::follow(std::size_t script) {
    std::vector<StatementIndex> open{program_.scripts[script].hat};
    std::set<std::int32_t> called;
    Started out;
    while (!open.empty()) {
        const StatementIndex first = open.back();
        open.pop_back();
        for (const StatementIndex index : readingOrder(program_, first)) {
            const Statement& s = program_.statements[static_cast<std::size_t>(index)];
            addReceivers(s, out);
            const std::int32_t procedure = calledBy(program_, s);
            if (procedure != kNone && called.insert(procedure).second)
                open.push_back(program_.procedures[static_cast<std::size_t>(procedure)].definition);
        }
    }
    std::sort(out.scripts.begin(), out.scripts.end());
    started_[script] = std::move(out.scripts);
    called.clear();
    momentary_[script] = canEnd(program_.scripts[script].hat, false, called);
}

bool Senders::canEnd(StatementIndex first, bool warp, std::set<std::int32_t>& called) const {
    std::set<StatementIndex> seen;
    for (StatementIndex i = first; i != kNone && seen.insert(i).second;
         i = program_.statements[static_cast<std::size_t>(i)].next) {
        const Statement& s = program_.statements[static_cast<std::size_t>(i)];
        switch (blockRow(s.opcode).flow) {
            case Flow::Waits:
            case Flow::Suspends: return false;
            case Flow::Loops:
                if (!warp || s.opcode == Opcode::control_forever) return false;
                break;
            case Flow::Stops:
                if (s.opcode != Opcode::control_stop || s.slot != StopOtherScripts) return true;
                break;
            case Flow::Branches:
                // A plain `if` can be passed by.
                if (s.opcode == Opcode::control_if) break;
                if (!canEnd(s.branch, warp, called) &&
                    (s.opcode != Opcode::control_if_else || !canEnd(s.branch2, warp, called)))
                    return false;
                break;
            case Flow::Calls: {
                const std::int32_t procedure = calledBy(program_, s);
                if (procedure == kNone || !called.insert(procedure).second) break;
                const Procedure& body = program_.procedures[static_cast<std::size_t>(procedure)];
                if (!canEnd(body.definition, warp || body.warp, called)) return false;
                break;
            }
            case Flow::Runs: break;
        }
    }
    return true;
}

void Senders::addReceivers(const Statement& s, Started& out) {
    switch (blockRow(s.opcode).started) {
        case Starts::Messages: addMessage(s, out); break;
        case Starts::Backdrops:
            for (const HatGroup& group : program_.backdropHats) out.add(group);
            break;
        case Starts::Clones: addClones(s, out); break;
        case Starts::Nothing: break;
    }
}

void Senders::addMessage(const Statement& s, Started& out) const {
    if (s.slot == kNoInput) return;  // breaks the step off
    if (s.slot != kNone) return out.add(program_.messageHats[static_cast<std::size_t>(s.slot)]);
    if (s.arguments[0] == kNone) return;
    const auto names = values_.possible(s.arguments[0]);
    if (!names) {
        for (const HatGroup& group : program_.messageHats) out.add(group);
        return;
    }
    for (const Value& name : *names) {
        auto at = program_.messageByName.find(lowerCase(toText(name).utf8()));
        if (at != program_.messageByName.end())
            out.add(program_.messageHats[static_cast<std::size_t>(at->second)]);
    }
}

void Senders::addClones(const Statement& s, Started& out) {
    auto add = [&](std::size_t sprite) {
        if (sprite == 0) return;  // the stage has no clones
        cloned_[sprite] = true;
        const auto& hats = program_.cloneHats.scripts;
        if (sprite < hats.size()) out.add(&hats[sprite], hats[sprite]);
    };
    const auto names = values_.possible(s.arguments[0]);
    if (!names) {
        for (std::size_t sprite = 1; sprite < program_.sprites.size(); sprite++) add(sprite);
        return;
    }
    for (const Value& value : *names) {
        const std::string name = toText(value).utf8();
        if (name == "_myself_") add(static_cast<std::size_t>(s.sprite));
        auto at = program_.spriteByName.find(name);
        if (at != program_.spriteByName.end()) add(static_cast<std::size_t>(at->second));
    }
}

}  // namespace ounce
