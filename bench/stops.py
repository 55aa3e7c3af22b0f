#!/usr/bin/env python3
"""How soon each command ends after Ctrl-C, in the middle of its work.

    bench/stops.py build/release/ounce PROJECT [--repeat 3]

PROJECT: a game with much to do. Prints a table: the longest of the repetitions, the exit code, and how many
processes of the command were left behind. 0.5 s is the limit.
"""
import argparse, os, pathlib, signal, subprocess, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument("ounce")
parser.add_argument("project")
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--after", type=float, default=2.5, help="seconds until the stop")
options = parser.parse_args()
ounce, project = os.path.abspath(options.ounce), os.path.abspath(options.project)
folder = pathlib.Path(tempfile.mkdtemp(prefix="ounce-stops-"))

(folder / "slow.js").write_text("""module.exports = Array.from({length: 50}, (_, i) => ({
    name: `runs long ${i}`, test: async t => { await t.runForSteps(1000000); }}));
""")
(folder / "loop.js").write_text("""module.exports = [{name: 'computes for ever', test: async t => { for (;;) { } }}];
""")
(folder / "slow.json").write_text(
    '{"ounce suite": 1, "tests": [' + ",".join('{"name": "t%d", "steps": 1000000}' % i for i in range(20)) + "]}")
(folder / "slow.props").write_text("p: always Stage.x > -1\n")
(folder / "module.js").write_text("""/** @param {number} a @param {number} b @ensures result >= a */
export function add(a, b) { let s = 0; for (let i = 0; i < 100000; i++) s += b; return a + Math.abs(s); }
""")
(folder / "blocks.scratch").write_text("""stage
  variable v = 0

sprite S
  // @ensures v >= 0
  define count (n)
  repeat (n)
    change [v v] by (1)
  end
""")
(folder / "heavy.scratch").write_text("""stage
  backdrop "b" rect 480 360 #ffffff
  variable v = 0

when flag clicked
forever
  repeat (100000)
    change [v v] by (pick random (1) to (10))
  end
end
""")
(folder / "heavy.model").write_text("""program model grows
  start play
  play -> play as more when elapsed 1 s then Stage.v increases
""")
(folder / "any.props").write_text("p: never v = -1\n")
f = str(folder)
heavy = f + "/heavy.scratch"
commands = {
    "run": ["run", heavy, "--seconds", "1000000"],
    "test (JSON)": ["test", heavy, f + "/slow.json"],
    "test (JavaScript)": ["test", project, f + "/slow.js"],
    "test (JavaScript, endless loop)": ["test", project, f + "/loop.js"],
    "generate": ["generate", project, "--budget", "100s", "-o", f + "/generated"],
    "generate (networks)": ["generate", project, "--algorithm", "neatest", "--budget", "100s", "-o", f + "/networks"],
    "mutate (JSON)": ["mutate", heavy, f + "/slow.json"],
    "mutate (JavaScript)": ["mutate", project, f + "/slow.js"],
    "model --infer": ["model", "--infer", project, "-o", f + "/models"],
    "model": ["model", heavy, f + "/heavy.model", "--repetitions", "100000"],
    "check": ["check", heavy, "--explore", "--spec", f + "/any.props", "--budget", "100s"],
    "fuzz (Scratch)": ["fuzz", f + "/blocks.scratch", "--budget", "100s"],
    "fuzz (JavaScript)": ["fuzz", f + "/module.js", "--budget", "100s"],
}
print(f"{'command':34} {'stop':>7} {'exit':>5} {'left':>5}")
for name, arguments in commands.items():
    longest, codes, left = 0, set(), 0
    for _ in range(options.repeat):
        with open(folder / "out.txt", "w") as out:
            process = subprocess.Popen([ounce, *arguments], stdout=out, stderr=out, start_new_session=True)
        time.sleep(options.after)
        if process.poll() is not None:
            codes.add(f"ended early ({process.returncode}): {(folder / 'out.txt').read_text().strip()[:150]}")
            continue
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait()
        longest = max(longest, time.monotonic() - begin)
        codes.add(process.returncode)
        time.sleep(0.3)
        left += len(subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True, text=True).stdout.split())
    print(f"{name:34} {longest:6.2f}s {', '.join(map(str, codes)):>5} {left:>5}", flush=True)
