"""The references as functions, against ml_dtypes, exact arithmetic and small sums by hand."""
import re

import ml_dtypes
import numpy as np
import pytest
from lockstep import reference


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float6_e2m3fn", "float4_e2m1fn",
                                  "bfloat16", "float16"])
def test_formats_are_ml_dtypes(name):
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    x = np.concatenate([np.random.default_rng(1).standard_normal(4000) * 30, [0.0, -0.0, 1e-9, 1e9, -1e9]])
    ours = reference.encode(x.reshape(-1, 15), name, "ml_dtypes")
    want = x.astype(np.float32).astype(dtype)
    assert ours.dtype == dtype and ours.shape == (267, 15)
    double = reference.encode(x.astype(np.float32), name, "ml_dtypes")  # of what both can see
    assert double.tobytes() == want.tobytes()
    assert np.array_equal(reference.decode(double), want.astype(np.float64), equal_nan=True)


def test_formats_that_numpy_lacks_are_codes():
    codes = reference.encode([1.0, 448.0], "float8_ue4m3")
    assert codes.dtype == np.uint32 and reference.decode(codes, "float8_ue4m3").tolist() == [1.0, 448.0]
    with pytest.raises(ValueError, match="say the format, one of float8_e4m3fn"):
        reference.decode(codes)


def test_quantising_in_blocks():
    x = np.random.default_rng(2).standard_normal((6, 256)).astype(np.float32)
    q = reference.quantise(x, recipe="rceil", block="1x128")
    assert (q.codes.dtype, q.codes.shape) == (ml_dtypes.float8_e4m3fn, (6, 256))
    assert (q.scales.dtype, q.scales.shape) == (ml_dtypes.float8_e8m0fnu, (6, 2))
    scale = np.repeat(q.scales.astype(np.float32), 128, axis=1)
    amax = np.abs(x).reshape(6, 2, 128).max(axis=-1)
    assert np.array_equal(q.scales.astype(np.float64), 2.0 ** np.ceil(np.log2(amax / 448)))  # none of these is a power of two
    assert np.array_equal(q.codes.astype(np.float32) * scale, q.dequantised)
    assert np.array_equal((x / scale).astype(ml_dtypes.float8_e4m3fn).view(np.uint8), q.codes.view(np.uint8))
    row = reference.quantise(x[0], recipe="rceil", block="1x32", element="float4_e2m1fn")
    assert row.codes.shape == (256,) and row.scales.shape == (8,) and row.codes.dtype == ml_dtypes.float4_e2m1fn


@pytest.mark.parametrize("call, words", [
    (lambda: reference.quantise(np.zeros((1, 32)), recipe="floorish"), "no recipe 'floorish'; there are "),
    (lambda: reference.quantise(np.zeros((1, 32)), block="2x2"), "no block '2x2'; there are tensor, row, 1x128"),
    (lambda: reference.quantise(np.zeros((1, 32)), element="bfloat16"), "bfloat16: elements have up to eight bits"),
    (lambda: reference.encode([1], "fp8"), "no format 'fp8'; there are float8_e4m3fn"),
    (lambda: reference.encode([1], "e8m0"), "holds scales"),
    (lambda: reference.encode([1], "bfloat16", "by_feel"), "no conversion 'by_feel'; there are ocp_saturate"),
    (lambda: reference.encode([1], "bfloat16", "amd_cvt_sr_carry"), "draws random bits"),
    (lambda: reference.mma("tensor_core", [[1]], [[1]]), "no matrix unit 'tensor_core'; there are "),
    (lambda: reference.layout("spiral", np.zeros((32, 32), np.uint8)), "no layout 'spiral'; there are rows"),
    (lambda: reference.layout("weight_shuffle_16x16", np.zeros((5, 32), np.uint8)), "does not take 5 rows by 32 columns"),
])
def test_names_and_sizes_that_are_not_known(call, words):
    with pytest.raises(ValueError) as said:
        call()
    assert words in str(said.value)


def test_a_scaled_product_of_small_integers_is_exact():
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-4, 5, (2, r, 128)).astype(ml_dtypes.float8_e4m3fn) for r in (16, 5))
    scale_a, scale_b = (np.full((r, 4), 2.0 ** e).astype(ml_dtypes.float8_e8m0fnu) for r, e in ((16, 1), (5, -3)))
    c = rng.integers(-9, 10, (16, 5)).astype(np.float32)
    name = next(u.name for u in reference.units() if u.arch == "gfx950" and u.scale_block == 32)
    d = reference.mma(name, a, b, c, scale_a=scale_a, scale_b=scale_b)
    want = c + 2.0 ** -2 * (a.astype(np.float64) @ b.astype(np.float64).swapaxes(-1, -2))
    assert d.dtype == np.float32 and d.shape == (2, 16, 5)
    assert np.array_equal(d, want)


@pytest.mark.parametrize("order, model, b_first", [
    ("mfma_scale 16x16x128, k ascending", "gtr16_post", False), ("scaled_128", "gtr16_post", False),
    ("v_mfma_scale_f32_16x16x128_f8f6f4, k ascending", "gtr16_post", False), ("scaled_128_b_first", "wmma_functional", True)])
def test_a_chain_of_instructions_is_one_after_the_other(order, model, b_first):
    """gtr16_post rounds in the order of k. Sums that are scaled by 2^127 first overflow, by 2^-127 first they do not."""
    rng = np.random.default_rng(4)
    a, b = (rng.standard_normal((r, 512)).astype(ml_dtypes.float8_e4m3fn) for r in (3, 4))
    sa, sb = (np.ldexp(1.0, at + rng.integers(0, 9, (r, 16))).astype(ml_dtypes.float8_e8m0fnu) for r, at in ((3, 119), (4, -127)))
    chain = reference.accumulate(order, model, a, b, scale_a=sa, scale_b=sb)
    instruction = f"{'v_wmma' if b_first else 'v_mfma'}_scale_f32_16x16x128_f8f6f4/{model}"
    c = np.zeros((4, 3) if b_first else (3, 4), np.float32)
    for i in range(4):
        part, of = slice(128 * i, 128 * i + 128), slice(4 * i, 4 * i + 4)
        first, second = ((b, sb), (a, sa)) if b_first else ((a, sa), (b, sb))
        c = reference.mma(instruction, first[0][:, part], second[0][:, part], c, scale_a=first[1][:, of],
                          scale_b=second[1][:, of])
    assert chain.shape == (3, 4) and chain.tobytes() == np.ascontiguousarray(c.T if b_first else c).tobytes()


def test_a_chain_on_small_integers_is_their_product():
    rng = np.random.default_rng(5)
    a, b = (rng.integers(-4, 5, (2, r, 256)) for r in (3, 4))
    c = rng.integers(-9, 10, (3, 4)).astype(np.float32)
    want = c + a @ b.swapaxes(-1, -2)
    for order, model, dtype in [("mfma 16x16x128, k ascending", "exact", ml_dtypes.float8_e4m3fn),
                                ("scaled_128_b_first", "wmma_functional", ml_dtypes.float8_e4m3fn),
                                ("v_mfma_f32_16x16x32_bf16, k ascending", "tr8_inexp", ml_dtypes.bfloat16),
                                ("v_mfma_f32_32x32x8_f16, k ascending", "exact", np.float16)]:
        assert np.array_equal(reference.accumulate(order, model, a.astype(dtype), b.astype(dtype), c), want), order


def test_each_instruction_rounds_under_its_model():
    """2^24 + 1 + 1, the ones in another instruction than 2^24: each is lost on its own, and together they are not."""
    a = np.ones((1, 96), ml_dtypes.bfloat16)
    b = np.zeros((1, 96), ml_dtypes.bfloat16)
    b[0, 0], b[0, 32], b[0, 64] = 2.0 ** 24, 1, 1
    chained = reference.accumulate("v_mfma_f32_16x16x32_bf16, k ascending", "exact", a, b)
    b[0, 33], b[0, 64] = 1, 0
    together = reference.accumulate("v_mfma_f32_16x16x32_bf16, k ascending", "exact", a, b)
    assert (chained[0, 0], together[0, 0]) == (2.0 ** 24, 2.0 ** 24 + 2)


@pytest.mark.parametrize("order, model, length, words", [
    ("backwards", "exact", 128, "order 'backwards': expected \"INSTRUCTION, k ascending\""),
    ("lanes_64", "exact", 128, "order 'lanes_64': expected"),
    ("v_mfma_f32_16x16x33_bf16, k ascending", "exact", 128, "order 'v_mfma_f32_16x16x33_bf16, k ascending'"),
    ("scaled_128", "guess", 128, "no matrix model 'guess'; there are exact"),
    ("scaled_128", "wmma_functional", 128, "wmma_functional, a model of gfx1250, says nothing of v_mfma_scale"),
    ("scaled_128", "exact", 100, "k = 100: v_mfma_scale_f32_16x16x128_f8f6f4 takes 128 at a time"),
])
def test_orders_and_models_that_there_are_not(order, model, length, words):
    operand = np.ones((2, length), ml_dtypes.float8_e4m3fn)
    with pytest.raises(ValueError, match=re.escape(words)):
        reference.accumulate(order, model, operand, operand)


def test_a_unit_of_an_instruction_takes_what_the_instruction_takes():
    a = np.ones((2, 32), ml_dtypes.bfloat16)
    with pytest.raises(ValueError, match="does not take bfloat16 and bfloat16"):
        reference.mma("v_mfma_f32_16x16x32_f16/exact", a, a)
    name = next(u.name for u in reference.units() if u.arch == "gfx950" and u.scale_block == 32)
    with pytest.raises(ValueError, match="scale_a: .* has scales"):
        reference.mma(name, np.ones((2, 128), ml_dtypes.float8_e4m3fn), np.ones((2, 128), ml_dtypes.float8_e4m3fn))


@pytest.mark.parametrize("name, shape", [("weight_shuffle_16x16", (32, 64)), ("e8m0_shuffle", (64, 16)), ("columns", (3, 5))])
def test_layouts_have_their_inverse(name, shape):
    x = np.random.default_rng(5).integers(0, 256, shape).astype(np.uint8)
    there = reference.layout(name, x)
    assert there.shape == (x.size,) and (name == "columns") == np.array_equal(there, x.T.reshape(-1))
    assert sorted(there.tolist()) == sorted(x.reshape(-1).tolist()) and not np.array_equal(there, x.reshape(-1))
    assert np.array_equal(reference.layout(name, there, inverse=True, shape=shape), x)


def test_the_weight_shuffle_is_what_its_page_says():
    """Tiles of 16 rows by 32 bytes; in each, pieces of 16 bytes with the rows below one another: byte (r, 16 p + b) of a tile
    lies at 256 p + 16 r + b."""
    x = np.arange(16 * 32, dtype=np.uint16).reshape(16, 32).astype(np.uint8)
    x = np.random.default_rng(6).integers(0, 256, (16, 32)).astype(np.uint8)
    assert np.array_equal(reference.layout("weight_shuffle_16x16", x), np.concatenate([x[:, :16], x[:, 16:]]).reshape(-1))
