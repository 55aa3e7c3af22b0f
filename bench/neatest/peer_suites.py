#!/usr/bin/env python3
"""Networks of Whisker on their games: do they load, and what do they reach?

    bench/neatest/peer_suites.py build/dev/ounce SUITES GAMES

SUITES is a folder of Game-N.json.gz or .json files. Each is played under ten seeds. Prints a Markdown table.
"""
import gzip
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile


def main():
    program, suites, games = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    print('| suite | networks | targets reached | coverage of a seed, mean of 10 | under all seeds |\n|---|---|---|---|---|')
    for path in sorted(suites.glob('*.json*')):
        name = path.name.split('.')[0]
        game = games / f"{name.split('-')[0]}.sb3"
        if not game.exists():
            continue
        text = gzip.open(path).read() if path.suffix == '.gz' else path.read_bytes()
        with tempfile.NamedTemporaryFile(suffix='.json') as file:
            file.write(text)
            file.flush()
            covered, missed, passed, tests = [], set(), 0, 0
            for seed in range(1001, 1011):
                run = subprocess.run([program, 'test', game, file.name, '--seed', str(seed), '--json'],
                                     capture_output=True, text=True)
                if run.returncode > 1:
                    sys.exit(f'{path}: {run.stderr}')
                result = json.loads(run.stdout)
                covered.append(result['coverage']['ratio'])
                missed |= {json.dumps(block) for block in result['projects'][0]['uncovered']}
                passed += result['projects'][0]['passed']
                tests += len(result['tests'])
        total = result['coverage']['total']
        print(f'| {name} | {tests // 10} | {100 * passed / tests:.0f} % | {100 * statistics.mean(covered):.1f} % | '
              f'{100 * (total - len(missed)) / total:.1f} % |', flush=True)


if __name__ == '__main__':
    main()
