#!/usr/bin/env python3
"""FlyDSL's kernels by FlyDSL's own launcher under `lockstep exec`: exec_flydsl.py LOCKSTEP"""
import importlib.util
import pathlib
import sys

import runtime_names
from exec_runs import Runs

LOCKSTEP = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = pathlib.Path(__file__).resolve().parent / "flydsl_programs"
runs = Runs(LOCKSTEP, FLYDSL_RUNTIME_ENABLE_CACHE="0", FLYDSL_DEBUG_ENABLE_DEBUG_INFO="1")


def run(name, *words, options=(), **expected):
    return runs.run(*options, "--", sys.executable, PROGRAMS / name, *words, **expected)


for arch in ("gfx950", "gfx942"):
    run("vector_add.py", options=("--arch", arch), prints=["right\n", "holds  1 launch in 1 process, ", "kernel add_0: 1 launch, 8 workgroups"])
run("gemm_mxfp4.py", options=("--schedule", "earliest,latest,random:3"), prints=["right\n", "holds  1 launch in 1 process, "])

# Programs with a bug.
run("vector_add.py", "short", code=4, prints=["trapped", "bounds: add_0: ", "past the end of allocation 1 of 1792 bytes", "vector_add.py:"])
run("gemm_mxfp4.py", "scale", code=5, prints=["256 of 256 wrong", "the program failed"])

# Whatever its runtime may call is there.
package = pathlib.Path(importlib.util.find_spec("flydsl").origin).parent
launchers = list(package.rglob("libfly_jit_runtime.so"))
needed = set().union(*map(runtime_names.needed_by, launchers))
runs.expect(len(needed) > 10, f"what {launchers} call is not found: {needed}")
runs.expect(needed <= runtime_names.of_runtime(LOCKSTEP)[1], f"FlyDSL calls {needed - runtime_names.of_runtime(LOCKSTEP)[1]}")
runs.finish()
