#!/usr/bin/env python3
"""How long `ounce test` takes to start: from exec to the machine's first step, and the whole command.

    python3 bench/startup.py OUNCE [OUNCE…] [--shared SHARED] [--runs 60]

Runs a suite of one step on the example and, if SHARED has it, on FruitCatching, and prints medians and minima in
milliseconds. Several programs (an earlier build, say) take turns, so that what the machine does beside hits all of them.
The first step is seen with a probe of the kernel (uprobe in tracefs), which needs root; otherwise only the whole
command is measured.
"""
import argparse
import os
import re
import statistics
import subprocess
import tempfile
import time

SUITE = "module.exports = [{test: async t => { await t.runForSteps(1); }, name: 'one step'}];\n"
TRACING = "/sys/kernel/tracing"


def write(name, text):
    with open(os.path.join(TRACING, name), "w", encoding="utf-8") as file:
        file.write(text)


class Probe:
    """Tells when a program was started and when it first came to Machine::step."""

    def __init__(self, programs):
        write("tracing_on", "0")
        write("uprobe_events", "")
        write("trace_clock", "mono")
        lines = []
        for index, program in enumerate(programs):
            symbols = subprocess.run(["nm", "-C", program], capture_output=True, text=True, check=True).stdout
            address = re.search(r"^([0-9a-f]+) . ounce::Machine::step\(", symbols, re.MULTILINE).group(1)
            lines.append(f"p:ounce/step{index} {os.path.realpath(program)}:0x{address}")
        write("uprobe_events", "\n".join(lines) + "\n")
        write("events/ounce/enable", "1")
        write("events/sched/sched_process_exec/enable", "1")
        write("tracing_on", "1")

    def close(self):
        write("tracing_on", "0")
        write("events/ounce/enable", "0")
        write("events/sched/sched_process_exec/enable", "0")
        write("uprobe_events", "")

    def clear(self):
        write("trace", "")

    def first_step(self):
        """Milliseconds between the last exec and the first step after it."""
        start = None
        with open(os.path.join(TRACING, "trace"), encoding="utf-8") as file:
            for line in file:
                event = re.search(r"(\d+\.\d+): (\w+):", line)
                if event is None:
                    continue
                if event.group(2) == "sched_process_exec":
                    start = float(event.group(1))
                elif start is not None:
                    return (float(event.group(1)) - start) * 1000
        return None


def measure(programs, project, suite, runs, probe):
    whole = {program: [] for program in programs}
    first = {program: [] for program in programs}
    for run in range(runs + 2):
        for program in programs:
            if probe:
                probe.clear()
            start = time.perf_counter()
            subprocess.run([program, "test", project, suite], stdout=subprocess.DEVNULL, check=True)
            if run < 2:  # these fill the caches
                continue
            whole[program].append((time.perf_counter() - start) * 1000)
            if probe:
                first[program].append(probe.first_step())
    return whole, first


def show(name, program, times):
    times = [t for t in times if t is not None]
    if times:
        print(f"{name:28} median {statistics.median(times):6.1f} ms   minimum {min(times):6.1f} ms   {program}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ounce", nargs="+")
    parser.add_argument("--shared", default=os.environ.get("OUNCE_SHARED", "../shared"))
    parser.add_argument("--runs", type=int, default=60)
    arguments = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    projects = [os.path.join(root, "examples/catch.scratch"),
                os.path.join(arguments.shared, "corpus/whisker/examples/FruitCatching.sb3")]
    with tempfile.TemporaryDirectory() as folder:
        suite = os.path.join(folder, "one_step.js")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(SUITE)
        try:
            probe = Probe(arguments.ounce)
        except OSError as error:
            print(f"no probe ({error}): only the whole command is measured")
            probe = None
        try:
            for project in filter(os.path.exists, projects):
                print(f"{os.path.basename(project)}, one step, {arguments.runs} runs")
                whole, first = measure(arguments.ounce, project, suite, arguments.runs, probe)
                for program in arguments.ounce:
                    show("  exec to first step", program, first[program])
                    show("  whole command", program, whole[program])
        finally:
            if probe:
                probe.close()


if __name__ == "__main__":
    main()
