// Little programs with everything in them that a proof could get wrong, and properties of them.
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "base/random.h"

namespace ounce::adversary {

class RandomPrograms {
  public:
    explicit RandomPrograms(std::uint32_t seed) : random_(seed) {}

    std::string program() {
        std::string text =
            "stage\n  backdrop \"b\" rect 480 360 #ffffff\n  backdrop \"c\" rect 480 360 #0000ff\n";
        text += "  variable v = 0\n  variable w = 0\n";
        text += fmt::format("  variable t = {}\n", one({"0", "\"a\"", "\"\"", "2.5"}));
        text += chance(6) ? "  variable s = 5  monitor 5 5 mode slider\n" : "  variable s = 5\n";
        text += chance(8) ? "  cloud variable c = 1\n" : "  variable c = 1\n";
        text += "  list l = 1, 2.5, \"a\"\n\n";
        onStage_ = true;
        if (chance(3)) text += hat(true) + body(2, 0) + "\n";
        onStage_ = false;
        const int sprites = 1 + below(2);
        for (int i = 0; i < sprites; i++) {
            text += fmt::format(
                "sprite S{}\n  costume \"c\" rect {} #ff0000\n  costume \"d\" rect 30 10 #00ff00\n", i,
                one({"20 20", "60 40", "480 360"}));
            text += fmt::format("  at x: {} y: {}{}\n", one({"0", "0", "50", "-30", "300"}),
                                one({"0", "0", "20"}), chance(6) ? "  draggable" : "");
            text += "  variable own = 0\n\n";
            for (int n = 1 + below(3); n > 0; n--) text += hat(false) + body(3, 0) + "\n";
            if (chance(3))
                text += fmt::format("define jump (a){}\n", chance(2) ? " :: warp" : "") + body(2, 1) + "\n",
                    text += "when flag clicked\njump " + value(1) + "\n\n";
            if (chance(4)) text += "when I start as a clone\n" + body(3, 0) + "\n";
        }
        return text;
    }

    std::string property() {
        switch (below(18)) {
            case 14: return fmt::format("always length(l) < {}", 3 + below(3));
            case 15: return "never touching(S0, mouse) and not mouseDown";
            case 16: return fmt::format("always S0.costume = \"c\" or {} = {}", name(), constant());
            case 17: return fmt::format("always S0.y = 0 or S0.x < {}", 50 * below(5));
            case 0: return fmt::format("never {} = {}", name(), constant());
            case 1: return fmt::format("always {} < {}", name(), 2 + below(5));
            case 2: return fmt::format("always {0} >= prev({0})", name());
            case 3: return fmt::format("never {} + {} > {}", name(), name(), 2 + below(5));
            case 4: return fmt::format("always abs(S0.x) < {}", 60 * (1 + below(5)));
            case 5: return "always S0.visible";
            case 6: return fmt::format("always {} > {} => S0.own < {}", name(), below(3), 2 + below(3));
            case 7: return fmt::format("after {} within 100 ms {} = {}", event(), name(), constant());
            case 8: return fmt::format("never touching(S0, {})", one({"mouse", "edge"}));
            case 9: return fmt::format("always clones(S0) < {}", 1 + below(3));
            case 10: return fmt::format("after {} always {} >= old({})", event(), "v", "v");
            case 11: return fmt::format("never {} and {} = {}", event(), name(), constant());
            case 12:
                return fmt::format("always S0.direction = {} or {} < {}", one({"90", "0"}), name(), below(4));
            default: return fmt::format("never answered and answer = {}", chance(2) ? name() : constant());
        }
    }

  private:
    int below(int n) { return static_cast<int>(random_.next() * n); }
    bool chance(int in) { return below(in) == 0; }
    const char* one(const std::vector<const char*>& of) {
        return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
    }

    std::string event() {
        return one({"flag", "stop", "answered", "clicked(S0)", "clicked(Stage)", "pressed(space)",
                    "pressed(a)", "pressed(any)", "broadcast \"m\"", "said(S0)", "cloned(S0)", "rises(v > 1)",
                    "mouseDown"});
    }
    std::string name() { return one({"v", "w", "v", "w", "t", "s", "c", "S0.own"}); }
    std::string variable() { return one({"v", "w", "v", "w", "t", "s", "c", onStage_ ? "v" : "own"}); }
    std::string constant() { return one({"0", "1", "2", "3", "-1", "2.5", "\"a\"", "\"\"", "5", "100"}); }
    std::string hat(bool stage) {
        switch (below(10)) {
            case 0: return "when I receive [m v]\n";
            case 1: return "when [space v] key pressed\n";
            case 2: return "when [any v] key pressed\n";
            case 3: return stage ? "when stage clicked\n" : "when this sprite clicked\n";
            case 4: return chance(2) ? "when [timer v] > (0.2)\n" : "when backdrop switches to [c v]\n";
            default: return "when flag clicked\n";
        }
    }
    std::string literal() {
        return one({"(0)", "(1)", "(2)", "(-1)", "(3)", "[a]", "[]", "(2.5)", "(0.5)", "[b]", "(100)"});
    }
    std::string value(int depth) {
        switch (below(depth > 1 ? 6 : 18)) {
            case 0:
            case 1: return literal();
            case 2:
            case 3: return fmt::format("({})", variable());
            case 4: return "(answer)";
            case 5:
                if (chance(6)) return "(pick random (0) to (1.5))";
                return fmt::format("(pick random ({}) to ({}))", below(4) - 2, below(4));
            case 6: return fmt::format("({} + {})", value(depth + 1), value(depth + 1));
            case 7: return fmt::format("({} - {})", value(depth + 1), value(depth + 1));
            case 8: return fmt::format("({} * {})", value(depth + 1), value(depth + 1));
            case 9: return fmt::format("({} / {})", value(depth + 1), value(depth + 1));
            case 10: return fmt::format("({} mod {})", value(depth + 1), value(depth + 1));
            case 11: return fmt::format("(round {})", value(depth + 1));
            case 12: return fmt::format("(join {} {})", value(depth + 1), value(depth + 1));
            case 13: return fmt::format("(item {} of [l v])", value(depth + 1));
            case 14:
                if (!onStage_) return sensed();
                return one({"(length of [l v])", "(mouse x)", "(timer)", "([x position v] of (S0 v))",
                            "([own v] of (S0 v))", "(backdrop [number v])"});
            case 15: return fmt::format("([{} v] of {})", one({"abs", "floor", "sqrt"}), value(depth + 1));
            case 16: return fmt::format("(length of {})", value(depth + 1));
            default: return fmt::format("(letter {} of {})", value(depth + 1), value(depth + 1));
        }
    }
    std::string sensed() {
        return one({"(length of [l v])",
                    "(x position)",
                    "(mouse x)",
                    "(mouse y)",
                    "(username)",
                    "(timer)",
                    "(loudness)",
                    "(costume [number v])",
                    "(direction)",
                    "(y position)",
                    "(size)",
                    "(backdrop [name v])",
                    "(costume [name v])",
                    "([x position v] of (S0 v))",
                    "([own v] of (S0 v))",
                    "([v v] of (Stage v))",
                    "(distance to (mouse-pointer v))",
                    "(distance to (S0 v))",
                    "(days since 2000)",
                    "(current [second v])",
                    "(item # of [a] in [l v])",
                    "(item [last] of [l v])",
                    "(item [random] of [l v])",
                    "(volume)"});
    }
    std::string condition(int depth) {
        switch (below(depth > 0 ? 8 : 12)) {
            case 0:
            case 1: return fmt::format("<{} = {}>", value(1), value(1));
            case 2:
            case 3: return fmt::format("<{} {} {}>", value(1), one({"<", ">"}), value(1));
            case 4: return fmt::format("<(answer) {} {}>", one({"=", "<", ">"}), value(1));
            case 5: return fmt::format("<key ({} v) pressed?>", one({"space", "any", "a"}));
            case 6:
                if (onStage_) return "<mouse down?>";
                return one({"<mouse down?>", "<touching (mouse-pointer v)?>", "<touching (edge v)?>",
                            "<touching (S0 v)?>", "<touching color [#ff0000]?>"});
            case 7: return fmt::format("<[l v] contains {}?>", value(1));
            case 8: return fmt::format("<not {}>", condition(depth + 1));
            case 9: return fmt::format("<{} contains {}?>", value(1), value(1));
            case 10: return fmt::format("<{} and {}>", condition(depth + 1), condition(depth + 1));
            default: return fmt::format("<{} or {}>", condition(depth + 1), condition(depth + 1));
        }
    }
    static std::string indented(const std::string& text) {
        std::string result;
        for (std::size_t i = 0, end = 0; i < text.size(); i = end + 1) {
            end = text.find('\n', i);
            result += "  " + text.substr(i, end - i) + "\n";
        }
        return result;
    }
    std::string body(int blocks, int depth) {
        std::string text;
        for (int i = 1 + below(blocks); i > 0; i--) text += block(depth);
        return text;
    }
    std::string block(int depth) {
        switch (below(depth > 1 ? 20 : 28)) {
            case 0:
            case 1:
            case 2: return fmt::format("set [{} v] to {}\n", variable(), value(0));
            case 3:
            case 4: return fmt::format("change [{} v] by {}\n", variable(), value(0));
            case 5: return fmt::format("set x to {}\n", value(0));
            case 6: return fmt::format("change x by {}\n", value(1));
            case 7: return fmt::format("say (join {} [!])\n", value(1));
            case 8:
            case 9: return "ask [?] and wait\n";
            case 10:
                if (onStage_) return "next backdrop\n";
                return one({"hide\n", "show\n", "next costume\n", "switch costume to (d v)\n",
                            "set size to (200) %\n", "change size by (10)\n",
                            "set rotation style [left-right v]\n", "change [ghost v] effect by (50)\n"});
            case 11: return one({"create clone of (myself v)\n", "delete this clone\n"});
            case 12:
                return one(
                    {"stop [this script v]\n", "stop [all v]\n", "stop [other scripts in sprite v]\n"});
            case 13: return one({"broadcast (m v)\n", "broadcast (m v) and wait\n"});
            case 14: return fmt::format("wait ({}) seconds\n", one({"0", "0.1"}));
            case 15:
                if (onStage_) return one({"reset timer\n", "next backdrop\n", "switch backdrop to (c v)\n"});
                return one({"reset timer\n", "go to [front v] layer\n", "next backdrop\n",
                            "switch backdrop to (c v)\n", "if on edge, bounce\n",
                            "go to (random position v)\n", "go to (mouse-pointer v)\n", "go to (S0 v)\n",
                            "glide (0.1) secs to x: (50) y: (0)\n", "point towards (mouse-pointer v)\n",
                            "point in direction (0)\n"});
            case 16:
                if (onStage_) return "set [v v] to (0)\n";
                return fmt::format("turn right {} degrees\n", one({"(90)", "(15)"}));
            case 17: return fmt::format("add {} to [l v]\n", value(1));
            case 18:
                if (onStage_) return "delete (1) of [l v]\n";
                return one({"delete (1) of [l v]\n", "delete all of [l v]\n", "set drag mode [draggable v]\n",
                            "set drag mode [not draggable v]\n", "replace item (1) of [l v] with (own)\n",
                            "insert (v) at (1) of [l v]\n", "set volume to (50) %\n"});
            case 19: return fmt::format("move {} steps\n", value(1));
            case 20:
            case 21:
            case 22: return fmt::format("if {} then\n{}end\n", condition(0), indented(body(2, depth + 1)));
            case 23:
                return fmt::format("if {} then\n{}else\n{}end\n", condition(0), indented(body(2, depth + 1)),
                                   indented(body(1, depth + 1)));
            case 24: return fmt::format("repeat (2)\n{}end\n", indented(body(2, depth + 1)));
            case 25: return fmt::format("wait until {}\n", condition(0));
            case 26:
                return fmt::format("repeat until {}\n{}end\n", condition(0), indented(body(2, depth + 1)));
            default: return fmt::format("forever\n{}end\n", indented(body(2, depth + 1)));
        }
    }

    Random random_;
    bool onStage_ = false;
};

}  // namespace ounce::adversary
