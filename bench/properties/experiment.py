#!/usr/bin/env python3
"""Does a search find what violates a property? Ten games, three properties each, one planted bug for each property.

    bench/properties/experiment.py build/dev/ounce SHARED [--budget 10s] [--originals 60s] [--seeds 1] [--only Pong]

A game is taken from the corpus (SHARED/corpus) and written in text form; GAME.bugs says which lines of it are replaced. Each
program with a bug is given to `ounce generate --spec GAME.props`, which must find a violation of the property that the bug
is about; the original must violate none. Prints the table of docs/results/properties.md.
"""
import argparse, json, pathlib, re, resource, subprocess, sys, tempfile, zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from planted_lines import bugs_in, planted

GAMES = {
    "FruitCatching": "neatest-ase22/games", "CatchingApples": "neatest-ase22/games", "Pong": "neatest-ase22/games",
    "BirdShooter": "neatest-ase22/games", "FlappyParrot": "neatest-ase22/games", "RioShootout": "neatest-ase22/games",
    "CatchTheDots": "neatest-ase22/games", "Snake": "neatest-ase22/games", "EndlessRunner": "neatest-ase22/games",
    "Garten": "whisker/examples",
}


def in_text_form(ounce, source, folder):
    """The program as text beside its costumes and sounds."""
    zipfile.ZipFile(source).extractall(folder)
    target = pathlib.Path(folder) / f"{source.stem}.scratch"
    subprocess.run([ounce, "convert", source, target, "-q"], check=True, stdout=subprocess.DEVNULL)
    text = re.sub(r'^(  (?:costume|backdrop) ".*?") asset ', r"\1 file ", target.read_text(), flags=re.M)
    target.write_text(re.sub(r'^(  sound ".*?") asset (".*?").*', r"\1 file \2", text, flags=re.M))
    return target


def generate(ounce, program, game, budget, seed, jobs):
    run = subprocess.run([ounce, "generate", program, "--spec", HERE / f"{game}.props", "--budget", budget, "--seed", str(seed),
                          "-j", str(jobs), "--json", "-q"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{program}: {run.stderr}")
    if "placeholders" in run.stderr:
        sys.exit(f"{program}: {run.stderr}")
    return json.loads(run.stdout)["projects"][0]


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ounce")
    parser.add_argument("shared")
    parser.add_argument("--budget", default="10s", help="for each program with a bug; 0: leave them out")
    parser.add_argument("--originals", default="60s", help="budget for the programs without bugs; 0: leave them out")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    found = total = alarms = 0
    print("| game | property | found | after | by | CPU | original |\n|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for game, where in GAMES.items():
            if arguments.only and arguments.only != game:
                continue
            source = pathlib.Path(arguments.shared) / "corpus" / where / f"{game}.sb3"
            original = in_text_form(arguments.ounce, source, folder)
            status = {}
            if arguments.originals != "0":
                answer = generate(arguments.ounce, original, game, arguments.originals, 1, arguments.jobs)
                status = {p["name"]: p["status"] for p in answer["properties"]}
                alarms += sum(s in ("violated", "error") for s in status.values())
                print(f"{game}: {status}", file=sys.stderr, flush=True)
                for p in answer["properties"]:
                    if p["status"] in ("violated", "error"):
                        print(f"{game}: {p['name']}: {p['message']}", file=sys.stderr)
            for name, old, new in bugs_in(HERE / f"{game}.bugs") if arguments.budget != "0" else []:
                changed = pathlib.Path(folder) / f"{game}-bug.scratch"
                changed.write_text(planted(original.read_text(), old, new))
                results, before = [], cpu_seconds()
                for seed in range(1, arguments.seeds + 1):
                    answer = generate(arguments.ounce, changed, game, arguments.budget, seed, arguments.jobs)
                    results.append(next((p, answer) for p in answer["properties"] if p["name"] == name))
                hits = [(p, a) for p, a in results if p["status"] == "violated"]
                total += len(results)
                found += len(hits)
                tests = [next(t for t in a["tests"] if t["name"] == p["test"]) for p, a in hits]
                after = f"{hits[0][0]['seconds']:.1f} s" if hits else "–"
                by = f"{tests[0]['events']} events" if hits else f"nearest {results[0][0].get('distance', 1):.3f}"
                cpu = (cpu_seconds() - before) / len(results)
                print(f"| {game} | {name} | {len(hits)} of {len(results)} | {after} | {by} | {cpu:.1f} s | "
                      f"{status.get(name, '')} |", flush=True)
    print(f"\n{found} of {total} found, {alarms} false alarms")


main()
