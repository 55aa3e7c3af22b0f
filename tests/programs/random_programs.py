#!/usr/bin/env python3
"""Writes random programs in text form, to be compared with the official VM.

    tests/programs/random_programs.py FOLDER --count 100 --seed 1
    tests/programs/against_oracle.py build/dev/ounce ORACLE_FOLDER --folder FOLDER

The same seed gives the same programs. They use all categories, three sprites, clones, messages, custom blocks with and
without screen refresh, and random inputs.
"""
import argparse
import pathlib
import random

SPRITES = ["Ann", "Bob", "Cleo"]
MESSAGES = ["red", "green"]
KEYS = ["a", "ArrowLeft", "space"]


class Writer:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.callable = []

    def pick(self, *options):
        return self.rng.choice(options)

    def number(self, depth=0):
        r = self.rng.random()
        if depth > 2 or r < 0.35:
            return f"({self.pick(0, 1, 2, 3, 10, -5, 0.5, 90, 33.3, 1e3)})"
        if r < 0.5:
            return f"({self.number(depth + 1)} {self.pick('+', '-', '*', '/', 'mod')} {self.number(depth + 1)})"
        return self.pick(
            "(x position)", "(y position)", "(direction)", "(size)", "(score)", "(own)", "(timer)", "(length of [items v])",
            "(mouse x)", "(counter)", "(volume)", "(item (1) of [items v])", "(costume [number v])", "(backdrop [number v])",
            f"(pick random {self.number(3)} to {self.number(3)})", f"(round {self.number(depth + 1)})",
            f"([{self.pick('abs', 'floor', 'sqrt', 'sin', 'cos', 'tan', 'ln', '10 ^')} v] of {self.number(depth + 1)})",
            f"(distance to ({self.pick(*SPRITES)} v))", f"([x position v] of ({self.pick(*SPRITES)} v))",
            f"(length of {self.text(depth + 1)})", f"(item # of {self.text(depth + 1)} in [items v])")

    def text(self, depth=0):
        r = self.rng.random()
        if depth > 2 or r < 0.4:
            return f"[{self.pick('a', 'Hello', '', '7', '0x1f', 'true', 'last', 'random', ' ', 'é€')}]"
        return self.pick(f"(join {self.text(depth + 1)} {self.text(depth + 1)})", f"(letter {self.number(depth + 1)} of {self.text(depth + 1)})",
                         "(items)", "(answer)", self.number(depth + 1), f"(item {self.text(3)} of [items v])", "(costume [name v])")

    def condition(self, depth=0):
        r = self.rng.random()
        if depth < 2 and r < 0.15:
            return f"<{self.condition(depth + 1)} {self.pick('and', 'or')} {self.condition(depth + 1)}>"
        if r < 0.5:
            return f"<{self.text(1)} {self.pick('<', '=', '>')} {self.number(1)}>"
        return self.pick(
            f"<touching ({self.pick(*SPRITES)} v)?>", "<touching (edge v)?>", "<touching (mouse-pointer v)?>", "<mouse down?>",
            f"<key ({self.pick('a', 'left arrow', 'space', 'any')} v) pressed?>", f"<[items v] contains {self.text(2)}?>",
            f"<{self.text(2)} contains {self.text(2)}?>", f"<not {self.condition(depth + 1)}>" if depth < 2 else "<>")

    def simple(self):
        n, t = self.number, self.text
        return self.pick(*[
            lambda: f"move {n()} steps", lambda: f"turn right {n()} degrees", lambda: f"point in direction {n()}",
            lambda: f"go to x: {n()} y: {n()}", lambda: f"change x by {n()}", lambda: f"set y to {n()}",
            lambda: f"go to ({self.pick('random position', 'mouse-pointer', *SPRITES)} v)",
            lambda: f"point towards ({self.pick('mouse-pointer', *SPRITES)} v)", lambda: "if on edge, bounce",
            lambda: f"glide {self.pick('(0.1)', '(0)', '(0.05)')} secs to x: {n()} y: {n()}",
            lambda: f"set rotation style [{self.pick('left-right', 'all around')} v]",
            lambda: f"say {t()}", lambda: f"think {t()}", lambda: f"say {t()} for {self.pick('(0.1)', '(0)', '[x]')} seconds",
            lambda: "show", lambda: "hide", lambda: "next costume", lambda: f"switch costume to {t()}",
            lambda: "next backdrop", lambda: f"switch backdrop to ({self.pick('day', 'night', 'random backdrop', 'none')} v)",
            lambda: f"change size by {self.pick('(5)', '(-10)', '(33.3)')}", lambda: f"set size to {n()} %",
            lambda: f"change [{self.pick('ghost', 'color', 'brightness')} v] effect by {n()}", lambda: "clear graphic effects",
            lambda: f"go to [{self.pick('front', 'back')} v] layer", lambda: f"go [{self.pick('forward', 'backward')} v] {self.pick('(1)', '(2)')} layers",
            lambda: f"play sound ({self.pick('pop', 'nothing')} v) until done", lambda: "start sound (pop v)", lambda: "stop all sounds",
            lambda: f"set volume to {n()} %", lambda: f"set [pitch v] effect to {n()} :: sound",
            lambda: f"broadcast ({self.pick(*MESSAGES)} v)", lambda: f"broadcast ({self.pick(*MESSAGES)} v) and wait",
            lambda: f"broadcast (join [RE] {self.pick('[d]', '[x]')})",
            lambda: f"wait {self.pick('(0)', '(0.05)', '(0.1)')} seconds", lambda: f"wait until {self.condition()}",
            lambda: f"create clone of ({self.pick('myself', *SPRITES)} v)",
            lambda: "stop [other scripts in sprite v]", lambda: "increment counter",
            lambda: f"ask {t()} and wait", lambda: "reset timer", lambda: f"set drag mode [{self.pick('draggable', 'not draggable')} v]",
            lambda: f"set [score v] to {t()}", lambda: f"change [score v] by {n()}", lambda: f"set [own v] to {t()}",
            lambda: f"change [own v] by {n()}", lambda: f"add {t()} to [items v]", lambda: f"delete {t()} of [items v]",
            lambda: f"insert {t()} at {n()} of [items v]", lambda: f"replace item {n()} of [items v] with {t()}",
            *[lambda: f"{self.pick(*self.callable)} {n()}"] * bool(self.callable), lambda: "play note (60) for (0.1) beats", lambda: "rest for (0) beats",
            lambda: "pen down", lambda: "pen up", lambda: "stamp", lambda: "erase all",
        ])()

    def block(self, indent, depth):
        pad = "  " * indent
        r = self.rng.random()
        if depth > 2 or r < 0.68:
            self.lines.append(pad + self.simple())
            return
        if r < 0.8:
            self.lines.append(f"{pad}if {self.condition()} then")
            self.blocks(indent + 1, depth + 1)
            if self.rng.random() < 0.4:
                self.lines.append(f"{pad}else")
                self.blocks(indent + 1, depth + 1)
        else:
            loop = self.pick("repeat (3)", "repeat (10)", f"repeat {self.number(1)}", f"repeat until {self.condition()}", "for each [own v] in (3)")
            self.lines.append(pad + loop)
            self.blocks(indent + 1, depth + 1)
        self.lines.append(f"{pad}end")

    def blocks(self, indent, depth):
        for _ in range(self.rng.randint(1, 4)):
            self.block(indent, depth)

    def script(self, hat):
        self.lines += ["", hat]
        self.blocks(0, 0)
        r = self.rng.random()
        if r < 0.25:
            self.lines.append("forever")
            self.blocks(1, 1)
            self.lines.append("end")
        elif r < 0.32:
            self.lines.append(self.pick("stop [this script v]", "stop [all v]", "delete this clone"))

    def hat(self):
        return self.pick("when flag clicked", "when flag clicked", "when I start as a clone", "when this sprite clicked",
                         *[f"when I receive [{m} v]" for m in MESSAGES], "when [a v] key pressed", "when [any v] key pressed",
                         "when backdrop switches to [night v]", "when [timer v] > (0.4)")

    def inputs(self, steps):
        # Before it is seen for the first time the pointer is nowhere, and so is a sprite that goes there.
        self.lines.append("// input 0 mouseMove 5 7")
        for _ in range(self.rng.randint(0, 12)):
            step = self.rng.randint(1, steps - 1)
            x, y = self.rng.randint(-230, 230), self.rng.randint(-170, 170)
            self.lines.append(f"// input {step} " + self.pick(
                f"keyDown {self.pick(*KEYS)}", f"keyUp {self.pick(*KEYS)}", f"mouseMove {x} {y}", f"mouseDown {x} {y}",
                f"mouseUp {x} {y}", f"answer {x}", f"clickSprite {self.pick(*SPRITES)}", "greenFlag"))

    def program(self):
        self.lines += ["// steps 40", f"// seed {self.rng.randint(1, 1000)}", "// passes 30", "// warp 200",
                       f"// mode {self.pick('scratch', 'scratch', 'whisker')}"]
        self.inputs(40)
        self.lines += ["// expect limit none", "stage", '  backdrop "day" rect 480 360 #aaf', '  backdrop "night" rect 480 360 #113',
                       "  variable score = 0", '  list items = "a", 2, "c"', *[f"  message {m}" for m in MESSAGES]]
        for i, name in enumerate(SPRITES):
            self.lines += [f"sprite {name}", f'  costume "one" rect {30 + 10 * i} 30 red', '  costume "two" circle 24 blue',
                           f"  at x: {40 * i - 40} y: {10 * i}", '  sound "pop" silence 0.2 seconds', "  variable own = 0",
                           "", "define slow (n)"]
            # Recursion with an end: official Scratch would not survive one without.
            self.callable = []
            self.blocks(0, 1)
            self.lines += ["if <(n) > (0)> then", f"  {self.pick('slow', 'quick')} ([floor v] of ((n) / (2)))", "end"]
            self.blocks(0, 1)
            self.lines += ["", "define quick (n) :: warp"]
            self.blocks(0, 1)
            self.lines += ["if <(n) > (0)> then", f"  {self.pick('slow', 'quick')} ([floor v] of ((n) / (2)))", "end"]
            self.blocks(0, 1)
            self.callable = ["slow", "quick"]
            for _ in range(self.rng.randint(2, 4)):
                self.script(self.hat())
        return "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for i in range(options.count):
        text = Writer(random.Random(f"{options.seed} {i}")).program()
        (options.folder / f"random-{options.seed}-{i:04}.scratch").write_text(text)


if __name__ == "__main__":
    main()
