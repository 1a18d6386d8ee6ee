"""Triton's kernels through the driver here: right answers without a false alarm, and a planted bug by its line."""
import pathlib
import subprocess
import sys

import lockstep
import lockstep.triton
import numpy as np
import pytest
from triton_programs import column_sums, matmul

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "python" / "examples"


@pytest.fixture(scope="module")
def driver():
    return lockstep.triton.activate("gfx950")


@pytest.mark.parametrize("schedule", ["earliest", "latest", "random:3"])
@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn"])
def test_matmul(driver, dtype, schedule, stages):
    gpu = driver.device
    gpu.schedule = schedule
    rng = np.random.default_rng(1)
    a, b = (gpu.array(rng.integers(-4, 5, shape), dtype) for shape in ((64, 128), (128, 64)))
    c = gpu.empty((64, 64), "float32")
    matmul[(2, 2)](a, b, c, 128, 128, 64, 64, BLOCK_M=32, BLOCK_N=32, BLOCK_K=64, num_stages=stages)
    assert np.array_equal(c.numpy(), a.numpy().astype(np.float32) @ b.numpy().astype(np.float32))
    assert driver.reports[-1].verdict == "holds" and any("mfma" in m for m in driver.reports[-1].instructions)


def test_a_race_is_found_with_its_line(driver):
    gpu = driver.device
    gpu.schedule = "several"
    x = np.random.default_rng(1).integers(-9, 10, (64, 128)).astype(np.float32)
    sums = gpu.zeros(128)
    column_sums[(4,)](gpu.array(x), sums, 128, ROWS=16, BLOCK=128, RACING=False)
    assert np.array_equal(sums.numpy(), x.sum(axis=0))
    with pytest.raises(lockstep.Falsified, match=r"memory-race: column_sums: .*, at triton_programs\.py:\d+"):
        column_sums[(4,)](gpu.array(x), gpu.zeros(128), 128, ROWS=16, BLOCK=128, RACING=True)


def test_a_short_output_traps(driver):
    gpu = driver.device
    with pytest.raises(lockstep.Trapped, match="array 'sums' of 508 bytes"):
        column_sums[(1,)](gpu.zeros((16, 128)), gpu.zeros(127, name="sums"), 128, ROWS=16, BLOCK=128, RACING=False)


def test_the_example_fails_as_its_page_says():
    done = subprocess.run([sys.executable, EXAMPLES / "triton_column_sums.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "lockstep.errors.Falsified: falsified  column_sums: 4 workgroups" in done.stderr
    assert "of array 'sums' of 512 bytes, which workgroup number 0 writes by" in done.stderr
    assert "triton_column_sums.py:13" in done.stderr
