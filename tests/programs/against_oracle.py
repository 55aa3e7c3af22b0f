#!/usr/bin/env python3
"""Runs every program of this folder in the official VM, too, and compares the traces step by step.

    tests/programs/against_oracle.py build/dev/ounce ORACLE_FOLDER [--folder FOLDER] [--filter TEXT] [--keep FOLDER]

ORACLE_FOLDER has oracle.mjs, installed. Prints the first difference of each run that differs; exit code 0 if none does.
Left out are programs below limits/, where Ounce stops what the official VM would not survive. An error that the
official VM throws ends the step, as in a browser.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "oracle"))
from survey import first_difference  # noqa: E402


def number(text):
    value = float(text)
    return int(value) if value.is_integer() else value


def arguments(event, text):
    if event in ("keyDown", "keyUp"):
        return {"key": " " if text == "space" else text}
    if event == "answer":
        return {"text": text}
    if event == "clickSprite":
        return {"sprite": text}
    if event == "setVariable":
        name, _, value = text.partition(" ")
        return {"name": name, "value": value}
    if event == "loudness":
        return {"value": number(text)}
    words = text.split()
    result = {"sprite": words.pop(0)} if event == "dragTo" else {}
    return result | dict(zip("xy", map(number, words)))


def directives(path):
    """The modes and the settings of a run, as program_file.h reads them."""
    job = {"steps": 30, "seed": 1, "inputs": []}
    modes, flag = ["scratch"], True
    for line in path.read_text().splitlines():
        line = line.strip()
        if not line.startswith("// "):
            continue
        word, _, rest = line[3:].partition(" ")
        if word in ("steps", "seed", "passes", "warp"):
            job[word] = int(rest)
        elif word == "mode":
            modes = ["scratch", "whisker"] if rest == "both" else [rest]
        elif word == "turbo" and not rest:
            job["turbo"] = True
        elif word == "no" and rest == "flag":
            flag = False
        elif word == "input":
            step, event, *text = rest.split(" ", 2)
            job["inputs"].append({"step": int(step), "event": event, "args": arguments(event, text[0] if text else "")})
    if flag:
        job["inputs"].insert(0, {"step": 0, "event": "greenFlag"})
    return modes, job


def prepare(program, path, root, folder):
    """The jobs for the official VM, after converting the program and running it here."""
    modes, settings = directives(path)
    stem = folder / "__".join(path.relative_to(root).with_suffix("").parts)
    project, inputs = f"{stem}.sb3", f"{stem}.inputs.json"
    subprocess.run([program, "convert", str(path), project], check=True, capture_output=True)
    pathlib.Path(inputs).write_text(json.dumps(settings["inputs"]))
    jobs = []
    for mode in modes:
        job = {**settings, "mode": "official" if mode == "scratch" else mode, "project": project,
               "trace": f"{stem}.{mode}.official", "ours": f"{stem}.{mode}.ours", "path": str(path.relative_to(root))}
        command = [program, "run", str(path), "--mode", mode, "--inputs", inputs, "--trace", job["ours"], "-q"]
        for key in ("steps", "seed", "passes", "warp"):
            if key in job:
                command += [f"--{key}", str(job[key])]
        subprocess.run(command + (["--turbo"] if "turbo" in job else []), check=True, timeout=120)
        jobs.append(job)
    return jobs


def difference(job):
    if pathlib.Path(job["trace"] + ".error").exists():
        return "the official VM failed: " + pathlib.Path(job["trace"] + ".error").read_text()[:300]
    official = pathlib.Path(job["trace"]).read_text().splitlines()[1:]
    ours = pathlib.Path(job["ours"]).read_text().splitlines()[1:]
    for left, right in zip(official, ours):
        left, right = json.loads(left), json.loads(right)
        found = first_difference(left, right)
        if found:
            return f"step {left['step']} {found[0]}: official {str(found[1])[:200]} ours {str(found[2])[:200]}"
    return None if len(official) == len(ours) == job["steps"] else f"{len(official)} steps, ours {len(ours)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("oracle", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE, help="another folder of programs")
    parser.add_argument("--filter", default="")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the traces, to look at")
    options = parser.parse_args()
    files = [f for f in sorted(options.folder.rglob("*.scratch")) if f.parent.name != "limits" and options.filter in str(f)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        jobs = [job for path in files for job in prepare(options.program, path, options.folder, folder)]
        (folder / "jobs.json").write_text(json.dumps(jobs))
        subprocess.run(["node", str(HERE / "official.mjs"), str(options.oracle), str(folder / "jobs.json")], check=True)
        found = [(job, difference(job)) for job in jobs]
    different = [(job, what) for job, what in found if what]
    for job, what in different:
        print(f"{job['path']} {job['mode']}: {what}")
    print(f"{len(jobs) - len(different)} of {len(jobs)} runs of {len(files)} programs are as in the official VM")
    return 0 if not different else 1


if __name__ == "__main__":
    sys.exit(main())
