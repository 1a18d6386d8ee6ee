"""What the tests of the package share."""
import lockstep
import pytest
from code_objects import kernels  # noqa: F401: a fixture


@pytest.fixture
def gpu():
    return lockstep.Device("gfx950")
