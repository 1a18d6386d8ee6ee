"""Triton kernels of the kinds that GEMM libraries ship, one function each."""
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, m, n, k, stride_am, stride_ak, stride_bk, stride_bn, stride_cm,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr, SPLIT: tl.constexpr):
    """C [m, n] = A [m, k] @ B [k, n]; with SPLIT parts of k, each adds to C."""
    tiles_n = tl.cdiv(n, BN)
    tile = tl.program_id(0)
    rows = (tile // tiles_n) * BM + tl.arange(0, BM)
    columns = (tile % tiles_n) * BN + tl.arange(0, BN)
    depth = tl.program_id(1) * BK + tl.arange(0, BK)
    a = a_ptr + (rows % m)[:, None] * stride_am + depth[None, :] * stride_ak
    b = b_ptr + depth[:, None] * stride_bk + (columns % n)[None, :] * stride_bn
    acc = tl.zeros((BM, BN), dtype=ACC)
    for step in range(tl.program_id(1), tl.cdiv(k, BK), SPLIT):
        left = k - step * BK
        inside = tl.arange(0, BK) < left
        x = tl.load(a, mask=inside[None, :], other=0.0)
        y = tl.load(b, mask=inside[:, None], other=0.0)
        acc = tl.dot(x, y, acc)
        a += SPLIT * BK * stride_ak
        b += SPLIT * BK * stride_bk
    c = c_ptr + rows[:, None] * stride_cm + columns[None, :]
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    if SPLIT == 1:
        tl.store(c, acc.to(c_ptr.dtype.element_ty), mask=mask)
    else:
        tl.atomic_add(c, acc, mask=mask)


@triton.jit
def persistent(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
               WORKGROUPS: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    across = tl.cdiv(n, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, BM) * across, WORKGROUPS):
        row, column = tile // across * BM, tile % across * BN
        total = tl.zeros((BM, BN), tl.float32)
        for at in range(0, k, BK):
            total = tl.dot(a.load([row, at]), b.load([column, at]).T, total)
        c.store([row, column], total)


@triton.jit
def matmul_scaled(a_ptr, sa_ptr, b_ptr, sb_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr, A: tl.constexpr, B: tl.constexpr):
    """C [m, n] = A [m, k] @ B [n, k]^T, one e8m0 scale for 32 of k; formats A and B as dot_scaled spells them."""
    A_PACK: tl.constexpr = 2 if A == "e2m1" else 1
    B_PACK: tl.constexpr = 2 if B == "e2m1" else 1
    tiles_n = tl.cdiv(n, BN)
    rows = (tl.program_id(0) // tiles_n) * BM + tl.arange(0, BM)
    columns = (tl.program_id(0) % tiles_n) * BN + tl.arange(0, BN)
    a = a_ptr + rows[:, None] * (k // A_PACK) + tl.arange(0, BK // A_PACK)[None, :]
    b = b_ptr + columns[None, :] * (k // B_PACK) + tl.arange(0, BK // B_PACK)[:, None]
    sa = sa_ptr + rows[:, None] * (k // 32) + tl.arange(0, BK // 32)[None, :]
    sb = sb_ptr + columns[:, None] * (k // 32) + tl.arange(0, BK // 32)[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, k // BK):
        acc = tl.dot_scaled(tl.load(a), tl.load(sa), A, tl.load(b), tl.load(sb), B, acc)
        a += BK // A_PACK
        b += BK // B_PACK
        sa += BK // 32
        sb += BK // 32
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def softmax(x_ptr, y_ptr, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * stride + at, (e / tl.sum(e, axis=0)).to(y_ptr.dtype.element_ty), mask=at < columns)


@triton.jit
def layer_norm(x_ptr, w_ptr, y_ptr, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride + at, mask=at < columns, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    centred = tl.where(at < columns, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / columns
    w = tl.load(w_ptr + at, mask=at < columns, other=0.0)
    tl.store(y_ptr + row * stride + at, (centred * tl.rsqrt(variance + 1e-5) * w).to(y_ptr.dtype.element_ty),
             mask=at < columns)


@triton.jit
def quantise(x_ptr, q_ptr, s_ptr, columns, BLOCK: tl.constexpr, LARGEST: tl.constexpr):
    """Each row by its largest magnitude."""
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-12) / LARGEST
    tl.store(s_ptr + row, scale)
    tl.store(q_ptr + row * columns + at, (x / scale).to(q_ptr.dtype.element_ty), mask=at < columns)


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, length, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    """softmax(Q K^T / sqrt(D)) V of one head, all [length, D]."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + rows[:, None] * D + d[None, :])
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    factor = 1.4426950408889634 / (D ** 0.5)
    for start in range(0, length, BN):
        columns = start + tl.arange(0, BN)
        k = tl.load(k_ptr + columns[None, :] * D + d[:, None])
        s = tl.dot(q, k) * factor
        new = tl.maximum(largest, tl.max(s, axis=1))
        p = tl.exp2(s - new[:, None])
        old = tl.exp2(largest - new)
        total = total * old + tl.sum(p, axis=1)
        v = tl.load(v_ptr + columns[:, None] * D + d[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc * old[:, None])
        largest = new
    tl.store(o_ptr + rows[:, None] * D + d[None, :], (acc / total[:, None]).to(o_ptr.dtype.element_ty))


@triton.jit
def matmul_persistent(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """As matmul, of rows: as many programs as there are, each for every so manieth tile."""
    tiles_n = tl.cdiv(n, BN)
    for tile in range(tl.program_id(0), tl.cdiv(m, BM) * tiles_n, tl.num_programs(0)):
        rows = (tile // tiles_n) * BM + tl.arange(0, BM)
        columns = (tile % tiles_n) * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, k, BK):
            depth = start + tl.arange(0, BK)
            x = tl.load(a_ptr + rows[:, None] * k + depth[None, :], mask=(rows[:, None] < m) & (depth[None, :] < k), other=0.0)
            y = tl.load(b_ptr + depth[:, None] * n + columns[None, :], mask=(depth[:, None] < k) & (columns[None, :] < n), other=0.0)
            acc = tl.dot(x, y, acc)
        tl.store(c_ptr + rows[:, None] * n + columns[None, :], acc.to(c_ptr.dtype.element_ty),
                 mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def matmul_grouped(a_ptr, b_ptr, c_ptr, ends_ptr, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C [rows, n] = A [rows, k] @ B [group, k, n]; group g has the rows from ends[g] to ends[g + 1]."""
    group = tl.program_id(0)
    first = tl.load(ends_ptr + group)
    last = tl.load(ends_ptr + group + 1)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    for start_row in range(first, last, BM):
        rows = start_row + tl.arange(0, BM)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, k, BK):
            depth = start + tl.arange(0, BK)
            x = tl.load(a_ptr + rows[:, None] * k + depth[None, :], mask=rows[:, None] < last, other=0.0)
            y = tl.load(b_ptr + (group * k + depth[:, None]) * n + columns[None, :])
            acc = tl.dot(x, y, acc)
        tl.store(c_ptr + rows[:, None] * n + columns[None, :], acc.to(c_ptr.dtype.element_ty), mask=rows[:, None] < last)


@triton.jit
def tensorwise(d_ptr, a_ptr, b_ptr, a_scale_ptr, b_scale_ptr, m, n, k,
               BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PARTS: tl.constexpr):
    """D [m, n] = A [m, k] @ B [n, k]^T times both scales; the sums of PARTS parts of k are added in order."""
    tiles_n = tl.cdiv(n, BN)
    rows = (tl.program_id(0) // tiles_n) * BM + tl.arange(0, BM)
    columns = (tl.program_id(0) % tiles_n) * BN + tl.arange(0, BN)
    a = a_ptr + (rows % m)[:, None] * k + tl.arange(0, BK)[None, :]
    b = b_ptr + (columns % n)[None, :] * k + tl.arange(0, BK)[:, None]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for part in tl.static_range(PARTS):
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, k // (PARTS * BK)):
            acc = tl.dot(tl.load(a), tl.load(b), acc)
            a += BK
            b += BK
        total = acc if part == 0 else total + acc
    total *= tl.load(a_scale_ptr) * tl.load(b_scale_ptr)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(d_ptr + rows[:, None] * n + columns[None, :], total.to(tl.bfloat16), mask=mask)
