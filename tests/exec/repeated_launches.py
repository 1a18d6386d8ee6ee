#!/usr/bin/env python3
"""Launches that find what an earlier one found are served from memory, and no others: repeated.hip under `lockstep exec`.

  repeated_launches.py LOCKSTEP PROGRAM"""
import sys

from exec_runs import Runs

PROGRAM = sys.argv[2]
runs = Runs(sys.argv[1])


def expect(case, served, launches, *options, **expected):
    report = runs.run(*options, "--", PROGRAM, case, **expected)
    came = report.get("repeated_launches"), report.get("launches")
    runs.expect(came == (served, launches), f"{case} {options}: {came} launches from memory and in all, not {(served, launches)}")


right = {"prints": ["right\n", "holds"]}
note = "served from memory: 4 launches with the code, arguments and bytes of an earlier one (--every 1 runs each)"
for schedule in ("earliest", "random:2", "latest,earliest,random:1"):
    expect("same", 4, 5, "--schedule", schedule, prints=["right\n", note])
    expect("other_input", 0, 2, "--schedule", schedule, lacks=["served"], **right)
    expect("in_place", 0, 3, "--schedule", schedule, **right)
    expect("counter", 0, 3, "--schedule", schedule, **right)
    expect("scratch", 2, 3, "--schedule", schedule, **right)
    expect("pinned", 2, 4, "--schedule", schedule, **right)
expect("clock", 1, 2, **right)
expect("clock", 0, 2, "--every", "1", **right)  # a clock tells nothing but the launch's own time: it is the same
expect("late", 0, 2, code=4, prints=["right\n", "trapped", "bounds: ", "; launch 2 of "])
expect("undefined", 0, 2, code=1, serious=1, prints=["right\n", "; launch 2 of "])
# Each runs where that is asked for, and where it would not be watched.
for options in (("--every", "1"), ("--threads", "2")):
    expect("same", 0, 5, *options, lacks=["served"], **right)
expect("same", 4, 5, "--kernel", "another", prints=["right\n", "not checked: 5 launches", "served from memory: 4 launches"])
expect("same", 4, 5, "--no-checks", prints=["right\n", "served from memory: 4 launches"])
runs.finish()
