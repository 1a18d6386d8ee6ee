#!/usr/bin/env python3
"""A campaign says what it is doing before it loads Dask, which takes seconds: here one that never comes."""
import os
import pathlib
import subprocess
import sys
import tempfile

NEVER = 9

with tempfile.TemporaryDirectory() as folder:
    for package in ("dask", "distributed"):
        (pathlib.Path(folder) / f"{package}.py").write_text(f"import os\nos._exit({NEVER})\n")
    paths = os.pathsep.join([folder, str(pathlib.Path(__file__).resolve().parents[2] / "python")])
    for words, workers in ((("--local",), "workers on this machine"), (("--dask", "tcp://host:1"), "the scheduler at tcp://host:1")):
        done = subprocess.run([sys.executable, "-m", "lockstep_campaigns", "small_m_gemv", "--cases", "1", *words],
                              env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
        assert done.returncode == NEVER, done
        assert done.stderr == f"lockstep campaign: starting, with {workers}\n", done
print("a campaign says that it starts")
