#!/usr/bin/env python3
"""Reliable coverage of networks on games (Table 3 of the Neatest paper), and beside it static tests.

    bench/neatest/experiment.py build/dev/ounce GAMES --seeds 3 --out results.jsonl [--games Pong,Snake]
    bench/neatest/experiment.py --table results.jsonl
    bench/neatest/experiment.py build/dev/ounce GAMES --seeds 3 --part 0.2 --brief --ablation --out ablation.jsonl

For each seed and game: generates networks, then plays the whole suite under ten seeds that the search never saw. A
statement counts if it is reached under every one of them; the same for what the networks did once (their static
twin) and, for the first seed, for tests of relay search and of random search. One line of JSON for each seed and
game goes to --out: an experiment that was interrupted goes on where it was. The suites stay in a folder beside it.
Budgets are in steps, so that the table is the same on every machine: as many as about 23 seconds of one core
make, 12 seconds of two. With --clock SECONDS they are by the clock, and the table has the longest time that a search
took with all that it writes: for a machine that does nothing else, with --jobs 2. With --ablation the experiment is made with
everything and then without each of the improvements, and the table compares them.
"""
import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import time

# Mean reliable coverage in percent (random, Neatest) and wins of Neatest in 30 repetitions, from the paper.
PAPER = {
    'BirdShooter': (98.60, 100, 30), 'CatchTheDots': (97.64, 100, 30), 'CatchingApples': (98.53, 100, 30),
    'CityDefender': (74.30, 70.62, 3), 'DessertRally': (93.58, 93.90, 0), 'EndlessRunner': (73.95, 90.52, 11),
    'FinalFight': (97.50, 99.65, 30), 'FlappyParrot': (92.61, 100, 30), 'FruitCatching': (69.09, 100, 30),
    'LineUp': (96.00, 100, 30), 'Pong': (94.22, 100, 30), 'RioShootout': (94.40, 94.40, 30),
    'Snake': (95.00, 95.00, 0), 'WhackAMole': (79.64, 80.44, 19)}
# The block that only a won game reaches. The paper does not name them; EndlessRunner has none that we could tell.
WINS = {
    'BirdShooter': ('Bullet', 'change [Hits v] by (1*)'), 'CatchTheDots': (None, 'set [high score v] to (score)'),
    'CatchingApples': ('Apple', 'hide'), 'CityDefender': ('Cat1', 'show'),
    'DessertRally': ('Stage', 'switch backdrop to (Win v)'), 'FinalFight': (None, 'broadcast (win v) and wait'),
    'FlappyParrot': ('Pipes', 'change [score v] by (1*)'), 'FruitCatching': ('Bowl', 'say [Ende!] for (1*) seconds'),
    'LineUp': (None, 'say [You found me] for (2*) seconds'), 'Pong': ('Ball', 'start sound (pop v)'),
    'RioShootout': ('Ball', 'broadcast (won v) and wait'), 'Snake': ('Apfel', 'change [Score v] by (1*)'),
    'WhackAMole': ('Stage', 'set [level v] to [8]')}
# Millions of steps in about 23 s of one core.
STEPS = {'BirdShooter': 10, 'CatchTheDots': 6.5, 'CatchingApples': 12, 'CityDefender': 4.2, 'DessertRally': 5,
         'EndlessRunner': 16, 'FinalFight': 2.5, 'FlappyParrot': 60, 'FruitCatching': 7, 'LineUp': 1.2, 'Pong': 11,
         'RioShootout': 23, 'Snake': 2.7, 'WhackAMole': 7}
FRESH = range(1001, 1011)  # the search draws its seeds from 2^31 on


def ounce(arguments, accept=(0, 1)):
    run = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if run.returncode not in accept:
        sys.exit(f'{" ".join(map(str, arguments))}: {run.stderr}')
    return json.loads(run.stdout)


def cpu():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def under_fresh_seeds(options, game, suite, goals):
    """Percent of the goals that the suite reaches under every fresh seed, the mean over single seeds, what it misses."""
    missed, single = {}, []
    for seed in FRESH:
        result = ounce([options.ounce, 'test', game, suite, '--seed', seed, '--json', '-j', options.jobs])
        for block in result['projects'][0]['uncovered']:
            missed.setdefault(json.dumps(block), []).append(seed)
        single.append(result['projects'][0]['coverage'])
    dead = single[0]['total'] - goals
    reached = [min(goals, each['covered']) for each in single]
    return (100 * (goals - max(0, len(missed) - dead)) / goals, 100 * statistics.mean(reached) / goals,
            [json.loads(block) for block in missed])


def won(name, missed):
    """Whether the winning block is reached under all fresh seeds; None: unknown."""
    if name not in WINS:
        return None
    sprite, text = WINS[name]
    return not any(block['text'] == text and sprite in (None, block['sprite']) for block in missed)


def one(options, name, seed):
    game = options.folder / f'{name}.sb3'
    steps = int(STEPS.get(name, 5) * 1e6 * options.part)
    base = [options.ounce, 'generate', game, '--seed', seed, '--json', '-q', '-j', options.jobs]
    suites = options.out.with_suffix('.suites')
    suites.mkdir(exist_ok=True)
    out = suites / f'{name}-{seed}'
    budget = lambda part: f'{options.clock * part}s' if options.clock else f'{int(steps * part)}steps'
    start, began = cpu(), time.monotonic()
    words = ['--without', options.without] if options.without else []
    made = ounce(base + ['--budget', budget(1), '--algorithm', 'neatest', '-o', out] + words)['projects'][0]
    spent, wall = cpu() - start, time.monotonic() - began
    goals = made['reliableCoverage']['total']
    fresh, mean, missed = under_fresh_seeds(options, game, out / 'dynamic.json', goals)
    enough = [at['seconds'] * 30 for at in made['timeline'] if at['reliable'] >= 0.95 * goals]
    row = {'game': name, 'seed': seed, 'without': options.without, 'search': 100 * made['reliableCoverage']['ratio'],
           'any': 100 * made['coverage']['ratio'], 'fresh': fresh, 'mean': mean, 'won': won(name, missed), 'missed': missed,
           'networks': len(made['networks']), 'steps': made['steps'], 'budget': steps, 'cpu': spent, 'goals': goals,
           'steps95': enough[0] if enough else None, 'clock': options.clock, 'wall': wall}
    if not options.brief:
        row['static'] = under_fresh_seeds(options, game, out / 'suite.json', goals)[:2]
    if seed == 1 and not options.brief:
        for algorithm in ('relay', 'random'):
            out = suites / f'{name}-{seed}-{algorithm}'
            ounce(base + ['--budget', budget(options.static), '--algorithm', algorithm, '-o', out, '--no-assertions'])
            row[algorithm] = under_fresh_seeds(options, game, out / 'suite.json', goals)[:2]
    return row


def table(path):
    rows = [json.loads(line) for line in open(path)]
    mean = lambda of, key: statistics.mean(row[key] for row in of)
    print('| game | random (paper) | Neatest (paper) | search | fresh seeds | a single fresh seed | its static twin | '
          'relay, static | random, static | won (paper) | won | networks | steps | core s | by the clock, at most |\n|' + '---|' * 15)
    totals = []
    for name in PAPER:
        of = [row for row in rows if row['game'] == name]
        if not of:
            continue
        paper = PAPER[name]
        first = lambda key: next((f'{row[key][0]:.1f}' for row in of if key in row), '')
        statics = [row['static'][0] for row in of if 'static' in row]
        wins = [row['won'] for row in of if row['won'] is not None]
        cells = [name, f'{paper[0]:.1f}', f'{paper[1]:.1f}', f"{mean(of, 'search'):.1f}", f"{mean(of, 'fresh'):.1f}",
                 f"{mean(of, 'mean'):.1f}", f'{statistics.mean(statics):.1f}' if statics else '', first('relay'), first('random'),
                 f'{paper[2]} of 30', f'{sum(wins)} of {len(wins)}' if wins else '', f"{mean(of, 'networks'):.1f}",
                 f"{mean(of, 'steps') / 1e6:.2f} M", f"{mean(of, 'cpu'):.1f}",
                 f"{max(row['wall'] for row in of):.1f} s" if all(row.get('clock') for row in of) else '']
        print('| ' + ' | '.join(cells) + ' |')
        totals.append((paper[0], paper[1], mean(of, 'search'), mean(of, 'fresh'), mean(of, 'mean')))
    print('| **mean** | ' + ' | '.join(f'{statistics.mean(t[i] for t in totals):.1f}' for i in range(5)) + ' |')


def comparison(path):
    """What is lost without each improvement: coverage, and in brackets millions of steps until 95 % were reliable."""
    rows = [json.loads(line) for line in open(path)]
    games = [name for name in PAPER if any(row['game'] == name for row in rows)]
    print('| without | fresh seeds, mean | steps, mean | ' + ' | '.join(games) + ' |\n|' + '---|' * (3 + len(games)))
    for word in dict.fromkeys(row['without'] for row in rows):
        of = [row for row in rows if row['without'] == word]
        cells = [word.replace(',', ', ') or 'nothing']
        by_game = {name: [row for row in of if row['game'] == name] for name in games}
        means = [statistics.mean(row['fresh'] for row in each) for each in by_game.values() if each]
        cells += [f'{statistics.mean(means):.1f}', f"{statistics.mean(row['steps'] for row in of) / 1e6:.2f} M"]
        for each in by_game.values():
            early = [row['steps95'] for row in each if row['steps95'] is not None]
            until = f'{statistics.mean(early) / 1e6:.2f}' if each and len(early) == len(each) else '–'
            cells.append(f"{statistics.mean(row['fresh'] for row in each):.1f} ({until})" if each else '')
        print('| ' + ' | '.join(cells) + ' |')


def improvements(ounce_path):
    """The words that --without knows, as the program names them."""
    said = subprocess.run([str(ounce_path), 'generate', 'none.sb3', '--algorithm', 'neatest', '--without', '?'],
                          capture_output=True, text=True).stderr
    return [word.strip(' )\n') for word in said.split('known are ', 1)[1].split(',')]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ounce', nargs='?')
    parser.add_argument('folder', type=pathlib.Path, nargs='?')
    parser.add_argument('--table', type=pathlib.Path, help='print the table of such a file, do nothing else')
    parser.add_argument('--out', type=pathlib.Path, default='neatest.jsonl')
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--first', type=int, default=1, help='the first seed')
    parser.add_argument('--part', type=float, default=1, help='of the budgets')
    parser.add_argument('--clock', type=float, help='seconds by the clock for each search, instead of steps')
    parser.add_argument('--static', type=float, default=0.1, help='part of the budget for relay and random search')
    parser.add_argument('--without', default='', help='improvements to switch off')
    parser.add_argument('--ablation', action='store_true', help='with everything, and without each improvement')
    parser.add_argument('--games', default=','.join(PAPER))
    parser.add_argument('--jobs', default=1, type=int)
    parser.add_argument('--brief', action='store_true', help='no static tests')
    options = parser.parse_args()
    if options.table:
        return (comparison if options.ablation else table)(options.table)
    rows = [json.loads(line) for line in open(options.out)] if options.out.exists() else []
    done = {(row['game'], row['seed'], row['without']) for row in rows}
    words = [options.without]
    if options.ablation:
        single = improvements(options.ounce)
        words = ['', *single, ','.join(single)]
    for seed in range(options.first, options.first + options.seeds):
        for options.without in words:
            for name in options.games.split(','):
                if (name, seed, options.without) in done or not (options.folder / f'{name}.sb3').exists():
                    continue
                row = one(options, name, seed)
                with open(options.out, 'a') as file:
                    file.write(json.dumps(row) + '\n')
                print({k: v for k, v in row.items() if k != 'missed'}, file=sys.stderr, flush=True)
    (comparison if options.ablation else table)(options.out)


if __name__ == '__main__':
    main()
