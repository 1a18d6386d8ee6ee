"""Torch's tensors as arguments of a candidate, and as what a reference answers."""
import importlib.util
import pathlib
import shutil

import lockstep
import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs torch")
CANDIDATES = pathlib.Path(__file__).parents[1] / "candidates"


@pytest.fixture
def judged(tmp_path):
    def run(name):
        for file in ("in_torch.py", "torch_reference.py"):
            shutil.copy(CANDIDATES / file, tmp_path)
        return lockstep.judge(f"{tmp_path}/in_torch.py:{name}", f"{tmp_path}/torch_reference.py:axpy", budget=240, seed=7)

    return run


@pytest.mark.parametrize("name", ["right", "in_two_steps", "into_what_it_is_given"])
def test_right(judged, name):
    verdict = judged(name)
    assert (verdict.finding, verdict.values) == ("clean", "holds"), verdict.raw
    assert verdict.checked.kernel == "axpy_kernel" and verdict.checked.draws == 3, verdict.raw


@pytest.mark.parametrize("name, kind", [("without_the_scale", "values"), ("by_torch", "host"), ("mended_by_torch", "host"),
                                        ("by_torch_and_a_copy", "host")])
def test_wrong(judged, name, kind):
    verdict = judged(name)
    assert (verdict.execution, verdict.finding, verdict.kind) == ("completed", "found", kind), verdict.raw
