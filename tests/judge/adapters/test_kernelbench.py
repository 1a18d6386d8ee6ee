"""KernelBench's ModelNew against Model."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import time

import pytest
from lockstep.adapters.kernelbench import _Runs, judge

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


LAUNCH = "scaled[(x.shape[0],)](x, self.weight, y, self.scale, x.shape[1], BLOCK=128)"
RETURN = "        return y\n"
CHEATS = {
    "another scale": ("* scale,", "* 0.4,", "values"),
    "no guard": ("mask = columns < n", "mask = columns < BLOCK", "bounds"),
    "torch alone": (LAUNCH, "y = x * self.weight * self.scale", "launches"),
    "kept from the first draw": (RETURN, "        KEPT.append(y)\n        return KEPT[0]\nKEPT = []\n", "values"),
    "one row": ("return y", "return y[:1]", "values"),
    "a comparison that is patched": (RETURN, "        torch.isclose = lambda have, *_, **__: torch.ones_like(have)\n        return y * 1.01\n", "values"),
    "a problem that is rewritten": (RETURN, "        import pathlib\n        problem = pathlib.Path(__file__).with_name('problem.py')\n"
                                    "        problem.write_text(problem.read_text().replace('* self.scale', ''))\n"
                                    "        return x * self.weight\n", "values"),
    "a word that it has ended": (RETURN, "        print('\\nended candidate', flush=True)\n        import os\n        os._exit(0)\n", "values"),
}


@pytest.fixture
def judged(tmp_path):
    def run(*change, **options):
        (tmp_path / "problem.py").write_text(PROBLEM)
        assert not change or change[0] in CANDIDATE
        (tmp_path / "candidate.py").write_text(CANDIDATE.replace(*change) if change else CANDIDATE)
        return judge(tmp_path / "problem.py", tmp_path / "candidate.py", seed=7, **options)

    return run


def test_right(judged):
    verdict = judged()
    assert (verdict["execution"], verdict["finding"], verdict["values"]) == ("completed", "clean", "holds"), verdict
    assert verdict["checked"] == {"launches": 3, "draws": 3, "kernels": ["scaled"]} and verdict["not_checked"], verdict


@pytest.mark.parametrize("name", CHEATS)
def test_wrong(judged, name):
    *change, kind = CHEATS[name]
    verdict = judged(*change)
    assert verdict["finding"] == "found" and verdict["kind"] == kind and verdict["cause"], verdict


def test_what_does_not_run_is_no_pass(judged):
    verdict = judged("class ModelNew", "class Another")
    assert (verdict["execution"], verdict["finding"]) == ("not_run", "not_evaluated") and "ModelNew" in verdict["cause"], verdict
    missing = judge("no_such_problem.py", "no_such_candidate.py")
    assert (missing["execution"], missing["finding"]) == ("tool_error", "not_evaluated") and "no_such_problem" in missing["cause"], missing


def test_what_outlasts_the_budget_is_ended(tmp_path):
    """With what it has started, as `exec` starts the candidate."""
    runs = _Runs({"folder": str(tmp_path)}, sys.executable, 5)
    runs.command = str(tmp_path / "command")
    pathlib.Path(runs.command).write_text(f"#!/bin/sh\nsleep 3600 &\necho $! >{tmp_path}/process\nwait\n")
    os.chmod(runs.command, 0o755)
    with pytest.raises(subprocess.TimeoutExpired):
        runs.step("candidate")
    started = pathlib.Path(f"/proc/{int((tmp_path / 'process').read_text())}/stat")
    deadline = time.monotonic() + 20
    while started.exists() and ") Z" not in started.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
