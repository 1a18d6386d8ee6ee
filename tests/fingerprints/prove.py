"""Theorems of kernels that are right, and none of kernels that are wrong.

python prove.py LOCKSTEP
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

MASKED = "grouped_gemm_masked@{} groups=2 m_max=64 m=17,9 n=128 k=256"
CONTIGUOUS = "grouped_gemm_contiguous@{} n=128 k=256 m=40"

# Operators, archs, formats, splits, tails and forms of routing.
THEOREMS = [
    MASKED.format("gfx950"), MASKED.format("gfx1250"),
    MASKED.format("gfx942") + " out=f16", CONTIGUOUS.format("gfx950"),
    "mx_gemm@gfx1250 m=17 n=64 k=256", "mx_gemm@gfx1250 m=17 n=64 k=256 a=e2m1 b=e2m1",
    "mx_gemm@gfx1250 m=17 n=32 k=256 b=e2m1",
    "tensorwise_nt@gfx950 m=17 n=64 k=1000 split_k=3", "tensorwise_nn@gfx950 m=17 n=64 k=250",
    "tensorwise_tn@gfx950 m=32 n=64 k=256",
]
# Two builds of one kernel, whatever the declared order.
EQUAL = [
    (MASKED.format("gfx950"), "build=O2"),
    (MASKED.format("gfx942"), "build=O2"), (MASKED.format("gfx1250"), "build=O2"),
]
# Planted bugs, each on a shape that it spoils: what the proof says of it.
BUGS = [
    (MASKED.format("gfx950"), "b_scale_never_advances", "differs"),
    (MASKED.format("gfx950"), "permuted_k_chunks", "differs"),
    (MASKED.format("gfx950"), "dropped_dma_wait", "premise fails"),
    (MASKED.format("gfx950"), "rows_to_capacity", "differs"),
    (MASKED.format("gfx942") + " out=f16", "gfx942_a_scale_of_low_rows", "differs"),
    (MASKED.format("gfx1250"), "wmma_scale_of_one_block", "differs"),
    ("mx_gemm@gfx1250 m=40 n=64 k=512", "mx_stage_refilled_too_early", "premise fails"),
    ("tensorwise_nn@gfx950 m=17 n=64 k=250 b=e5m2", "formats_exchanged", "differs"),
]


def prove(lockstep, *words):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        ran = subprocess.run([lockstep, "prove", *words, "--json", file], capture_output=True, text=True)
        return ran.returncode, json.loads(file.read_text()) if file.exists() else {"outcome": ran.stderr.strip()}


def main():
    lockstep = sys.argv[1]
    failures = []

    def expect(words, code, outcome):
        found_code, found = prove(lockstep, *words)
        if (found_code, found["outcome"]) != (code, outcome):
            failures.append(f"{' '.join(words)}: {found_code} {found}, not {code} {outcome}")
        return found

    for case in THEOREMS:
        found = expect([case], 0, "theorem")
        if not found.get("elements"):
            failures.append(f"{case}: no element was compared")
    for case, key in EQUAL:
        expect([case, "==", key], 0, "theorem")
    for case, bug, outcome in BUGS:
        found = expect([f"{case} build={bug}"], 1, outcome)
        if outcome == "differs" and not (found.get("first") or found.get("reason")):
            failures.append(f"{bug}: nothing says where it differs")
    # Two different computations of one case are never equal: each order of accumulation tells.
    expect(["tensorwise_nt@gfx950 m=17 n=64 k=1000", "==", "split_k=3"], 1, "differs")
    # What nobody can prove yet is inconclusive, with its reason, and never a theorem.
    for case in ("small_m_gemv@gfx950 m=2 n=64 k=256", "grouped_gemm_masked@gfx950 groups=1 m_max=64 m=0 n=128 k=128"):
        if not expect([case], 3, "inconclusive").get("reason"):
            failures.append(f"{case}: inconclusive without a reason")
    for line in failures:
        print(line)
    print(f"{len(THEOREMS)} theorems, {len(EQUAL)} pairs of builds, {len(BUGS)} planted bugs: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
