#!/usr/bin/env python3
"""Which planted bugs does `ounce fuzz` find, and does it need callbacks for them?

    tests/contracts/planted.py OUNCE [--programs N] [--seeds N]
    tests/contracts/planted.py --first-found BUILD/bench/contracts_first_found --programs 60000 --seeds 5

Each bug of editor.js is a line «// BUG name: replacement» above the line that it replaces. Says for each whether it is
found, in which program, and whether it is found without callbacks. Exit code 1: one is not found, or the original
violates a contract. The second form says for each seed in which program a bug is found first, and after how many seconds
of CPU time (program@seconds).
"""
import argparse, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

def variants(source):
    lines = source.split('\n')
    for i, line in enumerate(lines):
        found = re.match(r'\s*// BUG (\w+): (.*)$', line)
        if found:
            yield found.group(1), '\n'.join(lines[:i + 1] + [found.group(2)] + lines[i + 2:])

def fuzz(ounce, path, programs, seed, extra=()):
    done = subprocess.run([ounce, 'fuzz', path, '--budget', f'{programs}x', '--seed', str(seed), '--json', '-j', '1', *extra],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f'{path}: {done.stdout}{done.stderr}')
    return json.loads(done.stdout)['failures']

def first_found(program, path, programs, seeds, extra=()):
    done = subprocess.run([program, path, str(seeds), str(programs), *extra, ''], capture_output=True, text=True, check=True)
    firsts = [re.findall(r'=(\d+)@([\d.]+)', line) for line in done.stdout.splitlines()]
    return ' '.join('@'.join(min(found, key=lambda one: int(one[0]))) if found else '-' for found in firsts)

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce', nargs='?')
    parser.add_argument('--first-found')
    parser.add_argument('--programs', type=int, default=3000)
    parser.add_argument('--seeds', type=int, default=1)
    parser.add_argument('--only')
    options = parser.parse_args()
    source = open(os.path.join(HERE, 'editor.js')).read()
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [('original', source), *variants(source)]:
            if options.only and name != options.only:
                continue
            path = os.path.join(folder, name + '.js')
            open(path, 'w').write(text)
            if options.first_found:
                if name == 'original':
                    continue
                found = first_found(options.first_found, path, options.programs, options.seeds)
                plain = first_found(options.first_found, path, options.programs // 10, 1, ['--no-callbacks'])
                print(f'{name:10} {found}; without callbacks: {plain}', flush=True)
                bad |= '-' in found.split()
                continue
            for seed in range(1, options.seeds + 1):
                failures = fuzz(options.ounce, path, options.programs, seed)
                plain = fuzz(options.ounce, path, options.programs, seed, ['--no-callbacks'])
                show = lambda found: ', '.join(f"{f['contract'][:60]} @{f['foundAt']} ({f['calls']} calls)" for f in found) or '-'
                print(f'{name:10} seed {seed}: {show(failures)}\n{"":10} without callbacks: {show(plain)}', flush=True)
                bad |= bool(failures) if name == 'original' else not failures
    return 1 if bad else 0

sys.exit(main())
