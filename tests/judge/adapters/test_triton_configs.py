"""Configurations of Triton's autotuner: which are right, and which agree to the bit."""
import numpy as np
import pytest

triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from lockstep.adapters.triton_configs import examine  # noqa: E402

ROWS, N = 4, 96


@triton.autotune(configs=[triton.Config({"BLOCK": 128, "STEP": 128}), triton.Config({"BLOCK": 128, "STEP": 128}, num_warps=2),
                          triton.Config({"BLOCK": 32, "STEP": 32}), triton.Config({"BLOCK": 32, "STEP": 64}),
                          triton.Config({"BLOCK": 48, "STEP": 48})], key=["n"])
@triton.jit
def sums(x, y, n, BLOCK: tl.constexpr, STEP: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for begin in range(0, n, STEP):
        columns = begin + tl.arange(0, BLOCK)
        total += tl.load(x + row * n + columns, mask=columns < n, other=0.0)
    tl.store(y + row, tl.sum(total))


def examined(scale):
    rng = np.random.default_rng(3)
    x = (rng.standard_normal((ROWS, N)) * scale).astype("f4")
    return examine(sums, (ROWS,), {"x": x, "y": np.zeros(ROWS, "f4"), "n": N}, ["y"], rtol=1e-4, atol=1e-4,
                   against=lambda x, **_: {"y": x.astype("f8").sum(1)})


def test_classes():
    report = examined(1)
    described = [[(c.kwargs["BLOCK"], c.kwargs["STEP"], c.num_warps) for c in of] for of in report.classes]
    assert sorted(map(len, described)) and all((32, 64, 4) not in of for of in described), described
    wrong = {(c.kwargs["BLOCK"], c.kwargs["STEP"]): why for c, why in report.wrong}
    assert wrong[32, 64].startswith("y: ") and "does not compile" in wrong[48, 48], wrong
    assert set(wrong) == {(32, 64), (48, 48)}, wrong
    assert len(report.classes) > 1, described  # another block, another order of additions
    assert "agree to the bit" in str(report) and "wrong: " in str(report)


def test_a_launch_after_it_finds_the_driver_that_was_there():
    before = triton.runtime.driver._active
    examined(0)
    assert triton.runtime.driver._active is before


def test_the_whole_class_where_order_does_not_matter():
    report = examined(0)
    assert len(report.classes) == 1 and len(report.classes[0]) == 4  # zeros hide a step that is too long
