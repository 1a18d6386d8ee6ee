"""Triton kernels for test_triton.py; a module of their own, as Triton reads their source."""
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, k, stride_a, stride_b, stride_c, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
           BLOCK_K: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    ks = tl.arange(0, BLOCK_K)
    total = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for start in range(0, k, BLOCK_K):
        a = tl.load(a_ptr + rows[:, None] * stride_a + (start + ks)[None, :])
        b = tl.load(b_ptr + (start + ks)[:, None] * stride_b + columns[None, :])
        total += tl.dot(a, b)
    tl.store(c_ptr + rows[:, None] * stride_c + columns[None, :], total)


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
