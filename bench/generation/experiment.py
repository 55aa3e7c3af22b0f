#!/usr/bin/env python3
"""Runs `ounce generate` many times and says what came out.

    experiment.py run --projects DIR… --algorithms relay mio --seeds 10 --budget 100000steps -o results.csv
    experiment.py games results.csv       # the evaluation games against the published random baseline
    experiment.py examples results.csv    # the examples against Whisker's published results
    experiment.py compare results.csv relay mio
    experiment.py worst results.csv --count 20
    experiment.py mutate --projects DIR… --suites DIR    # suites that `run --suites DIR` has left

`run` appends to its file and skips what is there already, so it can be interrupted. Needs nothing but Python.
The published values are read from the shared folder (--shared, $OUNCE_SHARED, or ../shared beside the project).
"""
import argparse, collections, concurrent.futures, csv, json, math, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("OUNCE_SHARED", ROOT.parent / "shared"))
COLUMNS = ["project", "algorithm", "seed", "budget", "goals", "covered", "seconds", "steps", "executions",
           "tests", "assertions", "full_after", "problem", "uncovered"]


def projects_of(arguments):
    for argument in arguments:
        path = pathlib.Path(argument)
        yield from sorted(path.rglob("*.sb3")) if path.is_dir() else [path]


def generate(ounce, project, algorithm, seed, budget, jobs, suites, drag):
    row = dict.fromkeys(COLUMNS, "")
    row.update(project=str(project), algorithm=algorithm, seed=seed, budget=budget)
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(suites or scratch) / f"{pathlib.Path(project).stem}-{algorithm}-{seed}"
        command = [ounce, "generate", str(project), "--algorithm", algorithm, "--seed", str(seed), "--budget", budget,
                   "-j", str(jobs), "--json", "-o", str(out)]
        if drag:
            command += ["--drag", drag]
        if not suites:
            command += ["--no-minimize", "--no-assertions"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            row["problem"] = f"exit {done.returncode}: {done.stderr.strip()}"
            return row
        result = json.loads(done.stdout)["projects"][0]
        with open(out / "statistics.csv") as file:
            statistics = next(csv.DictReader(file))
    row.update(goals=result["coverage"]["total"], covered=result["coverage"]["covered"],
               seconds=round(result["seconds"], 3), steps=result["steps"], executions=result["executions"],
               tests=len(result["tests"]), assertions=result["assertions"],
               full_after=statistics["timeToReachFullCoverage"],
               uncovered=" | ".join(u["block"] for u in result["uncovered"][:5]))
    return row


def run(options):
    known = set()
    if os.path.exists(options.output):
        with open(options.output) as file:
            known = {(r["project"], r["algorithm"], r["seed"], r["budget"]) for r in csv.DictReader(file)}
    work = [(p, a, s) for s in range(options.first_seed, options.first_seed + options.seeds)
            for p in projects_of(options.projects) for a in options.algorithms
            if (str(p), a, str(s), options.budget) not in known]
    with open(options.output, "a", newline="") as file, \
            concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
        writer = csv.DictWriter(file, COLUMNS)
        if file.tell() == 0:
            writer.writeheader()
        runs = [pool.submit(generate, options.ounce, p, a, s, options.budget, options.jobs, options.suites, options.drag)
                for p, a, s in work]
        for number, future in enumerate(concurrent.futures.as_completed(runs), 1):
            writer.writerow(future.result())
            file.flush()
            print(f"\r{number} of {len(work)}", end="", file=sys.stderr)
    print(file=sys.stderr)


def read(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def coverage(row):
    goals = int(row["goals"] or 0)
    return 100 * int(row["covered"]) / goals if goals else 100.0


def by_project(rows, algorithm=None):
    groups = collections.defaultdict(list)
    for row in rows:
        if not row["problem"] and (algorithm is None or row["algorithm"] == algorithm):
            groups[row["project"]].append(row)
    return groups


def mean(values):
    return sum(values) / len(values)


def a12(a, b):
    """How likely a value of a is larger than one of b (Vargha and Delaney)."""
    return sum((x > y) + 0.5 * (x == y) for x in a for y in b) / (len(a) * len(b))


def mann_whitney(a, b):
    """Two-sided p, normal approximation with correction for ties and continuity."""
    n, m = len(a), len(b)
    u = a12(a, b) * n * m
    ties = collections.Counter(a + b).values()
    total = n + m
    variance = n * m / 12 * ((total + 1) - sum(t ** 3 - t for t in ties) / (total * (total - 1)))
    if variance == 0:
        return 1.0
    z = max(0.0, abs(u - n * m / 2) - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def games(options):
    text = next((SHARED / "seeds").glob("003_*.txt")).read_text()
    table = text[text.index("Table 3: Mean coverage"):]
    table = table[:table.index("\nMean\t")]
    baseline = {name: float(value) for name, value in re.findall(r"^(\w+)\t([\d.]+)\t", table, re.M)}
    old = by_project(read(options.old)) if options.old else {}
    print("| game | goals | mean | min | max | old setting | random baseline | seconds (mean) | executions |\n|" + "---|" * 9)
    means, old_means = [], []
    for project, rows in sorted(by_project(read(options.results)).items()):
        name = pathlib.Path(project).stem
        values = [coverage(r) for r in rows]
        below = "" if mean(values) >= baseline.get(name, 0) else " **below**"
        means.append(mean(values))
        before = [coverage(r) for r in old.get(project, [])]
        old_means += [mean(before)] if before else []
        print(f"| {name} | {rows[0]['goals']} | {mean(values):.2f}{below} | {min(values):.2f} | {max(values):.2f} | "
              f"{f'{mean(before):.2f}' if before else ''} | {baseline.get(name, '')} | "
              f"{mean([float(r['seconds']) for r in rows]):.1f} | {mean([int(r['executions']) for r in rows]):.0f} |")
    print(f"| mean | | {mean(means):.2f} | | | {f'{mean(old_means):.2f}' if old_means else ''} | | | |")


def examples(options):
    published = collections.defaultdict(list)
    with open(SHARED / "corpus/aux/tables/whisker_mio_generation_summary.csv") as file:
        for row in csv.DictReader(file):
            published[re.sub(r"^\d+-|\.sb3$", "", row["project"])].append(row)
    print("| program | coverage | published | ms to full (worst seed) | published ms (fastest) | ratio |\n|---|---|---|---|---|---|")
    for project, rows in sorted(by_project(read(options.results)).items()):
        name = pathlib.Path(project).stem
        if name not in published:
            continue
        theirs = max(float(r["mean_best_coverage"]) for r in published[name]) * 100
        times = [float(r["median_time_to_full_ms"]) for r in published[name] if r["median_time_to_full_ms"]]
        full = [float(r["full_after"]) for r in rows if r["full_after"]]
        ours = f"{max(full):.0f}" if len(full) == len(rows) else "not reached"
        ratio = f"{min(times) / max(full):.0f}" if times and full and max(full) > 0 else ""
        print(f"| {name} | {mean([coverage(r) for r in rows]):.1f} | {theirs:.1f} | {ours} | "
              f"{f'{min(times):.0f}' if times else 'not reached'} | {ratio} |")


def compare(options):
    rows = read(options.results)
    first, second = by_project(rows, options.a), by_project(rows, options.b)
    better = worse = 0
    sums, effects = [[], []], []
    print(f"| project | goals | {options.a} | {options.b} | A12 | p |\n|---|---|---|---|---|---|")
    for project in sorted(set(first) & set(second)):
        x, y = [coverage(r) for r in first[project]], [coverage(r) for r in second[project]]
        sums[0].append(mean(x)), sums[1].append(mean(y))
        effect, p = a12(x, y), mann_whitney(x, y)
        effects.append(effect)
        if p < 0.05:
            better, worse = better + (effect > 0.5), worse + (effect < 0.5)
        if x != y and not (min(x) == max(x) == min(y) == max(y)):
            print(f"| {pathlib.Path(project).stem} | {first[project][0]['goals']} | {mean(x):.2f} | {mean(y):.2f} | "
                  f"{effect:.2f} | {p:.4f} |")
    print(f"\n{len(effects)} projects: mean {options.a} {mean(sums[0]):.2f} %, {options.b} {mean(sums[1]):.2f} %; "
          f"mean A12 {mean(effects):.3f}; significantly better (p < 0.05) {better}, worse {worse}")


def worst(options):
    rows = read(options.results)
    good = [r for r in rows if not r["problem"] and int(r["goals"] or 0) > 0]
    print(f"{len(rows)} projects, {len(rows) - len([r for r in rows if not r['problem']])} with a problem, "
          f"{len([r for r in rows if not r['problem'] and int(r['goals'] or 0) == 0])} without code that can run; "
          f"mean coverage {mean([coverage(r) for r in good]):.2f} %, "
          f"full {sum(coverage(r) == 100 for r in good)}\n")
    for row in rows:
        if row["problem"]:
            print(f"problem: {row['project']}: {row['problem']}")
    print("\n| project | covered | % | not reached (first) |\n|---|---|---|---|")
    for row in sorted(good, key=lambda r: (coverage(r), r["project"]))[:options.count]:
        name = pathlib.Path(row["project"])
        print(f"| {name.parent.name}/{name.stem} | {row['covered']}/{row['goals']} | {coverage(row):.1f} | {row['uncovered']} |")


def mutate(options):
    """Mutation scores per game (mean over its suites) and per operator (all suites together)."""
    operators = collections.defaultdict(collections.Counter)
    scores, false_positives = [], 0
    print("| program | suites | mutants | score | least | without probably equivalent |\n|---|---|---|---|---|---|")
    for project in projects_of(options.projects):
        results = []
        for suite in sorted(pathlib.Path(options.suites).glob(f"{project.stem}-*-*/suite.json")):
            done = subprocess.run([options.ounce, "mutate", str(project), str(suite), "--json"],
                                  capture_output=True, text=True, check=True)
            results.append(json.loads(done.stdout))
            false_positives += results[-1]["falsePositives"]
            for name, counts in results[-1]["operators"].items():
                operators[name].update({k: counts[k] for k in ("mutants", "killed", "survived", "equivalent")})
        if not results:
            continue
        values = [100 * r["score"] for r in results]
        scores.append(mean(values))
        print(f"| {project.stem} | {len(results)} | {results[0]['mutants']} | {mean(values):.1f} % | {min(values):.1f} % | "
              f"{mean([100 * r['adjustedScore'] for r in results]):.1f} % |", flush=True)
    print(f"\nmean {mean(scores):.2f} %; tests that fail on the unchanged program: {false_positives}\n")
    print("| operator | mutants | killed | survived | probably equivalent | score |\n|---|---|---|---|---|---|")
    for name, counts in operators.items():
        if counts["mutants"]:
            print(f"| {name} | {counts['mutants']} | {counts['killed']} | {counts['survived']} | {counts['equivalent']} | "
                  f"{100 * counts['killed'] / counts['mutants']:.1f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("--ounce", default=str(ROOT / "build/release/ounce"))
    command.add_argument("--projects", nargs="+", required=True)
    command.add_argument("--algorithms", nargs="+", default=["relay"])
    command.add_argument("--seeds", type=int, default=1)
    command.add_argument("--first-seed", type=int, default=1)
    command.add_argument("--budget", default="60s")
    command.add_argument("--jobs", type=int, default=1, help="threads of one generation")
    command.add_argument("--parallel", type=int, default=1, help="generations at the same time")
    command.add_argument("--drag", help="which sprites tests may drag: draggable or any")
    command.add_argument("--suites", help="keep minimised suites with assertions in this folder")
    command.add_argument("-o", "--output", required=True)
    command.set_defaults(do=run)
    command = commands.add_parser("mutate")
    command.add_argument("--ounce", default=str(ROOT / "build/release/ounce"))
    command.add_argument("--projects", nargs="+", required=True)
    command.add_argument("--suites", required=True)
    command.set_defaults(do=mutate)
    for name, do in [("games", games), ("examples", examples), ("compare", compare), ("worst", worst)]:
        command = commands.add_parser(name)
        command.add_argument("results")
        if do is compare:
            command.add_argument("a"), command.add_argument("b")
        if do is games:
            command.add_argument("--old", help="results of another setting, for a column of its own")
        if do is worst:
            command.add_argument("--count", type=int, default=20)
        command.set_defaults(do=do)
    options = parser.parse_args()
    options.do(options)


main()
