#!/usr/bin/env python3
"""Times of `ounce check` on the Brain Game and on games of a corpus, as Markdown.

    bench/verify/experiment.py build/dev/ounce ../shared brain|witnesses|speed

Wall-clock times of whole processes, median of five: the Brain Game and its variants; witnesses that `check` finds by itself
on projects of the corpus; visited states a second on FruitCatching (processor time, since nothing there waits)."""
import json
import resource
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

OUNCE = sys.argv[1]
SHARED = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "../shared")
HERE = pathlib.Path(__file__).resolve().parent
BRAIN = HERE.parent.parent / "examples" / "brain-game"
PAPER = {"V1": "25 (does not replay)", "V2": "50", "V3": "1500", "V4": "47", "V5": "210",
         "V3, 1": "57", "V3, 2": "170", "V3, 3": "410", "V3, 4": "810", "V3, 5": "1500"}


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check(*arguments):
    start = time.monotonic()
    done = subprocess.run([OUNCE, "check", *map(str, arguments), "--json"], capture_output=True, text=True)
    return time.monotonic() - start, json.loads(done.stdout)


def median_of_five(*arguments):
    """Seconds on the clock and of the processor; on a busy machine only the second says much."""
    runs = []
    for _ in range(5):
        before = used()
        seconds, result = check(*arguments)
        runs.append((seconds, used() - before, result["properties"]))
    return (f"{statistics.median(r[0] for r in runs):.3f} | {statistics.median(r[1] for r in runs):.3f}", runs[0][2])


def only(properties, name, folder):
    """The file of properties with one of them left."""
    keep = [line for line in properties.splitlines()
            if not (line[:1] == "P" and ":" in line) or line.startswith(name + ":")]
    path = folder / f"{name}.props"
    path.write_text("\n".join(keep) + "\n")
    return path


def brain():
    folder = pathlib.Path(tempfile.mkdtemp())
    properties = (BRAIN / "brain-game.props").read_text()
    print("| program | property | verdict | states | seconds | processor | paper, analysis alone |\n|---|---|---|---|---|---|---|")
    for variant, name in (("V1", "P1"), ("V2", "P3"), ("V3", "P2"), ("V4", "P4"), ("V5", "P4")):
        seconds, [p] = median_of_five(BRAIN / f"{variant}.scratch", "--spec", only(properties, name, folder), "-j1",
                                      "-o", folder / variant)
        print(f"| {variant} | {name} | {p['verdict']} | {p['states']} | {seconds} | {PAPER[variant]} |")
    seconds, [p] = median_of_five(BRAIN / "V1.scratch", "--spec", only(properties, "P1", folder), "-j1",
                                  "--initial", "any", "-o", folder / "any")
    print(f"| V1, any initial values | P1 | {p['verdict']} | {p['states']} | {seconds} | |")
    for n in (1, 2, 3, 4, 5, 10, 50):
        program = folder / f"V3_{n}.scratch"
        program.write_text((BRAIN / "V3.scratch").read_text().replace("repeat (5)", f"repeat ({n})"))
        spec = only(properties.replace("= 5 within", f"= {n} within"), "P2", folder)
        seconds, [p] = median_of_five(program, "--spec", spec, "-j1", "-o", folder / str(n))
        print(f"| V3, {n} questions | P2 | {p['verdict']} | {p['states']} | {seconds} | {PAPER.get(f'V3, {n}', '')} |")
    seconds, found = median_of_five(BRAIN / "brain-game.scratch", "--spec", BRAIN / "brain-game.props", "-j1")
    print(f"| correct | P1–P4 | {', '.join(sorted({p['verdict'] for p in found}))} | "
          f"{sum(p['states'] for p in found)} | {seconds} | not reported |")


def witnesses():
    """Own witnesses for the projects of Bastet and for Pin-9-4."""
    print("| project | property | verdict | order | states | seconds |\n|---|---|---|---|---|---|")
    for name in ("call-center", "whac-a-mole", "Pin-9-4", "marble-track", "cat-in-the-well"):
        found = list(SHARED.glob(f"corpus/bastet/*/{name}/p.sb3")) + list(SHARED.glob(f"corpus/*/reference/*/{name}.sb3"))
        for order in ("shortest", "nearest") if found else ():
            seconds, result = check(found[0], "--spec", HERE / f"{name}.props", "--budget", "60s", "-j1", "--order", order)
            for p in result["properties"]:
                print(f"| {name} | {p['name']} | {p['verdict']} | {order} | {p['states']} | {seconds:.2f} |", flush=True)
        if not found:
            print(f"| {name} | not there | | | | |")


def speed():
    """States a second: the bowl of FruitCatching, without intervals; no symbols are in it."""
    game = next(SHARED.glob("corpus/*/games/FruitCatching.sb3"))
    spec = pathlib.Path(tempfile.mkdtemp()) / "bowl.props"
    spec.write_text("bowl: always Bowl.x <= 290 and Bowl.x >= -290\n")
    print("| states | processor seconds | visited states a second |\n|---|---|---|")
    for states in (1000, 300000, 300000, 300000, 300000, 300000):
        before = used()
        check(game, "--spec", spec, "--budget", f"{states}states", "-j1", "--explore")
        seconds = used() - before
        print(f"| {states} | {seconds:.2f} | {states / seconds:.0f} |", flush=True)
    print(f"\n{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB at most")


{"brain": brain, "witnesses": witnesses, "speed": speed}[sys.argv[3]]()
