#!/usr/bin/env python3
"""The cases that say how long a case takes are run once: units go on behind them, where their workers share the folder."""
import os
import pathlib
import shutil
import sys
import tempfile

from run_again import HOLDING, NARROW, corpus, entries, lockstep, report, run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from lockstep_campaigns import unit as on_worker  # noqa: E402
from lockstep_campaigns.processes import Processes  # noqa: E402
from lockstep_campaigns.plan import Fixed  # noqa: E402

processes = Processes()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def cases_of(journal):
    return sum(line.startswith(b'{"index":') for line in journal.splitlines())


def settings(folder):
    with open(os.path.join(folder, "token"), "w", encoding="utf-8") as file:
        file.write("token")
    return on_worker.Settings(lockstep, on_worker.version_of(lockstep), folder, "token", folder)


def pilot(folder, words, seconds):
    """The journal of so many seconds at least, and of sixteen cases if four times as many are enough."""
    data, said = on_worker.pilot(tuple(map(str, words[1:])), settings(folder), {}, seconds, processes)
    assert data, said
    return data


def parts(folder, words, cases, shards, first):
    """The units of a campaign that ran its first cases before, and their merged report."""
    os.mkdir(campaign := os.path.join(folder, str(shards)))
    with open(os.path.join(campaign, on_worker.PILOT), "wb") as file:
        file.write(first)
    plan = Fixed(tuple(words[1:]), cases, shards)
    while unit := plan.next():
        begun = on_worker.begun(first, unit)
        done = on_worker.run(unit, settings(campaign), {}, processes)
        assert done.state == "done", done
        journal = os.path.join(campaign, "journals", unit.name + ".jsonl")
        assert read(journal).startswith(begun)
        yield begun, journal
    assert not [name for name in os.listdir(campaign) if name.startswith("tmp")]


def once(folder):
    alone = os.path.join(folder, "alone.jsonl")
    plain = run(*HOLDING, "--cases", 40, "--jobs", 1, "--journal", alone, *corpus(folder))
    first = pilot(folder, (*HOLDING, "--cases", "40"), 0.5)
    known = cases_of(first)
    assert known > 1
    for shards in (1, 3, 40):
        pairs = list(parts(folder, HOLDING, 40, shards, first))
        assert sum(cases_of(begun) for begun, _ in pairs) == known
        assert entries(*(journal for _, journal in pairs)) == entries(alone)
        merged = run("merge", *(journal for _, journal in pairs))
        assert report(merged.stdout) == report(plain.stdout)


def cut(folder):
    """A unit that ends earlier than the pilot's words say, as a failure became known."""
    first = pilot(folder, (*HOLDING, "--cases", "40"), 0.5)
    ((begun, _),) = parts(folder, HOLDING, 2, 1, first)
    assert cases_of(begun) == 2


def other(folder):
    """A failure's smallest case is saved by the run that finds it; and of a pilot of other cases nothing is taken."""
    words = (*NARROW, "--cases", "40")
    first = pilot(folder, words, 20)
    unit = Fixed(tuple(NARROW[1:]), 40, 2).next()
    assert b'"falsified"' in first and on_worker.begun(first, unit) == b""
    lone = b"".join(first.splitlines(keepends=True)[:2])  # its header, and case 0, which holds
    plan = Fixed((), 40, 2)
    assert on_worker.begun(lone, plan.next()).endswith(lone.partition(b"\n")[2])
    assert on_worker.begun(lone, plan.next()) == b""


for test in (once, cut, other):
    folder = tempfile.mkdtemp()
    try:
        test(folder)
    finally:
        shutil.rmtree(folder)
