#!/usr/bin/env python3
"""Proofs on real games, and for each a planted bug for which the same command finds a witness, as Markdown.

    bench/verify/planted.py build/dev/ounce SHARED [--budget 60s] [--game NAME]

A bug is one block or one attribute of the project, changed: see BUGS."""
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
options = parser.parse_args()


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


SET, CHANGE = "data_setvariableto", "data_changevariableby"
BUGS = {
    ("FruitCatching", "time never negative"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", -7),
    ("FruitCatching", "time at most 30"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", 1),
    ("FruitCatching", "time never rises"): number("Stage", CHANGE, ("Zeit", 0), "VALUE", 1),
    ("FruitCatching", "bowl stays on the stage"): attribute("Bowl", "size", 300),
    ("FruitCatching", "bowl keeps its height"): other("Bowl", "motion_movesteps", 0, "motion_changeyby", {"STEPS": "DY"}),
    ("FruitCatching", "fruit never higher than at first"): number("Apple", "motion_sety", 0, "Y", 180),
    ("CatchTheDots", "delay never grows"): number("Stage", CHANGE, ("delay", 0), "VALUE", 0.5),
    ("CatchTheDots", "delay stays above 1"): number("Stage", CHANGE, ("delay", 0), "VALUE", -0.75),
    ("CatchTheDots", "speed at least 1"): number("Stage", CHANGE, ("speed", 0), "VALUE", -0.25),
    ("CatchTheDots", "score never falls"): number("red", CHANGE, ("score", 0), "VALUE", -1),
    ("CatchTheDots", "score never negative"): number("Stage", SET, ("score", 0), "VALUE", -1),
    ("CatchTheDots", "lives at most 3"): number("Stage", SET, ("lives", 0), "VALUE", 4),
    ("CatchTheDots", "lives never rise"): number("red", CHANGE, ("lives", 0), "VALUE", 1),
    ("CatchingApples", "score never falls"): number("Apple", CHANGE, ("score", 0), "VALUE", -1),
    ("CatchingApples", "score never negative"): number("Apple", SET, ("score", 0), "VALUE", -1),
    ("CatchingApples", "cart keeps its height"): other("Cart", "motion_changexby", 0, "motion_changeyby", {"DX": "DY"}),
    ("CatchingApples", "cart stays on the stage"): attribute("Cart", "size", 300),
    ("FlappyParrot", "score never falls"): number("Pipes", CHANGE, ("score", 0), "VALUE", -1),
    ("FlappyParrot", "score never negative"): number("Pipes", SET, ("score", 0), "VALUE", -1),
    ("FlappyParrot", "bird never moves sideways"): other("Flappy", "motion_changeyby", 0, "motion_changexby", {"DY": "DX"}),
    ("Snake", "score never falls"): number("Apfel", CHANGE, ("Score", 0), "VALUE", -1),
    ("Snake", "score at least 5"): number("Schlange", SET, ("Score", 0), "VALUE", 4),
    ("Snake", "never too fast"): number("Schlange", CHANGE, ("DauerProPosition", 0), "VALUE", -0.2),
    ("Snake", "never slower than at first"): number("Schlange", CHANGE, ("DauerProPosition", 0), "VALUE", 0.02),
    ("Snake", "end sign stays in the middle"): number("SpielZuEnde", "motion_gotoxy", 0, "X", 9),
    ("BirdShooter", "shots never fall"): number("Bullet", CHANGE, ("Fired", 0), "VALUE", -1),
    ("BirdShooter", "hits never negative"): number("Bullet", SET, ("Hits", 0), "VALUE", -1),
    ("BirdShooter", "shooter keeps its height"): other("Shooter", "motion_changexby", 0, "motion_changeyby", {"DX": "DY"}),
    ("BirdShooter", "shooter stays on the stage"): attribute("Shooter", "size", 400),
    ("BirdShooter", "bird never far left"): number("Bird2", "motion_gotoxy", 0, "X", -250),
    ("EndlessRunner", "picture of the runner"): number("Sprite2", "operator_equals", 0, "OPERAND2", 10),
    ("EndlessRunner", "world moves left"): number("Sprite2", SET, ("speed", 0), "VALUE", 1),
    ("EndlessRunner", "ball comes from the right"): number("Ball", SET, ("myx", 0), "VALUE", 250),
    ("WhackAMole", "level within 1 and 8"): number("hammer sprite", SET, ("level", 0), "VALUE", 0),
    ("WhackAMole", "lives at most 3"): number("hammer sprite", SET, ("lives", 0), "VALUE", 4),
    ("WhackAMole", "score never falls"): number("mole sprite", CHANGE, ("score", 0), "VALUE", -1),
    ("WhackAMole", "lives never rise"): number("mole sprite", CHANGE, ("lives", 0), "VALUE", 1),
    ("Pong", "paddle keeps its height"): other("Paddle", "motion_setx", 0, "motion_sety", {"X": "Y"}),
    ("Pong", "paddle stays on the stage"): attribute("Paddle", "size", 300),
}


def planted(path, edit, folder):
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    project = json.loads(content["project.json"])
    edit(project)
    content["project.json"] = json.dumps(project).encode()
    result = folder / "planted.sb3"
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
    print("| game | property | verdict | how | seconds | planted bug | verdict | steps | states | seconds |\n"
          "|---|---|---|---|---|---|---|---|---|---|")
    proofs = pairs = 0
    for (game, name), (words, edit) in BUGS.items():
        if options.game and game != options.game:
            continue
        path = next(options.shared.glob(f"corpus/*/games/{game}.sb3"), None)
        if not path:
            continue
        folder = pathlib.Path(tempfile.mkdtemp())
        line = next(l for l in (HERE / f"{game}.props").read_text().splitlines() if l.startswith(name + ":"))
        spec = folder / "one.props"
        spec.write_text(line + "\n")
        original = check(path, spec, folder / "original")
        bug = planted(path, edit, folder)
        found = check(bug, spec, folder / "found")
        witness = found["verdict"] == "violated" and replays(bug, found, spec)
        proofs += original["verdict"] == "safe"
        pairs += original["verdict"] == "safe" and witness
        how = "by intervals" if original["how"].startswith("by intervals") else f"{original['states']} states"
        print(f"| {game} | {name} | {original['verdict']} | {how} | {original['seconds']:.2f} | {words} | "
              f"{found['verdict']}{', replayed' if witness else ''} | {found['steps']} | {found['states']} | "
              f"{found['seconds']:.2f} |", flush=True)
    print(f"\n{proofs} proofs, {pairs} of them with a witness for the planted bug")


main()
