#!/usr/bin/env python3
"""Runs the samples in README.md and docs, and compares what they print with what stands there.

    tests/readme_samples.py build/dev/ounce SOURCE_FOLDER [--write]

A sample is a fenced block whose first line begins with `$ `. Each `$ ./ounce …` line is run, in order, in a folder that holds
the examples; the lines below it must be what it prints. A line `…` stands for any number of lines. Seconds that a computer took
(`0.0 s)`, `84 states, 0.07 s`) may differ. --write puts in what is printed; of samples with `…` as many lines before the first and after the last one.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```[a-z]*\n(\$ .*?)^```", re.M | re.S)


def samples(text):
    """Lists of (command, lines it prints)."""
    for block in FENCE.findall(text):
        commands = []
        for line in block.rstrip("\n").split("\n"):
            if line.startswith("$ "):
                commands.append((line[2:], []))
            else:
                commands[-1][1].append(line)
        for _, lines in commands:
            while lines and not lines[-1]:
                lines.pop()
        yield commands


def plain(line):
    return re.sub(r"\d+\.\d s\)|states, \d+\.\d+ s", "? s)", line.rstrip())


def matches(expected, printed):
    """Whether the printed lines are the expected ones, of which `…` stands for any number."""
    if not expected:
        return not printed
    if expected[0] == "…":
        return any(matches(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and plain(expected[0]) == plain(printed[0]) and matches(expected[1:], printed[1:])


def renewed(expected, printed):
    """What is printed, shortened as the sample was."""
    if "…" not in expected:
        return printed
    head, tail = expected.index("…"), expected[::-1].index("…")
    return printed[:head] + ["…"] + (printed[-tail:] if tail else [])


def main():
    program, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    count = wrong = 0
    for file in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
        text = file.read_text()
        for commands in samples(text):
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "examples").symlink_to((source / "examples").resolve())
                for command, expected in commands:
                    words = shlex.split(command)
                    if words[0] not in ("./ounce", "ounce"):
                        continue
                    done = subprocess.run([program] + words[1:], cwd=folder, capture_output=True, text=True, timeout=120)
                    printed = (done.stdout + done.stderr).rstrip("\n").split("\n") if done.stdout + done.stderr else []
                    count += 1
                    if not matches(expected, printed):
                        wrong += 1
                        before = "\n".join([f"$ {command}", *expected])
                        text = text.replace(before, "\n".join([f"$ {command}", *renewed(expected, printed)]))
                        print(f"{file.relative_to(source)}: $ {command}\nprints\n  " + "\n  ".join(printed))
        if "--write" in sys.argv:
            file.write_text(text)
    print(f"{count} samples, {wrong} of them stale")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
