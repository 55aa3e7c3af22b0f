#!/usr/bin/env python3
"""Mutants of games: what `ounce check` proves of them must not be violated by what `ounce generate --spec` finds.

    bench/verify/mutants.py search OUNCE SHARED STORE [--seconds 60]   a search for each mutant; slow, goes on where it was
    bench/verify/mutants.py check OUNCE SHARED STORE [--seconds 5]     check on the same mutants, and the table

The same mutants every time (--sample of mutate), and whatever else lies in STORE/GAME, for example the bugs that
`planted.py --write STORE` puts there. A search goes on, seed after seed, until it has used so many seconds of
processor time, so that a busy machine does not make it weaker. What was searched for less long is searched once more. STORE is
a folder."""
import argparse
import collections
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BRAIN = HERE.parent.parent / "examples" / "brain-game"
# Which games, and how many mutants of each.
SAMPLES = {"brain-game": 10, "FruitCatching": 8, "CatchTheDots": 6, "CatchingApples": 6, "FlappyParrot": 5, "Snake": 6,
           "BirdShooter": 6, "EndlessRunner": 4}

parser = argparse.ArgumentParser()
parser.add_argument("what", choices=["search", "check"])
parser.add_argument("ounce")
parser.add_argument("shared", type=pathlib.Path)
parser.add_argument("store", type=pathlib.Path)
parser.add_argument("--seconds", type=float, default=60)
options = parser.parse_args()
options.store.mkdir(parents=True, exist_ok=True)


def call(*arguments, limit):
    done = subprocess.run([options.ounce, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=limit)
    return json.loads(done.stdout)


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def isDragged(folder, test):
    """Whether somebody drags a sprite in that test: check does not, and says so."""
    suite = json.loads(next(folder.rglob("suite.json")).read_text())
    return any("drag" in json.dumps(t.get("events", [])).lower() for t in suite["tests"] if t["name"] == test)


def search(mutant, spec):
    """The properties that a test violates, after so many seconds of processor time."""
    violated, dragged, start, seed = set(), set(), used(), 0
    while used() - start < options.seconds:
        seed += 1
        left = max(1.0, options.seconds - (used() - start))
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            found = call("generate", mutant, "--spec", spec, "--budget", f"{left:.1f}s", "-j1", "--seed", seed,
                         "--no-assertions", "-o", folder, limit=60 + 10 * options.seconds)
        except subprocess.TimeoutExpired:
            continue  # somebody stopped it; the next seed goes on
        for p in found["projects"][0]["properties"]:
            if p["status"] == "violated":
                (dragged if isDragged(folder, p["test"]) else violated).add(p["name"])
    return {"violated": sorted(violated), "dragged": sorted(dragged - violated), "seeds": seed, "seconds": round(used() - start, 1)}


def mutants(game):
    """The mutants of a game, and its properties."""
    if game == "brain-game":
        project, spec = BRAIN / "brain-game.scratch", BRAIN / "brain-game.props"
    else:
        project, spec = next(options.shared.glob(f"corpus/*/games/{game}.sb3")), HERE / f"{game}.props"
    folder = options.store / game
    if not list(folder.glob("0001-*.sb3")):
        subprocess.run([options.ounce, "mutate", project, "--list", "--sample", str(SAMPLES[game]), "--write", folder],
                       capture_output=True, check=True)
    return sorted(folder.glob("*.sb3")), spec


def searches():
    for position in range(100):
        for game in SAMPLES:
            found, spec = mutants(game)
            if position >= len(found):
                continue
            answer = found[position].with_suffix(".search.json")
            if answer.exists() and json.loads(answer.read_text())["seconds"] >= options.seconds:
                continue
            answer.write_text(json.dumps(search(found[position], spec)))
            print(found[position].stem, answer.read_text(), flush=True)


def checks():
    print("| program | mutants | verdict of check | pairs | violated by generate |\n|---|---|---|---|---|")
    total, against, cpu, drags = collections.Counter(), [], [], 0
    for game in SAMPLES:
        table, count = collections.Counter(), 0
        found, spec = mutants(game)
        for mutant in found:
            answer = mutant.with_suffix(".search.json")
            if not answer.exists():
                continue
            searched = json.loads(answer.read_text())
            cpu.append(searched["seconds"])
            drags += len(searched["dragged"])
            count += 1
            checked = call("check", mutant, "--spec", spec, "--budget", f"{options.seconds:.0f}s", "-j1", limit=600)
            for p in checked["properties"]:
                isViolated = p["name"] in searched["violated"]
                kind = p["verdict"] + (" by intervals" if p["how"].startswith("by intervals") else "")
                table[kind, isViolated] += 1
                if p["verdict"] == "safe" and isViolated:
                    against.append((game, mutant.stem, p["name"]))
        for kind in sorted({kind for kind, _ in table}):
            yes, no = table[kind, True], table[kind, False]
            print(f"| {game} | {count} | {kind} | {yes + no} | {yes} |", flush=True)
        total.update(table)
    pairs = sum(total.values())
    print(f"\n{drags} more pairs were violated only by dragging sprites, which check takes for impossible and says so")
    safe = sum(n for (kind, _), n in total.items() if kind.startswith("safe"))
    print(f"\n{pairs} pairs, {safe} safe, {len(against)} of them violated by generate; "
          f"processor seconds of a search: {min(cpu, default=0)} to {max(cpu, default=0)}")
    for row in against:
        print("AGAINST THE PROOF:", *row)
    sys.exit(1 if against else 0)


searches() if options.what == "search" else checks()
