#!/usr/bin/env python3
"""Proofs on real games, and for each a planted bug for which the same command finds a witness, as Markdown.

    bench/verify/planted.py build/dev/ounce SHARED [--budget 60s] [--game NAME] [--write STORE]

A bug is one block or one attribute of the project, changed: see BUGS. --write: only writes the projects, for mutants.py."""
import argparse
import json
import pathlib
import subprocess
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
parser = argparse.ArgumentParser()
parser.add_argument("ounce")
parser.add_argument("shared", type=pathlib.Path)
parser.add_argument("--budget", default="60s")
parser.add_argument("--game", default="")
parser.add_argument("--write", type=pathlib.Path)
options = parser.parse_args()


SET, CHANGE = "data_setvariableto", "data_changevariableby"


def number(sprite, opcode, nth, name, value):
    """The nth block of that kind gets another number."""
    def edit(project):
        block = find(project, sprite, opcode, nth)
        block["inputs"][name][1][1] = str(value)
    return f"{sprite}: {opcode} {nth}, {name} = {value}", edit


def other(sprite, opcode, nth, new, names):
    """The nth block of that kind becomes one of another kind."""
    def edit(project):
        block = find(project, sprite, opcode, nth)
        block["opcode"] = new
        block["inputs"] = {names.get(k, k): v for k, v in block["inputs"].items()}
    return f"{sprite}: {opcode} {nth} becomes {new}", edit


def changes(sprite, opcode, nth, variable, value):
    """The nth block of that kind becomes «change variable by value»: a wrong block in the right place."""
    def edit(project):
        block = find(project, sprite, opcode, nth)
        own = sorted(project["targets"], key=lambda t: t["name"] == sprite)
        ids = {name[0]: i for t in own for i, name in t["variables"].items()}
        block["opcode"] = CHANGE
        block["inputs"] = {"VALUE": [1, [4, str(value)]]}
        block["fields"] = {"VARIABLE": [variable, ids[variable]]}
    return f"{sprite}: {opcode} {nth} becomes change {variable} by {value}", edit


def attribute(sprite, name, value):
    def edit(project):
        next(t for t in project["targets"] if t["name"] == sprite)[name] = value
    return f"{sprite}: {name} = {value}", edit


def find(project, sprite, opcode, nth):
    target = next(t for t in project["targets"] if t["name"] == sprite)
    found = [b for b in target["blocks"].values() if isinstance(b, dict) and b["opcode"] == opcode]
    if opcode.startswith("data_"):
        name = nth[0]
        found = [b for b in found if b["fields"]["VARIABLE"][0] == name]
        nth = nth[1]
    return found[nth]


BUGS = {
    ("FruitCatching", "time never negative"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", -40),
    ("FruitCatching", "time at most 30"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", 1),
    ("FruitCatching", "time never rises"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", 1),
    ("FruitCatching", "bowl stays on the stage"): attribute("Bowl", "size", 300),
    ("FruitCatching", "bowl keeps its height"): other("Bowl", "motion_movesteps", 0, "motion_changeyby", {"STEPS": "DY"}),
    ("FruitCatching", "fruit never higher than at first"): number("Apple", "motion_sety", 0, "Y", 180),
    ("CatchTheDots", "delay never grows"): number("Stage", CHANGE, ("delay", 0), "VALUE", 0.5),
    ("CatchTheDots", "delay stays above 1"): number("Stage", CHANGE, ("delay", 0), "VALUE", -8),
    ("CatchTheDots", "speed at least 1"): number("Stage", CHANGE, ("speed", 0), "VALUE", -0.25),
    ("CatchTheDots", "score never falls"): changes("controller", "motion_turnright", 0, "score", -1),
    ("CatchTheDots", "score never negative"): number("Stage", SET, ("score", 0), "VALUE", -1),
    ("CatchTheDots", "lives at most 3"): number("Stage", SET, ("lives", 0), "VALUE", 4),
    ("CatchTheDots", "lives never rise"): changes("controller", "motion_turnright", 0, "lives", 1),
    ("CatchingApples", "score never falls"): changes("Cart", "motion_changexby", 0, "score", -1),
    ("CatchingApples", "score never negative"): number("Apple", SET, ("score", 0), "VALUE", -1),
    ("CatchingApples", "cart keeps its height"): other("Cart", "motion_changexby", 0, "motion_changeyby", {"DX": "DY"}),
    ("CatchingApples", "cart stays on the stage"): attribute("Cart", "size", 300),
    ("FlappyParrot", "score never falls"): changes("Flappy", "looks_switchcostumeto", 0, "score", -1),
    ("FlappyParrot", "score never negative"): number("Pipes", SET, ("score", 0), "VALUE", -1),
    ("FlappyParrot", "bird never moves sideways"): other("Flappy", "motion_changeyby", 0, "motion_changexby", {"DY": "DX"}),
    ("Snake", "score never falls"): changes("Schlange", "motion_pointindirection", 0, "Score", -1),
    ("Snake", "score at least 5"): number("Schlange", SET, ("Score", 0), "VALUE", 4),
    ("Snake", "never too fast"): number("Schlange", SET, ("DauerProPosition", 0), "VALUE", 0.05),
    ("Snake", "never slower than at first"): number("Schlange", SET, ("DauerProPosition", 0), "VALUE", 0.3),
    ("Snake", "end sign stays in the middle"): number("SpielZuEnde", "motion_gotoxy", 0, "X", 9),
    ("BirdShooter", "shots never fall"): number("Bullet", CHANGE, ("Fired", 0), "VALUE", -1),
    ("BirdShooter", "hits never negative"): number("Bullet", SET, ("Hits", 0), "VALUE", -1),
    ("BirdShooter", "shooter keeps its height"): other("Shooter", "motion_changexby", 0, "motion_changeyby", {"DX": "DY"}),
    ("EndlessRunner", "picture of the runner"): number("Sprite2", SET, ("cnum", 0), "VALUE", -2),
    ("EndlessRunner", "world moves left"): number("Sprite2", SET, ("speed", 0), "VALUE", 1),
    ("EndlessRunner", "ball comes from the right"): changes("Ball", "looks_hide", 1, "myx", 500),
    ("WhackAMole", "level within 1 and 8"): number("hammer sprite", SET, ("level", 0), "VALUE", 0),
    ("WhackAMole", "lives at most 3"): number("hammer sprite", SET, ("lives", 0), "VALUE", 4),
    ("WhackAMole", "score never falls"): changes("hammer sprite", "looks_switchcostumeto", 1, "score", -1),
    ("WhackAMole", "lives never rise"): changes("hammer sprite", "looks_switchcostumeto", 1, "lives", 1),
    ("Pong", "paddle keeps its height"): other("Paddle", "motion_setx", 0, "motion_sety", {"X": "Y"}),
    ("Pong", "paddle stays on the stage"): attribute("Paddle", "size", 300),
}


def planted(path, edit, result):
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    project = json.loads(content["project.json"])
    edit(project)
    content["project.json"] = json.dumps(project).encode()
    with zipfile.ZipFile(result, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return result


def check(project, spec, folder):
    done = subprocess.run([options.ounce, "check", str(project), "--spec", str(spec), "--budget", options.budget, "-j1",
                           "--json", "-o", str(folder)], capture_output=True, text=True)
    return json.loads(done.stdout)["properties"][0]


def replays(project, found, spec):
    done = subprocess.run([options.ounce, "replay", str(project), found["witness"], "--spec", str(spec), "--json"],
                          capture_output=True, text=True)
    return json.loads(done.stdout)["reproduced"]


def main():
    if not options.write:
        print("| game | property | verdict | how | seconds | planted bug | verdict | steps | states | seconds |\n"
              "|---|---|---|---|---|---|---|---|---|---|")
    proofs = pairs = 0
    for (game, name), (words, edit) in BUGS.items():
        if options.game and game != options.game:
            continue
        path = next(options.shared.glob(f"corpus/*/games/{game}.sb3"), None)
        if not path:
            continue
        if options.write:
            (options.write / game).mkdir(parents=True, exist_ok=True)
            planted(path, edit, options.write / game / f"planted-{name.replace(' ', '-')}.sb3")
            continue
        folder = pathlib.Path(tempfile.mkdtemp())
        line = next(l for l in (HERE / f"{game}.props").read_text().splitlines() if l.startswith(name + ":"))
        spec = folder / "one.props"
        spec.write_text(line + "\n")
        original = check(path, spec, folder / "original")
        bug = planted(path, edit, folder / "planted.sb3")
        found = check(bug, spec, folder / "found")
        witness = found["verdict"] == "violated" and replays(bug, found, spec)
        proofs += original["verdict"] == "safe"
        pairs += original["verdict"] == "safe" and witness
        how = "by intervals" if original["how"].startswith("by intervals") else f"{original['states']} states"
        print(f"| {game} | {name} | {original['verdict']} | {how} | {original['seconds']:.2f} | {words} | "
              f"{found['verdict']}{', replayed' if witness else ''} | {found['steps']} | {found['states']} | "
              f"{found['seconds']:.2f} |", flush=True)
    if not options.write:
        print(f"\n{proofs} proofs, {pairs} of them with a witness for the planted bug")


main()
