#!/usr/bin/env python3
"""Does a generated suite notice what goes wrong in a program? Six games, five planted bugs each.

    bench/generation/planted.py build/dev/ounce SHARED [--budget 30s] [--seeds 1] [--jobs 2]

A suite is generated for each game (`ounce generate --kill`, else with default settings). bugs/GAME.bugs says which lines of the
game's text form are replaced; the suite is run on each of these programs, and finds the bug if one of its tests does not
pass. The bugs were written before any suite was."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from planted_lines import bugs_in, planted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ounce')
    parser.add_argument('shared', type=pathlib.Path)
    parser.add_argument('--budget', default='30s')
    parser.add_argument('--seeds', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    print('| game | bug | noticed |\n|---|---|---|')
    noticed, all_bugs = 0, 0
    for path in sorted((HERE / 'bugs').glob('*.bugs')):
        game = path.stem
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            source = options.shared / 'corpus' / 'neatest-ase22' / 'games' / f'{game}.sb3'
            text = folder / f'{game}.scratch'
            subprocess.run([options.ounce, 'convert', source, text, '-q'], check=True, stdout=subprocess.DEVNULL)
            for seed in range(1, options.seeds + 1):
                made = subprocess.run([options.ounce, 'generate', text, '--kill', '--budget', options.budget, '--seed', str(seed),
                                       '-j', str(options.jobs), '-q', '-o', folder / f'suite{seed}'], capture_output=True, text=True)
                if made.returncode not in (0, 1):
                    sys.exit(f'{game}: {made.stderr}')
            for name, old, new in bugs_in(path):
                program = folder / 'planted.scratch'
                program.write_text(planted(text.read_text(), old, new))
                found = 0
                for seed in range(1, options.seeds + 1):
                    run = subprocess.run([options.ounce, 'test', program, folder / f'suite{seed}' / 'suite.json', '--json'],
                                         capture_output=True, text=True)
                    if run.returncode not in (0, 1):
                        sys.exit(f'{game}, {name}: {run.stderr}')
                    found += run.returncode == 1  # 1: some test did not pass
                noticed += found
                all_bugs += options.seeds
                print(f'| {game} | {name} | {found} of {options.seeds} |', flush=True)
    print(f'\n{noticed} of {all_bugs} noticed')


main()
