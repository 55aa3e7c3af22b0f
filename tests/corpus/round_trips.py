#!/usr/bin/env python3
"""Converts every project of a folder and compares how it runs before and after.

    tests/corpus/round_trips.py build/dev/ounce ../shared/corpus [--steps 150] [--filter TEXT] [--jobs N] [--every N]

A .sb3 becomes .scratch and .sb3 again; a .sb2 becomes .sb3, and .scratch. All are run with the same inputs and
`--trace --touching`; every field of every step must be equal but the ids of blocks, which a text has not. Prints one line
for each project that differs, and a sum. Exit code 1 if any differs, 77 if there is no project.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

KEYS = ["left arrow", "right arrow", "up arrow", "space", "a"]


def inputs(steps):
    """The flag, then keys, clicks and a wandering mouse: enough to get most programs going."""
    def event(step, name, **args):
        events.append({"step": step, "event": name, "args": args} if args else {"step": step, "event": name})

    events = []
    event(0, "greenFlag")
    for i in range(5, steps, 10):
        key = KEYS[i // 10 % len(KEYS)]
        event(i, "keyDown", key=key)
        event(i + 6, "keyUp", key=key)
        event(i + 2, "mouseDown" if i % 20 == 5 else "mouseUp", x=(i * 37) % 481 - 240, y=(i * 53) % 361 - 180)
        event(i + 3, "answer", text=str(i))
    return sorted(events, key=lambda event: event["step"])


def trace(program, project, options):
    command = [program, "run", str(project), "--inputs", options.inputs, "--steps", str(options.steps), "--touching", "--trace",
               "-", "-q"]
    done = subprocess.run(command, capture_output=True, timeout=1500)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.decode().strip().splitlines() or [f"exit code {done.returncode}"])[-1])
    steps = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    for step in steps:
        for thread in step["threads"]:
            thread[2] = ""
    return steps


def difference(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            found = difference(a.get(key), b.get(key), f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (one, other) in enumerate(zip(a, b)):
            label = one.get("name", index) if isinstance(one, dict) else index
            found = difference(one, other, f"{path}[{label}]")
            if found:
                return found
        return None
    return None if a == b and type(a) == type(b) else f"{path}: {json.dumps(a)[:80]} became {json.dumps(b)[:80]}"


def convert(program, source, target):
    done = subprocess.run([program, "convert", str(source), str(target), "-q"], capture_output=True, timeout=1500)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.decode().strip().splitlines() or [f"exit code {done.returncode}"])[-1])
    return target


def check(program, project, options):
    """What differs, or None; False if the project cannot be run at all."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            before = trace(program, project, options)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return False, str(error)
        try:
            text = convert(program, project, folder / "text.scratch")
            ways = {"text": convert(program, text, folder / "again.sb3")}
            if project.suffix.lower() == ".sb2":
                ways["sb3"] = convert(program, project, folder / "direct.sb3")
            for way, file in ways.items():
                for number, (a, b) in enumerate(zip(before, trace(program, file, options), strict=True)):
                    found = difference(a, b)
                    if found:
                        return True, f"by {way}, step {number} {found}"
        except (RuntimeError, subprocess.TimeoutExpired, ValueError) as error:
            return True, str(error)
    return True, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="only every Nth project")
    options = parser.parse_args()
    projects = sorted(p for p in options.folder.rglob("*") if p.suffix.lower() in (".sb3", ".sb2") and options.filter in str(p))
    projects = projects[::options.every]
    if not projects:
        print(f"no project in {options.folder}")
        return 77
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(inputs(options.steps), file)
        file.flush()
        options.inputs = file.name
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda project: check(options.program, project, options), projects)
            different = unreadable = 0
            for project, (runs, problem) in zip(projects, results):
                if problem:
                    different += runs
                    unreadable += not runs
                    print(f"{project.relative_to(options.folder)}: {problem}", flush=True)
    equal = len(projects) - different - unreadable
    print(f"{equal} of {len(projects) - unreadable} projects run alike after a round trip; {unreadable} cannot be read")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
