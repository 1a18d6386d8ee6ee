"""Operators in Triton, as functions of a problem: what `@lockstep.fuzz(OPERATOR, arrays=driver.device)` judges.

Each kernel takes any sizes; `problem.reject` says what a launcher does not take."""
import numpy as np
import triton
import triton.language as tl


def tiles(size, block):
    return -(-size // block)


@triton.jit
def activated(x, ACTIVATION: tl.constexpr):
    if ACTIVATION == 1:
        x = tl.where(x > 0, x, x * 0)  # NaN stays
    elif ACTIVATION == 2:
        x = x / (1 + tl.exp(-x))
    elif ACTIVATION == 3:
        x = 0.5 * x * (1 + tl.erf(x * 0.7071067811865476))
    return x


@triton.jit
def gemm(a_ptr, b_ptr, bias_ptr, d_ptr, m, n, k, stride_am, stride_ak, stride_bn, stride_bk, BM: tl.constexpr,
         BN: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr, SPLIT: tl.constexpr, HAS_BIAS: tl.constexpr,
         ACTIVATION: tl.constexpr):
    """D [m, n] = act(A B^T + bias), as many programs as there are, each for every so manieth tile; SPLIT parts of k add."""
    across = tl.cdiv(n, BN)
    part = tl.program_id(1)
    for tile in range(tl.program_id(0), tl.cdiv(m, BM) * across, tl.num_programs(0)):
        rows = (tile // across) * BM + tl.arange(0, BM)
        columns = (tile % across) * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), dtype=ACC)
        for step in range(part, tl.cdiv(k, BK), SPLIT):
            depth = step * BK + tl.arange(0, BK)
            a = tl.load(a_ptr + rows[:, None] * stride_am + depth[None, :] * stride_ak,
                        mask=(rows[:, None] < m) & (depth[None, :] < k), other=0.0)
            b = tl.load(b_ptr + columns[None, :] * stride_bn + depth[:, None] * stride_bk,
                        mask=(columns[None, :] < n) & (depth[:, None] < k), other=0.0)
            acc = tl.dot(a, b, acc, out_dtype=ACC)
        if HAS_BIAS:
            acc += tl.load(bias_ptr + columns, mask=columns < n, other=0.0)[None, :]
        acc = activated(acc, ACTIVATION)
        d = d_ptr + rows[:, None] * n + columns[None, :]
        inside = (rows[:, None] < m) & (columns[None, :] < n)
        if SPLIT == 1:
            tl.store(d, acc.to(d_ptr.dtype.element_ty), mask=inside)
        else:
            tl.atomic_add(d, acc, mask=inside)


def launch_gemm(p, programs, bias, activation, acc, split=1, **options):
    strides = (1, p.m) if p.a_columns else (p.k, 1), (1, p.n) if p.b_columns else (p.k, 1)
    gemm[programs, split](p.a, p.b, bias, p.d, p.m, p.n, p.k, *strides[0], *strides[1], BM=32, BN=32, BK=32, ACC=acc,
                          SPLIT=split, HAS_BIAS=bias is not None, ACTIVATION=activation, **options)


def dense_gemm(p, persistent=False, **options):
    programs = 3 if persistent else tiles(p.m, 32) * tiles(p.n, 32)
    launch_gemm(p, programs, p.tensors.get("bias"), p.activation, tl.float32, **options)


def split_gemm(p, **options):
    """Parts of k are added with atomics, to zeros."""
    if p.activation or p.sizes["bias"] or p.d.dtype != np.float32:
        p.reject("sums in f32, without an epilogue")
    p.d[...] = 0
    launch_gemm(p, tiles(p.m, 32) * tiles(p.n, 32), None, 0, tl.float32, split=3, **options)


def int8_gemm(p, **options):
    launch_gemm(p, tiles(p.m, 32) * tiles(p.n, 32), None, 0, tl.int32, **options)


@triton.jit
def scaled_gemm(a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, bias_ptr, d_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                BK: tl.constexpr, A: tl.constexpr, B: tl.constexpr, HAS_BIAS: tl.constexpr, ACTIVATION: tl.constexpr):
    """D [m, n] = act(A B^T + bias), each 32 of k under an e8m0 scale; formats A and B as dot_scaled spells them."""
    A_PACK: tl.constexpr = 2 if A == "e2m1" else 1
    B_PACK: tl.constexpr = 2 if B == "e2m1" else 1
    across = tl.cdiv(n, BN)
    rows = (tl.program_id(0) // across) * BM + tl.arange(0, BM)
    columns = (tl.program_id(0) % across) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        a_at = start // A_PACK + tl.arange(0, BK // A_PACK)
        b_at = start // B_PACK + tl.arange(0, BK // B_PACK)
        s_at = start // 32 + tl.arange(0, BK // 32)
        a = tl.load(a_ptr + rows[:, None] * (k // A_PACK) + a_at[None, :],
                    mask=(rows[:, None] < m) & (a_at[None, :] < k // A_PACK), other=0.0)
        b = tl.load(b_ptr + columns[None, :] * (k // B_PACK) + b_at[:, None],
                    mask=(columns[None, :] < n) & (b_at[:, None] < k // B_PACK), other=0.0)
        a_scale = tl.load(a_scale_ptr + rows[:, None] * (k // 32) + s_at[None, :],
                          mask=(rows[:, None] < m) & (s_at[None, :] < k // 32), other=127)
        b_scale = tl.load(b_scale_ptr + columns[:, None] * (k // 32) + s_at[None, :],
                          mask=(columns[:, None] < n) & (s_at[None, :] < k // 32), other=127)
        acc = tl.dot_scaled(a, a_scale, A, b, b_scale, B, acc)
    if HAS_BIAS:
        acc += tl.load(bias_ptr + columns, mask=columns < n, other=0.0)[None, :]
    acc = activated(acc, ACTIVATION)
    tl.store(d_ptr + rows[:, None] * n + columns[None, :], acc.to(d_ptr.dtype.element_ty),
             mask=(rows[:, None] < m) & (columns[None, :] < n))


def mx_gemm(p, **options):
    forms = {"uint8": "e2m1", "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2"}
    scaled_gemm[(tiles(p.m, 32) * tiles(p.n, 32),)](
        p.a, p.a_scale.view("uint8"), p.b, p.b_scale.view("uint8"), p.tensors.get("bias"), p.d, p.m, p.n, p.k, BM=32, BN=32,
        BK=128, A=forms[p.a.dtype.name], B=forms[p.b.dtype.name], HAS_BIAS=bool(p.sizes["bias"]), ACTIVATION=p.activation,
        **options)


@triton.jit
def grouped_gemm(a_ptr, b_ptr, a_scale_ptr, b_scale_ptr, ends_ptr, d_ptr, n, k, BM: tl.constexpr, BN: tl.constexpr,
                 BK: tl.constexpr):
    """D [rows, n] = A [rows, k] B [group, k, n] times both scales; group g has the rows from ends[g] to ends[g + 1]."""
    group = tl.program_id(0)
    first = tl.load(ends_ptr + group).to(tl.int32)
    last = tl.load(ends_ptr + group + 1).to(tl.int32)
    scale = tl.load(a_scale_ptr) * tl.load(b_scale_ptr)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    for start_row in range(first, last, BM):
        rows = start_row + tl.arange(0, BM)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, k, BK):
            depth = start + tl.arange(0, BK)
            a = tl.load(a_ptr + rows[:, None] * k + depth[None, :], mask=(rows[:, None] < last) & (depth[None, :] < k), other=0.0)
            b = tl.load(b_ptr + (group * k + depth[:, None]) * n + columns[None, :],
                        mask=(depth[:, None] < k) & (columns[None, :] < n), other=0.0)
            acc = tl.dot(a, b, acc)
        tl.store(d_ptr + rows[:, None] * n + columns[None, :], (acc * scale).to(d_ptr.dtype.element_ty),
                 mask=(rows[:, None] < last) & (columns[None, :] < n))


def tensorwise_nn(p, **options):
    if p.a.dtype != p.b.dtype or "beta=1" in p.case:
        p.reject("operands of one type, and nothing that is added to")
    grouped_gemm[p.groups, tiles(p.n, 32)](p.a, p.b, p.a_scale, p.b_scale, p.group_offs, p.d, p.n, p.k, BM=32, BN=32, BK=32,
                                           **options)


@triton.jit
def softmax_rows(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, (e / tl.sum(e, axis=0)).to(y_ptr.dtype.element_ty), mask=at < columns)


def softmax(p, **options):
    softmax_rows[(p.rows,)](p.x, p.y, p.columns, BLOCK=triton.next_power_of_2(p.columns), **options)


@triton.jit
def layer_norm_rows(x_ptr, w_ptr, b_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    centred = tl.where(at < columns, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / columns
    w = tl.load(w_ptr + at, mask=at < columns, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + at, mask=at < columns, other=0.0).to(tl.float32)
    y = centred * tl.rsqrt(variance + 0.00000762939453125) * w + b
    tl.store(y_ptr + row * columns + at, y.to(y_ptr.dtype.element_ty), mask=at < columns)


def layer_norm(p, **options):
    layer_norm_rows[(p.rows,)](p.x, p.w, p.b, p.y, p.columns, BLOCK=triton.next_power_of_2(p.columns), **options)


@triton.jit
def attention_rows(q_ptr, k_ptr, v_ptr, o_ptr, queries, keys, share, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
                   SIZE: tl.constexpr, CAUSAL: tl.constexpr, FACTOR: tl.constexpr):
    """softmax(Q K^T * FACTOR) V of a head; queries that see no key give zeros. D is SIZE, up to a power of two."""
    head = tl.program_id(1)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + (head * queries + rows[:, None]) * SIZE + d[None, :],
                mask=(rows[:, None] < queries) & (d[None, :] < SIZE), other=0.0)
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    first = (head // share) * keys
    for start in range(0, keys, BN):
        columns = start + tl.arange(0, BN)
        k = tl.load(k_ptr + (first + columns[None, :]) * SIZE + d[:, None],
                    mask=(columns[None, :] < keys) & (d[:, None] < SIZE), other=0.0)
        v = tl.load(v_ptr + (first + columns[:, None]) * SIZE + d[None, :],
                    mask=(columns[:, None] < keys) & (d[None, :] < SIZE), other=0.0)
        s = tl.dot(q, k) * FACTOR
        seen = columns[None, :] < keys
        if CAUSAL:
            seen = seen & (columns[None, :] <= rows[:, None] + keys - queries)
        s = tl.where(seen, s, -float("inf"))
        new = tl.maximum(largest, tl.max(s, axis=1))
        shift = tl.where(new == -float("inf"), 0.0, new)
        p = tl.exp(s - shift[:, None])
        old = tl.exp(largest - shift)
        total = total * old + tl.sum(p, axis=1)
        acc = tl.dot(p.to(v.dtype), v, acc * old[:, None])
        largest = new
    o = acc / tl.where(total == 0, 1.0, total)[:, None]
    tl.store(o_ptr + (head * queries + rows[:, None]) * SIZE + d[None, :], o.to(o_ptr.dtype.element_ty),
             mask=(rows[:, None] < queries) & (d[None, :] < SIZE))


def attention(p, **options):
    if "data=nan" in p.case:
        p.reject("what is hidden takes part in a product with zero")
    attention_rows[tiles(p.queries, 32), p.heads](
        p.q, p.k, p.v, p.o, p.queries, p.keys, p.heads // p.kv_heads, BM=32, BN=32, D=max(16, triton.next_power_of_2(p.size)),
        SIZE=p.size, CAUSAL=bool(p.causal), FACTOR=1 / p.size**0.5, **options)
