"""docs/porting_from_cuda.md says what these orders give, and DeepGEMM gave on an H200 what the order of sm_90 does
(tests/hardware/deepgemm.py)."""
import hashlib
import pathlib

import lockstep
import ml_dtypes
import numpy as np
import porting
import pytest
from lockstep import reference
from lockstep.chains import fused

PAGE = (pathlib.Path(__file__).parents[3] / "docs" / "porting_from_cuda.md").read_text().splitlines()
#: SHA-256 of DeepGEMM's bfloat16 results, as bytes.
OF_DEEPGEMM = {
    512: "dfd47df79779625e8d5c84c4821db25bd8b4825362cfffbab360f9005023a421",
    2048: "b30afc0d04ab9c813961f628ca5211f3aa3893618a0f636290c2cb6486490782",
    7168: "2aaab292b8551fda1f31450740b3acb9ccc5b26813d7ad1c5a647151307d3ed2",
}


@pytest.mark.parametrize("k", [512, 2048])
def test_the_page_has_the_figures(k):
    sm_90, *others = porting.table(k)
    assert sm_90.startswith(f"| {k} | sm_90 | 0 | 0.0 % | 0.0000 |") and len(others) == 2
    assert [line for line in PAGE if line.startswith(f"| {k} |")] == others


@pytest.mark.parametrize("k", [512, 2048])
def test_deepgemm_gave_these_bits(k):
    assert hashlib.sha256(porting.sm_90(*porting.ported_operands(k)).tobytes()).hexdigest() == OF_DEEPGEMM[k]


def test_sums_that_are_exact_are_the_same_everywhere():
    operands = porting.grid_operands(512)
    results = [order(*operands).astype(np.float32) for order in (porting.sm_90, porting.gfx942, porting.gfx950)]
    assert np.abs(results[0]).max() > 40 and all(np.array_equal(d, porting.exact(*operands).astype(ml_dtypes.bfloat16)) for d in results)


def test_codes_of_another_format_need_other_scales():
    a, b, a_scale, b_scale = porting.ported_operands(512)
    wrong = porting.figures(512, gfx942=lambda *_: porting.gfx942(a, b, a_scale / 2, b_scale))["gfx942"]
    assert wrong[0] > 30000 and wrong[3] > 0.1


def masked_by(meet):
    """A masked grouped GEMM of chains of 128 on Hopper."""
    def compute(problem):
        b = problem.stored("b")
        for g, rows in enumerate(problem.masked_m):
            a, total = problem.a[g, :rows], np.zeros((rows, problem.n), np.float32)
            for block in range(problem.k // 128 if rows else 0):
                chain = None
                for k in range(128 * block, 128 * block + 128, 32):
                    chain = reference.mma("hopper_wgmma_e4m3_f32", a[:, k:k + 32], b[g, :, k:k + 32], chain)
                y = np.repeat(problem.b_scale[g, :, block], 128)[None].repeat(rows, 0)
                total = meet(chain, problem.a_scale[g, block, :rows, None].repeat(problem.n, 1), y, total)
            problem.d[g, :rows] = total.astype(problem.d.dtype)
    return compute


def along_k_by(meet):
    """Products of groups along k, as DeepGEMM's k-grouped kernel has them: chains of 128 on Hopper, then plus C."""
    def compute(problem):
        a, b = problem.stored("a")[0], problem.stored("b")[0]
        starts = np.concatenate([[0], np.cumsum(problem.ks)]).astype(int)
        for g, (first, last) in enumerate(zip(starts, starts[1:])):
            total = np.zeros((a.shape[0], b.shape[0]), np.float32)
            for at in range(first, last, 128):
                chain = None
                for k in range(at, at + 128, 32):
                    chain = reference.mma("hopper_wgmma_e4m3_f32", a[:, k:k + 32], b[:, k:k + 32], chain)
                x, y = problem.a_scale[at // 128, :, None], problem.b_scale[at // 128, None]
                total = meet(chain, x.repeat(len(b), 1), y.repeat(len(a), 0), total)
            c = problem.tensors.get("c")
            if first < last:
                problem.d[g] = total if c is None else c[g] + total
            elif c is not problem.d:
                problem.d[g] = 0 if c is None else c[g]
    return compute


def test_groups_along_k_in_the_order_of_deepgemm(tmp_path):
    """No kernel here is of sm_90: a contract, with orders that callables are held to."""
    product_first, row_first = along_k_by(lambda r, x, y, d: fused(r, x * y, d)), along_k_by(lambda r, x, y, d: fused(r * x, y, d))
    on = {"seed": 5, "laws": ("bits", "bound", "untouched"), "corpus": str(tmp_path), "n": 128, "k": 128}

    def held(function, c, **options):
        return lockstep.fuzz("grouped_gemm_k@sm_90", c=c, **on, **options)(lambda problem: function(problem))()
    with np.errstate(all="ignore"):
        for c in ("none", "apart"):
            assert held(product_first, c, cases=8, order="deepgemm").held["bits"] == 8
            assert held(row_first, c, cases=8, order="declared").held["bits"] == 8
        with pytest.raises(lockstep.Falsified, match="bits"):
            held(row_first, "none", cases=64, order="deepgemm", shrink_tries=0)
        with pytest.raises(ValueError, match="there are any, declared, scaled_after_128, deepgemm"):
            held(row_first, "none", order="scaled_128")


def test_the_order_of_deepgemm_is_one_that_fuzz_holds_callables_to(tmp_path):
    """Products of scales that are subnormal, and all else, in that order; and one in another order, of which few results differ."""
    product_first, row_first = masked_by(lambda r, x, y, d: fused(r, x * y, d)), masked_by(lambda r, x, y, d: fused(r * x, y, d))
    on = {"seed": 3, "laws": ("bits", "bound"), "corpus": str(tmp_path), "k": 256, "n": 128}
    with np.errstate(all="ignore"):
        report = lockstep.fuzz("grouped_gemm_masked@sm_90", cases=16, order="deepgemm", **on)(lambda problem: product_first(problem))()
        assert report.held["bits"] == 16, report
        tiny = "grouped_gemm_masked@sm_90 groups=1 n=640 k=256 m=104 m_max=104 data=zero scales=any seed=0x1 scale_order=product_first"
        assert lockstep.replay(tiny, product_first)["bits"] == "holds"
        with pytest.raises(lockstep.Falsified, match="bits"):
            lockstep.fuzz("grouped_gemm_masked@sm_90", cases=64, order="deepgemm", **on)(lambda problem: row_first(problem))()
