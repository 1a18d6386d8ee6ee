"""Triton's kernels through the driver here: right answers without a false alarm under three schedules, and a planted bug by its
line."""
import pathlib
import subprocess
import sys

import lockstep
import numpy as np
import pytest

pytest.importorskip("triton")
import triton.language as tl  # noqa: E402
import triton_kernels  # noqa: E402
import triton_problems as problems  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "python" / "examples"
SCHEDULES = "earliest,latest,random:3"  # what they leave must be the same, too

PROBLEMS = {"matmul_bf16": problems.Matmul("bf16", ragged=True), "matmul_e4m3": problems.Matmul("e4m3"),
            "matmul_i8": problems.Matmul("i8"), "matmul_split": problems.Matmul("bf16", split=3),
            "mxfp8": problems.ScaledMatmul("e4m3", "e4m3"), "mxfp4": problems.ScaledMatmul("e2m1", "e2m1"),
            "softmax": problems.Softmax(), "layer_norm": problems.LayerNorm(), "quantise": problems.Quantise(),
            "attention": problems.Attention(), "persistent": problems.PersistentMatmul("bf16")}


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("name", PROBLEMS)
def test_right_and_without_a_finding(driver, name, stages):
    gpu = driver.device
    gpu.schedule = SCHEDULES
    launch = PROBLEMS[name].launch()
    tensors = {}
    for argument, (_, contents) in launch.tensors.items():
        answer = launch.answers.get(argument)
        tensors[argument] = (gpu.array(contents, name=argument) if contents is not None
                             else gpu.empty(answer[0].shape, answer[0].dtype, name=argument))
    constants = {k: getattr(tl, v) if k == "ACC" else v for k, v in launch.constants.items()}
    getattr(triton_kernels, launch.kernel)[launch.grid](**tensors, **launch.numbers, **constants, num_stages=stages)
    report = driver.reports[-1]
    assert report.verdict == "holds" and report.schedules == SCHEDULES.split(",")
    for argument, (answer, tolerance) in launch.answers.items():
        got = tensors[argument].numpy()
        if not tolerance:
            assert got.tobytes() == answer.tobytes()
        elif "ulp" in tolerance:
            assert np.abs(got.view(np.int8).astype(int) - answer.view(np.int8).astype(int)).max() <= tolerance["ulp"]
        else:
            np.testing.assert_allclose(got.astype(float), answer.astype(float), **{"rtol": 0, "atol": 0, **tolerance})


def launch_softmax(gpu, columns):
    x, y = gpu.zeros((1, 100), name="x"), gpu.empty((1, columns), name="y")
    triton_kernels.softmax[(1,)](x, y, 100, 100, BLOCK=128)


def test_a_report_shows_the_source_beside_the_assembly(driver):
    driver.device.schedule = "earliest"
    launch_softmax(driver.device, 100)
    page = driver.reports[-1].html()
    assert "e = tl.exp(x - tl.max(x, axis=0))" in page and "v_exp_f32" in page


def test_a_short_output_traps_with_its_line(driver):
    with pytest.raises(lockstep.Trapped, match=r"array 'y' of 396 bytes.*, at .*triton_kernels\.py:\d+"):
        launch_softmax(driver.device, 99)


def test_the_example_fails_as_its_page_says():
    done = subprocess.run([sys.executable, EXAMPLES / "triton_column_sums.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "lockstep.errors.Falsified: falsified  column_sums: 4 workgroups" in done.stderr
    assert "of array 'sums' of 512 bytes, which workgroup 0,0,0 writes by" in done.stderr
    assert "triton_column_sums.py:13" in done.stderr
