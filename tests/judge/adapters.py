#!/usr/bin/env python3
"""The adapters' tests: adapters.py COMMAND KERNELS SITE [PYTEST WORDS]. KERNELS has the corpus' launches, SITE the package. A script for venv.py."""
import os
import pathlib
import sys

COMMAND, KERNELS, SITE = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
WITHOUT_CUDA = pathlib.Path(__file__).resolve().parents[1] / "torch_without_cuda"
os.environ.update(PYTHONPATH=f"{SITE}:{WITHOUT_CUDA}", PATH=f"{COMMAND.parent}:{os.environ['PATH']}", KERNELS=str(KERNELS), LOCKSTEP_PYTHON=sys.executable)
os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytester",
                          str(pathlib.Path(__file__).with_suffix("")), *sys.argv[4:]])
