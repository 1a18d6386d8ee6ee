"""One block-scaled product on Hopper, gfx942 and gfx950, each in its declared order: what docs/porting_from_cuda.md reports.

    python3 tests/python/package/porting.py [K...]      prints the rows of its table"""
import sys

import ml_dtypes
import numpy as np
from lockstep import reference
from lockstep.chains import fused

KS = (512, 2048, 7168)
ROWS, COLUMNS = 128, 256
F, BF16 = np.float32, ml_dtypes.bfloat16


def quantised(x, rows):
    """Codes in e4m3fn, without -0, and for each `rows` x 128 the power of two that uses their range: [rows of blocks, k / 128]."""
    blocks = np.abs(x).reshape(len(x) // rows, rows, x.shape[1] // 128, 128).max((1, 3))
    scale = np.exp2(np.ceil(np.log2(blocks / 448))).astype(F)
    codes = (x / spread(scale, rows)).astype(ml_dtypes.float8_e4m3fn)
    return np.where(codes == 0, np.zeros_like(codes), codes), scale


def spread(scale, rows):
    return np.repeat(np.repeat(scale, rows, 0), 128, 1)


def ported_operands(k):
    """Normal numbers as DeepGEMM takes them: codes of A and B, scales per 1 x 128 of A and 128 x 128 of B."""
    draw = np.random.Generator(np.random.PCG64(k))
    a, b = (quantised(draw.standard_normal((n, k)).astype(F), each) for n, each in ((ROWS, 1), (COLUMNS, 128)))
    return a[0], b[0], a[1], b[1]


def grid_operands(k):
    """-1, 0 and 1 under scales of 1: every partial sum is exact everywhere."""
    draw = np.random.Generator(np.random.PCG64(k))
    a, b = (draw.integers(-1, 2, (n, k)).astype(ml_dtypes.float8_e4m3fn) for n in (ROWS, COLUMNS))
    a, b = (np.where(x == 0, np.zeros_like(x), x) for x in (a, b))
    return a, b, np.ones((ROWS, k // 128), F), np.ones((COLUMNS // 128, k // 128), F)


def behind(unit, each, length, a, b, a_scale, b_scale):
    """fma(r * sA, sB, sum) over chains r of a length of k, rounded once to bfloat16."""
    total = np.zeros((len(a), len(b)), F)
    for first in range(0, a.shape[1], length):
        chain = None
        for k in range(first, first + length, each):
            chain = reference.mma(unit, a[:, k:k + each], b[:, k:k + each], chain)
        columns = np.repeat(b_scale[:, first // 128], 128)[None].repeat(len(a), 0)
        total = fused(chain * a_scale[:, first // 128, None], columns, total)
    return total.astype(BF16)


def sm_90(a, b, a_scale, b_scale):
    return behind("hopper_wgmma_e4m3_f32", 32, 128, a, b, a_scale, b_scale)


def gfx942(a, b, a_scale, b_scale):
    """The same codes are half as much in e4m3fnuz."""
    a, b = (x.view(ml_dtypes.float8_e4m3fnuz) for x in (a, b))
    return behind("cdna3_fp8", 16, 64, a, b, 2 * a_scale, 2 * b_scale)


def gfx950(a, b, a_scale, b_scale, model="fma_post"):
    scales = (np.repeat(x, 4, 1).astype(ml_dtypes.float8_e8m0fnu) for x in (a_scale, np.repeat(b_scale, 128, 0)))
    return reference.accumulate("scaled_128", model, a, b, scale_a=next(scales), scale_b=next(scales)).astype(BF16)


def exact(a, b, a_scale, b_scale):
    """Rounded to float64 now and then, which no count below sees."""
    return (a.astype(np.float64) * spread(a_scale, 1)) @ (b.astype(np.float64) * spread(b_scale, 128)).T


def figures(k, **orders):
    """For each order: how many results are not those of Hopper, their largest difference as a share of the results' root mean
    square, how many are not the bfloat16 nearest to the exact sum, and calc_diff against Hopper."""
    operands = ported_operands(k)
    right = exact(*operands)
    results = {name: order(*operands) for name, order in {"sm_90": sm_90, **orders}.items()}
    hopper = results["sm_90"].astype(np.float64)
    rms = np.sqrt((right ** 2).mean())
    found = {}
    for name, d in results.items():
        wide = d.astype(np.float64)
        found[name] = (int((wide != hopper).sum()), float(np.abs(wide - hopper).max() / rms), int((d != right.astype(F).astype(BF16)).sum()),
                       float(1 - 2 * (wide * hopper).sum() / (wide ** 2 + hopper ** 2).sum()))
    return found


def table(k):
    """Rows of the page."""
    return [f"| {k} | {name} | {differ:,} | {100 * differ / (ROWS * COLUMNS):.1f} % | {largest:.4f} | {off:,} | {calc_diff:.1e} |"
            for name, (differ, largest, off, calc_diff) in figures(k, gfx942=gfx942, gfx950=gfx950).items()]


def main():
    for k in map(int, sys.argv[1:] or KS):
        print(*table(k), sep="\n", flush=True)


if __name__ == "__main__":
    main()
