#!/usr/bin/env python3
"""What a campaign costs over a plain run of the same cases: overhead.py COMMAND [OPTIONS] [WORDS of fuzz…].

Processor time of all processes, user and system, since the machine may have other work; what is compared runs in turn, and ratios
are the median of --repeat N pairs (default 15). Measured are the parts, and what they come to in a campaign of 10 minutes and of 8 hours
on two workers; with --whole SECONDS, campaigns of about so much processor time, too, against plain runs with --jobs 2, since two
processors that share a core each take longer together than one alone. Last, four processes with a shard each against --jobs 2.

On a machine with other work even processor time is no better than some percent. --instructions CASES counts, by valgrind, the
instructions of a plain run of so many cases and of one with a journal, which no other work changes, and nothing else.

Runs in the environment of campaigns: build/release/venv/campaign/bin/python bench/campaigns/overhead.py …"""
import argparse
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
sys.path[:0] = [str(root / "python"), str(root / "bench" / "campaigns")]
from lockstep_campaigns import unit  # noqa: E402
from lockstep_campaigns.journal import summary  # noqa: E402
from lockstep_campaigns.plan import UNIT_SECONDS  # noqa: E402
import simulate  # noqa: E402

MANY = ["--failures", "1000000"]
PILOT_SECONDS = 3.0


def used():
    mine, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime


def cpu(what):
    """Processor seconds of this process and of all that it waits for; seconds by the clock."""
    begin, before = time.monotonic(), used()
    what()
    return used() - before, time.monotonic() - begin


class Runs:
    def __init__(self, command, words, folder):
        self.command, self.words, self.folder = command, [*words, "--no-wide-offsets"], folder
        self.number = 0
        self.settings = unit.Settings(command, unit.version_of(command), folder, "token", folder)
        pathlib.Path(folder, "token").write_text("token")

    def run(self, *words, **how):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, **how)
        assert done.returncode in (0, 1, 3, 4), done
        return done.stdout

    def plain(self, seed, cases, *, jobs=1):
        return self.run(self.command, "fuzz", *self.words, *MANY, "--seed", seed, "--cases", cases, "--jobs", jobs, "--corpus",
                        os.path.join(self.folder, "corpus"))

    def unit(self, seed, cases):
        """As a worker runs it."""
        self.number += 1
        words = (*self.words, *MANY, "--seed", str(seed), "--cases", str(cases))
        done = unit.run(unit.Unit(str(self.number), words, "1/1", cases), self.settings, {}, unit.Processes())
        assert done.state == "done", done

    def campaign(self, seed, cases, *more):
        self.number += 1
        return self.run(sys.executable, "-m", "lockstep_campaigns", *self.words, *MANY, "--local", 2, "--seed", seed, "--cases", cases,
                        "--folder", os.path.join(self.folder, f"campaign{self.number}"), *more,
                        env={**os.environ, "LOCKSTEP": self.command, "PYTHONPATH": str(root / "python")})

    def cases_for(self, seconds):
        cases, took = 8, 0.0
        while took < 2:
            cases *= 2
            took = cpu(lambda: self.plain(1, cases))[0]
        return max(16, int(cases * seconds / took))


CLOCKS = ("processor time", "time by the clock")


def both_in_turn(first, second, repetitions):
    """Of each clock, pairs of what the two take; which of them begins changes."""
    pairs = []
    for number in range(repetitions):
        order = (first, second) if number % 2 else (second, first)
        took = {which: cpu(lambda: which(number)) for which in order}
        pairs.append(list(zip(took[first], took[second])))
    return list(zip(*pairs))


def in_turn(first, second, repetitions):
    return both_in_turn(first, second, repetitions)[0]


def median(values):
    return statistics.median(list(values))


def parts(runs, repetitions):
    """(journal as a part of the cases' time, seconds of a unit, seconds of a case in the end, seconds of a start, of a case)."""
    cases = runs.cases_for(2.0)
    one = in_turn(lambda n: runs.plain(n, 1), lambda n: runs.unit(n, 1), repetitions)
    plain_one, unit_one = median(p for p, _ in one), median(u for _, u in one)
    many = in_turn(lambda n: runs.plain(100 + n, cases), lambda n: runs.unit(100 + n, cases), repetitions)
    ratios = [(u - unit_one) / (p - plain_one) - 1 for p, u in many]
    a_case = median(p for p, _ in many) / cases
    print(f"a case {1e3 * a_case:.2f} ms; its journal {100 * median(ratios):+.2f} % of that, the median of {repetitions} pairs of "
          f"{cases} cases ({100 * min(ratios):+.1f} to {100 * max(ratios):+.1f})")
    simulate.RECORDED = sum('"verdict":' in line for line in pathlib.Path(runs.folder, "journals", f"{runs.number}.jsonl").open())
    journal = os.path.join(runs.folder, "journals", f"{runs.number}.jsonl")
    os.mkdir(merging := os.path.join(runs.folder, "merging"))
    end = simulate.merging(runs.command, journal, merging) + cpu(lambda: summary(journal))[0] / simulate.RECORDED
    print(f"a unit {unit_one:.3f} s besides its cases; merging and reading a journal {1e6 * end:.0f} us a case")
    few = cpu(lambda: runs.campaign(1, 4))[0] - plain_one
    units = 40
    tiny = runs.cases_for(units * 0.1)
    many_units = cpu(lambda: runs.campaign(2, tiny, "--unit", "0.1s"))[0] - cpu(lambda: runs.plain(2, tiny))[0]
    number = len(os.listdir(os.path.join(runs.folder, f"campaign{runs.number}", "journals")))
    dask = max(0.0, (many_units - few) / number - unit_one)
    print(f"starting a campaign {few:.1f} s, and {PILOT_SECONDS:.0f} s of cases that are run first to see how long they take; Dask "
          f"{1e3 * dask:.0f} ms a unit, of {number}")
    return median(ratios), unit_one + dask, end, few + PILOT_SECONDS, a_case


def overhead(of, seconds):
    journal, a_unit, end, start, a_case = of
    return journal + a_unit / UNIT_SECONDS + end / a_case + start / seconds


def instructions(runs, cases):
    """Of the cases alone, without what starting costs: (plain, with a journal)."""
    def count(number, *more):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", runs.command, "fuzz", *runs.words, *MANY,
                               "--seed", "7", "--cases", str(number), "--jobs", "1", "--corpus", os.path.join(runs.folder, "corpus"),
                               *more], capture_output=True, text=True)
        assert done.returncode in (0, 1, 3, 4), done
        return int(re.search(r"Collected : (\d+)", done.stderr).group(1))

    def journal():
        runs.number += 1
        return ["--shard", "1/1", "--journal", os.path.join(runs.folder, f"counted{runs.number}.jsonl")]
    return count(cases) - count(1), count(cases, *journal()) - count(1, *journal())


def whole(runs, seconds, repetitions):
    cases = runs.cases_for(seconds)

    def counts(text):
        return re.search(r"^\d+ cases: [^;]*", text, re.MULTILINE).group(0)
    said = {}
    measured = both_in_turn(lambda n: said.update(plain=counts(runs.plain(200 + n, cases, jobs=2))),
                            lambda n: said.update(campaign=counts(runs.campaign(200 + n, cases))), repetitions)
    assert said["plain"] == said["campaign"], said
    for name, pairs in zip(CLOCKS, measured):
        ratios = [c / p - 1 for p, c in pairs]
        print(f"whole campaigns of {cases} cases on two workers: {100 * median(ratios):+.1f} % of the {name} of --jobs 2, "
              f"{median(p for p, _ in pairs):.0f} s, the median of {repetitions} ({100 * min(ratios):+.1f} to {100 * max(ratios):+.1f})",
              flush=True)


def four_on_two(runs, repetitions):
    cases = runs.cases_for(6.0)

    def shards(seed):
        processes = [subprocess.Popen(list(map(str, [runs.command, "fuzz", *runs.words, *MANY, "--seed", 300 + seed, "--cases", cases,
                     "--jobs", 1, "--shard", f"{number}/4", "--corpus", os.path.join(runs.folder, "corpus"), "--journal",
                     os.path.join(runs.folder, f"four{time.monotonic_ns()}-{number}.jsonl")])), stdout=subprocess.DEVNULL,
                     stderr=subprocess.DEVNULL) for number in range(1, 5)]
        assert all(process.wait() in (0, 1, 3, 4) for process in processes)
    for name, pairs in zip(CLOCKS, both_in_turn(lambda n: runs.plain(300 + n, cases, jobs=2), shards, repetitions)):
        ratios = [f / t for t, f in pairs]
        print(f"four processes: {median(ratios):.3f} of the {name} of --jobs 2, the median of {repetitions} "
              f"({min(ratios):.3f} to {max(ratios):.3f})", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--whole", type=float)
    parser.add_argument("--instructions", type=int)
    words, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(os.path.abspath(words.command), rest, folder)
        if words.instructions:
            plain, journal = instructions(runs, words.instructions)
            print(f"{words.instructions} cases: {plain / 1e6:.0f} million instructions, {100 * (journal / plain - 1):+.2f} % with a journal")
            return
        of = parts(runs, words.repeat)
        for name, seconds in (("10 minutes", 1200), ("8 hours", 57600)):
            print(f"a campaign of {name} on two workers: {100 * overhead(of, seconds):+.1f} %", flush=True)
        if words.whole:
            whole(runs, words.whole, max(1, words.repeat // 3))
        four_on_two(runs, max(1, words.repeat // 3))


if __name__ == "__main__":
    main()
