// What is known about a program's events before it runs.
#pragma once

#include <memory>
#include <vector>

#include "analysis/events.h"

namespace ounce {

using TemplateIndex = std::int32_t;

struct ScriptEvents {
    std::vector<TemplateIndex> running;  // what its blocks look at, and the blocks that it calls
    std::vector<TemplateIndex> idle;     // what starts it
};

struct EventExtractor::Plan {
    std::shared_ptr<const Program> program;
    Extraction extraction = Extraction::Dynamic;
    PlayerRules player;
    std::vector<EventTemplate> templates;  // in reading order, each once
    std::vector<ExtractedEvent> all;       // the same as events of no instance in particular
    std::vector<ScriptEvents> scripts;
    std::vector<TemplateIndex> dragAnywhere;  // by sprite; kNone
    std::vector<std::uint8_t> matters;        // by sprite: some event depends on its instances
    std::vector<std::vector<double>> reach;   // [sprite][costume]: how far it reaches at 100 %
    TemplateIndex wait = kNone, down = kNone, up = kNone, flag = kNone;
    bool hasTexts = false;
};

// In collect.cpp: the templates of a program and which script looks at which.
void collectEvents(const Program& program, const PlayerRules& player, std::vector<EventTemplate>& templates,
                   std::vector<ScriptEvents>& scripts);
// Any event, whatever the program looks at.
void collectNaiveEvents(const Program& program, std::vector<EventTemplate>& templates);

// The first instance of a sprite that is visible, in the order of the pane (the original, then clones by
// age); never `except`. kNone: there is none.
std::int32_t firstVisible(const State& state, std::int32_t sprite, std::int32_t except = kNone);

}  // namespace ounce
