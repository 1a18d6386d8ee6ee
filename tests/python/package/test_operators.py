"""Operators without kernels: an implementation holds to its laws on whatever is drawn, a planted bug is found and shrunk."""
import lockstep
import numpy as np
import pytest
from operators_in_numpy import OPERATORS, F, put, quantise_by_hand


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
    one_answer = {"block_quantise", "int8_gemm", "moe_sort"}
    assert (report.held["exact_grid"] == 40) == (name in one_answer)
    if name in {"dense_gemm", "mx_dense_gemm", "rope", "attention"}:
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


@pytest.mark.parametrize("rule, least", [("float32_amax", 0.0), ("deepgemm_float32", 1e-4)])
@pytest.mark.parametrize("block", ["1x128", "128x128", "row", "tensor"])
def test_scales_in_float32(rule, least, block, tmp_path):
    options = {"cases": 25, "seed": 3, "corpus": str(tmp_path), "fixed": {"rule": rule, "block": block, "element": "e4m3"}}
    report = lockstep.fuzz("block_quantise", **options)(lambda p: quantise_by_hand(p, least))()
    assert report.cases == report.held["exact_grid"] == 25 and report.rejected == 0

    def shifted(p):
        quantise_by_hand(p, least, lambda x, scale: np.roll(x, 1, axis=0) / scale)

    with pytest.raises(lockstep.Falsified, match="block_quantise / exact_grid") as found:
        lockstep.fuzz("block_quantise", **options)(shifted)()
    assert all(f"{key}={value}" in str(found.value) for key, value in {"rule": rule, "block": block}.items() if value != "1x32")


ROWS = ["softmax", "rms_norm", "layer_norm", "rope", "attention", "topk_softmax", "block_quantise", "int8_gemm"]
SIGNS = ["rms_norm", "rope", "attention", "dense_gemm", "mx_dense_gemm", "block_quantise"]
DOUBLES = ["rope", "dense_gemm", "block_quantise"]


@pytest.mark.parametrize("law, names", [("permuted_rows", ROWS), ("negated", SIGNS), ("doubled", DOUBLES)])
def test_metamorphic_laws_hold(law, names, tmp_path):
    for name in names:
        report = lockstep.fuzz(name, cases=60, seed=3, corpus=str(tmp_path), laws=[law])(OPERATORS[name][0])()
        assert report.held[law] >= 2 and report.held[law] + report.not_applicable[law] == 60, name
    for name in set(OPERATORS) - set(names):
        with pytest.raises(lockstep.Inconclusive, match="the laws that were named say nothing"):
            lockstep.fuzz(name, cases=10, seed=3, corpus=str(tmp_path), laws=[law])(OPERATORS[name][0])()


def one_largest_for_all(p):
    """Right for every row but those whose numbers are far below the tensor's largest."""
    e = np.exp(p.x.astype(F) - p.x.astype(F)[0].max())
    put(p.y, e / e.sum(axis=-1, keepdims=True))


def half_up(p):
    """Ties go up, whatever the sign."""
    OPERATORS["block_quantise"][0](p)
    if p.q.dtype != np.uint8:
        p.q[p.x < 0] = 0


def of_a_fixed_scale(p):
    OPERATORS["block_quantise"][0](p)
    p.scales[...] = 1


def turned_by_its_place(p):
    OPERATORS["rope"][0](p)
    p.y[-1] = 0


@pytest.mark.parametrize("law, name, wrong", [("permuted_rows", "softmax", one_largest_for_all), ("negated", "block_quantise", half_up),
                                              ("doubled", "block_quantise", of_a_fixed_scale),
                                              ("permuted_rows", "rope", turned_by_its_place)])
def test_metamorphic_laws_fail(law, name, wrong, tmp_path):
    with pytest.raises(lockstep.Falsified, match=rf"FALSIFIED  {name} / {law} .*shrunk \d+x"):
        lockstep.fuzz(name, cases=60, seed=3, corpus=str(tmp_path), laws=[law])(wrong)()


def test_only_what_is_meant_is_drawn(tmp_path):
    seen = []

    def look(p):
        seen.append(p.case)
        OPERATORS["dense_gemm"][0](p)
        p.d[0, 0] = 77

    fixed = {"element": "e5m2", "out": "f16", "bias": 1, "n": 24}
    with pytest.raises(lockstep.Falsified) as found:  # the shrinker keeps to it, too
        lockstep.fuzz("dense_gemm", cases=20, seed=3, corpus=str(tmp_path), fixed=fixed)(look)()
    assert all(f" {key}={value} " in line for key, value in fixed.items() for line in [*seen, str(found.value)])
    for wrong, words in (({"element": "f64"}, "element"), ({"colour": 1}, "colour"), ({"out": "e4m3"}, "out=e4m3")):
        with pytest.raises(ValueError, match=words):
            lockstep.fuzz("dense_gemm", fixed=wrong)


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
        lockstep.replay("mx_dense_gemm@gfx950 m=1 n=1 k=33 order=any", lockstep.fuzz("mx_dense_gemm")(lambda problem: None))
