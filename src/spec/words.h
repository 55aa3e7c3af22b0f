// The words of the language that stand for a function or a value, with what they take.
#pragma once

#include <array>
#include <string_view>

#include "spec/syntax.h"

namespace ounce::spec {

// What a word takes, a letter each: v a value, s a sprite, k a key, m a message, t what can be touched.
struct Word {
    std::string_view name;
    Code code;
    std::string_view takes;
    std::string_view example;
};

constexpr std::array kWords{
    Word{"true", Code::True, "", "true"},
    Word{"false", Code::False, "", "false"},
    Word{"answer", Code::Answer, "", "answer"},
    Word{"asked", Code::Asked, "", "asked"},
    Word{"question", Code::Question, "", "question"},
    Word{"timer", Code::Timer, "", "timer"},
    Word{"mouseX", Code::MouseX, "", "mouseX"},
    Word{"mouseY", Code::MouseY, "", "mouseY"},
    Word{"mouseDown", Code::MouseDown, "", "mouseDown"},
    Word{"backdrop", Code::Backdrop, "", "backdrop"},
    Word{"key", Code::Key, "k", "key(space)"},
    Word{"touching", Code::Touching, "st", "touching(Cat, edge)"},
    Word{"distance", Code::Distance, "ss", "distance(Cat, Dog)"},
    Word{"clones", Code::Clones, "s", "clones(Apple)"},
    Word{"length", Code::Length, "v", "length(words)"},
    Word{"item", Code::Item, "vv", "item(1, words)"},
    Word{"contains", Code::Contains, "vv", "contains(words, \"cat\")"},
    Word{"abs", Code::Abs, "v", "abs(Cat.x)"},
    Word{"min", Code::Min, "vv", "min(Cat.x, 100)"},
    Word{"max", Code::Max, "vv", "max(Cat.x, 100)"},
    Word{"round", Code::Round, "v", "round(Cat.x)"},
    Word{"mod", Code::Mod, "vv", "mod(score, 2)"},
    Word{"flag", Code::Flag, "", "flag"},
    Word{"stop", Code::Stop, "", "stop"},
    Word{"broadcast", Code::Broadcast, "m", "broadcast \"game over\""},
    Word{"answered", Code::Answered, "", "answered"},
    Word{"clicked", Code::Clicked, "s", "clicked(Cat)"},
    Word{"pressed", Code::Pressed, "k", "pressed(space)"},
    Word{"said", Code::Said, "s", "said(Cat)"},
    Word{"cloned", Code::Cloned, "s", "cloned(Apple)"},
    Word{"deleted", Code::Deleted, "s", "deleted(Apple)"},
    Word{"rises", Code::Rises, "v", "rises(Cat.visible)"},
    Word{"falls", Code::Falls, "v", "falls(Cat.visible)"},
    Word{"changes", Code::Changes, "v", "changes(score)"},
    Word{"prev", Code::Prev, "v", "prev(score)"},
    Word{"old", Code::Old, "v", "old(score)"},
    Word{"count", Code::Count, "v", "count(pressed(space) since flag)"},
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
