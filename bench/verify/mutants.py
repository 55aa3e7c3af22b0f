#!/usr/bin/env python3
"""Mutants of a program: what `ounce check` proves of them must not be violated by what `ounce generate --spec` finds.

    bench/verify/mutants.py build/dev/ounce PROJECT PROPS [--sample N] [--seconds S]

Prints a table of verdicts, and every pair of mutant and property that check calls safe and generate violates."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("ounce")
parser.add_argument("project")
parser.add_argument("props")
parser.add_argument("--sample", type=int, default=1000)
parser.add_argument("--seconds", type=float, default=5)
options = parser.parse_args()


def call(*arguments):
    done = subprocess.run([options.ounce, *map(str, arguments), "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def judge(mutant):
    checked = call("check", mutant, "--spec", options.props, "--budget", f"{options.seconds}s", "-j1")
    folder = tempfile.mkdtemp()
    searched = call("generate", mutant, "--spec", options.props, "--budget", f"{options.seconds}s", "-j1", "-o", folder)
    found = {p["name"]: p["status"] for p in searched["projects"][0]["properties"]}
    return [(mutant.stem, p["name"], p["verdict"], found[p["name"]]) for p in checked["properties"]]


folder = pathlib.Path(tempfile.mkdtemp())
subprocess.run([options.ounce, "mutate", options.project, "--list", "--sample", str(options.sample), "--write", folder],
               capture_output=True, check=True)
table, against = collections.Counter(), []
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for rows in pool.map(judge, sorted(folder.glob("*.sb3"))):
        for mutant, name, verdict, status in rows:
            table[verdict, status == "violated"] += 1
            if verdict == "safe" and status == "violated":
                against.append((mutant, name))
print("| verdict of check | pairs | violated by generate |\n|---|---|---|")
for verdict in ("violated", "safe", "bounded", "unknown"):
    yes, no = table[verdict, True], table[verdict, False]
    print(f"| {verdict} | {yes + no} | {yes} |")
for mutant, name in against:
    print(f"AGAINST THE PROOF: {mutant}: {name}")
