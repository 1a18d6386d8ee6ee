#!/usr/bin/env python3
"""What a campaign costs over a plain run of the same cases: overhead.py COMMAND [--seconds S] [--repeat N] [WORDS of fuzz…].

Processor time of all processes, user and system, of a campaign on one worker and of a plain run of the same cases, each S seconds
(default 60) on one processor, in turn; ratios are the median of N pairs (default 15). It wants a machine that does nothing else: on a
virtual machine with other work pairs differed by 30 %.

Runs in the environment of campaigns: build/release/venv/campaign/bin/python bench/campaigns/overhead.py …"""
import argparse
import ctypes
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]


def cpu(what):
    """Processor seconds of this process and of all that it waits for; what `what` gives."""
    def used():
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in both)
    before = used()
    given = what()
    return used() - before, given


def adopt():
    """Processes that outlive their parents become this one's, as those do that workers fork units from."""
    PR_SET_CHILD_SUBREAPER = 36
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def reap():
    while children := pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        os.waitpid(int(children[0]), 0)


class Runs:
    """Runs of the same cases, and what each said of them."""

    def __init__(self, command, words, folder):
        self.command, self.folder = command, folder
        self.words = [*words, "--no-wide-offsets", "--failures", "1000000"]
        self.number = 0

    def run(self, *words, **environment):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, env={**os.environ, **environment})
        assert done.returncode in (0, 1, 3, 4), done
        reap()
        return re.search(r"^\d+ cases: [^;]*", done.stdout, re.MULTILINE).group(0)

    def plain(self, seed, cases):
        return self.run(self.command, "fuzz", *self.words, "--seed", seed, "--cases", cases, "--jobs", 1, "--corpus",
                        os.path.join(self.folder, "corpus"))

    def campaign(self, seed, cases):
        self.number += 1
        return self.run(sys.executable, "-m", "lockstep_campaigns", *self.words, "--local", 1, "--seed", seed, "--cases", cases,
                        "--folder", os.path.join(self.folder, f"campaign{self.number}"),
                        LOCKSTEP=self.command, PYTHONPATH=str(root / "python"))

    def cases_for(self, seconds):
        cases, took = 8, 0.0
        while took < max(2.0, seconds / 20):  # decoding kernels, which is done once, should not weigh
            cases *= 2
            took, _ = cpu(lambda: self.plain(1, cases))
        return max(16, int(cases * seconds / took))


def pair(runs, number, cases):
    """Processor seconds of a plain run and of a campaign, which must have found the same. Which of them begins changes."""
    order = (runs.plain, runs.campaign) if number % 2 else (runs.campaign, runs.plain)
    (first, said), (second, also_said) = [cpu(lambda which=which: which(100 + number, cases)) for which in order]
    assert said == also_said, (said, also_said)
    return (first, second) if number % 2 else (second, first)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--repeat", type=int, default=15)
    words, rest = parser.parse_known_args()
    adopt()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(os.path.abspath(words.command), rest, folder)
        plain, campaign = pair(runs, 0, 4)
        cases = runs.cases_for(words.seconds)
        pairs = [pair(runs, 1 + number, cases) for number in range(words.repeat)]
    ratios = [100 * (campaign / plain - 1) for plain, campaign in pairs]
    print(f"campaigns of {cases} cases: {statistics.median(ratios):+.1f} % of the processor time of a plain run, "
          f"{statistics.median(plain for plain, _ in pairs):.0f} s, the median of {words.repeat} "
          f"({', '.join(f'{ratio:+.1f}' for ratio in ratios)}); {campaign - plain:.1f} s of it for starting")


if __name__ == "__main__":
    main()
