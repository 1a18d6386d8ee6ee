"""Products of torch, Triton and DeepGEMM on an NVIDIA GPU: their orders of additions as `lockstep.find_order` finds them, and
their answers to hostile data, for tests/python/package/products.json.

    python3 tests/hardware/products.py OUT.json

needs torch, Triton, deep_gemm (PyPI's tokenspeed-deepgemm 2.5.0.post20260604 here) and a GPU of compute capability 9.0."""
import json
import sys

import lockstep
import ml_dtypes
import numpy as np
import torch
import triton
import triton.language as tl
from lockstep.asked_product import hostile_operands

ROWS, SEEDS = 128, range(1, 5)
E4M3, E5M2 = "float8_e4m3fn", "float8_e5m2"
BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32}
OF_RESULT = {torch.bfloat16: ml_dtypes.bfloat16, torch.float16: np.float16, torch.float32: np.float32}


def to_gpu(x):
    return torch.from_numpy(np.ascontiguousarray(x).view(f"i{x.itemsize}")).cuda().view(getattr(torch, x.dtype.name))


def to_host(t):
    return t.contiguous().view(BITS[t.element_size()]).cpu().numpy().view(OF_RESULT[t.dtype])


def scaled_mm(fast, result=torch.bfloat16, of_rows=False):
    def multiply(a, b):
        shapes = ((len(a), 1), (1, len(b))) if of_rows else ((), ())
        scale_a, scale_b = (torch.ones(shape, device="cuda") for shape in shapes)
        return torch._scaled_mm(a, b.t(), scale_a=scale_a, scale_b=scale_b, out_dtype=result, use_fast_accum=fast)
    return multiply


def mm(tf32=False):
    def multiply(a, b):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        return a @ b.t()
    return multiply


@triton.jit
def dot(A, B, D, K, n, BK: tl.constexpr, IMPRECISE: tl.constexpr):
    rows, columns = tl.program_id(0) * 64 + tl.arange(0, 64), tl.program_id(1) * 64 + tl.arange(0, 64)
    sums = tl.zeros((64, 64), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        a, b = tl.load(A + rows[:, None] * K + at[None, :]), tl.load(B + columns[None, :] * K + at[:, None])
        sums = tl.dot(a, b, sums, max_num_imprecise_acc=IMPRECISE)
    tl.store(D + rows[:, None] * n + columns[None, :], sums.to(D.dtype.element_ty))


def triton_dot(block, imprecise=None, result=torch.bfloat16):
    def multiply(a, b):
        d = torch.empty(len(a), len(b), dtype=result, device="cuda")
        dot[len(a) // 64, len(b) // 64](a, b, d, a.shape[1], len(b), block, imprecise)
        return d
    return multiply


def deep_gemm(name):
    """Grouped products are of one group."""
    import deep_gemm as library

    def multiply(a, b):
        (m, k), n, fp8 = a.shape, len(b), "fp8" in name
        of_k, grouped, masked = "k_grouped" in name, "grouped" in name, "masked" in name
        d = torch.zeros(m, n, dtype=torch.float32 if of_k else torch.bfloat16, device="cuda")
        group, sizes = torch.zeros(m, dtype=torch.int32, device="cuda"), torch.tensor([k if of_k else m], dtype=torch.int32, device="cuda")
        if of_k:
            a, b = (x.flatten() if fp8 else x.t().contiguous() for x in (a, b))
            if fp8:
                a, b = ((x, torch.ones(k // 128, rows, device="cuda").t()) for x, rows in ((a, m), (b, n)))
            getattr(library, name)(a, b, d[None], [k], sizes, d[None])
            return d
        a, b, of_result = (x[None] if once else x for x, once in ((a, masked), (b, grouped), (d, masked)))
        if fp8:
            a, b = (a, torch.ones(*a.shape[:-1], k // 128, device="cuda")), (b, torch.ones(*b.shape[:-2], n // 128, k // 128, device="cuda"))
        getattr(library, name)(a, b, of_result, *((sizes, m) if masked else (group,) if grouped else ()))
        return d
    return multiply


@triton.jit
def dot_of_scaled(A, B, D, K, n, BK: tl.constexpr, SA, SB):
    rows, columns = tl.program_id(0) * 64 + tl.arange(0, 64), tl.program_id(1) * 64 + tl.arange(0, 64)
    sums = tl.zeros((64, 64), tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        a, b = tl.load(A + rows[:, None] * K + at[None, :]), tl.load(B + columns[None, :] * K + at[:, None])
        scales = k // 32 + tl.arange(0, BK // 32)[None, :]
        sa, sb = tl.load(SA + rows[:, None] * (K // 32) + scales), tl.load(SB + columns[:, None] * (K // 32) + scales)
        sums = tl.dot_scaled(a, sa, "e4m3", b, sb, "e4m3", sums)
    tl.store(D + rows[:, None] * n + columns[None, :], sums.to(D.dtype.element_ty))


def triton_dot_scaled(block):
    def multiply(a, b):
        d = torch.empty(len(a), len(b), dtype=torch.bfloat16, device="cuda")
        ones = (torch.full((len(x), x.shape[1] // 32), 127, dtype=torch.uint8, device="cuda") for x in (a, b))
        dot_of_scaled[len(a) // 64, len(b) // 64](a, b, d, a.shape[1], len(b), block, *ones)
        return d
    return multiply


# name: the product, k, formats of A and B.
PRODUCTS = {
    "torch._scaled_mm, use_fast_accum": (scaled_mm(True), 512, E4M3, E4M3),
    "torch._scaled_mm": (scaled_mm(False), 512, E4M3, E4M3),
    "torch._scaled_mm into float32": (scaled_mm(False, torch.float32), 512, E4M3, E4M3),
    "torch._scaled_mm of e5m2, use_fast_accum": (scaled_mm(True), 256, E4M3, E5M2),
    "torch._scaled_mm, scales of rows, use_fast_accum": (scaled_mm(True, of_rows=True), 512, E4M3, E4M3),
    "torch._scaled_mm, scales of rows": (scaled_mm(False, of_rows=True), 512, E4M3, E4M3),
    "torch.mm of bfloat16": (mm(), 256, "bfloat16", "bfloat16"),
    "torch.mm of bfloat16, k 1024": (mm(), 1024, "bfloat16", "bfloat16"),
    "torch.mm of float16": (mm(), 256, "float16", "float16"),
    "torch.mm of float32": (mm(), 128, "float32", "float32"),
    "torch.mm of float32 as tf32": (mm(tf32=True), 128, "float32", "float32"),
    "tl.dot of e4m3": (triton_dot(128), 512, E4M3, E4M3),
    "tl.dot of e4m3, max_num_imprecise_acc=32": (triton_dot(128, 32), 512, E4M3, E4M3),
    "tl.dot of e4m3, max_num_imprecise_acc=64": (triton_dot(128, 64), 512, E4M3, E4M3),
    "tl.dot of e5m2": (triton_dot(64), 256, E5M2, E5M2),
    "tl.dot of bfloat16": (triton_dot(64), 256, "bfloat16", "bfloat16"),
    "tl.dot of float16 into float32": (triton_dot(32, result=torch.float32), 256, "float16", "float16"),
    "tl.dot_scaled of e4m3": (triton_dot_scaled(64), 256, E4M3, E4M3),
    "deep_gemm.fp8_gemm_nt": (deep_gemm("fp8_gemm_nt"), 512, E4M3, E4M3),
    "deep_gemm.bf16_gemm_nt": (deep_gemm("bf16_gemm_nt"), 256, "bfloat16", "bfloat16"),
    "deep_gemm.m_grouped_fp8_gemm_nt_contiguous": (deep_gemm("m_grouped_fp8_gemm_nt_contiguous"), 512, E4M3, E4M3),
    "deep_gemm.m_grouped_fp8_gemm_nt_masked": (deep_gemm("m_grouped_fp8_gemm_nt_masked"), 512, E4M3, E4M3),
    "deep_gemm.m_grouped_bf16_gemm_nt_contiguous": (deep_gemm("m_grouped_bf16_gemm_nt_contiguous"), 256, "bfloat16", "bfloat16"),
    "deep_gemm.m_grouped_bf16_gemm_nt_masked": (deep_gemm("m_grouped_bf16_gemm_nt_masked"), 256, "bfloat16", "bfloat16"),
    "deep_gemm.k_grouped_fp8_gemm_nt_contiguous": (deep_gemm("k_grouped_fp8_gemm_nt_contiguous"), 512, E4M3, E4M3),
    "deep_gemm.k_grouped_bf16_gemm_tn_contiguous": (deep_gemm("k_grouped_bf16_gemm_tn_contiguous"), 256, "bfloat16", "bfloat16"),
}


def main():
    rows = []
    for name, (product, k, a, b) in PRODUCTS.items():
        def multiply(x, y, product=product):
            return to_host(product(to_gpu(x), to_gpu(y)))
        print(f"{name}: {lockstep.find_order(multiply, k, a, b)}", flush=True)
        answers = [np.diagonal(multiply(*hostile_operands(seed, ROWS, k, a, b))) for seed in SEEDS]
        rows.append({"product": name, "k": k, "a": a, "b": b, "result": answers[0].dtype.name,
                     "answers": [np.ascontiguousarray(d).tobytes().hex() for d in answers]})
    with open(sys.argv[1], "w") as out:
        json.dump({"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__, "cuda": torch.version.cuda,
                   "products": rows}, out, indent=1)


if __name__ == "__main__":
    main()
