"""Configurations of Triton's autotuner: which are right, and which agree to the bit."""
import numpy as np
import pytest

triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
from lockstep.adapters.triton_configs import examine  # noqa: E402

ROWS, N = 4, 96


PLAIN, LAST_ROW, PAST_THE_END = range(3)  # what a configuration has: nothing wrong, one wrong row, reads that no value shows


def config(block, step, how=PLAIN, **options):
    return triton.Config({"BLOCK": block, "STEP": step, "HOW": how}, **options)


@triton.autotune(configs=[config(128, 128), config(128, 128, num_warps=2), config(32, 32), config(32, 64), config(48, 48),
                          config(128, 128, LAST_ROW), config(128, 128, PAST_THE_END)], key=["n"])
@triton.jit
def sums(x, y, n, BLOCK: tl.constexpr, STEP: tl.constexpr, HOW: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for begin in range(0, n, STEP):
        columns = begin + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < (BLOCK if HOW == 2 else n), other=0.0)
        total += tl.where(columns < n, values, 0.0)
    tl.store(y + row, tl.where((HOW == 1) & (row == 3), 0.0, tl.sum(total)))


def examined(scale):
    rng = np.random.default_rng(3)
    x = (rng.standard_normal((ROWS, N)) * scale).astype("f4")
    return examine(sums, (ROWS,), {"x": x, "y": np.zeros(ROWS, "f4"), "n": N}, ["y"], rtol=1e-4, atol=1e-4,
                   against=lambda x, **_: {"y": x.astype("f8").sum(1)})


def test_classes():
    report = examined(1)
    described = [[(c.kwargs["BLOCK"], c.kwargs["STEP"], c.num_warps) for c in of] for of in report.classes]
    assert sorted(map(len, described)) and all((32, 64, 4) not in of for of in described), described
    wrong = {tuple(c.kwargs.values()): why for c, why in report.wrong}
    assert wrong[32, 64, PLAIN].startswith("y: ") and "does not compile" in wrong[48, 48, PLAIN], wrong
    assert "1 of 4 elements" in wrong[128, 128, LAST_ROW] and "bounds" in wrong[128, 128, PAST_THE_END], wrong
    assert len(wrong) == 4, wrong
    assert len(report.classes) > 1, described  # another block, another order of additions
    assert "agree to the bit" in str(report) and "wrong: " in str(report)


def test_a_launch_after_it_finds_the_driver_that_was_there():
    before = triton.runtime.driver._active
    examined(0)
    assert triton.runtime.driver._active is before


def test_the_whole_class_where_order_does_not_matter():
    report = examined(0)
    assert len(report.classes) == 1 and len(report.classes[0]) == 5  # zeros hide a step that is too long, and a row that is zero
