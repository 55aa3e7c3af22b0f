// The words of the language that stand for a function or a value, with what they take.
#pragma once

#include <array>
#include <string_view>

#include "spec/syntax.h"

namespace ounce::spec {

// What a word takes, a letter each: v a value, s a sprite, k a key, m a message, t what can be touched.
struct Word {
    std::string_view name;
    Op op;
    std::string_view takes;
    std::string_view example;
};

constexpr std::array kWords{
    Word{"true", Op::True, "", "true"},
    Word{"false", Op::False, "", "false"},
    Word{"answer", Op::Answer, "", "answer"},
    Word{"asked", Op::Asked, "", "asked"},
    Word{"question", Op::Question, "", "question"},
    Word{"timer", Op::Timer, "", "timer"},
    Word{"mouseX", Op::MouseX, "", "mouseX"},
    Word{"mouseY", Op::MouseY, "", "mouseY"},
    Word{"mouseDown", Op::MouseDown, "", "mouseDown"},
    Word{"backdrop", Op::Backdrop, "", "backdrop"},
    Word{"key", Op::Key, "k", "key(space)"},
    Word{"touching", Op::Touching, "st", "touching(Cat, edge)"},
    Word{"distance", Op::Distance, "ss", "distance(Cat, Dog)"},
    Word{"clones", Op::Clones, "s", "clones(Apple)"},
    Word{"length", Op::Length, "v", "length(words)"},
    Word{"item", Op::Item, "vv", "item(1, words)"},
    Word{"contains", Op::Contains, "vv", "contains(words, \"cat\")"},
    Word{"abs", Op::Abs, "v", "abs(Cat.x)"},
    Word{"min", Op::Min, "vv", "min(Cat.x, 100)"},
    Word{"max", Op::Max, "vv", "max(Cat.x, 100)"},
    Word{"round", Op::Round, "v", "round(Cat.x)"},
    Word{"mod", Op::Mod, "vv", "mod(score, 2)"},
    Word{"flag", Op::Flag, "", "flag"},
    Word{"stop", Op::Stop, "", "stop"},
    Word{"broadcast", Op::Broadcast, "m", "broadcast \"game over\""},
    Word{"answered", Op::Answered, "", "answered"},
    Word{"clicked", Op::Clicked, "s", "clicked(Cat)"},
    Word{"pressed", Op::Pressed, "k", "pressed(space)"},
    Word{"said", Op::Said, "s", "said(Cat)"},
    Word{"cloned", Op::Cloned, "s", "cloned(Apple)"},
    Word{"deleted", Op::Deleted, "s", "deleted(Apple)"},
    Word{"rises", Op::Rises, "v", "rises(Cat.visible)"},
    Word{"falls", Op::Falls, "v", "falls(Cat.visible)"},
    Word{"changes", Op::Changes, "v", "changes(score)"},
    Word{"prev", Op::Prev, "v", "prev(score)"},
    Word{"old", Op::Old, "v", "old(score)"},
    Word{"count", Op::Count, "v", "count(pressed(space) since flag)"},
};

// Words that hold formulas together; a variable of such a name is written Stage.name.
constexpr std::array<std::string_view, 17> kConnectors{
    "always", "never",   "after", "within", "for",  "until", "since", "and", "or",
    "not",    "implies", "if",    "then",   "else", "some",  "every", "let"};

constexpr const Word* findWord(std::string_view name) {
    for (const Word& word : kWords) {
        if (word.name == name) return &word;
    }
    return nullptr;
}

constexpr bool isConnector(std::string_view name) {
    for (const std::string_view word : kConnectors) {
        if (word == name) return true;
    }
    return false;
}

}  // namespace ounce::spec
