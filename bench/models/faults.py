#!/usr/bin/env python3
"""Which faults do models find, and which does a suite? The three settings of the model paper's figure 15:

  UI-MF  inputs of the user model, failures of program and end models
  TI-MF  inputs of the suite, failures of program and end models
  TI-TF  inputs of the suite, failures of the suite

usage: faults.py OUNCE PROJECT SUITE MODELS [--more PROJECT...] [--repetitions N] [--seed N]

Every non-equivalent mutant of PROJECT is a faulty program (as `ounce mutate` with suite and models sees it); --more
names further faulty programs. Counts programs in which something was found, and distinct findings: failing edges (model,
edge and check), or failing tests.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce')
    parser.add_argument('project')
    parser.add_argument('suite')
    parser.add_argument('models')
    parser.add_argument('--more', nargs='*', default=[])
    parser.add_argument('--repetitions', default='20')
    parser.add_argument('--seed', default='1')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        analysis = json.loads(run(args.ounce, 'mutate', args.project, args.suite, '--models', args.models,
                                  '--repetitions', args.repetitions, '--seed', args.seed, '--json'))
        run(args.ounce, 'mutate', args.project, '--write', folder, '--seed', args.seed)
        files = sorted(os.listdir(folder))
        fates = [entry['fate'] for entry in analysis['results']]
        assert len(files) == len(fates)
        mutants = [os.path.join(folder, f) for f, fate in zip(files, fates) if fate != 'probably equivalent']
        programs = mutants + args.more
        count = len(mutants)
        found = {'UI-MF': [], 'TI-MF': [], 'TI-TF': []}
        models = json.loads(run(args.ounce, 'model', *programs, args.models, '--repetitions', args.repetitions,
                                '--seed', args.seed, '--json'))
        for program in models['projects']:
            found['UI-MF'].append({(f['model'], f['edge'], f['check']) for f in program.get('fails', [])})
        # A program at a time: names of tests may be equal, names of projects are not told apart in the tests' rows.
        for program in programs:
            plain = json.loads(run(args.ounce, 'test', program, args.suite, '--json'))
            found['TI-TF'].append({t['name'] for t in plain['tests'] if t['status'] in ('fail', 'error')})
            with_models = json.loads(run(args.ounce, 'test', program, args.suite, '--models', args.models, '--json'))
            edges = set()
            for test in with_models['tests']:
                for fail in test.get('models', {}).get('fails', []):
                    edges.add((fail['model'], fail['edge'], fail['check']))
            found['TI-MF'].append(edges)
    print(f'{count} non-equivalent mutants of {len(fates)}, {len(args.more)} further faulty programs')
    print('| setting | mutants found | further programs found | findings in a mutant (mean) | in a further program (mean) | (median) |')
    print('|---|---|---|---|---|---|')
    for setting, sets in found.items():
        def mean(part):
            return sum(len(s) for s in part) / len(part) if part else float('nan')
        print(f'| {setting} | {sum(1 for s in sets[:count] if s)} | {sum(1 for s in sets[count:] if s)} '
              f'| {mean(sets[:count]):.2f} | {mean(sets[count:]):.2f} '
              f'| {statistics.median(len(s) for s in sets[count:]) if sets[count:] else float("nan")} |')
    print()
    for i, program in enumerate(programs):
        print(os.path.basename(program), *(len(found[s][i]) for s in found))


if __name__ == '__main__':
    main()
