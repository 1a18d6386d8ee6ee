"""Products of callables held to the orders of sm_90: chains of its units, each other chain, and where bf16 takes the place of 8 bits."""
import lockstep
import numpy as np
import pytest
from lockstep import reference

pytestmark = pytest.mark.filterwarnings("ignore:overflow")  # of results past the largest number of their format

#: Format of the operands -> a unit of wgmma, and its k.
UNITS = {"bfloat16": ("hopper_wgmma_bf16_f32", 16), "float16": ("hopper_wgmma_f16_f32", 16),
         "float8_e4m3fn": ("hopper_wgmma_e4m3_f32", 32), "float8_e5m2": ("hopper_wgmma_e5m2_f32", 32)}


def chains(a, b, length):
    """A B^T by one instruction after the other over `length` of k, then added in float32."""
    unit, step = UNITS[a.dtype.name]
    total = np.zeros((len(a), len(b)), np.float32)
    for first in range(0, a.shape[1], length):
        chain = None
        for k in range(first, min(first + length, a.shape[1]), step):
            parts = (x[:, k:min(k + step, first + length)] for x in (a, b))
            chain = reference.mma(unit, *(np.pad(x, ((0, 0), (0, step - x.shape[1]))) for x in parts), chain)
        total = total + chain
    return total


def rows(p):
    """A and B as [m, k] and [n, k]."""
    return np.asarray(p.a).T if p.a_columns else np.asarray(p.a), np.asarray(p.b).T if p.b_columns else np.asarray(p.b)


def in_chains(length):
    def product(p):
        a, b = rows(p)
        p.d[...] = chains(a, b, min(length, a.shape[1])).astype(p.d.dtype)
    return product


def in_float32(p):
    a, b = rows(p)
    p.d[...] = (a.astype(np.float32) @ b.astype(np.float32).T).astype(p.d.dtype)


def as_bf16(p, codes=None):
    """Elements times their scales, as Triton's tl.dot_scaled has them on sm_90."""
    bf16 = np.dtype("bfloat16")
    a, b = (codes[x] if codes else getattr(p, x) for x in "ab")
    a, b = (np.asarray(x).astype(np.float32) * np.repeat(np.asarray(s).astype(np.float32), 32, 1) for x, s in ((a, p.a_scale), (b, p.b_scale)))
    p.d[...] = chains(a.astype(bf16), b.astype(bf16), a.shape[1]).astype(p.d.dtype)


def scaled_behind(p):
    """32 of k at a time by the instruction for 8 bits, its sum times both scales."""
    a, b, sa, sb = (np.asarray(x) for x in (p.a, p.b, p.a_scale, p.b_scale))
    total = np.zeros(p.d.shape, np.float32)
    for block in range(a.shape[1] // 32):
        part = slice(32 * block, 32 * (block + 1))
        total += chains(a[:, part], b[:, part], 32) * sa[:, block].astype(np.float32)[:, None] * sb[:, block].astype(np.float32)
    p.d[...] = total.astype(p.d.dtype)


@pytest.mark.parametrize("order, length", [("declared", 1 << 30), ("chain", 1 << 30), ("chains_of_128", 128)])
@pytest.mark.parametrize("element", ["bf16", "f16", "e4m3", "e5m2"])
def test_chains_hold_to_their_order(tmp_path, element, order, length):
    fixed = {"element": element}
    report = lockstep.fuzz("dense_gemm@sm_90", cases=12, seed=5, order=order, fixed=fixed, corpus=str(tmp_path))(in_chains(length))()
    assert report.held["bits"] == 12


@pytest.mark.parametrize("order, product", [("declared", in_chains(128)), ("chains_of_128", in_chains(1 << 30)), ("chain", in_float32)])
def test_another_order_falls(tmp_path, order, product):
    with pytest.raises(lockstep.Falsified, match="dense_gemm / bits"):
        lockstep.fuzz("dense_gemm@sm_90", cases=60, seed=5, order=order, corpus=str(tmp_path), shrink_tries=5)(product)()


def test_scales_are_multiplied_into_bf16(tmp_path):
    fuzz = {"cases": 12, "seed": 5, "order": "declared", "corpus": str(tmp_path), "fixed": {"a": "e4m3", "b": "e4m3"}}
    assert lockstep.fuzz("mx_dense_gemm@sm_90", **fuzz)(as_bf16)().held["bits"] == 12
    with pytest.raises(lockstep.Falsified, match="mx_dense_gemm / bits"):
        lockstep.fuzz("mx_dense_gemm@sm_90", **fuzz, shrink_tries=5)(scaled_behind)()


def test_elements_of_four_bits_too(tmp_path):
    def product(p):
        as_bf16(p, {x: lockstep.unpack(getattr(p, x), "float4_e2m1fn") for x in "ab"})
    fixed = {"a": "e2m1", "b": "e2m1"}
    assert lockstep.fuzz("mx_dense_gemm@sm_90", cases=8, seed=5, order="declared", corpus=str(tmp_path), fixed=fixed)(product)().held["bits"] == 8


def test_no_order_is_declared_behind_a_bias():
    for key, value in (("bias", 1), ("activation", "relu")):
        with pytest.raises(ValueError, match="an order is declared of the product alone"):
            lockstep.fuzz("dense_gemm@sm_90", order="declared", fixed={key: value})
