#!/usr/bin/env python3
"""What a campaign costs over a plain run of the same cases: overhead.py COMMAND [SECONDS] [REPETITIONS] [WORDS of fuzz…].

Processor time of all processes, user and system, since the machine may have other work: `fuzz --jobs 1`, and the same cases as a
campaign of two local workers, in turn. SECONDS (default 120): about how long the plain run takes. Each repetition has cases of a
seed of its own. Afterwards, by the clock: four processes with a shard each, against `--jobs 2`.

Runs in the environment of campaigns: build/release/venv/campaign/bin/python bench/campaigns/overhead.py …"""
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]
WORDS = ["--no-wide-offsets", "--failures", "1000000"]


def cpu(what):
    """Processor seconds of the process and all that it waits for, and seconds by the clock."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    what()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begin


class Measured:
    def __init__(self, command, words):
        self.command, self.words = command, words
        self.env = {**os.environ, "LOCKSTEP": command, "PYTHONPATH": str(root / "python")}

    def run(self, *words):
        done = subprocess.run(list(map(str, words)), env=self.env, capture_output=True, text=True)
        assert done.returncode in (0, 1, 3, 4), done
        return done.stdout

    def plain(self, folder, seed, cases, *more, jobs=1):
        return self.run(self.command, "fuzz", *self.words, *WORDS, "--seed", seed, "--cases", cases, "--jobs", jobs, "--corpus",
                        os.path.join(folder, "corpus"), *more)

    def campaign(self, folder, seed, cases):
        return self.run(sys.executable, "-m", "lockstep_campaigns", *self.words, *(w for w in WORDS if not w.startswith("--f") and
                        not w.isdigit()), "--failures", 1000000, "--local", 2, "--seed", seed, "--cases", cases, "--folder",
                        os.path.join(folder, f"campaign{seed}"))

    def rate(self, folder):
        """Processor seconds a case, at about ten seconds' worth of them."""
        cases, took = 8, 0.0
        while took < 5:
            cases *= 2
            took = cpu(lambda: self.plain(folder, 1, cases))[0]
        return took / cases


def counts(text):
    return re.search(r"^\d+ cases: .*$", text, re.MULTILINE).group(0).split(";")[0]


def overheads(measured, folder, cases, repetitions):
    ratios = []
    for seed in range(100, 100 + repetitions):
        said = []
        runs = [lambda: said.append(measured.plain(folder, seed, cases)), lambda: said.append(measured.campaign(folder, seed, cases))]
        order = (0, 1) if seed % 2 else (1, 0)
        took = {at: cpu(runs[at]) for at in order}
        assert counts(said[0]) == counts(said[1]), said
        ratios.append(took[1][0] / took[0][0] - 1)
        print(f"seed {seed}: {cases} cases, plain {took[0][0]:.1f} s of processor, campaign {took[1][0]:.1f} s "
              f"({took[1][1]:.1f} s by the clock): {100 * ratios[-1]:+.1f} %", flush=True)
    return ratios


def four_on_two(measured, folder, cases, repetitions):
    """Processor seconds and seconds by the clock of four shards at once over those of --jobs 2."""
    ratios = []
    for seed in range(200, 200 + repetitions):
        def shards():
            processes = [subprocess.Popen(list(map(str, [measured.command, "fuzz", *measured.words, *WORDS, "--seed", seed, "--cases",
                         cases, "--jobs", 1, "--shard", f"{number}/4", "--corpus", os.path.join(folder, "corpus"), "--journal",
                         os.path.join(folder, f"{seed}-{number}.jsonl")])), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                         for number in range(1, 5)]
            assert all(process.wait() in (0, 1, 3, 4) for process in processes)
        runs = [lambda: measured.plain(folder, seed, cases, jobs=2), shards]
        order = (0, 1) if seed % 2 else (1, 0)
        took = {at: cpu(runs[at]) for at in order}
        ratios.append((took[1][0] / took[0][0], took[1][1] / took[0][1]))
        print(f"seed {seed}: {cases} cases, --jobs 2 {took[0][1]:.1f} s ({took[0][0]:.1f} s of processor), four shards {took[1][1]:.1f} s "
              f"({took[1][0]:.1f} s)", flush=True)
    return ratios


def main():
    command = os.path.abspath(sys.argv[1])
    numbers = [word for word in sys.argv[2:4] if word.replace(".", "").isdigit()]
    seconds, repetitions = float(numbers[0]) if numbers else 120.0, int(numbers[1]) if len(numbers) > 1 else 5
    measured = Measured(command, sys.argv[2 + len(numbers):])
    with tempfile.TemporaryDirectory() as folder:
        rate = measured.rate(folder)
        cases = max(64, int(seconds / rate))
        ratios = overheads(measured, folder, cases, repetitions)
        print(f"a campaign over a plain run: {100 * statistics.median(ratios):+.1f} % of processor time, the median of {repetitions} "
              f"({100 * min(ratios):+.1f} to {100 * max(ratios):+.1f})")
        both = four_on_two(measured, folder, max(64, cases // 4), repetitions)
        for name, at in (("processor time", 0), ("time by the clock", 1)):
            values = [pair[at] for pair in both]
            print(f"four processes over --jobs 2: {statistics.median(values):.3f} of its {name}, the median of {repetitions} "
                  f"({min(values):.3f} to {max(values):.3f})")


if __name__ == "__main__":
    main()
