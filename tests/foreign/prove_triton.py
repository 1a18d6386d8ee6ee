#!/usr/bin/env python3
"""A Triton kernel beside the HIP kernel of its operator, and beside itself with other tiles, for all data at once.

Where k is added in the same order the two are equal; where it isn't, they differ with both formulas, and law `algebra` says that
the polynomial is right all the same. A recipe that passes a wrong scale is found by both.
  prove_triton.py LOCKSTEP"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")  # Triton says otherwise that it will change

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import triton_kernels

CASE = "tensorwise_nt@gfx950 m=20 n=24 k=512"
# Of k: what a step takes, and in how many parts; compile options.
BUILDS = {"plain": (128, 1, {}), "long_steps": (256, 1, {}), "pipelined": (128, 1, {"num_stages": 3, "num_warps": 8}),
          "short_steps": (64, 1, {}), "in_halves": (128, 2, {}), "of_32_rows": (128, 1, {"matrix_instr_nonkdim": 32}),
          "wrong_scale": (128, 1, {})}
# Two builds ("": the HIP kernel), and the texts that are in both formulas and in one of them.
EQUAL = [("", "plain"), ("", "long_steps"), ("", "pipelined"), ("plain", "long_steps")]
OTHERS = [("", "short_steps", "v_mfma_f32_16x16x32_fp8_fp8, row("), ("", "in_halves", "add_f32("),
          ("", "of_32_rows", "v_mfma_f32_32x32x64_f8f6f4, row("), ("plain", "short_steps", "v_mfma_f32_16x16x32_fp8_fp8, row("),
          ("plain", "in_halves", "add_f32(")]
OF_OURS, RIGHT = "v_mfma_f32_16x16x128_f8f6f4, row(", "of both the right one of the operands"


def build(name, folder):
    """The recipe of a build."""
    step, parts, options = BUILDS[name]
    kernel, constants = triton_kernels.tensorwise, {"BM": 32, "BN": 32, "BK": step, "PARTS": parts}
    pointers = {"d_ptr": "*bf16", "a_ptr": "*fp8e4nv", "b_ptr": "*fp8e4nv", "a_scale_ptr": "*fp32", "b_scale_ptr": "*fp32"}
    signature = {n: pointers.get(n, "constexpr" if n in constants else "i32") for n in kernel.arg_names}
    aligned = {(kernel.arg_names.index(n),): [["tt.divisibility", 16]] for n in pointers}
    places = {(kernel.arg_names.index(n),): value for n, value in constants.items()}
    code = triton.compile(ASTSource(kernel, signature, places, aligned), target=GPUTarget("hip", "gfx950", 64),
                          options={"matrix_instr_nonkdim": 16} | options)
    (folder / f"{name}.co").write_bytes(code.asm["hsaco"])
    tensors = {n: n.removesuffix("_ptr") for n in pointers}
    if name == "wrong_scale":
        tensors["b_scale_ptr"] = "a_scale"
    arguments = [{"pointer": tensors[n]} if n in tensors else {"i32": n} for n in kernel.arg_names if n not in constants]
    (folder / f"{name}.json").write_text(json.dumps({
        "takes": "tensorwise_nt", "object": f"{name}.co", "kernel": code.metadata.name,
        "accepts": ["groups == 1", "split_k == 1", "beta == 0", "k % 512 == 0", "out_bf16", "a_e4m3", "b_e4m3"],
        "grid": [f"ceil_div(m, {constants['BM']}) * ceil_div(n, {constants['BN']})"], "block": [64 * code.metadata.num_warps],
        "dynamic_lds": code.metadata.shared,
        "arguments": arguments + [{"pointer": "null"}, {"pointer": "null"}]}))  # global and profile scratch


def prove(lockstep, folder, first, second):
    """The exit code and the document of a proof of two builds."""
    file = folder / "proof.json"
    file.unlink(missing_ok=True)
    sides = [CASE + (f" build={folder / name}.json" if name else "") for name in (first, second)]
    ran = subprocess.run([lockstep, "prove", sides[0], "==", sides[1], "--json", file], capture_output=True, text=True)
    return ran.returncode, json.loads(file.read_text()) if file.exists() else {"outcome": ran.stderr.strip()}


def check(lockstep, folder, first, second, own):
    """What is wrong with what is said of two builds; nothing: they are called what they are. `own`: of the second's formula."""
    code, found = prove(lockstep, folder, first, second)
    if own is None:
        return None if (code, found["outcome"]) == (0, "theorem") else found
    is_other = code == 1 and found["outcome"] in ("counterexample", "differs") and own in found["expected"] and (
        OF_OURS in found["found"] and own not in found["found"] and found["polynomial"] == RIGHT)
    return None if is_other else found


def main():
    lockstep = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for of in BUILDS:
            build(of, folder)
        wrong = [f"{first or 'HIP'} == {second}: {found}" for first, second, own in [(*pair, None) for pair in EQUAL] + OTHERS
                 if (found := check(lockstep, folder, first, second, own))]
        code, found = prove(lockstep, folder, "", "wrong_scale")
        if (code, found["outcome"]) != (1, "counterexample") or not found["polynomial"].startswith("of the first the right one"):
            wrong.append(f"a wrong scale: {code} {found}")
    print(*wrong, f"{len(EQUAL)} pairs equal, {len(OTHERS)} in another order, Triton {triton.__version__}: {len(wrong)} failed", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
