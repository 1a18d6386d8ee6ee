"""Operators without kernels: an implementation holds to its laws on whatever is drawn, a planted bug is found and shrunk."""
import lockstep
import numpy as np
import pytest
from operators_in_numpy import OPERATORS


@pytest.fixture(autouse=True)
def quiet():
    with np.errstate(all="ignore"):  # NaNs and overflows are among the cases
        yield


@pytest.mark.parametrize("name", OPERATORS)
def test_numpy_holds(name, tmp_path):
    report = lockstep.fuzz(name, cases=40, seed=3, corpus=str(tmp_path))(OPERATORS[name][0])()
    assert report.cases == 40 and report.rejected == 0
    assert {"bound", "untouched", "unread"} <= set(report.held)
    assert report.held["bound"] >= 30  # it says something of nearly every case
    one_answer = {"block_quantise", "moe_sort"}
    assert (report.held["exact_grid"] == 40) == (name in one_answer)
    if name in {"dense_gemm", "mx_gemm", "rope", "attention"}:
        assert report.held["exact_grid"] > 0  # where every order gives the same


@pytest.mark.parametrize("name", OPERATORS)
def test_a_planted_bug_is_found_and_shrunk(name, tmp_path):
    test = lockstep.fuzz(name, cases=200, seed=3, corpus=str(tmp_path))(OPERATORS[name][1])
    with pytest.raises(lockstep.Falsified, match=rf"FALSIFIED  {name} / (bound|exact_grid|snr)   gfx950") as found:
        test()
    line = found.value.report.split("smallest   ")[1].splitlines()[0]
    with pytest.raises(lockstep.Falsified):
        lockstep.replay(line, test)
    assert lockstep.replay(line, lockstep.fuzz(name, corpus=str(tmp_path))(OPERATORS[name][0]))["bound"].startswith("holds")


@pytest.mark.parametrize("name", ["softmax", "dense_gemm"])
def test_a_little_too_far_is_noticed(name, tmp_path):
    """The bounds are not so wide that an output of 8 bits of mantissa may be a step off everywhere."""
    def run(p):
        OPERATORS[name][0](p)
        out = p.tensors[p.outputs[0]]
        out[...] = (out.astype(np.float64) * (1 + 2.0**-6)).astype(out.dtype)

    with pytest.raises(lockstep.Falsified, match=f"{name} / (bound|exact_grid|snr)"):
        lockstep.fuzz(name, cases=40, seed=3, corpus=str(tmp_path))(run)()


def test_it_is_said_that_there_is_no_kernel():
    with pytest.raises(ValueError, match="softmax is an operator that no kernel here implements: give it something to call"):
        lockstep.replay("softmax@gfx950 m=1 n=4 k=1 order=any")
    with pytest.raises(ValueError, match="order 'declared': nobody declares one for softmax"):
        lockstep.fuzz("softmax", order="declared")


def test_sizes_that_cannot_be_meant():
    with pytest.raises(ValueError, match="k: a multiple of 32 is expected"):
        lockstep.replay("mx_gemm@gfx950 m=1 n=1 k=33 order=any", lockstep.fuzz("mx_gemm")(lambda problem: None))
