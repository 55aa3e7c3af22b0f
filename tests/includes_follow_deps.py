#!/usr/bin/env python3
"""Every `#include "folder/…"` below src/ must name the file's own folder or one of its deps.txt."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]) / "src"
problems = []
for folder in sorted(p for p in root.iterdir() if p.is_dir()):
    if not (folder / "README.md").exists():
        problems.append(f"src/{folder.name} has no README.md")
    deps_file = folder / "deps.txt"
    if not deps_file.exists():
        problems.append(f"src/{folder.name} has no deps.txt")
        continue
    allowed = {folder.name, *deps_file.read_text().split()}
    for source in sorted([*folder.rglob("*.h"), *folder.rglob("*.cpp")]):
        for number, line in enumerate(source.read_text().splitlines(), 1):
            match = re.match(r'\s*#include "([^"/]+)/', line)
            if match and match.group(1) not in allowed:
                problems.append(f"{source.relative_to(root.parent)}:{number}: {match.group(1)} is not in deps.txt")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
