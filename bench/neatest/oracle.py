#!/usr/bin/env python3
"""Networks as oracles (RQ3 of the Neatest paper), and static against dynamic tests on mutants (RQ2).

    bench/neatest/oracle.py build/dev/ounce GAMES SUITES --mutants 40 --out oracle.jsonl [--games Pong,Snake] [--seeds 1]
    bench/neatest/oracle.py --table oracle.jsonl

SUITES is the folder of suites that experiment.py leaves. For each game and seed: ten networks look at so many
mutants of all eight operators; 100 fresh plays of the unchanged program for each network count false alarms. A mutant
differs if a play of a network with the same random numbers is not as on the unchanged program: another length, target,
event, or activation. For --coverage mutants both suites are played under a seed of their own: how many blocks each reaches.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile


def run(arguments):
    result = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f'{" ".join(map(str, arguments))}: {result.stderr}')
    return result.stdout


def coverage_on_mutants(options, game, suites, count):
    """Mean percent of blocks that the networks and their static twins reach on mutants."""
    found = {'dynamic.json': [], 'suite.json': []}
    with tempfile.TemporaryDirectory() as folder:
        run([options.ounce, 'mutate', game, '--list', '--write', folder, '--sample', count, '-q'])
        for i, mutant in enumerate(sorted(pathlib.Path(folder).glob('*.sb3'))):
            for suite in found:
                result = json.loads(run([options.ounce, 'test', mutant, suites / suite, '--seed', 2001 + i, '--json', '-j1']))
                found[suite].append(100 * result['projects'][0]['coverage']['ratio'])
    return {suite: statistics.mean(values) for suite, values in found.items() if values}


def table(path):
    rows = [json.loads(line) for line in open(path)]
    print('| game | networks | mutants | noticed | differ | noticed of these | surprise, event, target | false alarms | '
          'coverage on mutants: networks | static |\n|' + '---|' * 10)
    total = {'killed': 0, 'total': 0, 'differing': 0, 'killedOfDiffering': 0, 'plays': 0, 'alarms': 0}
    for row in rows:
        false = row['falseAlarms']
        on = row.get('onMutants', {})
        total = {k: v + (row[k] if k in row else false[k]) for k, v in total.items()}
        percent = lambda a, b: f'{100 * a / b:.1f} %' if b else '–'
        print(f"| {row['game']} | {row['networks']} | {row['total']} | {percent(row['killed'], row['total'])} | {row['differing']} | "
              f"{percent(row['killedOfDiffering'], row['differing'])} | {', '.join(str(v) for v in row['reasons'].values())} | "
              f"{false['alarms']} of {false['plays']} | {on.get('dynamic.json', float('nan')):.1f} | {on.get('suite.json', float('nan')):.1f} |")
    print(f"| **all** | | {total['total']} | {percent(total['killed'], total['total'])} | {total['differing']} | "
          f"{percent(total['killedOfDiffering'], total['differing'])} | | {total['alarms']} of {total['plays']} "
          f"({percent(total['alarms'], total['plays'])}) | | |")
    codes = {}
    for mutant in (m for row in rows for m in row['mutants'] if m['run']):
        counts = codes.setdefault(mutant['operator'], [0, 0, 0])
        counts[0] += 1
        counts[1] += mutant['differs']
        counts[2] += mutant['killed']
    print('\n| operator | mutants | differ | noticed |\n|---|---|---|---|')
    for code, counts in sorted(codes.items()):
        print(f'| {code} | {counts[0]} | {counts[1]} | {counts[2]} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ounce', nargs='?')
    parser.add_argument('folder', type=pathlib.Path, nargs='?')
    parser.add_argument('suites', type=pathlib.Path, nargs='?')
    parser.add_argument('--table', type=pathlib.Path, help='print the table of such a file, do nothing else')
    parser.add_argument('--out', type=pathlib.Path, default='oracle.jsonl')
    parser.add_argument('--mutants', type=int, default=40)
    parser.add_argument('--coverage', type=int, default=8, help='mutants on which coverage is compared')
    parser.add_argument('--games', default='')
    parser.add_argument('--seeds', default='1')
    options = parser.parse_args()
    if options.table:
        return table(options.table)
    done = {(row['game'], row['seed']) for row in map(json.loads, open(options.out))} if options.out.exists() else set()
    for seed in options.seeds.split(','):
        for game in sorted(options.folder.glob('*.sb3')):
            suites = options.suites / f'{game.stem}-{seed}'
            wanted = not options.games or game.stem in options.games.split(',')
            if not wanted or (game.stem, seed) in done or not (suites / 'dynamic.json').exists():
                continue
            row = json.loads(run([options.ounce, 'mutate', game, suites / 'dynamic.json', '--sample', options.mutants,
                                  '--check', 100, '--seed', seed, '--json', '-j1']))
            row.update({'game': game.stem, 'seed': seed})
            if options.coverage:
                row['onMutants'] = coverage_on_mutants(options, game, suites, options.coverage)
            with open(options.out, 'a') as file:
                file.write(json.dumps(row) + '\n')
            print({k: v for k, v in row.items() if k != 'mutants'}, file=sys.stderr, flush=True)
    table(options.out)


if __name__ == '__main__':
    main()
