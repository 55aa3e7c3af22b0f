#!/usr/bin/env python3
"""Which faults do models find, and which does a suite? The three settings of the model paper's figure 15:

  UI-MF  inputs of the user model, failures of program and end models
  TI-MF  inputs of the suite, failures of program and end models
  TI-TF  inputs of the suite, failures of the suite

usage: faults.py OUNCE PROJECT SUITE MODELS [--more PROJECT...] [--compound N] [--call NAME=PATTERN...] [--repetitions N]
                 [--seed N]

Every non-equivalent mutant of PROJECT is a faulty program (as `ounce mutate` with suite and models sees it); --more
names further faulty programs, --compound makes N programs with two to eight mutations each, as programs of learners
have several mistakes. Counts programs in which something was found, and distinct findings: failing edges (model, edge
and check), or failing tests. Pupils call variables as they like: --call score='point|punkt|score' lets the suite ask, where
it says 'score', for the first variable of the stage whose name fits.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import zipfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return done.stdout


def compounds(ounce, project, count, folder):
    """Programs with several mutations, each a mutant of a mutant; chosen by a fixed rule."""
    programs = []
    for i in range(count):
        current = project
        for k in range(2 + i % 7):
            inside = os.path.join(folder, f'step-{i}-{k}')
            run(ounce, 'mutate', current, '--write', inside, '--seed', '1')
            files = sorted(os.listdir(inside))
            current = os.path.join(inside, files[(i * 7919 + k * 104729) % len(files)])
        programs.append(current)
    return programs


def suite_for(program, suite, calls, folder):
    """The suite with the names that the program has for its variables."""
    if not calls:
        return suite
    with zipfile.ZipFile(program) as archive:
        stage = next(t for t in json.loads(archive.read('project.json'))['targets'] if t['isStage'])
    names = [variable[0] for variable in stage['variables'].values()]
    with open(suite) as file:
        text = file.read()
    for call in calls:
        said, pattern = call.split('=', 1)
        fitting = [name for name in names if re.search(pattern, name, re.IGNORECASE)]
        if fitting:
            text = text.replace(f"'{said}'", json.dumps(fitting[0]))
    adapted = os.path.join(folder, 'suite.js')
    with open(adapted, 'w') as file:
        file.write(text)
    return adapted


def table(title, programs, found):
    if not programs:
        return
    print(f'{title}: {len(programs)}')
    print('| setting | found | findings (mean) | (median) |')
    print('|---|---|---|---|')
    for setting, sets in found.items():
        sizes = [len(sets[p]) for p in programs]
        print(f'| {setting} | {sum(1 for n in sizes if n)} | {statistics.mean(sizes):.2f} | {statistics.median(sizes)} |')
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ounce')
    parser.add_argument('project')
    parser.add_argument('suite')
    parser.add_argument('models')
    parser.add_argument('--more', nargs='*', default=[])
    parser.add_argument('--compound', type=int, default=0)
    parser.add_argument('--call', nargs='*', default=[], metavar='NAME=PATTERN')
    parser.add_argument('--repetitions', default='20')
    parser.add_argument('--seed', default='1')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scratch:
        own = suite_for(args.project, args.suite, args.call, scratch)
        analysis = json.loads(run(args.ounce, 'mutate', args.project, own, '--models', args.models,
                                  '--repetitions', args.repetitions, '--seed', args.seed, '--json'))
        run(args.ounce, 'mutate', args.project, '--write', folder, '--seed', args.seed)
        files = sorted(f for f in os.listdir(folder) if f.endswith('.sb3'))
        fates = [entry['fate'] for entry in analysis['results']]
        assert len(files) == len(fates)
        mutants = [os.path.join(folder, f) for f, fate in zip(files, fates) if fate != 'probably equivalent']
        with_several = compounds(args.ounce, args.project, args.compound, os.path.join(folder, 'compounds'))
        programs = mutants + args.more + with_several
        found = {'UI-MF': {}, 'TI-MF': {}, 'TI-TF': {}}
        for program in programs:
            models = json.loads(run(args.ounce, 'model', program, args.models, '--repetitions', args.repetitions,
                                    '--seed', args.seed, '--json'))
            found['UI-MF'][program] = {(f['model'], f['edge'], f['check']) for f in models.get('fails', [])}
            suite = suite_for(program, args.suite, args.call, scratch)
            plain = json.loads(run(args.ounce, 'test', program, suite, '--json'))
            found['TI-TF'][program] = {t['name'] for t in plain['tests'] if t['status'] in ('fail', 'error')}
            with_models = json.loads(run(args.ounce, 'test', program, suite, '--models', args.models, '--json'))
            found['TI-MF'][program] = {(fail['model'], fail['edge'], fail['check']) for test in with_models['tests']
                                       for fail in test.get('models', {}).get('fails', [])}
    table(f'non-equivalent mutants of {len(fates)}', mutants, found)
    table('further faulty programs', args.more, found)
    table('programs with several mutations', with_several, found)
    for program in programs:
        print(os.path.basename(program), *(len(found[s][program]) for s in found))


if __name__ == '__main__':
    main()
