"""A grouped GEMM with block-scaled FP8 operands, in numpy, under Lockstep's laws. `pytest` runs it."""
import lockstep
import numpy as np


def grouped_gemm_masked(d, a, a_scale, b, b_scale, masked_m):
    """d[g, r] = a[g, r] @ b[g].T for the first masked_m[g] rows r, each block of 128 of k with its scales."""
    groups, _, k = a.shape
    for g in range(groups):
        rows = masked_m[g]
        total = np.zeros((rows, d.shape[-1]))
        for block in range(k // 128):
            ks = slice(128 * block, 128 * block + 128)
            scale = np.outer(a_scale[g, block, :rows], np.repeat(b_scale[g, :, block], 128).astype(np.float64))
            total += scale * (a[g, :rows, ks].astype(np.float64) @ b[g, :, ks].astype(np.float64).T)
        d[g, :rows] = total.astype(np.float32).astype(d.dtype)


@lockstep.fuzz("grouped_gemm_masked", cases=8)
def test_grouped_gemm_masked(problem):
    with np.errstate(all="ignore"):  # NaNs, infinities and scales of 2^127 are among the cases
        grouped_gemm_masked(problem.d, problem.a, problem.a_scale, problem.stored("b"), problem.b_scale, problem.masked_m)
