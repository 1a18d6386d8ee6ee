"""The order of additions from results alone: random trees of each kind, the orders of matrix units, and what has none."""
import inspect
import random
import sys
from fractions import Fraction

import lockstep
import ml_dtypes
import numpy as np
import pytest
from lockstep import reference
from lockstep.asked_product import AskedProduct
from lockstep.chains import DECLARED, Chain, scale_orders
from lockstep.ordering import Sum

F = np.float32


def evaluated(tree, products):
    """A tree of additions on products [rows, k], by numpy."""
    if isinstance(tree, int):
        return products[:, tree]
    parts = np.stack([evaluated(part, products) for part in tree.parts], 1)
    if tree.kind == "add":
        return parts[:, 0] + parts[:, 1]
    parts = parts.astype(np.float64)
    if tree.kind == "exact":
        return parts.sum(1).astype(F)
    unit = np.exp2(np.frexp(np.abs(parts).max(1))[1] - 24.0)
    return (np.trunc(parts / unit[:, None]).sum(1) * unit).astype(F)


def multiply_by(tree, result=F):
    """A product of which only the diagonal is right: that is what is asked for."""
    def multiply(a, b):
        return np.diag(evaluated(tree, a.astype(F) * b.astype(F)).astype(result)).astype(result)
    return multiply


def drawn(draw, leaves, kinds):
    """A random tree. Each sum begins with its first product's part, as what is found does."""
    if len(leaves) == 1:
        return leaves[0]
    kind = draw.choice(kinds)
    count = 2 if kind == "add" else draw.randint(3, 6)
    if count > len(leaves):
        kind, count = "add", 2
    each = (len(leaves) - 1) // (count - 1) if kind == "exact" else 0  # whose parts behind the first are of one size
    size = draw.randint(1, max(1, each)) if kind == "exact" else 0
    cuts = [len(leaves) - size * (count - 1 - i) for i in range(count - 1)] if size else sorted(draw.sample(range(1, len(leaves)), count - 1))
    parts = [leaves[first:last] for first, last in zip([0, *cuts], [*cuts, len(leaves)])]
    return Sum(kind, tuple(drawn(draw, part, ["add"] if kind == "exact" else kinds) for part in parts))


@pytest.mark.parametrize("seed", range(24))
def test_a_random_tree_is_found(seed):
    draw = random.Random(seed)
    k = draw.randint(2, 40)
    tree = drawn(draw, draw.sample(range(k), k), [["add"], ["add", "cut"], ["cut"]][seed % 3])
    element = ["bfloat16", "float16", "float32", "float8_e5m2", "float8_e4m3fn"][seed % 5]
    found = lockstep.find_order(multiply_by(tree, [F, ml_dtypes.bfloat16, np.float16][seed % 3]), k, element)
    p = np.random.default_rng(seed).standard_normal((64, k)).astype(F)
    assert found.tree.leaves() == set(range(k))
    assert np.array_equal(evaluated(found.tree, p), evaluated(tree, p)), (tree, found.tree)


def multiply_blocks(tree, in_block):
    """A product of 4-bit elements, of which each sum under one scale is a leaf. Only its diagonal is right."""
    def multiply(a, b, scale_a, scale_b):
        p = (a.astype(F) * b.astype(F)).reshape(len(a), -1, 32)
        return np.diag(evaluated(tree, in_block(p) * scale_a.astype(F) * scale_b.astype(F)))
    return multiply


def rounded_sums(dtype):
    def sums(p):
        total = np.zeros(p.shape[:2], dtype)
        for i in range(p.shape[2]):
            total = (total.astype(F) + p[:, :, i]).astype(dtype)
        return total.astype(F)
    return sums


FP4 = {"a": "float4_e2m1fn", "scales": lockstep.Scales("float8_e8m0fnu", 32)}
NARROW = "float8_e4m3fn", "float6_e2m3fn", "float4_e2m1fn"  # none has the range to hide a product with a 4-bit one


@pytest.mark.parametrize("seed", range(9))
def test_a_random_tree_of_blocks_is_found(seed):
    draw = random.Random(seed)
    blocks = draw.randint(2, 12)
    tree = drawn(draw, draw.sample(range(blocks), blocks), [["add"], ["add", "cut"], ["cut"]][seed % 3])
    found = lockstep.find_order(multiply_blocks(tree, rounded_sums(F)), 32 * blocks, **FP4 | {"a": NARROW[seed // 3], "b": "float4_e2m1fn"})
    assert ("32 products under one scale: exact where a float32 holds their sum" in str(found)) == (NARROW[seed // 3] == "float8_e4m3fn")
    numbers = np.random.default_rng(seed)
    p = numbers.integers(-24, 25, (64, blocks, 32)) * np.exp2(numbers.integers(-9, 9, (64, blocks, 1)))
    assert found.tree.leaves() == set(range(32 * blocks))
    assert np.array_equal(evaluated(found.tree, p.reshape(64, -1).astype(F)), evaluated(tree, p.sum(2).astype(F))), (tree, found.tree)


@pytest.mark.parametrize("element", NARROW)
@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
def test_blocks_whose_sums_round_are_refused(dtype, element):
    with pytest.raises(lockstep.Inconclusive, match="32 products under one scale is not the exact one"):
        lockstep.find_order(multiply_blocks(Sum("add", (0, 1)), rounded_sums(dtype)), 64, **FP4 | {"a": element, "b": "float4_e2m1fn"})


def test_one_block_shows_no_order():
    with pytest.raises(ValueError, match="expected two blocks of 32 or more"):
        lockstep.find_order(multiply_blocks(0, rounded_sums(F)), 32, **FP4)


def test_a_chain_of_exact_sums_is_found():
    tree = Sum("exact", (*range(8),))
    for first in range(8, 64, 8):
        tree = Sum("exact", (tree, *range(first, first + 8)))
    found = lockstep.find_order(multiply_by(tree), 64)
    assert found.tree == tree and found.bits == 0
    assert any(m.startswith("cdna4_bf16/exact (hypothesis), 8 of k") for m in found.matches), found.matches


@pytest.mark.parametrize("unit, element, k, each, bits", [
    ("hopper_wgmma_e4m3_f32", "float8_e4m3fn", 128, 32, 13), ("hopper_wgmma_bf16_f32", "bfloat16", 64, 16, 25),
    ("cdna3_fp8", "float8_e4m3fnuz", 64, 16, 24), ("cdna3_bf16", "bfloat16", 64, 8, 24), ("cdna4_fp8/nv", "float8_e4m3fn", 64, 32, 25)])
def test_the_chain_of_a_matrix_unit(unit, element, k, each, bits):
    """Its sums are those that the unit's row says, and it is among those whose bits are the same; its neighbours are not."""
    def multiply(a, b):
        d = None
        for first in range(0, k, each):
            d = reference.mma(unit, a[:, first:first + each], b[:, first:first + each], d)
        return d.astype(ml_dtypes.bfloat16)
    found = lockstep.find_order(multiply, k, element)
    tree = found.tree
    for first in range(k - each, 0, -each):
        assert tree.kind == "cut" and tree.parts[1:] == (*range(first, first + each),)
        tree = tree.parts[0]
    assert tree == Sum("cut", (*range(each),)) and (found.bits, found.rounding) == (bits, "toward zero"), str(found)
    names = [m.split(" ")[0] for m in found.matches]
    assert unit in names and not {"cdna1_bf16", "ampere_mma_bf16_f32", "cdna4_fp8/exact", "cdna4_fp8/fma"} & set(names), names


@pytest.mark.parametrize("order, model, element, unit", [
    ("unscaled_128", "nv_st", "float8_e4m3fn", "cdna4_fp8/nv"), ("v_mfma_f32_16x16x32_bf16, k ascending", "fma_post", "bfloat16", "cdna4_bf16/fma"),
    ("v_mfma_f32_16x16x32_f16, k ascending", "tr8_inexp", "float16", "cdna4_f16/tr8")])
def test_a_declared_order_is_its_units_chain(order, model, element, unit):
    found = lockstep.find_order(lambda a, b: reference.accumulate(order, model, a, b), 128, element, rows=64)
    assert found.tree.leaves() == set(range(128)) and unit in {m.split(" ")[0] for m in found.matches}, str(found)


@pytest.mark.parametrize("ascending, k", [(True, 1200), (False, 150)])
def test_more_additions_than_recursion_takes(ascending, k, monkeypatch):
    order = range(k) if ascending else range(k)[::-1]
    monkeypatch.setattr("lockstep.ordering.chains_like", lambda *_: ())  # nothing of it is asked here

    def multiply(a, b):
        d = np.zeros(len(a), F)
        for i in order:
            d = d + a[:, i].astype(F) * b[:, i].astype(F)
        return np.diag(d)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        found = lockstep.find_order(multiply, k, "float16")
    finally:
        sys.setrecursionlimit(limit)
    step = found.tree.parts[1 if ascending else 0]
    assert step == (k - 1 if ascending else 0) and found.tree.leaves() == set(range(k)) and (found.bits, found.rounding) == (23, "nearest")
    assert str(found).startswith(f"{k} products of {k - 1} sums")


def fused(x, y, z):
    """x y + z by fractions: what float64 can't round twice."""
    def one(x, y, z):
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        near = F(float(exact))
        around = [near, np.nextafter(near, F(np.inf)), np.nextafter(near, F(-np.inf))]
        return min(around, key=lambda v: (abs(Fraction(float(v)) - exact), int(np.float32(v).view(np.int32)) & 1))
    return np.frompyfunc(one, 3, 1)(x, y, z).astype(F)


def scaled_behind(meet, unit, each, length, block, rows_b):
    """A product whose chains are scaled when they have been summed. Its diagonal is all that is right."""
    def multiply(a, b, scale_a, scale_b):
        total = np.zeros(len(a), F)
        for first in range(0, a.shape[1], length):
            chain = None
            for k in range(first, first + length, each):
                chain = reference.mma(unit, a[:, k:k + each], b[:, k:k + each], chain)
            total = meet(np.diagonal(chain), scale_a[:, first // block], np.repeat(scale_b[:, first // block], rows_b), total)
        return np.diag(total.astype(ml_dtypes.bfloat16))
    return multiply


@pytest.mark.parametrize("name, meet", [
    ("sum + (r * sA) * sB", lambda r, x, y, total: total + (r * x) * y), ("sum + (r * sB) * sA", lambda r, x, y, total: total + (r * y) * x),
    ("sum + r * (sA * sB)", lambda r, x, y, total: total + r * (x * y)), ("fma(r * sA, sB, sum)", lambda r, x, y, total: fused(r * x, y, total)),
    ("fma(r * sB, sA, sum)", lambda r, x, y, total: fused(r * y, x, total)), ("fma(r, sA * sB, sum)", lambda r, x, y, total: fused(r, x * y, total))])
def test_where_scales_enter_a_chain(name, meet):
    """One way of six, each told from the other five."""
    unit = next(u for u in reference.units() if u.name == "hopper_wgmma_e4m3_f32")
    asked = AskedProduct(scaled_behind(meet, unit.name, 32, 128, 128, 48), 512, "float8_e4m3fn", "float8_e4m3fn", 48,
                         lockstep.Scales("float32", 128, 1, 48))
    operands, want = asked.asked_for_scales(1)
    assert [*scale_orders(Chain(unit, 32, 128), *operands, 128, want, asked.result)] == [name]


def test_the_declared_order_of_a_grouped_gemm():
    """Of sm_90: chains of 128 of k, scales of 1 x 128 and 128 x 128."""
    found = lockstep.find_order(scaled_behind(lambda r, x, y, total: fused(r * x, y, total), "hopper_wgmma_e4m3_f32", 32, 128, 128, 48), 256,
                                "float8_e4m3fn", rows=48, scales=lockstep.Scales("float32", 128, 1, 48))
    assert found.scales == ("fma(r * sA, sB, sum)",) and found.matches[0].endswith("a chain per 128 of k, added in float32"), str(found)
    assert "scales: fma(r * sA, sB, sum)" in str(found).splitlines()
    assert found.declared_as == (("scaled_after_128", "grouped_gemm_contiguous@sm_90"),)
    assert 'declared as "scaled_after_128": lockstep.fuzz("grouped_gemm_contiguous@sm_90", order="scaled_after_128")' in str(found)


def test_deepgemms_order_is_declared_too():
    found = lockstep.find_order(scaled_behind(lambda r, x, y, total: fused(r, x * y, total), "hopper_wgmma_e4m3_f32", 32, 128, 128, 48), 256,
                                "float8_e4m3fn", rows=48, scales=lockstep.Scales("float32", 128, 1, 48))
    assert found.declared_as == (("deepgemm", "grouped_gemm_contiguous@sm_90"),)


@pytest.mark.parametrize("length, declared", [(256, "chain"), (128, "chains_of_128"), (64, None)])
def test_chains_without_scales_are_declared(length, declared):
    def multiply(a, b):
        parts = [reference.mma("hopper_wgmma_e4m3_f32", a[:, k:k + length], b[:, k:k + length]) for k in range(0, 256, length)]
        return sum(parts[1:], parts[0]).astype(ml_dtypes.bfloat16)
    assert lockstep.find_order(multiply, 256, "float8_e4m3fn", rows=48).declared_as == (((declared, "dense_gemm@sm_90"),) if declared else ())


def test_whoever_is_named_takes_the_order():
    for *_, order, operator in DECLARED:
        lockstep.fuzz(operator, order=order)  # ValueError where there is none


def test_scales_of_a_chain_that_is_shorter_than_their_block():
    """The declared order of gfx942: two instructions per 64 of k, under the scales of 128."""
    found = lockstep.find_order(scaled_behind(lambda r, x, y, total: fused(r * x, y, total), "cdna3_fp8", 16, 64, 128, 1), 256,
                                "float8_e4m3fnuz", rows=48, scales=lockstep.Scales("float32", 128))
    assert found.scales == ("fma(r * sA, sB, sum)",), str(found)


@pytest.mark.parametrize("each, scales", [(128, ("fma(r * sA, sB, sum)",)), (2, ("in no way that gives the bits of scales other than 1",))])
def test_chains_along_another_k(each, scales):
    """Blocks of k from the last to the first, whose scales go with them; and k that no block keeps together, where none do."""
    blocks = np.arange(384).reshape(-1, each)[::-1]
    ks = (blocks if each == 128 else blocks.reshape(3, -1, each).transpose(1, 0, 2)).reshape(-1)
    scaled = scaled_behind(lambda r, x, y, total: fused(r * x, y, total), "hopper_wgmma_e4m3_f32", 32, 128, 128, 1)

    def multiply(a, b, scale_a, scale_b):
        return scaled(a[:, ks], b[:, ks], *(scale[:, ks[::128] // 128] for scale in (scale_a, scale_b)))
    found = lockstep.find_order(multiply, 384, "float8_e4m3fn", rows=48, scales=lockstep.Scales("float32", 128))
    assert found.scales == scales, str(found)
    assert found.matches[0].startswith("hopper_wgmma_e4m3_f32 (measured), 32 of k at a time, a chain per 128 of k"), str(found)
    assert found.matches[0].endswith("k in the order of the sums")


def test_scales_in_the_instruction_and_behind_it():
    """The declared order of gfx950, whose instruction scales, and that of sm_90's small-M kernel, which multiplies a chain."""
    scales = lockstep.Scales("float8_e8m0fnu", 32)
    inside = lockstep.find_order(lambda a, b, sa, sb: reference.accumulate("scaled_128", "nv_st", a, b, scale_a=sa, scale_b=sb), 256,
                                 "float8_e4m3fn", rows=48, scales=scales)
    assert inside.scales == ("in the matrix instruction",) and "cdna4_f8f6f4/nv_st" in "".join(inside.matches), str(inside)
    meet = lambda r, x, y, total: total + (r * x.astype(F)) * y.astype(F)  # noqa: E731
    behind = lockstep.find_order(scaled_behind(meet, "hopper_wgmma_e4m3_f32", 32, 32, 32, 1), 128, "float8_e4m3fn", rows=48, scales=scales)
    assert behind.scales == ("sum + r * sA * sB",), str(behind)


def test_scales_that_are_not_read_are_noticed():
    def multiply(a, b, scale_a, scale_b):
        return scaled_behind(lambda r, x, y, total: total + r * x, "hopper_wgmma_e4m3_f32", 32, 32, 32, 1)(a, b, scale_a, scale_b)
    found = lockstep.find_order(multiply, 64, "float8_e4m3fn", rows=48, scales=lockstep.Scales("float32", 32))
    assert found.scales == ("in no way that gives the bits of scales other than 1",)


def test_a_split_k_and_its_text():
    left, right = (Sum("cut", (*range(first, first + 16),)) for first in (0, 16))
    found = lockstep.find_order(multiply_by(Sum("add", (left, right))), 32, "float16")
    assert str(found).splitlines()[:4] == ["32 products of 3 sums into float32", "  s1 = cut(k 0..15)", "  s2 = cut(k 16..31)", "  s3 = add(s1, s2)"]
    assert found.calls > 4 and found.queries > 31


def test_what_has_no_order_is_refused():
    numbers = np.random.default_rng(3)

    def atomics(a, b):
        return multiply_by(drawn(random.Random(int(numbers.integers(99))), [*range(24)], ["add"]))(a, b)
    with pytest.raises(lockstep.Inconclusive, match="two calls"):
        lockstep.find_order(atomics, 24)

    def from_the_greatest(a, b):
        products = a.astype(F) * b.astype(F)
        chains = [multiply_by(chain)(a, b) for chain in (forward, backward)]
        return np.where((np.abs(products).argmax(1) % 2 == 0)[:, None], *chains)
    forward = backward = None
    for k in range(24):
        forward = k if forward is None else Sum("add", (forward, k))
        backward = 23 - k if backward is None else Sum("add", (backward, 23 - k))
    with pytest.raises(lockstep.Inconclusive, match="no tree|survive|depends on the data"):
        lockstep.find_order(from_the_greatest, 24)

    def skips(a, b):
        return multiply_by(Sum("exact", (*range(23),)))(a[:, :23], b[:, :23])
    with pytest.raises(lockstep.Inconclusive, match="every product once|no tree"):
        lockstep.find_order(skips, 24)


def test_a_tree_that_is_wrong_is_noticed(monkeypatch):
    """What is asked at random at the end says so where the pairs asked before did not."""
    tree = Sum("add", (Sum("add", (0, 1)), Sum("add", (2, 3))))
    wrong = Sum("add", (Sum("add", (Sum("add", (0, 1)), 2)), 3))
    monkeypatch.setattr("lockstep.ordering._tree", lambda asked, leaves: wrong)
    with pytest.raises(lockstep.Inconclusive, match="depends on the data"):
        lockstep.find_order(multiply_by(tree), 4)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="k = 1"):
        lockstep.find_order(multiply_by(0), 1)
    with pytest.raises(ValueError, match="within 2\\^"):
        lockstep.find_order(multiply_by(0), 8, "float4_e2m1fn")
    with pytest.raises(ValueError, match="bfloat16 and float4_e2m1fn: their products are within 2\\^"):
        lockstep.find_order(multiply_by(0), 64, "bfloat16", "float4_e2m1fn", scales=FP4["scales"])
    with pytest.raises(ValueError, match="shape"):
        lockstep.find_order(lambda a, b: np.zeros(3), 8)
    with pytest.raises(ValueError, match="no whole number of blocks"):
        lockstep.find_order(multiply_by(0), 96, "float8_e4m3fn", scales=lockstep.Scales("float32", 64))
