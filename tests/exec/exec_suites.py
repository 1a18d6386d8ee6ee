#!/usr/bin/env python3
"""Frameworks of PyPI by their own HIP drivers under `lockstep exec`: exec_suites.py LOCKSTEP. Those that are installed."""
import importlib.util
import pathlib
import sys

from exec_runs import Runs, skip

LOCKSTEP = pathlib.Path(sys.argv[1]).resolve()
SUITES = pathlib.Path(__file__).resolve().parent / "suites"
HOLDS = {"tinygrad": "holds  5 launches", "iree.compiler": "holds  2 launches"}
WORDS = {"iree.compiler": ("gfx950",)}


def is_there(package):
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False


runs = Runs(LOCKSTEP, CACHELEVEL="0")  # tinygrad keeps what it compiled
installed = [package for package in HOLDS if is_there(package)]
for package in installed:
    program = SUITES / f"with_{package.partition('.')[0]}.py"
    runs.run("--", sys.executable, program, *WORDS.get(package, ()), prints=["right\n", HOLDS[package]])
if not installed:
    skip("none of the frameworks is installed")
runs.finish()
