"""Bugs as lines of a program's text form: what stands there, and what stands there instead.

    the left arrow moves right
    - move (-10*) steps
    + move (10*) steps
"""
import sys


def bugs_in(path):
    """(name, lines to find, lines instead)"""
    bugs = []
    for line in path.read_text().splitlines():
        if line.startswith("- "):
            bugs[-1][1].append(line[2:])
        elif line.startswith("+ "):
            bugs[-1][2].append(line[2:])
        elif line:
            bugs.append((line, [], []))
    return bugs


def planted(text, old, new):
    """The first place where the old lines follow each other, in whatever depth."""
    lines = text.splitlines()
    for i in range(len(lines)):
        if [line.strip() for line in lines[i:i + len(old)]] == old:
            depth = lines[i][:len(lines[i]) - len(lines[i].lstrip())]
            return "\n".join(lines[:i] + [depth + line for line in new] + lines[i + len(old):]) + "\n"
    sys.exit(f"there is no place with {old}")
