"""Triton's kernels on gfx1250: waves of 32, tensor copies and block-scaled WMMA. The same kernels as on gfx950, right under three
schedules, under the laws of their operators, and with planted bugs."""
import lockstep
import numpy as np
import pytest

pytest.importorskip("triton")
import test_laws  # noqa: E402
import test_triton  # noqa: E402


@pytest.fixture(scope="module")
def driver():
    import lockstep.triton

    return lockstep.triton.activate("gfx1250")


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("name", ["matmul_bf16", "matmul_e4m3", "mxfp8", "mxfp4", "softmax"])
def test_right_and_without_a_finding(driver, name, stages):
    test_triton.test_right_and_without_a_finding(driver, name, stages)


def test_the_device_is_what_triton_compiles_for(driver):
    target = driver.get_current_target()
    assert (target.arch, target.warp_size) == ("gfx1250", 32)
    assert driver.utils.get_device_properties(0)["max_shared_mem"] == 320 * 1024
    test_triton.launch_softmax(driver.device, 100)
    assert any(m.startswith("v_") and not m.startswith("v_mfma") for m in driver.reports[-1].instructions)


EXAMPLES = ["bf16", "mxfp8", "mxfp4", "softmax"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_holds(driver, name, tmp_path):
    driver.device.schedule = test_laws.SCHEDULES
    with np.errstate(all="ignore"):
        report = test_laws.campaign(driver, test_laws.module_of(test_laws.SOURCE), name, tmp_path, 2, cases=4)()
    assert report.cases == 4 and report.held["untouched"] >= 3 and report.held["bound"] >= 3
    wmma = [m for m in driver.reports[-1].instructions if m.startswith("v_wmma")]
    assert bool(wmma) == (name != "softmax")
    if name.startswith("mx"):
        assert any(m.startswith("v_wmma_scale") for m in wmma)


@pytest.mark.parametrize("name", ["mxfp4", "softmax"])
def test_a_planted_bug_is_found(driver, name, tmp_path):
    *_, line, bug = test_laws.EXAMPLES[name]
    mutant = tmp_path / "mutant.py"
    mutant.write_text(test_laws.SOURCE.read_text().replace(line, bug))
    driver.device.schedule = "earliest"
    with np.errstate(all="ignore"), pytest.raises(lockstep.Falsified, match=rf"FALSIFIED  {test_laws.EXAMPLES[name][0]} / "):
        test_laws.campaign(driver, test_laws.module_of(mutant), name, tmp_path, 2, cases=60, shrink_tries=10)()


def test_a_short_output_traps_with_its_line(driver):
    with pytest.raises(lockstep.Trapped, match=r"array 'y' of 396 bytes.*, at .*triton_kernels\.py:\d+"):
        test_triton.launch_softmax(driver.device, 99)
