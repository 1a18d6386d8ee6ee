"""Law `algebra` alone holds of kernels in any order and is broken by planted bugs; `explain` names what an element is made of.

python algebra.py LOCKSTEP DEVICE RECIPES, the last two folders of own code objects and of recipes for them
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

MASKED = "grouped_gemm_masked@{} groups=2 m_max=64 m=17,9 n=128 k=256"
CONTIGUOUS = "grouped_gemm_contiguous@{} n=128 k=256 m=40"
NT = "tensorwise_nt@gfx950 m=17 n=64 k=1000"

# Operators, archs, formats, splits, tails, forms of routing, and data that float arithmetic makes nothing of.
HOLDS = [
    MASKED.format("gfx950"), MASKED.format("gfx1250"), MASKED.format("gfx942"), MASKED.format("gfx942") + " out=f16",
    MASKED.format("gfx950") + " data=one_hot build=O2", CONTIGUOUS.format("gfx950"), CONTIGUOUS.format("gfx950") + " data=nan",
    "mx_gemm@gfx1250 m=17 n=64 k=256", "mx_gemm@gfx1250 m=17 n=64 k=256 a=e2m1 b=e2m1",
    "mx_gemm@gfx1250 m=17 n=32 k=256 b=e2m1", NT, NT + " split_k=3", "tensorwise_nn@gfx950 m=17 n=64 k=250",
    "tensorwise_tn@gfx950 m=32 n=64 k=256",
]
# Planted bugs, each on a shape that it spoils.
FALSIFIED = [
    (MASKED.format("gfx950"), "b_scale_never_advances"), (MASKED.format("gfx950"), "permuted_k_chunks"),
    (MASKED.format("gfx942") + " out=f16", "gfx942_a_scale_of_low_rows"),
    (MASKED.format("gfx1250"), "wmma_scale_of_one_block"),
    ("tensorwise_nn@gfx950 m=17 n=64 k=250 b=e5m2", "formats_exchanged"),
]
# What the field has no operation for is named.
OPEN = [(MASKED.format("gfx942") + " build=negative_scales_lose_their_sign", "which is no operation of the field")]
# Elements whose operands lie in other rows of their tensors than they are read in.
ROWS = [
    ("moe_down_flat@gfx950 m=3,0,20 n=256 k=256", "D[33,5]", {"a": 33, "a_scale": 33, "b": 517, "b_scale": 517}),
    ("grouped_gemm_masked@gfx942 groups=2 m_max=64 m=0,9 n=128 k=256", "D[66,5]", {"a": 66, "b": 133}),
]


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def reads(step):
    return {r["operand"]: (r["row"], r["column"], len(r["offsets"]), r["stride"])
            for operation in step["operations"] for r in operation["reads"]}


def main():
    lockstep, device, recipes = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    failures = []

    def expect(case, code, words):
        found, text = run(lockstep, "replay", case, "--law", "algebra")
        if found != code or words not in text:
            failures.append(f"{case}: exit code {found}, expected {code} and '{words}':\n{text}")

    def explained(case, at):
        with tempfile.TemporaryDirectory() as folder:
            code, text = run(lockstep, "explain", case, "--at", at, "--json", Path(folder) / "e.json")
            return json.loads((Path(folder) / "e.json").read_text())["steps"] if code == 0 else failures.append(text) or []

    for case in HOLDS:
        expect(case, 0, "algebra          holds")
    for case, bug in FALSIFIED:
        expect(f"{case} build={bug}", 1, "another polynomial of the operands")
    for case, words in OPEN:
        expect(case, 3, words)
    # Code objects as if others had built them, in an order that nobody declared.
    for build, code in (("O2", 0), ("b_scale_never_advances", 1)):
        recipe = json.loads((recipes / "grouped_gemm_masked.json").read_text())
        recipe |= {"object": str(device / f"grouped_gemm_masked.gfx950.{build}.co"), "order": "any"}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "recipe.json").write_text(json.dumps(recipe))
            found, text = run(lockstep, "fuzz", "--build", f"{folder}/recipe.json", "--law", "algebra", "--cases", "4", "--seed",
                              "1", "--always", "k=512,n=256", "--no-wide-offsets", "--corpus", f"{folder}/corpus", "--shrink-tries", "0")
        if found != code or (code == 1 and "--law algebra" not in text):
            failures.append(f"the recipe of {build}: exit code {found}, expected {code}:\n{text}")
    # Two steps of 128 of row 3 of A and row 17 of B, each under its scales, then one rounding.
    steps = explained(MASKED.format("gfx950"), "D[3,17]")
    want = {"a": (3, 0, 128, 128), "b": (17, 0, 128, 128), "a_scale": (3, 0, 1, 1), "b_scale": (0, 0, 1, 1)}
    if not steps or steps[0]["times"] != 2 or reads(steps[0]) != want or steps[-1]["operations"][-1]["operation"] != "to_bf16":
        failures.append(f"D[3,17] is explained by {json.dumps(steps)[:2000]}")
    wrong = explained(MASKED.format("gfx950") + " build=b_scale_never_advances", "D[3,17]")
    if not wrong or reads(wrong[0]).get("b_scale", (0, 0, 0, 1))[3] != 0:
        failures.append(f"with a scale that never advances it is explained by {json.dumps(wrong)[:2000]}")
    # Rows are the tensors': sorted rows, tokens of a gated product, planes of experts and of groups that have rows.
    for case, at, want in ROWS:
        step = next((s for s in explained(case, at) if "b" in reads(s) or "gate_up_b" in reads(s)), None)
        if step is None or any(reads(step)[name][0] != row for name, row in want.items()):
            failures.append(f"{at} of {case}: {json.dumps(step)[:1000]}, not the rows {want}")
    code, text = run(lockstep, "explain", MASKED.format("gfx950"), "--at", "D[20,17]")
    if code != 2 or "does not write row 20" not in text:
        failures.append(f"a row that is not written: exit code {code}\n{text}")
    for line in failures:
        print(line)
    print(f"{len(HOLDS)} cases that hold, {len(FALSIFIED)} planted bugs: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
