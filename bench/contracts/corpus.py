#!/usr/bin/env python3
"""Contracts for custom blocks of real projects: which planted bugs does `ounce fuzz` find, and what does it say of the originals?

    bench/contracts/corpus.py OUNCE SHARED [--budget 10s] [--only NAME] [--keep FOLDER]

Each corpus/*.props names a project in its first line, has contracts for its custom blocks, and bugs: «# BUG name n: line => other»
replaces the nth such line of the project's text form, or leaves it out. Prints Markdown. Projects are converted in a folder of
their own; nothing of them is kept unless --keep says where."""
import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
parser = argparse.ArgumentParser()
parser.add_argument("ounce")
parser.add_argument("shared", type=pathlib.Path)
parser.add_argument("--budget", default="1500x")
parser.add_argument("--seed", default="1")
parser.add_argument("--only", default="")
parser.add_argument("--keep", type=pathlib.Path)
options = parser.parse_args()


def run(*words):
    return subprocess.run([options.ounce, *map(str, words)], capture_output=True, text=True)


def original(project, folder, name):
    """The project in text form, its costumes beside it."""
    source = options.shared / "corpus" / project
    if "!" in project:
        archive, member = project.split("!")
        source = folder / f"{name}.json"
        source.write_bytes(zipfile.ZipFile(options.shared / "corpus" / archive).read(member))
    text = folder / f"{name}.scratch"
    done = run("convert", source, text)
    if done.returncode:
        sys.exit(f"{project}: {done.stdout}{done.stderr}")
    return text


def changed(text, line, nth, other):
    lines = text.split("\n")
    places = [i for i, l in enumerate(lines) if l.strip() == line]
    if len(places) < nth:
        sys.exit(f"there are {len(places)} lines «{line}»")
    at = places[nth - 1]
    indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
    lines[at:at + 1] = [indent + other] if other else []
    return "\n".join(lines)


def fuzz(program, props):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run("fuzz", program, "--contracts", props, "--budget", options.budget, "--seed", options.seed, "-j1", "--json")
    if done.returncode not in (0, 1):
        sys.exit(f"{program}: {done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(done.stdout)
    result["seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def key(failure):
    return failure["contract"]


def main(folder):
    blocks = bugs = found = 0
    reports, rows = [], []
    for props in sorted((HERE / "corpus").glob("*.props")):
        if options.only not in props.stem:
            continue
        lines = props.read_text().split("\n")
        project = lines[0][2:]
        program = original(project, folder, props.stem)
        own = sum(line.startswith("# @define ") and "@private" not in line for line in lines)
        blocks += own
        known = fuzz(program, props)
        print(f"{props.stem}: {own} blocks, {known['programs']} programs, {known['discarded']} discarded, {known['seconds']:.1f} s", file=sys.stderr)
        for failure in known["failures"]:
            reports.append((props.stem, failure))
            print(f"  original: {key(failure)}: {failure['message']}\n{failure['program']}", file=sys.stderr)
        text = program.read_text()
        for line in lines:
            bug = re.match(r"# BUG (\S+) (\d+): (.*?) =>\s?(.*)$", line)
            if not bug:
                continue
            name, nth, old, new = bug.groups()
            program.write_text(changed(text, old, int(nth), new))
            result = fuzz(program, props)
            news = [f for f in result["failures"] if key(f) not in {key(k) for k in known["failures"]}]
            bugs += 1
            found += bool(news)
            first = min(news, key=lambda f: f["foundAt"]) if news else None
            rows.append((props.stem, name, first, result["seconds"]))
            print(f"  {name}: {key(first) + ' @' + str(first['foundAt']) if first else 'NOT FOUND'}"
                  f" ({result['programs']} programs, {result['seconds']:.1f} s)", file=sys.stderr, flush=True)
    print("| program | bug | found as | in program | CPU time of the run |\n|---|---|---|---|---|")
    for program, name, first, seconds in rows:
        shown = key(first).split(": ")[:-1] + [key(first).split(": ")[-1].split(" ")[0]] if first else []
        print(f"| {program} | {name} | {': '.join(shown) or '–'} | {first['foundAt'] if first else '–'} | {seconds:.1f} s |")
    print(f"\n{blocks} custom blocks, {bugs} planted bugs, {found} found; {len(reports)} reports on the originals")


if options.keep:
    options.keep.mkdir(parents=True, exist_ok=True)
    main(options.keep)
else:
    with tempfile.TemporaryDirectory() as made:
        main(pathlib.Path(made))
