#!/usr/bin/env python3
"""How robust are generated suites, and what do they notice?

For every project and seed a suite is generated; then its tests run on the unchanged program with seeds of the
program's random numbers that nothing saw before (false alarms), and on mutants, with the suite's own seed and
with fresh ones.

    robust.py run --projects FOLDER --ounce build/dev/ounce --seeds 5 --budget 300x,30s -o robust.csv [-- --stable]
    robust.py table robust.csv
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

FIELDS = ['project', 'seed', 'tests', 'checks', 'coverage', 'seconds', 'runs', 'alarms', 'mutants', 'killed',
          'fresh', 'freshLeast']
FRESH = 700001  # the first of the seeds that nothing saw


def call(arguments, limit):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=limit)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def one(ounce, project, seed, args, extra):
    with tempfile.TemporaryDirectory() as folder:
        made = call([ounce, 'generate', project, '--seed', str(seed), '--budget', args.budget, '-j', '1', '--json',
                     '-o', folder, *extra], args.limit)['projects'][0]
        suite = str(pathlib.Path(folder) / 'suite.json')
        tests = call([ounce, 'test', project, suite, '--seed', str(FRESH), '--repeat', str(args.fresh), '-j', '1',
                      '--json'], args.limit)['tests']
        verdicts = [verdict for test in tests for verdict in test.get('repetitions', [test['status']])]
        runs, alarms = len(verdicts), sum(verdict != 'pass' for verdict in verdicts)
        mutants = call([ounce, 'mutate', project, suite, '--json', '--no-equivalence', '-j', '1', '--fresh-seeds',
                        str(args.mutant_seeds), '--sample', str(args.sample)], args.limit)
        fresh = mutants['fresh']
        return {'project': pathlib.Path(project).stem, 'seed': seed, 'tests': len(made['tests']),
                'checks': made['assertions'], 'coverage': made['coverage']['ratio'],
                'seconds': round(made['seconds'], 1), 'runs': runs, 'alarms': alarms,
                'mutants': mutants['mutants'], 'killed': mutants['killed'],
                'fresh': round(fresh['score'], 4), 'freshLeast': round(fresh['least'], 4)}


def run(args, extra):
    projects = sorted(str(p) for p in pathlib.Path(args.projects).glob('*.sb3'))
    projects = [p for p in projects if not args.only or pathlib.Path(p).stem in args.only]
    with open(args.output, 'w', newline='') as out:
        writer = csv.DictWriter(out, FIELDS)
        writer.writeheader()
        for seed in range(args.first_seed, args.first_seed + args.seeds):
            for project in projects:
                try:
                    writer.writerow(one(args.ounce, project, seed, args, extra))
                except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as problem:
                    print(project, seed, problem, file=sys.stderr)
                out.flush()


def table(args):
    rows = [row for path in args.csv for row in csv.DictReader(open(path))]
    print('| project | suites | tests | checks | test runs that fail on fresh seeds | mutants killed, own seed | '
          'fresh seeds |\n|---|---|---|---|---|---|---|')

    def line(name, some):
        total = {key: sum(float(row[key]) for row in some) for key in FIELDS[2:]}
        n = len(some)
        own = sum(float(row['killed']) / float(row['mutants']) for row in some) / n
        print(f'| {name} | {n} | {total["tests"] / n:.1f} | {total["checks"] / n:.0f} | '
              f'{int(total["alarms"])} of {int(total["runs"])} ({100 * total["alarms"] / total["runs"]:.2f} %) | '
              f'{100 * own:.1f} % | {100 * total["fresh"] / n:.1f} % |')

    for name in sorted({row['project'] for row in rows}):
        line(name, [row for row in rows if row['project'] == name])
    line('all', rows)


def main():
    arguments, extra = sys.argv[1:], []
    if '--' in arguments:
        extra = arguments[arguments.index('--') + 1:]
        arguments = arguments[:arguments.index('--')]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest='command', required=True)
    runs = commands.add_parser('run')
    runs.add_argument('--ounce', default='build/dev/ounce')
    runs.add_argument('--projects', required=True)
    runs.add_argument('--only', nargs='*')
    runs.add_argument('--seeds', type=int, default=5)
    runs.add_argument('--first-seed', type=int, default=1)
    runs.add_argument('--budget', default='300x,30s')
    runs.add_argument('--fresh', type=int, default=20, help='seeds for false alarms')
    runs.add_argument('--mutant-seeds', type=int, default=3)
    runs.add_argument('--sample', type=int, default=100000, help='mutants at most')
    runs.add_argument('--limit', type=float, default=900, help='seconds for one call')
    runs.add_argument('-o', '--output', required=True)
    tables = commands.add_parser('table')
    tables.add_argument('csv', nargs='+')
    args = parser.parse_args(arguments)
    run(args, extra) if args.command == 'run' else table(args)


if __name__ == '__main__':
    main()
