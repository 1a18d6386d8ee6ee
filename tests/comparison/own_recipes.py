#!/usr/bin/env python3
"""Each operator takes launch recipes: our own code objects, described as if somebody else had built them, hold to all laws,
bits included, and one with a planted bug is found.  own_recipes.py LOCKSTEP RECIPES DEVICE [KERNEL…]"""
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, RECIPES, DEVICE = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
HOLDS, FALSIFIED, TRAPPED = 0, 1, 4

# kernel, arch, build that is right, build with a planted bug
ROWS = [
    ("grouped_gemm_masked", "gfx950", "O2", "rows_to_capacity"),
    ("grouped_gemm_masked", "gfx942", "O2", "negative_scales_lose_their_sign"),
    ("grouped_gemm_contiguous", "gfx950", "O2", "first_row_decides"),
    ("grouped_gemm_k", "gfx950", "O2", "k_empty_planes_left"),
    ("grouped_gemm_k", "gfx942", "O2", "k_empty_planes_zeroed"),
    ("small_m_mfma", "gfx950", "O2", "permuted_k_under_block_scales"),
    ("small_m_gemv", "gfx950", "O2", "chunk_past_k_taken"),
    ("small_m_moe", "gfx950", "O2", "gap_ends_the_block"),
    ("tensorwise_nt", "gfx950", "O2", "dword_across_the_end"),
    ("tensorwise_nn", "gfx950", "O3", "formats_exchanged"),
    ("tensorwise_tn", "gfx950", "O3", "rebased_descriptor_keeps_its_length"),
    ("moe_down_added", "gfx950", "O2", "moe_stored_instead_of_added"),
    ("moe_down_flat", "gfx950", "O2", "moe_columns_past_n_stored"),
    ("moe_down_mxfp4", "gfx950", "O2", "moe_amax_of_half_a_block"),
    ("moe_gate_up", "gfx950", "O2", "moe_gate_and_up_swapped"),
    ("moe_two_stage", "gfx950", "O2", "moe_h_scales_in_another_order"),
]


def fuzz(folder, kernel, arch, build, cases, **changes):
    recipe = json.loads((RECIPES / f"{kernel}.json").read_text()) | changes
    recipe["object"] = str(DEVICE / f"{kernel}.{arch}.{build}.co")
    path = folder / f"{kernel}.{build}.json"
    path.write_text(json.dumps(recipe))
    words = [LOCKSTEP, "fuzz", "--build", path, "--cases", str(cases), "--seed", "1", "--jobs", "2", "--no-wide-offsets",
             "--corpus", folder / "corpus", "--shrink-tries", "0", "--json", folder / "result.json"]
    done = subprocess.run(words, capture_output=True, text=True)
    said = json.loads((folder / "result.json").read_text()) if (folder / "result.json").exists() else {"cases": []}
    bits = sum(case["laws"].get("bits") == "holds" for case in said["cases"])
    return done.returncode, bits, done.stdout + done.stderr


def check(kernel, arch, right, bug):
    with tempfile.TemporaryDirectory() as name:
        code, bits, text = fuzz(pathlib.Path(name), kernel, arch, right, 10)
        if code != HOLDS or bits < 3:
            return f"{right}: exit code {code}, bits held {bits} times:\n{text}"
        code, _, text = fuzz(pathlib.Path(name), kernel, arch, bug, 60)
        if code not in (FALSIFIED, TRAPPED) or f"{bug}.json" not in text:
            return f"{bug}: exit code {code}:\n{text}"
    return None


def check_order():
    """A port that knows no splits and always adds 128 of k at once, by the order that its recipe names."""
    recipe = json.loads((RECIPES / "small_m_mfma.json").read_text())
    launch = recipe["launches"][0]
    launch["kernel"] = launch["kernel"].replace("{blocks}", "together")
    for order, expected in (("scaled_128", HOLDS), ("scaled_32_apart", FALSIFIED)):
        with tempfile.TemporaryDirectory() as name:
            code, bits, text = fuzz(pathlib.Path(name), "small_m_mfma", "gfx950", "O2", 40, order=order, launches=[launch])
        if code != expected or (code == HOLDS and bits < 20) or (code == FALSIFIED and "/ bits" not in text):
            return f"{order}: exit code {code}, bits held {bits} times:\n{text}"
    return None


def main():
    rows = [row for row in ROWS if not sys.argv[4:] or row[0] in sys.argv[4:]]
    problems = [(row, check(*row)) for row in rows]
    problems.append((("small_m_mfma", "order"), check_order()))
    for row, problem in problems:
        if problem:
            print(f"{row[0]}@{row[1]}: {problem}")
    failed = sum(bool(problem) for _, problem in problems)
    print(f"{len(problems)} kernels and orders, {failed} failed")
    return 1 if failed or not rows else 0


sys.exit(main())
