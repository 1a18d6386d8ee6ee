#!/usr/bin/env python3
"""Triton's kernels by Triton's own HIP driver under `lockstep exec`: exec_triton.py LOCKSTEP FOLDER_OF_PROBLEMS."""
import pathlib
import shutil
import sys
import sysconfig
import tempfile

from exec_runs import Runs, skip

LOCKSTEP, PROBLEMS = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PROGRAMS = pathlib.Path(__file__).resolve().parent / "triton_programs"

if not any(shutil.which(compiler) for compiler in ("gcc", "clang")):
    skip("Triton's driver needs gcc or clang")
if not (pathlib.Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
    skip("Triton's driver needs Python.h (Debian: python3-dev)")

with tempfile.TemporaryDirectory() as cache:
    runs = Runs(LOCKSTEP, TRITON_CACHE_DIR=cache, TRITON_DEFAULT_FP_FUSION="1")

    def run(*words, options=(), **expected):
        return runs.run(*options, "--", sys.executable, PROGRAMS / words[0], *words[1:], **expected)

    report = run("vector_add.py", prints=["right\n", "holds  1 launch in 1 process, ", "kernel vector_add: 1 launch, 4 workgroups"])
    runs.expect(report["launches"] == 1, f"vector_add: {report}")
    run("problem.py", PROBLEMS, "softmax", "attention", "matmul_bf16", "matmul_split", "matmul_e4m3", "matmul_mxfp4",
        prints=["right\n", "holds  6 launches in 1 process, "])
    run("problem.py", PROBLEMS, "matmul_ragged", options=("--schedule", "latest"), prints=["right\n", "holds  1 launch"])
    run("problem.py", PROBLEMS, "softmax", "matmul_e4m3fnuz", options=("--arch", "gfx942"),
        prints=["right\n", "holds  2 launches in 1 process, "])
    run("column_sums.py", prints=["right\n", "holds  1 launch in 1 process, "])

    # What Triton 3.9 compiles of two chained dots with 8 warps and 4 stages races, unless its ping-pong is off.
    deep = "attention,num_warps=8,num_stages=4"
    run("problem.py", PROBLEMS, deep, code=1, serious=1,
        prints=["right\n", "falsified  1 launch in 1 process, ", "lds-race: attention: ", "triton_kernels.py:124"])
    run("problem.py", PROBLEMS, deep, TRITON_HIP_USE_BLOCK_PINGPONG="0", prints=["right\n", "holds  1 launch in 1 process, "])

    # Programs with a bug. The racing sums come out right all the same.
    run("column_sums.py", "racing", code=1, serious=1,
        prints=["right\n", "falsified  1 launch in 1 process, ", "memory-race: column_sums: ", "column_sums.py:18"])
    run("vector_add.py", "unmasked", code=4, prints=["trapped", "bounds: vector_add: ", "hipErrorIllegalAddress", "vector_add.py:15"])
    run("vector_add.py", "host", code=1, prints=["cannot be accessed from Triton (cpu tensor?)", "the program failed"])
    runs.finish()
