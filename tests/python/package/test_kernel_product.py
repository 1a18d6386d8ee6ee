"""The orders of kernels on the emulator, found from their results: those that the kernels declare, and others of planted bugs
and of a code object with a launch recipe. What is expected is written from the declarations, not from what was found."""
import os
import pathlib
import shutil
import subprocess

import lockstep
import numpy as np
import pytest
from lockstep import _lockstep
from lockstep.ordering import Sum

COMPARISON = pathlib.Path(__file__).parents[2] / "comparison"


def found(text):
    """What is found of a kernel that says so itself: k, then whether its results were those of its declared order."""
    try:
        product = lockstep.KernelProduct(text)
    except ValueError as error:
        if "was not compiled" in str(error):
            pytest.skip(str(error))
        raise
    return product, lockstep.find_order(product, **product.asked)


def chain(kind, groups):
    """A sum of each group of products with the sum before it."""
    tree = Sum(kind, tuple(groups[0]))
    for group in groups[1:]:
        tree = Sum(kind, (tree, *group))
    return tree


def runs(k, each, first=0):
    return [range(at, at + each) for at in range(first, first + k, each)]


def fused_chain(first, k):
    """Fused multiply-adds, k ascending."""
    return chain("add", [(first, first + 1), *((at,) for at in range(first + 2, first + k))])


def butterfly(chains):
    """Over lanes 1, 2, 4, …"""
    while len(chains) > 1:
        chains = [Sum("add", pair) for pair in zip(chains[::2], chains[1::2])]
    return chains[0]


#: Kernel, the tree that the declared order gives under the model, the unit of the instruction, and where scales enter.
IN_THE_INSTRUCTION = "in the matrix instruction"
EXACT, EXACT_32 = (chain("exact", runs(256, each)) for each in (128, 32))
TR8 = chain("cut", runs(256, 8))
#: Of 4-bit elements: the products under one scale sum exactly, and are asked for as one.
FIRST, *OTHERS = (Sum("exact", tuple(run)) for run in runs(256, 32))
BLOCKS = chain("add", [(FIRST, OTHERS[0]), *((block,) for block in OTHERS[1:])])
DECLARED = [
    ("grouped_gemm_contiguous@gfx950,model=exact", EXACT, "cdna4_f8f6f4/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("grouped_gemm_masked@gfx950,model=tr8_inexp", TR8, "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("grouped_gemm_masked@gfx1250,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("grouped_gemm_k@gfx950,model=tr8_inexp", TR8, "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("small_m_mfma@gfx950,model=tr8_inexp", TR8, "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("small_m_mfma@gfx950,model=tr8_inexp,split_k=2", Sum("add", (chain("cut", runs(128, 8)), chain("cut", runs(128, 8, 128)))),
     "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k at a time, a chain per 128 of k, added in float32", IN_THE_INSTRUCTION),
    ("small_m_mfma@gfx950,blocks=apart,model=exact", EXACT_32, "cdna4_f8f6f4/exact (hypothesis), 32 of k and zeros up to 128", IN_THE_INSTRUCTION),
    ("small_m_mfma@gfx1250,blocks=apart,model=wmma_exact", EXACT_32, "gfx1250_wmma_scale/exact (hypothesis), 32 of k and zeros up to 128", IN_THE_INSTRUCTION),
    ("mx_gemm@gfx1250,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("mx_gemm@gfx1250,a=e2m1,b=e2m1,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("mx_gemm@gfx1250,a=e4m3,b=e2m1,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("mx_gemm@gfx1250,a=e5m2,b=e2m1,model=wmma_tr8_inexp", BLOCKS, "gfx1250_wmma_scale/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("moe_down_added@gfx950,model=tr8_inexp", BLOCKS, "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("moe_down_added@gfx1250,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("moe_down_flat@gfx950,model=exact", EXACT, "cdna4_f8f6f4/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("moe_down_flat@gfx950,model=tr8_inexp", BLOCKS, "cdna4_f8f6f4/tr8_inexp (hypothesis), 32 of k", IN_THE_INSTRUCTION),
    ("moe_down_flat@gfx1250,model=wmma_exact", EXACT, "gfx1250_wmma_scale/exact (hypothesis), 128 of k", IN_THE_INSTRUCTION),
    ("tensorwise_nt@gfx950,model=tr8_inexp", TR8, "cdna4_fp8/tr8 (hypothesis), 8 of k", None),
    ("tensorwise_tn@gfx950,model=tr8_inexp", TR8, "cdna4_fp8/tr8 (hypothesis), 8 of k", None),
    ("small_m_gemv@gfx950", butterfly([fused_chain(at, 16) for at in range(0, 256, 16)]), None, None),
    ("small_m_gemv@gfx1250,k=128", butterfly([fused_chain(at, 16) for at in range(0, 128, 16)]), None, None),
    ("small_m_moe@gfx950,k=64", butterfly([fused_chain(at, 16) for at in range(0, 64, 16)]), None, None),
    ("small_m_moe@gfx950,k=64,weights=mixed", butterfly([fused_chain(at, 16) for at in range(0, 64, 16)]), None, None)]


@pytest.mark.parametrize("text, tree, unit, scales", DECLARED, ids=[row[0] for row in DECLARED])
def test_a_declared_order_is_found(text, tree, unit, scales):
    product, order = found(text)
    assert order.tree == tree and product.results > 0 and product.others == 0, (str(order), product.declared())
    assert unit is None or any(m.startswith(unit) for m in order.matches), order.matches
    assert unit is None or order.scales == ((scales,) if scales else ()), str(order)
    assert product.declared().startswith(f"as declared in all {product.results} results: ") and product.order


@pytest.mark.parametrize("kernel", ["grouped_gemm_contiguous", "grouped_gemm_masked", "grouped_gemm_k"])
def test_scales_behind_two_instructions(kernel):
    """Of gfx942, whose arithmetic is measured: each of the two takes other k than those that lie side by side."""
    product, order = found(f"{kernel}@gfx942")
    assert product.others == 0 and order.scales == ("fma(r * sA, sB, sum)",), str(order)
    assert order.matches[0].startswith("cdna3_fp8 (measured), 16 of k at a time, a chain per 64 of k, added in float32"), str(order)


@pytest.mark.parametrize("text, scales", [
    ("grouped_gemm_contiguous@gfx942:gfx942_scales_multiplied_first", ("fma(r, sA * sB, sum)",)),
    ("small_m_mfma@gfx950:permuted_k_under_block_scales", ("in no way that gives the bits of scales other than 1",))])
def test_a_planted_bug_has_another_order(text, scales):
    product, order = found(text)
    assert order.scales == scales and product.others > 0, (str(order), product.declared())
    assert product.declared().startswith(f"not as declared in {product.others} of {product.results} results: ")


@pytest.mark.parametrize("text, why", [
    ("grouped_gemm_masked@gfx950:permuted_k_chunks", "no tree of additions, or not of every product once"),
    ("moe_down_flat@gfx950:moe_b_scale_never_advances", "no tree of additions, or not of every product once"),
    ("grouped_gemm_masked@gfx950:scale_planes_in_32_bits,m=0", "expected one group"),
    ("grouped_gemm_contiguous@gfx950,m=64,zero_padding=1", "D has 128 rows, A 64, and each is a sum of 256 products: expected"),
    ("grouped_gemm_masked@gfx950 groups=2 m=64,64 m_max=64 k=256", "expected one group"),
    ("grouped_gemm_k@gfx950,c=apart", "beside A and B it reads c"),
    ("tensorwise_nt@gfx950,beta=1", "beside A and B it reads d"),
    ("mx_gemm@gfx1250,sample=1,n=256", "a part of it is computed"),
    ("mx_gemm@gfx1250,a=e2m1,b=e2m1,k=32", r"within 2\^6"),
    ("moe_gate_up@gfx950", "it stores more than a rounded product"),
    ("moe_two_stage@gfx950", "beside A and B it reads gate_up_b"),
    ("moe_down_mxfp4@gfx1250", "it stores more than a rounded product"),
    ("grouped_gemm_masked@sm_90", "the emulator runs no PTX"),
    ("grouped_gemm_masked@gfx950,device=emulated:gfx950", "expected a GPU, as in cuda:0"),
    ("softmax", "no kernel here computes it"),
    ("grouped_gemm_masked@gfx950,k=100", "k = 100"),
    ("no_kernel@gfx950", "no kernel 'no_kernel@gfx950'")])
def test_what_is_no_product_is_refused(text, why):
    with pytest.raises((ValueError, lockstep.Inconclusive), match=why):
        found(text)


@pytest.fixture(scope="module")
def recipes(tmp_path_factory):
    """A kernel that somebody else wrote, and one of ours behind a recipe that says that it adds as declared."""
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "object.co").write_bytes(_lockstep.image("grouped_gemm_masked", "gfx950", "O2"))
    shutil.copy(COMPARISON / "own" / "grouped_gemm_masked.json", folder)
    shutil.copy(COMPARISON / "plain_masked.json", folder)
    subprocess.run([os.environ.get("LOCKSTEP_CLANG", "clang++-22"), "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only",
                    "--no-gpu-bundle-output", "-O3", "--offload-arch=gfx950", str(COMPARISON / "plain_masked.hip"),
                    "-o", str(folder / "plain_masked.co")], check=True)
    return folder


def test_a_code_object_with_a_recipe(recipes):
    """One thread an element: additions, each rounded, of 128 of k, then of these sums; the matrix instruction is none of it."""
    product, order = found(f"grouped_gemm_masked:{recipes}/plain_masked.json,model=tr8_inexp")
    assert order.tree == Sum("add", (fused_chain(0, 128), fused_chain(128, 128))) and order.rounding == "nearest", str(order)
    assert product.declared() == "no order is declared" and product.order == ""


def test_a_recipe_that_says_the_order(recipes):
    product, order = found(f"grouped_gemm_masked@gfx950 m=128 m_max=128 k=256 model=tr8_inexp build={recipes}/grouped_gemm_masked.json")
    assert order.tree == TR8 and product.others == 0 and product.results > 0


def test_what_a_call_gives():
    """D of the first rows, as numpy has it of numbers that no order rounds."""
    product = lockstep.KernelProduct("small_m_mfma@gfx950,m=5,n=7,k=128")
    a, b = np.random.default_rng(1).integers(-3, 4, (2, 5, 128))
    of = product.asked
    assert (of["k"], of["a"], of["rows"], of["scales"].block) == (128, "float8_e4m3fn", 5, 32)
    d = product(a.astype(np.float32), b.astype(np.float32), np.full((5, 4), 2, np.float32), np.ones((5, 4), np.float32))
    assert np.array_equal(d.astype(np.float64), (2 * (a @ b.T)).astype(d.dtype).astype(np.float64))
    assert product.others == 0 and product.results == 35
    with pytest.raises(ValueError, match="a has 3 bytes, expected 640"):
        _lockstep.KernelProduct.open("small_m_mfma@gfx950,m=5,n=7,k=128").run({name: np.zeros(3, np.uint8) for name in (
            "a", "a_scale", "b", "b_scale")})
