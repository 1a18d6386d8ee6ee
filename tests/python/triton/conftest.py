"""The kernels are those of tests/foreign, which builds them in many ways, and of python/examples."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "foreign"))


@pytest.fixture(scope="module")
def driver():
    import lockstep.triton

    return lockstep.triton.activate("gfx950")
