"""For pytest, also with several workers."""
import os

import pytest
from adding import is_right

CODE_OBJECT = os.environ["CODE_OBJECT"]


@pytest.mark.parametrize("seed", range(6))
def test_sum(seed):
    assert is_right(CODE_OBJECT, seed)


@pytest.mark.skipif("SHORT" not in os.environ, reason="a test that writes past its memory")
def test_short():
    is_right(CODE_OBJECT, 1, room=256)
