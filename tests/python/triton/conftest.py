"""The kernels are those of tests/foreign, which builds them in many ways."""
import pathlib
import sys

import lockstep.triton
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "foreign"))


@pytest.fixture(scope="module")
def driver():
    return lockstep.triton.activate("gfx950")
