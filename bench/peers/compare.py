#!/usr/bin/env python3
"""Ounce beside the official VM, on the same machine, the same inputs, one after the other.

    bench/peers/compare.py ORACLE SHARED [--build build/dev] [--steps 1500] [--chromium] [--games TEXT]

ORACLE is an installed copy of the folder that drives the official VM (npm ci was run in it). Compared are CPU times, which
suffer less from a busy machine than wall times. Prints Markdown tables: compute-heavy projects, then games without renderer
(official VM in Node) and, with --chromium, with the renderer.
"""
import argparse
import json
import pathlib
import random
import re
import statistics
import subprocess
import tempfile


def wild_inputs(seed, steps):
    """The green flag, then keys and mouse as a player gone wild would use them."""
    rng = random.Random(seed)
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "a", "d", "w"]
    events = [{"step": 0, "event": "greenFlag"}]
    for step in range(1, steps):
        if rng.random() < 0.3:
            events.append({"step": step, "event": rng.choice(["keyDown", "keyUp"]), "args": {"key": rng.choice(keys)}})
        if rng.random() < 0.2:
            xy = {"x": rng.randint(-239, 239), "y": rng.randint(-179, 179)}
            events.append({"step": step, "event": rng.choice(["mouseMove", "mouseMove", "mouseDown", "mouseUp"]), "args": xy})
    return events


def ounce(build, project, inputs, steps, *flags):
    command = [str(build / "bench" / "game_speed"), str(project), str(inputs), str(steps), "5", *flags]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("oracle", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/dev"))
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--games", default="")
    options = parser.parse_args()
    oracle = options.oracle.resolve()

    print("| compute | official VM, Node (CPU ms) | Ounce (CPU ms) | ratio |\n|---|---|---|---|")
    for name in ["arith", "sieve", "strings"]:
        project = options.shared / "oracle" / "micro" / f"{name}.sb3"
        runs = [json.loads(subprocess.run(["node", "bench-micro.mjs", "node", str(project.resolve())], cwd=oracle,
                                          capture_output=True, text=True, check=True).stdout)["cpuMs"] for _ in range(3)]
        mine = ounce(options.build, project, "-", 1000, "--until-idle")
        official = statistics.median(runs)
        print(f"| {name} | {official:.0f} | {mine:.1f} | {official / mine:.0f} × |", flush=True)

    games = sorted(p for p in (options.shared / "corpus" / "neatest-ase22" / "games").glob("*.sb3") if options.games in p.name)
    for kind, flags in [("node", ["--no-renderer"])] + ([("chromium", [])] if options.chromium else []):
        print(f"\n| game, mode whisker, {'without renderer' if kind == 'node' else 'with renderer'} | official ({kind}), steps per CPU second | "
              "Ounce, steps per CPU second | ratio |\n|---|---|---|---|")
        ratios = []
        with tempfile.TemporaryDirectory() as folder:
            for index, game in enumerate(games):
                inputs = pathlib.Path(folder) / f"{game.stem}.json"
                inputs.write_text(json.dumps(wild_inputs(index, options.steps)))
                done = subprocess.run(["node", "bench-games.mjs", kind, "whisker", str(options.steps), "1", folder, str(game.resolve())],
                                      cwd=oracle, capture_output=True, text=True)
                found = re.search(r"\((\d+) steps per cpu-second\)", done.stdout)
                mine = options.steps / ounce(options.build, game, inputs, options.steps, *flags) * 1000
                if not found:
                    print(f"| {game.stem} | failed | {mine:.0f} | |")
                    continue
                official = float(found.group(1))
                ratios.append(mine / official)
                print(f"| {game.stem} | {official:.0f} | {mine:.0f} | {mine / official:.0f} × |", flush=True)
        if ratios:
            print(f"\nmedian {statistics.median(ratios):.0f} ×, lowest {min(ratios):.0f} ×, highest {max(ratios):.0f} ×")


if __name__ == "__main__":
    main()
