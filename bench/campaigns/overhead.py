#!/usr/bin/env python3
"""What a campaign costs over a plain run of the same cases: overhead.py COMMAND [OPTIONS] [WORDS of fuzz…].

Processor time of all processes, user and system, since the machine may have other work; ratios are the median of --repeat N pairs
(default 15). Measured are the parts, in turn, and what they come to in a campaign of 10 minutes and of 8 hours on two workers. With
--whole SECONDS it is measured whole instead: a campaign of about so much processor time on one worker and a plain run of the same cases
at the same time, which take turns of milliseconds on one processor; then four processes with a shard each, and four units of one
worker, beside --jobs 2, on two processors. So all are disturbed alike by whatever else the machine does, where pairs in turn, and
pairs on two processors, differed by 30 % on a virtual machine.

--alone SECONDS measures whole campaigns and plain runs in turn, on one processor, for a machine that does nothing else.

--instructions CASES counts, by valgrind, the instructions of a plain run of so many cases and of one with a journal, which no other work
changes, and nothing else.

Runs in the environment of campaigns: build/release/venv/campaign/bin/python bench/campaigns/overhead.py …"""
import argparse
import ctypes
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "python"), str(root / "bench" / "campaigns")]
from lockstep_campaigns import unit  # noqa: E402
from lockstep_campaigns.journal import summary  # noqa: E402
from lockstep_campaigns.plan import UNIT_SECONDS  # noqa: E402
from lockstep_campaigns.processes import Processes  # noqa: E402
import simulate  # noqa: E402

MANY = ["--failures", "1000000"]


PROCESSES = Processes()  # that this one forks units from


def used():
    mine, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime
    for pid in PROCESSES.servers():  # their own time, and that of the units that they waited for
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return seconds


def cpu(what):
    """Processor seconds of this process, of all that it waits for, and of units."""
    before = used()
    what()
    return used() - before


def adopt():
    """Processes that outlive their parents become this one's, as those do that workers fork units from."""
    PR_SET_CHILD_SUBREAPER = 36
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def reap():
    """Waits for those; their processor seconds."""
    seconds = 0.0
    while True:
        children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        children = set(map(int, children)) - set(PROCESSES.servers())
        if not children:
            return seconds
        usage = os.wait4(children.pop(), 0)[2]
        seconds += usage.ru_utime + usage.ru_stime


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

    def plain_words(self, seed, cases, *more, jobs=1):
        return (self.command, "fuzz", *self.words, *MANY, "--seed", seed, "--cases", cases, "--jobs", jobs, "--corpus",
                os.path.join(self.folder, "corpus"), *more), {}

    def plain(self, seed, cases):
        return self.run(*self.plain_words(seed, cases)[0])

    def unit(self, seed, cases):
        """As a worker runs it."""
        self.number += 1
        words = (*self.words, *MANY, "--seed", str(seed), "--cases", str(cases))
        done = unit.run(unit.Unit(str(self.number), words, "1/1", cases), self.settings, {}, PROCESSES)
        assert done.state == "done", done

    def campaign_words(self, seed, cases, *more, workers=2):
        self.number += 1
        return (sys.executable, "-m", "lockstep_campaigns", *self.words, *MANY, "--local", workers, "--seed", seed, "--cases", cases,
                "--folder", os.path.join(self.folder, f"campaign{self.number}"), *more), {
                    "LOCKSTEP": self.command, "PYTHONPATH": str(root / "python")}

    def campaign(self, seed, cases, *more):
        words, more = self.campaign_words(seed, cases, *more)
        said = self.run(*words, env={**os.environ, **more})
        reap()
        return said

    def request(self, number, words):
        """A line to `lockstep units`, of plain words with a journal."""
        words = [re.sub(r"\.jsonl$", "-unit.jsonl", str(word)) for word in words[2:]]
        return json.dumps({"id": number, "words": words, "folder": self.folder, "errors": "/dev/null"}) + "\n"

    def cases_for(self, seconds):
        cases, took = 8, 0.0
        while took < max(2.0, seconds / 20):  # decoding kernels, which is done once, should not weigh
            cases *= 2
            took = cpu(lambda: self.plain(1, cases))
        return max(16, int(cases * seconds / took))


def in_turn(first, second, repetitions):
    """Pairs of processor times of the two; which of them begins changes."""
    pairs = []
    for number in range(repetitions):
        order = (first, second) if number % 2 else (second, first)
        took = {which: cpu(lambda: which(number)) for which in order}
        pairs.append((took[first], took[second]))
    return pairs


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
    end = simulate.merging(runs.command, journal, merging) + cpu(lambda: summary(journal)) / simulate.RECORDED
    print(f"a unit {unit_one:.3f} s besides its cases; merging and reading a journal {1e6 * end:.0f} us a case")
    few = cpu(lambda: runs.campaign(1, 4)) - plain_one
    units = 40
    tiny = runs.cases_for(units * 0.1)
    many_units = cpu(lambda: runs.campaign(2, tiny, "--unit", "0.1s")) - cpu(lambda: runs.plain(2, tiny))
    number = len(os.listdir(os.path.join(runs.folder, f"campaign{runs.number}", "journals")))
    dask = max(0.0, (many_units - few) / number - unit_one)
    print(f"starting a campaign {few:.1f} s; Dask {1e3 * dask:.0f} ms a unit, of {number}")
    return median(ratios), unit_one + dask, end, few, a_case


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


class Interpreters:
    """Processor seconds of Python's processes below this one, which are Dask's: as of a moment ago, while with entered."""

    SECONDS = 1.0

    def __enter__(self):
        self.seconds, self.over = {}, threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def watch(self):
        while not self.over.wait(self.SECONDS):
            for pid in below(os.getpid()):
                try:
                    if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("python"):
                        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                        self.seconds[pid] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
                except OSError:  # it ended meanwhile
                    pass

    def total(self):
        return sum(self.seconds.values())


def below(pid):
    """Processes that it started, and those that they did."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except OSError:
            pass
    return found + [further for child in found for further in below(child)]


def holding(text):
    file = tempfile.TemporaryFile("w+")
    file.write(text)
    file.seek(0)
    return file


def at_once(commands, processors, inputs=None):
    """Processor seconds of each command and of what it starts and waits for, all running at the same time; what each said."""
    files = [tempfile.TemporaryFile("w+") for _ in commands]
    started = [subprocess.Popen(list(map(str, words)), stdin=holding(text), stdout=file, stderr=subprocess.DEVNULL,
                                env={**os.environ, **more}, preexec_fn=lambda on=on: os.sched_setaffinity(0, on))
               for (words, more), file, on, text in zip(commands, files, processors, inputs or [""] * len(commands))]
    taken = []
    for process in started:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, 1, 3, 4), process.args
        taken.append(usage.ru_utime + usage.ru_stime)
    for file in files:
        file.seek(0)
    return taken, [file.read() for file in files]


def both(runs, seed, cases, on):
    """Processor seconds of a plain run, of a campaign of the same cases, which must have found the same, and of its Python."""
    with Interpreters() as dask:
        (taken, campaigns), said = at_once([runs.plain_words(seed, cases), runs.campaign_words(seed, cases, workers=1)], on)
    plain, campaign = (re.search(r"^\d+ cases: [^;]*", text, re.MULTILINE).group(0) for text in said)
    assert plain == campaign, (plain, campaign)
    return taken, campaigns + reap(), dask.total()


def whole(runs, seconds, repetitions):
    """Dask works by the clock, which runs for both here: of what it takes behind the start half is left out, as a campaign that has the
    processor for itself has it."""
    cases = runs.cases_for(seconds)
    processors = sorted(os.sched_getaffinity(0))
    ratios, besides, starts, plains, housekeeping = [], [], [], [], []
    for number in range(repetitions):
        on = [{processors[number % len(processors)]}] * 2
        few, started, python_before = both(runs, 100 + number, 4, on)
        plain, campaign, python = both(runs, 200 + number, cases, on)
        kept = max(0.0, python - python_before) / 2
        starts.append(started - few)
        plains.append(plain)
        housekeeping.append(kept / plain)
        ratios.append((campaign - kept) / plain - 1)
        besides.append((campaign - kept - starts[-1]) / plain - 1)
    print(f"whole campaigns of {cases} cases: {100 * median(ratios):+.1f} % of the processor time of a plain run, {median(plains):.0f} s, the "
          f"median of {repetitions} ({', '.join(f'{100 * r:+.1f}' for r in ratios)}), {100 * median(housekeeping):.1f} % of it Dask's "
          f"housekeeping; {100 * median(besides):+.1f} % besides {median(starts):.1f} s for starting", flush=True)


def alone(runs, seconds, repetitions):
    """In turn, each with the processor for itself."""
    cases = runs.cases_for(seconds)
    on = [{sorted(os.sched_getaffinity(0))[0]}]

    def plain(number):
        taken, said["plain"] = at_once([runs.plain_words(400 + number, cases)], on)
        return taken[0]

    def campaign(number):
        taken, said["campaign"] = at_once([runs.campaign_words(400 + number, cases, workers=1)], on)
        return taken[0] + reap()

    pairs, said = [], {}
    for number in range(repetitions):
        order = (plain, campaign) if number % 2 else (campaign, plain)
        took = {which: which(number) for which in order}
        pairs.append((took[plain], took[campaign]))
        counts = [re.search(r"^\d+ cases: [^;]*", text, re.MULTILINE).group(0) for (text,) in said.values()]
        assert counts[0] == counts[1], counts
    ratios = [campaign / plain - 1 for plain, campaign in pairs]
    print(f"campaigns of {cases} cases: {100 * median(ratios):+.1f} % of the processor time of a plain run, {median(p for p, _ in pairs):.0f} s, "
          f"in turn, the median of {repetitions} ({', '.join(f'{100 * r:+.1f}' for r in ratios)})", flush=True)


def four_on_two(runs, seconds, repetitions):
    """A shard each: four plain processes, and four units forked from one process, as a worker of four threads has them."""
    cases = runs.cases_for(seconds)
    on = set(sorted(os.sched_getaffinity(0))[:2])
    plain, forked = [], []
    for number in range(repetitions):
        shards = [runs.plain_words(300 + number, cases, "--shard", f"{one}/4", "--journal",
                                   os.path.join(runs.folder, f"four{number}-{one}.jsonl")) for one in range(1, 5)]
        (two, *four), _ = at_once([runs.plain_words(300 + number, cases, jobs=2), *shards], [on] * 5)
        plain.append(sum(four) / two)
        units = [runs.request(one, words) for one, (words, _) in enumerate(shards)]
        (two, four), _ = at_once([runs.plain_words(300 + number, cases, jobs=2), ((runs.command, "units"), {})], [on] * 2,
                                 ["", "".join(units)])
        forked.append(four / two)
    for what, ratios in (("processes", plain), ("units of one worker", forked)):
        print(f"four {what}: {median(ratios):.3f} of the processor time of --jobs 2, {cases} cases, the median of {repetitions} "
              f"({', '.join(f'{r:.3f}' for r in ratios)})", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--whole", type=float)
    parser.add_argument("--alone", type=float)
    parser.add_argument("--instructions", type=int)
    words, rest = parser.parse_known_args()
    adopt()
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(os.path.abspath(words.command), rest, folder)
        if words.instructions:
            plain, journal = instructions(runs, words.instructions)
            print(f"{words.instructions} cases: {plain / 1e6:.0f} million instructions, {100 * (journal / plain - 1):+.2f} % with a journal")
            return
        if words.alone:
            alone(runs, words.alone, words.repeat)
            return
        if words.whole:
            whole(runs, words.whole, words.repeat)
            if len(os.sched_getaffinity(0)) > 1:
                four_on_two(runs, words.whole / 2, words.repeat)
            return
        of = parts(runs, words.repeat)
        for name, seconds in (("10 minutes", 1200), ("8 hours", 57600)):
            print(f"a campaign of {name} on two workers: {100 * overhead(of, seconds):+.1f} %", flush=True)


if __name__ == "__main__":
    main()
