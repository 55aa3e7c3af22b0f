#!/usr/bin/env python3
"""Networks as oracles (RQ3 of the Neatest paper), and static against dynamic tests on mutants (RQ2).

    bench/neatest/oracle.py build/dev/ounce GAMES SUITES --mutants 40 --out oracle.jsonl [--games Pong,Snake] [--seeds 1-10]
    bench/neatest/oracle.py --table oracle.jsonl

SUITES is the folder of suites that experiment.py leaves. For each game and seed: ten networks look at so many mutants,
drawn from those of all eight operators anew for each seed. Each network plays a mutant a few times and gives one verdict;
as many verdicts on fresh plays of the unchanged program (--check for each network) count false alarms. A mutant differs if
any play of a network with the same random numbers is not as on the unchanged program: another length, target, event, input
or activation. For --coverage mutants both suites are played under a seed of their own: how many blocks each reaches. What
was interrupted goes on where it was.
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
    print('| game | suites | networks | mutants | noticed | differ | noticed of these | surprise, event, target | false alarms | '
          'coverage on mutants: networks | static |\n|' + '---|' * 11)
    percent = lambda a, b: f'{100 * a / b:.1f} %' if b else '–'
    mean = lambda values: f'{statistics.mean(values):.1f}' if values else ''

    def line(name, of):
        total = lambda key: sum(row[key] for row in of)
        false = lambda key: sum(row['falseAlarms'][key] for row in of)
        reasons = ', '.join(str(sum(row['reasons'][reason] for row in of)) for reason in of[0]['reasons'])
        on = lambda suite: mean([row['onMutants'][suite] for row in of if 'onMutants' in row])
        print(f"| {name} | {len(of)} | {total('networks') / len(of):.1f} | {total('total')} | {percent(total('killed'), total('total'))} | "
              f"{total('differing')} | {percent(total('killedOfDiffering'), total('differing'))} | {reasons} | "
              f"{false('alarms')} of {false('verdicts')} ({percent(false('alarms'), false('verdicts'))}) | "
              f"{on('dynamic.json')} | {on('suite.json')} |")

    for game in sorted({row['game'] for row in rows}):
        line(game, [row for row in rows if row['game'] == game])
    line('**all**', rows)
    codes = {}
    for mutant in (m for row in rows for m in row['mutants'] if m['run']):
        counts = codes.setdefault(mutant['operator'], [0, 0, 0])
        counts[0] += 1
        counts[1] += mutant['differs']
        counts[2] += mutant['killed']
    print('\n| operator | mutants | differ | noticed |\n|---|---|---|---|')
    for code, counts in sorted(codes.items()):
        print(f'| {code} | {counts[0]} | {counts[1]} | {counts[2]} |')


def seeds_of(text):
    first, _, last = text.partition('-')
    return [str(seed) for seed in range(int(first), int(last) + 1)] if last else text.split(',')


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
    parser.add_argument('--seeds', default='1', help='1,2 or 1-10')
    parser.add_argument('--check', type=int, default=100, help='verdicts on the unchanged program for each network')
    parser.add_argument('--more', default='', help='further options of ounce mutate')
    options = parser.parse_args()
    if options.table:
        return table(options.table)
    done = {(row['game'], row['seed']) for row in map(json.loads, open(options.out))} if options.out.exists() else set()
    for seed in seeds_of(options.seeds):
        for game in sorted(options.folder.glob('*.sb3')):
            suites = options.suites / f'{game.stem}-{seed}'
            wanted = not options.games or game.stem in options.games.split(',')
            if not wanted or (game.stem, seed) in done or not (suites / 'dynamic.json').exists():
                continue
            row = json.loads(run([options.ounce, 'mutate', game, suites / 'dynamic.json', '--sample', options.mutants,
                                  '--check', options.check, '--seed', seed, '--json', '-j1'] + options.more.split()))
            row.update({'game': game.stem, 'seed': seed})
            if options.coverage:
                row['onMutants'] = coverage_on_mutants(options, game, suites, options.coverage)
            with open(options.out, 'a') as file:
                file.write(json.dumps(row) + '\n')
            print({k: v for k, v in row.items() if k != 'mutants'}, file=sys.stderr, flush=True)
    if options.out.exists():
        table(options.out)


if __name__ == '__main__':
    main()
