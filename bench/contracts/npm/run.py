#!/usr/bin/env python3
"""Tests released npm packages against contracts written from their documentation.

    bench/contracts/npm/run.py OUNCE FOLDER [--budget 20000x] [--seed 1] [--only NAME]

Installs each version into FOLDER (needs npm and the network; no package is part of this repository), runs `ounce fuzz`
on it and prints what was found, with the shrunk programs. NAME.contracts.js holds contracts of a class that the package
exports; NAME.js is a module of our own around a package that exports no class. A package that has only `import` is
bundled into one file first, with esbuild.
"""
import argparse, json, os, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ESBUILD = '0.25.0'
# Versions with a bug that their change log or issues name, then the newest that was tried.
PACKAGES = [
    ('denque', ['1.4.0', '2.1.0']),
    ('eventemitter3', ['0.1.5', '5.0.1']),
    ('magic-string', ['0.30.17', '1.4.5']),
    ('mitt', ['1.1.2', '3.0.1']),
    ('redux', ['1.0.0-rc', '3.0.2', '5.0.1']),
    ('tinyqueue', ['1.1.0', '2.0.3']),
]

def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stdout}{done.stderr}")

def install(folder, name, version):
    where = os.path.join(folder, f'{name}-{version}')
    package = os.path.join(where, 'node_modules', name)
    if not os.path.isdir(package):
        os.makedirs(where, exist_ok=True)
        run(['npm', 'install', '--prefix', where, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', f'{name}@{version}'])
    about = json.load(open(os.path.join(package, 'package.json')))
    main = about.get('main', 'index.js')
    if about.get('type') == 'module' and not main.endswith('.cjs'):
        bundled = os.path.join(where, name + '.bundled.cjs')
        if not os.path.exists(bundled):
            entry = os.path.join(where, 'entry.mjs')
            open(entry, 'w').write(f'export * from "{name}";\n' + ('' if name == 'redux' else f'export {{default}} from "{name}";\n'))
            run(['npx', '--yes', f'esbuild@{ESBUILD}', entry, '--bundle', '--format=cjs', f'--outfile={bundled}'])
        return where, bundled
    return where, os.path.join(package, main)

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce')
    parser.add_argument('folder')
    parser.add_argument('--budget', default='20000x')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--only')
    options = parser.parse_args()
    for name, versions in PACKAGES:
        if options.only and name != options.only:
            continue
        for version in versions:
            where, main_file = install(options.folder, name, version)
            module = os.path.join(HERE, name + '.js')
            if os.path.exists(module):
                target = [shutil.copy(module, where)]
                if main_file.endswith('.bundled.cjs'):
                    text = open(module).read().replace(f"require('{name}')", f"require('./{os.path.basename(main_file)}')")
                    open(target[0], 'w').write(text)
            else:
                target = [main_file, '--contracts', os.path.join(HERE, name + '.contracts.js')]
            done = subprocess.run([options.ounce, 'fuzz', *target, '--budget', options.budget, '--seed', options.seed, '--json',
                                   '-o', os.path.join(where, 'findings')], capture_output=True, text=True)
            if done.returncode not in (0, 1):
                print(f'## {name} {version}\n\n{done.stdout}{done.stderr}')
                continue
            result = json.loads(done.stdout)
            print(f"## {name} {version}: {result['programs']} programs, {result['discarded']} discarded\n")
            for failure in result['failures']:
                print(f"- {failure['contract']}: program {failure['foundAt']}, {failure['calls']} calls. {failure['message']}\n")
                print('\n'.join('      ' + line for line in failure['program'].rstrip().split('\n')) + '\n', flush=True)

main()
