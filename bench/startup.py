#!/usr/bin/env python3
"""How long `ounce` takes to start: nothing at all, and a suite of one step in a worker process.

    python3 bench/startup.py build/dev/ounce [SHARED] [--runs 30]

Prints medians and minima in milliseconds, process start and end included. SHARED is the folder with the games; without it
only the example is measured. On a machine where others work, too, the minimum says more.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

SUITE = "module.exports = [{test: async t => { await t.runForSteps(1); }, name: 'one step'}];\n"


def milliseconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ounce")
    parser.add_argument("shared", nargs="?", default=os.environ.get("OUNCE_SHARED", "../shared"))
    parser.add_argument("--runs", type=int, default=30)
    arguments = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    game = os.path.join(arguments.shared, "corpus/whisker/examples/FruitCatching.sb3")
    with tempfile.TemporaryDirectory() as folder:
        suite = os.path.join(folder, "one_step.js")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(SUITE)
        measured = [
            ("process start (--version)", [arguments.ounce, "--version"]),
            ("one step, examples/catch.scratch", [arguments.ounce, "test", os.path.join(root, "examples/catch.scratch"), suite]),
        ]
        if os.path.exists(game):
            measured.append(("one step, FruitCatching", [arguments.ounce, "test", game, suite]))
        for name, command in measured:
            times = [milliseconds(command) for _ in range(arguments.runs + 2)][2:]  # the first two fill the caches
            print(f"{name:36} median {statistics.median(times):6.1f} ms   minimum {min(times):6.1f} ms")


if __name__ == "__main__":
    main()
