"""What torch, Triton and DeepGEMM gave on an H200 (tests/hardware/products.py) is what the measured matrix units give, in the
chains that find_order found there."""
import json
import pathlib

import ml_dtypes
import numpy as np
import pytest
from lockstep import reference
from lockstep.asked_product import hostile_operands

RECORDED = json.loads((pathlib.Path(__file__).parent / "products.json").read_text())
OF_FORMAT = {"float8_e4m3fn": ("hopper_wgmma_e4m3_f32", 32), "float8_e5m2": ("hopper_wgmma_e5m2_f32", 32), "bfloat16": ("hopper_wgmma_bf16_f32", 16),
             "float16": ("hopper_wgmma_f16_f32", 16), "float32": ("", 1)}
ROWS = 128


def length_of(name, k):
    """How much of k one chain is, before it is added in float32."""
    if "imprecise_acc=" in name:
        return int(name.split("=")[1])
    return 128 if "fp8_gemm" in name or ("_scaled_mm" in name and "fast" not in name) else k


def to_tf32(x):
    """Rounded to nearest, ties to even, at 10 fraction bits: what comes before the instruction, which cuts."""
    bits = x.view(np.uint32)
    return ((bits + (np.uint32(0xFFF) + (bits >> np.uint32(13) & np.uint32(1)))) & np.uint32(0xFFFFE000)).view(np.float32)


def fused(a, b):
    """k ascending, by fused multiply-adds: a product of float32 is exact in float64, and the sum is rounded once to odd there."""
    total = np.zeros(len(a), np.float32)
    for k in range(a.shape[1]):
        product, before = a[:, k].astype(np.float64) * b[:, k], total.astype(np.float64)
        sums = product + before
        part = sums - product
        lost = (product - (sums - part)) + (before - part)  # what float64 rounded away
        bits = sums.view(np.int64)
        toward = np.where((lost > 0) == (sums > 0), 1, -1)
        odd = np.where((lost != 0) & (bits & 1 == 0), bits + toward, bits)
        total = odd.view(np.float64).astype(np.float32)
    return total


def predicted(row, seed, unit=None, length=None):
    a, b = hostile_operands(seed, ROWS, row["k"], row["a"], row["b"])
    if row["product"] == "torch.mm of float32":
        return fused(a, b)
    if "tf32" in row["product"]:
        a, b, own = to_tf32(a), to_tf32(b), ("hopper_wgmma_tf32_f32", 8)
    elif "dot_scaled" in row["product"]:  # Triton converts the operands of a product with scales first, where no unit takes these
        a, b, own = a.astype(ml_dtypes.bfloat16), b.astype(ml_dtypes.bfloat16), OF_FORMAT["bfloat16"]
    else:
        own = OF_FORMAT[row["a"]]
    unit, each = (unit, own[1]) if unit else own
    length = length or length_of(row["product"], row["k"])
    total = None
    for first in range(0, row["k"], length):
        chain = None
        for k in range(first, first + length, each):
            chain = reference.mma(unit, a[:, k:k + each], b[:, k:k + each], chain)
        total = chain if total is None else total + chain
    return np.diagonal(total)


def recorded(row, seed):
    return np.frombuffer(bytes.fromhex(row["answers"][seed - 1]), np.dtype(getattr(ml_dtypes, row["result"], row["result"])))


def equal(values, row, seed):
    want = recorded(row, seed)
    return int(np.count_nonzero(np.ascontiguousarray(values).astype(want.dtype).view(f"u{want.itemsize}") == want.view(f"u{want.itemsize}")))


@pytest.mark.parametrize("row", RECORDED["products"], ids=lambda row: row["product"])
def test_every_answer_to_the_bit(row):
    seeds = range(1, len(row["answers"]) + 1)
    assert [equal(predicted(row, seed), row, seed) for seed in seeds] == [ROWS] * 4


def test_there_are_enough_of_them():
    assert sum(len(bytes.fromhex(d)) // recorded(row, 1).itemsize for row in RECORDED["products"] for d in row["answers"]) == 26 * 4 * ROWS == 13312


@pytest.mark.parametrize("name, wrong", [
    ("torch._scaled_mm", {"length": 512}), ("torch._scaled_mm, use_fast_accum", {"length": 128}), ("deep_gemm.fp8_gemm_nt", {"length": 64}),
    ("deep_gemm.fp8_gemm_nt", {"unit": "hopper_mma_e4m3_f32"}), ("torch.mm of bfloat16", {"unit": "cdna3_bf16"}),
    ("tl.dot_scaled of e4m3", {"unit": "cdna3_bf16"}), ("tl.dot_scaled of e4m3", {"length": 128}),
    ("deep_gemm.k_grouped_fp8_gemm_nt_contiguous", {"length": 512}),
    ("tl.dot of e4m3, max_num_imprecise_acc=64", {"length": 32}), ("torch.mm of float16", {"unit": "volta_mma_f16_f32"})])
def test_another_order_or_unit_is_not_what_the_gpu_did(name, wrong):
    row = next(row for row in RECORDED["products"] if row["product"] == name)
    assert equal(predicted(row, 1, **wrong), row, 1) < ROWS
