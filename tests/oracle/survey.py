#!/usr/bin/env python3
"""Runs every project of the reference traces and compares each step with the official VM's.

    tests/oracle/survey.py build/dev/ounce ../shared [--mode official|whisker|both] [--filter TEXT] [--jobs N] [--csv FILE]

Prints one line per run that differs (step, field, both values) and a table of the first differences by field, so that
the commonest cause comes first. Exit code 0 if at least --require percent of the runs are equal to the end.
"""
import argparse
import collections
import concurrent.futures
import csv
import gzip
import json
import os
import pathlib
import subprocess
import sys

SKIPPED = {"touching", "blocks"}


def first_difference(golden, ours, path=""):
    """The path and both values of the first difference, or None."""
    if isinstance(golden, dict) and isinstance(ours, dict):
        for key in golden:
            if key in SKIPPED:
                continue
            if key not in ours:
                return f"{path}.{key}", golden[key], "(missing)"
            found = first_difference(golden[key], ours[key], f"{path}.{key}")
            if found:
                return found
        extra = [key for key in ours if key not in golden and key not in SKIPPED]
        return (f"{path}.{extra[0]}", "(missing)", ours[extra[0]]) if extra else None
    if isinstance(golden, list) and isinstance(ours, list):
        for index, (a, b) in enumerate(zip(golden, ours)):
            label = a.get("name", index) if isinstance(a, dict) else index
            found = first_difference(a, b, f"{path}[{label}]")
            if found:
                return found
        if len(golden) != len(ours):
            return f"{path}.length", len(golden), len(ours)
        return None
    return None if golden == ours and type(golden) == type(ours) or (
        isinstance(golden, (int, float)) and isinstance(ours, (int, float)) and not isinstance(golden, bool)
        and not isinstance(ours, bool) and golden == ours) else (path, golden, ours)


def touching_agreement(golden, ours):
    """Pairs and edges that agree, of all that could touch."""
    names = [t["name"] for t in golden["targets"] if not t["isStage"]]
    n = len(names)
    total = n * (n - 1) + n
    g = {tuple(p) for p in golden["touching"]["sprites"]} | {(e,) for e in golden["touching"]["edge"]}
    o = {tuple(p) for p in ours["touching"]["sprites"]} | {(e,) for e in ours["touching"]["edge"]}
    return total - len(g ^ o), total


def run(program, shared, row, mode):
    name = row["name"]
    folder = shared / "oracle" / "golden"
    golden_file = folder / f"{name}.{mode}.jsonl.gz"
    command = [program, "run", str(shared / row["project"]), "--inputs", str(folder / f"{name}.inputs.json"), "--steps", "300",
               "--seed", "1", "--mode", "scratch" if mode == "official" else "whisker", "--touching", "--trace", "-", "-q"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, text=True)
    except subprocess.TimeoutExpired:
        return name, mode, 0, "timeout", "", "", 0, 0
    if done.returncode != 0:
        return name, mode, 0, "error", "", (done.stderr.strip().splitlines() or [str(done.returncode)])[-1][:200], 0, 0
    lines = done.stdout.splitlines()[1:]
    same = total = 0
    with gzip.open(golden_file, "rt") as file:
        steps = file.read().splitlines()[1:]
        if len(steps) != len(lines):
            return name, mode, min(len(steps), len(lines)), "number of steps", len(steps), len(lines), 0, 0
        for line, mine in zip(steps, lines):
            golden, ours = json.loads(line), json.loads(mine)
            found = first_difference(golden, ours)
            if found:
                return (name, mode, golden["step"], found[0], found[1], found[2], same, total)
            a, b = touching_agreement(golden, ours)
            same, total = same + a, total + b
    return name, mode, None, "", "", "", same, total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--mode", default="both", choices=["official", "whisker", "both"])
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--require", type=float, default=0)
    options = parser.parse_args()
    index = pathlib.Path(os.environ.get("OUNCE_SHARED", options.shared)) / "oracle" / "golden" / "INDEX.csv"
    if not index.exists():
        print(f"skipped: {index} is not there")
        return 77
    options.shared = index.parent.parent.parent
    modes = ["official", "whisker"] if options.mode == "both" else [options.mode]
    rows = list(csv.DictReader(open(index)))
    work = [(row, mode) for row in rows for mode in modes if row[mode] == "x" and options.filter in row["name"]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda w: run(options.program, options.shared, *w), work))
    equal = [r for r in results if r[2] is None]
    causes = collections.Counter()
    for name, mode, step, field, golden, ours, _, _ in results:
        if step is None:
            continue
        causes[field.split("[")[0] + ("." + field.rsplit(".", 1)[-1] if "[" in field else "")] += 1
        if not options.quiet:
            print(f"{name} {mode} step {step} {field}: golden {str(golden)[:100]} ours {str(ours)[:100]}")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([["name", "mode", "step", "field", "golden", "ours"], *[r[:6] for r in results]])
    for cause, count in causes.most_common():
        print(f"{count:5} {cause}")
    same, total = sum(r[6] for r in results), sum(r[7] for r in results)
    share = 100 * len(equal) / max(1, len(results))
    print(f"{len(equal)} of {len(results)} runs equal to the end ({share:.1f} %); "
          f"touching agrees in {same} of {total} pairs ({100 * same / max(1, total):.3f} %)")
    return 0 if share >= options.require else 1


if __name__ == "__main__":
    sys.exit(main())
