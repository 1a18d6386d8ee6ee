#!/usr/bin/env python3
"""hip-python's calls, threads, children and pytest's workers under `lockstep exec`: exec_hip_python.py LOCKSTEP CODE_OBJECT"""
import pathlib
import subprocess
import sys

import runtime_names
from exec_runs import Runs

LOCKSTEP, CODE_OBJECT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PROGRAMS = pathlib.Path(__file__).resolve().parent / "hip_python_programs"
runs = Runs(LOCKSTEP, CODE_OBJECT=str(CODE_OBJECT))


def run(name, *words, options=(), **expected):
    return runs.run(*options, "--", sys.executable, PROGRAMS / name, CODE_OBJECT, *words, **expected)


run("vector_add.py", prints=["MI355X (emulated, fma_post) gfx950:sramecc+:xnack- 256 units", "right\n", "holds  1 launch in 1 process, "])
run("vector_add.py", "short", code=4, prints=["trapped", "bounds: vector_add: ", "past the end of allocation 3 of 1024 bytes"])
run("many.py", "threads", prints=["right\n", "holds  9 launches in 1 process, "])
for way in ("spawn", "fork"):
    report = run("many.py", way, prints=["right\n", "holds  9 launches in "])
    runs.expect(report.get("processes", 0) > 1, f"{way}: {report}")

# Each of pytest's workers writes what its launches came to.
pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", PROGRAMS)
runs.run("--", *pytest, prints=["6 passed, 1 skipped", "holds  6 launches in 1 process, "])
runs.run("--", *pytest, SHORT="1", code=4, prints=["hip_python_programs/test_adding.py::test_short"])
report = runs.run("--", *pytest, "-n", "2", prints=["6 passed, 1 skipped", "holds  6 launches in 2 processes, "])
runs.run("--", *pytest, "-n", "2", SHORT="1", code=4, prints=["FAILED", "trapped", "bounds: vector_add: ", " in 2 processes, "])

# Every function that it has answers, if only that it is missing.
listed = subprocess.run([sys.executable, "-c", "from hip import hip\nprint(*(n for n in dir(hip) if n.startswith('hip') and "
                         "type(getattr(hip, n)).__name__.endswith(('method', 'function'))))"],
                        capture_output=True, text=True).stdout.split()
missing = set(listed) - runtime_names.of_runtime(LOCKSTEP)[0] - {"hipGetDeviceProperties", "hipChooseDevice"}
runs.expect(len(listed) > 300 and not missing, f"of {len(listed)} names of hip-python the runtime lacks {sorted(missing)}")
runs.finish()
