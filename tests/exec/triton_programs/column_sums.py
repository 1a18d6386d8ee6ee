"""Sums of a matrix's columns, each program for some rows. With `racing` the sums are added without an atomic."""
import sys

import numpy as np
import triton
import triton.language as tl

from on_device import on_device, use_triton_without_torch


@triton.jit
def column_sums(x_ptr, sums_ptr, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr, RACING: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + rows[:, None] * columns + at[None, :])
    part = tl.sum(x, axis=0)
    if RACING:
        tl.store(sums_ptr + at, tl.load(sums_ptr + at) + part)
    else:
        tl.atomic_add(sums_ptr + at, part)


use_triton_without_torch()
x = np.random.default_rng(1).integers(-9, 10, (64, 128)).astype(np.float32)
sums = on_device(np.zeros(128, np.float32))
column_sums[(4,)](on_device(x), sums, 128, ROWS=16, BLOCK=128, RACING="racing" in sys.argv)
right = np.array_equal(sums.numpy(), x.sum(axis=0))
print("right" if right else "wrong")
sys.exit(0 if right else 5)
