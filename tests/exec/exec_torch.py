#!/usr/bin/env python3
"""PyTorch from PyPI on the emulated device: exec_torch.py LOCKSTEP. Its C++ side is compiled into a folder of the environment."""
import os
import pathlib
import shutil
import sys
import tempfile

from exec_runs import Runs, skip

LOCKSTEP = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = pathlib.Path(__file__).resolve().parent / "torch_programs"

if not any(shutil.which(compiler) for compiler in ("g++", "clang++")):
    skip("the device is compiled once, which needs g++ or clang++")

with tempfile.TemporaryDirectory() as cache:
    runs = Runs(LOCKSTEP, TRITON_CACHE_DIR=cache, TRITON_DEFAULT_FP_FUSION="1", XDG_CACHE_HOME=os.path.join(sys.prefix, "cache"),
                OMP_NUM_THREADS="1", PYTHONPYCACHEPREFIX=os.path.join(sys.prefix, "pycache"))

    def run(way, options=(), **expected):
        return runs.run("--torch", *options, "--", sys.executable, PROGRAMS / "triton_kernel.py", way, **expected)

    # torch's own operations launch no kernel, and so hold nothing.
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", PROGRAMS)
    runs.run("--torch", "--", *pytest, code=3, prints=[" passed", "no kernel was launched"], lacks=["failed", "skipped"])

    run("right", prints=["right\n", "holds  1 launch in 1 process, "])
    run("graph", prints=["right\n", "holds  2 launches in 1 process, "])
    run("graph", options=("--schedule", "latest"), prints=["right\n", "holds  2 launches in 1 process, "])
    runs.run("--torch", "--", sys.executable, PROGRAMS / "compiled.py", TORCHINDUCTOR_CACHE_DIR=cache, prints=["right\n", "holds  "])
    # Benchmarks launch once: two configs, the one that was chosen, and a benchmark of its own.
    run("tuned", prints=["right\n", "holds  4 launches in 1 process, "])
    run("recorded", options=("--schedule", "latest"), prints=["right\n", "holds  1 launch in 1 process, "])
    # Programs with a bug.
    run("past", code=4, prints=["trapped", "bounds: add: ", "past the end of allocation ", "illegal memory access"])
    run("undefined", code=4, serious=1, prints=["trapped", "undefined", "gather: "])
    run("streams", code=1, prints=["falsified", "stream-race: "])
    run("released", code=1, prints=["falsified", "stream-race: ", "hipFreeAsync"])

    # A missing compiler is named.
    with tempfile.TemporaryDirectory() as empty:
        runs.run("--torch", "--", sys.executable, "-c", "import torch", code=1, PATH="/nowhere", CXX="", XDG_CACHE_HOME=empty,
                 prints=["ImportError", "finds no C++ compiler"])
    runs.finish()
