#!/usr/bin/env python3
"""Whether `ounce generate` keeps to its time and memory, and finds at least what a run without a player shows.

    bench/generation/budgets.py build/dev/ounce PROJECTS... [--budget 10] [--parallel 2] [-o budgets.csv]

PROJECTS are files or folders. For each project: seconds by the clock and the greatest resident memory of
`ounce generate --budget Ns -j1 -o DIR`, the blocks that its suite reaches, and those that ten seconds of the
program alone reach (a test without events). Prints what is out of bounds, and a summary; rows go to the CSV
file as they are ready, and what it holds already is not done again."""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import time

COLUMNS = ['project', 'seconds', 'megabytes', 'blocks', 'generated', 'plain', 'exit', 'message']


def measured(command, limit):
    """Exit code, output, errors, seconds by the clock, greatest resident memory in MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=errors)
        killed = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > limit and not killed:
                process.kill()
                killed = True
            time.sleep(0.02)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), errors.seek(0)
        return process.returncode, out.read(), errors.read().decode(), seconds, usage.ru_maxrss / 1024


def plain(options, project, folder):
    """Blocks that ten seconds without a player reach."""
    suite = pathlib.Path(folder) / 'plain.json'
    suite.write_text(json.dumps({'ounce suite': 1, 'mode': 'whisker', 'tests': [{'name': 'plain', 'seed': 1, 'steps': 300}]}))
    code, out, _, _, _ = measured([options.ounce, 'test', project, suite, '--json', '-j', '1'], 300)
    if code not in (0, 1):
        raise RuntimeError(f'{project}: {out.decode()}')
    coverage = json.loads(out)['projects'][0]['coverage']
    return coverage['covered'] if coverage else 0


def one(options, project):
    with tempfile.TemporaryDirectory() as folder:
        code, out, errors, seconds, megabytes = measured(
            [options.ounce, 'generate', project, '--budget', f'{options.budget}s', '-j', '1', '--json', '-q', '-o',
             f'{folder}/suite'], 20 * options.budget + 60)
        row = dict(project=project, seconds=round(seconds, 2), megabytes=round(megabytes), exit=code)
        if code not in (0, 1):
            return row | dict(message=(errors.strip() or out.decode()[-200:])[:200])
        found = json.loads(out)['projects'][0]
        failed = found.get('rerun', {}).get('failed', [])
        return row | dict(blocks=found['coverage']['total'], generated=found['coverage']['covered'],
                          plain=plain(options, project, folder),
                          message='; '.join(f"{f['test']} {f['file']}: {f['message']}" for f in failed)[:200])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('ounce')
    parser.add_argument('projects', nargs='+')
    parser.add_argument('--budget', type=float, default=10)
    parser.add_argument('--parallel', type=int, default=2)
    parser.add_argument('--every', type=int, default=1, help='only every Nth project')
    parser.add_argument('-o', '--output', default='budgets.csv')
    options = parser.parse_args()
    projects = []
    for name in options.projects:
        path = pathlib.Path(name)
        found = [path] if path.is_file() else sorted(p for p in path.rglob('*') if p.suffix in ('.sb3', '.sb2'))
        projects += map(str, found)
    projects = projects[::options.every]
    rows = []
    if os.path.exists(options.output):
        with open(options.output, newline='') as file:
            rows = list(csv.DictReader(file))
    done = {row['project'] for row in rows}
    new = not rows
    with open(options.output, 'a', newline='') as file, \
            concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
        writer = csv.DictWriter(file, COLUMNS, restval='')
        if new:
            writer.writeheader()
        for row in pool.map(lambda project: one(options, project), [p for p in projects if p not in done]):
            writer.writerow(row)
            file.flush()
            rows.append({key: str(row.get(key, '') if row.get(key) is not None else '') for key in COLUMNS})
    late = [row for row in rows if float(row['seconds']) > 1.1 * options.budget + 0.5]
    large = [row for row in rows if float(row['megabytes']) >= 512]
    poor = [row for row in rows if row['plain'] and int(row['generated']) < int(row['plain'])]
    broken = [row for row in rows if row['message']]
    for title, some in (('late', late), ('large', large), ('poorer than a plain run', poor), ('with messages', broken)):
        print(f'{title}: {len(some)}')
        for row in some:
            print('   ', *(row[column] for column in COLUMNS))
    print(f'{len(rows)} projects; longest {max(float(r["seconds"]) for r in rows)} s, '
          f'largest {max(float(r["megabytes"]) for r in rows)} MB')


main()
