"""KernelBench's ModelNew against Model."""
import importlib.util

import pytest
from lockstep.adapters.kernelbench import judge

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs torch")

PROBLEM = """
import torch

class Model(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.weight, self.scale = torch.nn.Parameter(torch.randn(100)), scale
    def forward(self, x):
        return x * self.weight * self.scale

def get_inputs():
    return [torch.rand(3, 100)]
def get_init_inputs():
    return [0.5]
"""
CANDIDATE = """
import torch, triton
import triton.language as tl

@triton.jit
def scaled(x, weight, y, scale, n, BLOCK: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    at = tl.program_id(0) * n + columns
    tl.store(y + at, tl.load(x + at, mask=mask) * tl.load(weight + columns, mask=mask) * scale, mask=mask)

class ModelNew(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.weight, self.scale = torch.nn.Parameter(torch.randn(100)), scale
    def forward(self, x):
        y = torch.empty_like(x)
        scaled[(x.shape[0],)](x, self.weight, y, self.scale, x.shape[1], BLOCK=128)
        return y
"""


@pytest.fixture
def judged(tmp_path):
    def run(*change):
        (tmp_path / "problem.py").write_text(PROBLEM)
        assert not change or change[0] in CANDIDATE
        (tmp_path / "candidate.py").write_text(CANDIDATE.replace(*change) if change else CANDIDATE)
        return judge(tmp_path / "problem.py", tmp_path / "candidate.py", seed=7)

    return run


def test_right(judged):
    verdict = judged()
    assert (verdict["execution"], verdict["finding"], verdict["values"]) == ("completed", "clean", "holds"), verdict
    assert verdict["checked"] == {"launches": 3, "draws": 3, "kernels": ["scaled"]} and verdict["not_checked"], verdict


@pytest.mark.parametrize("change, kind", [
    (("* scale,", "* 0.4,"), "values"), (("mask = columns < n", "mask = columns < BLOCK"), "bounds"),
    (("scaled[(x.shape[0],)](x, self.weight, y, self.scale, x.shape[1], BLOCK=128)", "y = x * self.weight * self.scale"), "launches")])
def test_wrong(judged, change, kind):
    verdict = judged(*change)
    assert verdict["finding"] == "found" and verdict["kind"] == kind and verdict["cause"], verdict


def test_what_does_not_run_is_no_pass(judged):
    verdict = judged("class ModelNew", "class Another")
    assert (verdict["execution"], verdict["finding"]) == ("not_run", "not_evaluated") and "ModelNew" in verdict["cause"], verdict
