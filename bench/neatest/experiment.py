#!/usr/bin/env python3
"""Reliable coverage of networks on games (Table 3 of the Neatest paper), and beside it static tests.

    bench/neatest/experiment.py build/dev/ounce GAMES --seeds 3 --budget 12s [--relay] [--games Pong,Snake]

For each game and seed: generates networks, then plays the whole suite under ten seeds that the search never saw. A
statement counts if it is reached under every one of them. --relay does the same for the static tests of relay search,
--mutants N judges N mutants of each game with the networks of the first seed. Prints a Markdown table; progress goes to
standard error. Budgets in steps give the same table on every machine, seconds do not.
"""
import argparse
import concurrent.futures
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

# Mean reliable coverage in percent and wins in 30 repetitions, from the paper.
PAPER = {
    'BirdShooter': (98.60, 100, 30), 'CatchTheDots': (97.64, 100, 30), 'CatchingApples': (98.53, 100, 30),
    'CityDefender': (74.30, 70.62, 3), 'DessertRally': (93.58, 93.90, 0), 'EndlessRunner': (73.95, 90.52, 11),
    'FinalFight': (97.50, 99.65, 30), 'FlappyParrot': (92.61, 100, 30), 'FruitCatching': (69.09, 100, 30),
    'LineUp': (96.00, 100, 30), 'Pong': (94.22, 100, 30), 'RioShootout': (94.40, 94.40, 30),
    'Snake': (95.00, 95.00, 0), 'WhackAMole': (79.64, 80.44, 19)}
FRESH = range(1001, 1011)  # the search draws its seeds from 2^31 on


def ounce(arguments, accept=(0, 1)):
    run = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if run.returncode not in accept:
        sys.exit(f'{" ".join(map(str, arguments))}: {run.stderr}')
    return json.loads(run.stdout)


def covered_under_all(options, game, suite, goals):
    """Percent of the goals that the suite reaches under every fresh seed, and the mean over single seeds."""
    missed, single = set(), []
    for seed in FRESH:
        result = ounce([options.ounce, 'test', game, suite, '--seed', seed, '--json', '-j', options.jobs])
        uncovered = {json.dumps(block) for block in result['projects'][0]['uncovered']}
        missed |= uncovered
        single.append(result['projects'][0]['coverage'])
    dead = single[0]['total'] - goals
    reached = [min(goals, each['covered']) for each in single]
    return 100 * (goals - max(0, len(missed) - dead)) / goals, 100 * statistics.mean(reached) / goals


def one(options, game, seed, folder):
    base = [options.ounce, 'generate', game, '--seed', seed, '--budget', options.budget, '--json', '-q', '-j', options.jobs]
    out = folder / f'{game.stem}-{seed}'
    made = ounce(base + ['--algorithm', 'neatest', '-o', out])['projects'][0]
    goals = made['reliableCoverage']['total']
    fresh, mean = covered_under_all(options, game, out / 'dynamic.json', goals)
    row = {'search': 100 * made['reliableCoverage']['ratio'], 'fresh': fresh, 'mean': mean, 'networks': len(made['networks']),
           'steps': made['steps'], 'seconds': made['seconds'], 'static': covered_under_all(options, game, out / 'suite.json', goals)}
    if options.relay:
        out = folder / f'{game.stem}-{seed}-relay'
        ounce(base + ['-o', out, '--no-assertions'])
        row['relay'] = covered_under_all(options, game, out / 'suite.json', goals)
    print(game.stem, seed, {k: v for k, v in row.items()}, file=sys.stderr, flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ounce')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--budget', default='12s')
    parser.add_argument('--games', default=','.join(PAPER))
    parser.add_argument('--jobs', default=2, type=int)
    parser.add_argument('--relay', action='store_true')
    parser.add_argument('--mutants', type=int, default=0)
    options = parser.parse_args()
    names = [name for name in options.games.split(',') if (options.folder / f'{name}.sb3').exists()]
    mean = lambda rows, key: statistics.mean(row[key] for row in rows)
    head = '| game | random (paper) | Neatest (paper) | here, search | here, fresh seeds | a single fresh seed | its static twin |'
    head += ' relay, static |' if options.relay else ''
    print(head + ' networks | steps |\n|' + '---|' * (head.count('|') + 1))
    totals = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in names:
            game = options.folder / f'{name}.sb3'
            rows = [one(options, game, seed, folder) for seed in range(1, options.seeds + 1)]
            paper = PAPER.get(name, (float('nan'), float('nan'), 0))
            cells = [name, f'{paper[0]:.1f}', f'{paper[1]:.1f}', f"{mean(rows, 'search'):.1f}", f"{mean(rows, 'fresh'):.1f}",
                     f"{mean(rows, 'mean'):.1f}", f"{statistics.mean(r['static'][0] for r in rows):.1f}"]
            if options.relay:
                cells.append(f"{statistics.mean(r['relay'][0] for r in rows):.1f}")
            cells += [f"{mean(rows, 'networks'):.1f}", f"{mean(rows, 'steps'):.0f}"]
            print('| ' + ' | '.join(cells) + ' |', flush=True)
            totals.append((paper[0], paper[1], mean(rows, 'search'), mean(rows, 'fresh'), mean(rows, 'mean')))
            if options.mutants:
                result = ounce([options.ounce, 'mutate', game, folder / f'{name}-1' / 'dynamic.json', '--sample',
                                options.mutants, '--check', 100, '--json', '-j', options.jobs])
                print(name, {k: v for k, v in result.items() if k != 'mutants'}, file=sys.stderr, flush=True)
    print('| **mean** | ' + ' | '.join(f'{statistics.mean(t[i] for t in totals):.1f}' for i in range(5)) + ' |')


if __name__ == '__main__':
    main()
