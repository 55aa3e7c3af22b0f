#!/usr/bin/env python3
"""How many generated programs does it take to find the two bugs of the bounded stack?

    bench/contracts/histogram.py BUILD [--seeds 1000] [--folder FOLDER]

Runs contracts_first_found of a build folder on examples/contracts/stack.js and stack.scratch and prints tables for
docs/results/contracts.md. FOLDER keeps the raw numbers.
"""
import argparse, os, re, subprocess, statistics

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUGS = {'stack.js': [('capacity', 'throws'), ('observer', 'ensures')],
        'stack.scratch': [('room', 'stays'), ('listener', 'ensures')]}
BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096]

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--seeds', type=int, default=1000)
    parser.add_argument('--folder', default='.')
    options = parser.parse_args()
    for program, bugs in BUGS.items():
        words = [word for _, word in bugs]
        done = subprocess.run([os.path.join(options.build, 'bench', 'contracts_first_found'),
                               os.path.join(ROOT, 'examples', 'contracts', program), str(options.seeds), '4096', *words],
                              capture_output=True, text=True, check=True)
        open(os.path.join(options.folder, program + '.csv'), 'w').write(done.stdout)
        print(f'{program}, {options.seeds} seeds ({done.stderr.strip()})\n')
        firsts = {}
        for name, word in bugs:
            numbers, times = [], []
            for line in done.stdout.splitlines():
                found = [(int(n), float(t)) for n, t in re.findall(r';[^=;]*' + word + r'[^=;]*=(\d+)@([\d.]+)', line)]
                if found:
                    numbers.append(min(found)[0])
                    times.append(min(found)[1])
            numbers.sort()
            firsts[name] = numbers
            print(f'- {name}: median {statistics.median(numbers):.0f}, nine of ten within {numbers[int(len(numbers) * 0.9)]}, '
                  f'{len(numbers)} of {options.seeds} found, median {statistics.median(times):.4f} s of CPU time')
        print('\n| found within | ' + ' | '.join(f'{name} |' for name in firsts) + ' |\n|---|' + '---|---|' * len(firsts))
        for low, high in zip([0] + BOUNDS, BOUNDS):
            cells = []
            for numbers in firsts.values():
                count = sum(low < n <= high for n in numbers)
                cells.append(f'{count} | {"█" * round(40 * count / options.seeds)}')
            print(f'| {high} | ' + ' | '.join(cells) + ' |')
        print()

main()
