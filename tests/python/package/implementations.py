"""Implementations of grouped_gemm_masked: in numpy, and the kernel of the project launched by hand."""
import ml_dtypes
import numpy as np


def in_numpy(problem):
    """D[g, r] = sum over blocks of 128 of the scales' product times the block's, for the first masked_m rows of a group."""
    b = problem.stored("b")  # out of its shuffle
    for g, rows in enumerate(problem.masked_m):
        if rows == 0:
            continue
        a = problem.a[g, :rows].astype(np.float64)
        total = np.zeros((rows, problem.n))
        for block in range(problem.k_blocks):
            ks = slice(128 * block, 128 * block + 128)
            scale_a = problem.a_scale[g, block, :rows].astype(np.float64)[:, None]
            scale_b = np.repeat(problem.b_scale[g, :, block].astype(np.float64), 128)[None, :]
            with np.errstate(all="ignore"):
                total += scale_a * scale_b * (a[:, ks] @ b[g][:, ks].astype(np.float64).T)
        with np.errstate(all="ignore"):
            problem.d[g, :rows] = total.astype(np.float32).astype(problem.d.dtype)


def by_launch(gpu):
    """The project's own kernel on a device; the problem's tensors must be arrays there."""
    code = gpu.load_kernel("grouped_gemm_masked")

    def run(problem):
        if problem.m == 0 or problem.n == 0:
            return
        name = "grouped_gemm_masked_" + ("bf16" if problem.d.dtype == ml_dtypes.bfloat16 else "f16")
        tiles = -(-problem.m // 128)
        code[name][(problem.n // 128, tiles, problem.groups), 256](
            d=problem.d, a=problem.a, a_scale=problem.a_scale, b=problem.b, b_scale=problem.b_scale,
            masked_m=problem.masked_m, m=problem.m, n=problem.n, k=problem.k, groups=problem.groups,
            a_scale_stride=problem.a_scale_stride, row_tiles=tiles)

    return run
