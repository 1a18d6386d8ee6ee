"""Sums of a matrix's columns in Triton, each program for some rows. It has a bug, and runs without torch or a GPU."""
import lockstep.triton
import numpy as np
import triton
import triton.language as tl


@triton.jit
def column_sums(x_ptr, sums_ptr, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + rows[:, None] * columns + at[None, :])
    tl.store(sums_ptr + at, tl.load(sums_ptr + at) + tl.sum(x, axis=0))  # other programs do so, too


gpu = lockstep.triton.activate("gfx950", schedule="earliest").device
x = np.random.default_rng(1).integers(-9, 10, (64, 128)).astype(np.float32)
column_sums[(4,)](gpu.array(x, name="x"), gpu.zeros(128, name="sums"), 128, ROWS=16, BLOCK=128)
