#!/usr/bin/env python3
"""What do inferred models find, of what suites find, and do they ever complain of the solution?

usage: inference.py OUNCE FOLDER PROJECT... [--suites FOLDER] [--models NAME=FILE...] [--budget 300x] [--again]

For each project: models are inferred (FOLDER/NAME/program.model and player.model), played a thousand times with seeds
that had no part in it, and looked for in all mutants. They are compared with what suites notice: a generated one
(`ounce generate --kill`, kept in FOLDER for the next time), the one in --suites that has the project's name, and written
models. --again infers anew where models are there already. Prints a row for each project and, below, the mutants that
only suites notice.
"""
import argparse
import json
import os
import resource
import subprocess
import sys


def run(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        sys.exit(f'{" ".join(command)}: {done.stderr}')
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def noticed(ounce, project, *arguments):
    out, seconds = run(ounce, 'mutate', project, *arguments, '--no-equivalence', '--json')
    results = json.loads(out)['results']
    return [entry['fate'] == 'killed' for entry in results], results, seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce')
    parser.add_argument('folder')
    parser.add_argument('projects', nargs='+')
    parser.add_argument('--suites')
    parser.add_argument('--models', nargs='*', default=[])
    parser.add_argument('--budget', default='300x')
    parser.add_argument('--again', action='store_true')
    args = parser.parse_args()
    written = dict(entry.split('=', 1) for entry in args.models)
    print('| game | models | fails in 1000 other runs | mutants | noticed by suites | of these by inferred models '
          '| by these only | CPU seconds: inferring, mutants |')
    print('|---|---|---|---|---|---|---|---|', flush=True)
    missed = []
    for project in args.projects:
        name = os.path.splitext(os.path.basename(project))[0]
        folder = os.path.join(args.folder, name)
        os.makedirs(folder, exist_ok=True)
        known = os.path.join(folder, 'suites.json')
        if not os.path.exists(known):
            generated = os.path.join(folder, 'generated')
            if not os.path.exists(generated):
                run(args.ounce, 'generate', project, '--budget', args.budget, '--kill', '-o', generated, '--seed', '1', '-j', '1')
            suites, _, _ = noticed(args.ounce, project, os.path.join(generated, 'suite.json'))
            own = os.path.join(args.suites, name + '.js') if args.suites else ''
            for more in ([own] if os.path.exists(own) else [],
                         ['--models', written[name], '--repetitions', '20'] if name in written else []):
                if more:
                    suites = [a or b for a, b in zip(suites, noticed(args.ounce, project, *more)[0])]
            with open(known, 'w') as file:
                json.dump(suites, file)
        with open(known) as file:
            suites = json.load(file)
        models = [os.path.join(folder, 'program.model'), os.path.join(folder, 'player.model')]
        inferring = 0
        if args.again or not os.path.exists(models[0]):
            _, inferring = run(args.ounce, 'model', '--infer', project, '-o', folder)
        out, _ = run(args.ounce, 'model', project, *models, '--repetitions', '1000', '--seed', '5000001', '--json')
        played = json.loads(out)
        fails = {(f['model'], f['repetitions']) for f in played['fails'] + played['errors']}
        found, results, seconds = noticed(args.ounce, project, '--models', *models, '--repetitions', '20')
        both = sum(a and b for a, b in zip(suites, found))
        print(f'| {name} | {len(played["coverage"]) - 1} | {len(fails)} | {len(found)} | {sum(suites)} '
              f'| {both} ({100 * both / max(1, sum(suites)):.1f} %) | {sum(b and not a for a, b in zip(suites, found))} '
              f'| {inferring:.0f}, {seconds:.0f} |', flush=True)
        missed += [(name, f'fails {times} times: {model}') for model, times in sorted(fails)]
        for entry, a, b in zip(results, suites, found):
            if a and not b:
                missed.append((name, f'{entry["operator"]} {entry.get("sprite", "")}: {entry.get("change", "")}'))
    print()
    for name, what in missed:
        print(f'{name}: {what}')


if __name__ == '__main__':
    main()
