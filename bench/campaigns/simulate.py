#!/usr/bin/env python3
"""What a campaign reaches on many workers, by simulation: simulate.py COMMAND [CASES…] (default 1e6 1e7 1e8).

How long cases take, what a unit costs besides and what merging costs are measured here, in CPU time, with COMMAND; workers are
made up. The plan and the loop that hands out units are those of a campaign."""
import argparse
import heapq
import itertools
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "python"))
from lockstep_campaigns.drive import Driver  # noqa: E402
from lockstep_campaigns.journal import Summary, summary  # noqa: E402
from lockstep_campaigns.plan import Fixed, number_of_shards  # noqa: E402
from lockstep_campaigns.unit import Outcome  # noqa: E402

WORKERS = (1, 10, 100, 300, 1000, 3000)
RECORDED = 400          # cases
DASK_SECONDS = 0.001    # that Dask's scheduler and client take for a task, as its manual says


def cpu(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def merging(command, journal, folder):
    """Seconds to merge one case, without what any merge costs: the cases of the journal again and again."""
    copies = 100
    with open(journal, encoding="utf-8") as file:
        header, *lines = file.read().splitlines()
    cases = [line for line in lines if '"verdict":' in line]
    for name, times in (("once", 1), ("often", copies)):
        os.mkdir(os.path.join(folder, name))
        with open(os.path.join(folder, name, "1.jsonl"), "w", encoding="utf-8") as file:
            file.write(header.replace(f'"cases":{RECORDED}', f'"cases":{RECORDED * times}') + "\n")
            for copy in range(times):
                for line in cases:
                    index, rest = re.fullmatch(r'{"index":(\d+),(.*)', line).groups()
                    file.write(f'{{"index":{int(index) + copy * RECORDED},{rest}\n')
            file.write('{"end":true}\n')
    once, often = (cpu(command, "merge", os.path.join(folder, name)) for name in ("once", "often"))
    return (often - once) / (RECORDED * (copies - 1))


class Costs:
    """In seconds of one processor."""

    def __init__(self, command):
        with tempfile.TemporaryDirectory() as folder:
            journal = os.path.join(folder, "1.jsonl")
            words = ["fuzz", "--seed", "1", "--jobs", "1", "--no-wide-offsets", "--corpus", os.path.join(folder, "none"),
                     "--failures", "1000000"]
            whole = cpu(command, *words, "--cases", RECORDED, "--journal", journal)
            with open(journal, encoding="utf-8") as file:
                self.cases = [float(line.split('"seconds":')[1].split(",")[0]) for line in file if '"seconds":' in line]
            # The machine may have been busy: what cases took by the clock is made to sum up to processor time.
            self.unit = cpu(command, *words, "--cases", 1, "--shard", "1/1")
            scale = (whole - self.unit) / sum(self.cases)
            self.cases = [seconds * scale for seconds in self.cases]
            begin = time.process_time()
            for _ in range(20):
                summary(journal)
            self.read = (time.process_time() - begin) / 20 / RECORDED
            self.merge = merging(command, journal, folder)
        self.mean = sum(self.cases) / len(self.cases)
        self.variance = sum((s - self.mean) ** 2 for s in self.cases) / len(self.cases)

    def of_unit(self, chance, cases):
        if cases > 100:
            return self.unit + max(0.0, chance.gauss(cases * self.mean, (cases * self.variance) ** 0.5))
        return self.unit + sum(chance.choices(self.cases, k=cases))


class Synthetic:
    """A pool of workers that take as long as the costs say. One client serves them, one unit after another."""

    def __init__(self, workers, costs):
        self.costs, self.chance = costs, random.Random(1)
        self.free = [(0.0, number) for number in range(workers)]
        self.most, self.ends, self.now, self.number = 2 * workers, [], 0.0, itertools.count()

    def room(self):
        return self.most - len(self.ends)

    def running(self):
        return len(self.ends)

    def submit(self, unit, not_on="", after=0.0):
        self.now += DASK_SECONDS
        at, worker = heapq.heappop(self.free)
        end = max(at, self.now) + self.costs.of_unit(self.chance, unit.cases)
        heapq.heappush(self.free, (end, worker))
        heapq.heappush(self.ends, (end, next(self.number), unit))

    def finished(self):
        end, _, unit = heapq.heappop(self.ends)
        self.now = max(self.now, end) + self.costs.read * unit.cases
        yield unit, Outcome("done")

    def exclude(self, worker):
        return True


def simulate(costs, cases, workers):
    """(Seconds until the last unit, units)."""
    plan = Fixed((), cases, number_of_shards(cases, costs.mean, workers))
    pool = Synthetic(workers, costs)
    Driver(plan, pool, lambda unit, _: Summary(cases=unit.cases), print).run()
    assert plan.progress.cases == cases
    return pool.now, plan.shards


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", metavar="COMMAND", help="the built lockstep")
    parser.add_argument("cases", metavar="CASES", nargs="*", type=float, default=[1e6, 1e7, 1e8])
    words = parser.parse_args()
    costs = Costs(words.command)
    print(f"a case {1e3 * costs.mean:.1f} ms, at most {max(costs.cases):.2f} s; besides, a unit {costs.unit:.2f} s, reading "
          f"its journal {1e6 * costs.read:.1f} us a case; merging {1e6 * costs.merge:.0f} us a case")
    print("|  cases | workers |  units | units done | of linear |   merged | of linear |")
    print("|-------:|--------:|-------:|-----------:|----------:|---------:|----------:|")
    for cases in map(int, words.cases):
        for workers in WORKERS:
            seconds, units = simulate(costs, cases, workers)
            linear = cases * costs.mean / workers
            merged = seconds + cases * costs.merge
            print(f"| {cases:>6.0e} | {workers:>7} | {units:>6} | {seconds:>8.0f} s | {100 * linear / seconds:>7.0f} % | "
                  f"{merged:>6.0f} s | {100 * linear / merged:>7.0f} % |", flush=True)


if __name__ == "__main__":
    main()
