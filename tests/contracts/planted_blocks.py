#!/usr/bin/env python3
"""Which planted bugs of the Scratch programs in blocks/ does `ounce fuzz` find?

    tests/contracts/planted_blocks.py OUNCE [--budget 10s]

Each bug is a line «// BUG name: replacement» above the line that it replaces. Exit code 1: a bug is not found, or an
original violates a contract.
"""
import argparse, glob, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

def variants(source):
    lines = source.split('\n')
    bug = re.compile(r'\s*// BUG ([\w-]+): (.*)$')
    plain = lambda some: [line for line in some if not bug.match(line)]
    yield None, '\n'.join(plain(lines))
    for i, line in enumerate(lines):
        found = bug.match(line)
        if found:
            yield found.group(1), '\n'.join(plain(lines[:i]) + [found.group(2)] + plain(lines[i + 2:]))

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce')
    parser.add_argument('--budget', default='20000x')
    parser.add_argument('--seed', default='1')
    options = parser.parse_args()
    blocks = bugs = found = false = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, 'blocks', '*.scratch'))):
            for name, text in variants(open(path).read()):
                blocks += 0 if name else text.count('\ndefine ')
                file = os.path.join(folder, (name or os.path.basename(path)[:-8]) + '.scratch')
                open(file, 'w').write(text)
                done = subprocess.run([options.ounce, 'fuzz', file, '--budget', options.budget, '--seed', options.seed, '--json', '-j', '1'],
                                      capture_output=True, text=True)
                if done.returncode not in (0, 1):
                    sys.exit(f'{file}: {done.stdout}{done.stderr}')
                failures = json.loads(done.stdout)['failures']
                shown = '; '.join(f"{f['contract']} @{f['foundAt']} ({f['calls']} calls)" for f in failures) or '-'
                print(f'{name or os.path.basename(path):16} {shown}', flush=True)
                if name:
                    bugs += 1
                    found += bool(failures)
                else:
                    false += len(failures)
    print(f'{blocks} custom blocks, {bugs} planted bugs, {found} found, {false} reports on the originals')
    return 1 if found < bugs or false else 0

sys.exit(main())
