"""A GPU of the HIP runtime: under `lockstep exec` the emulated one, which run_on_gpu.py starts these tests with."""
import pathlib
import sys

import lockstep
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "package"))
from code_objects import kernels  # noqa: E402,F401: a fixture


@pytest.fixture
def gpu():
    try:
        return lockstep.Device("hip:0")
    except ValueError as why:
        pytest.skip(str(why))
