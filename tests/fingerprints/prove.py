"""Theorems of kernels that are right, and none of kernels that are wrong.

python prove.py LOCKSTEP
"""

import json
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MASKED = "grouped_gemm_masked@{} groups=2 m_max=64 m=17,9 n=128 k=256"
SMALL_MOE = "small_m_moe@{} m=3,0,5 n=34 k=256 a_div=2 spare=3 pad=scattered pad_id=negative gap=6 block_m=16"
CONTIGUOUS = "grouped_gemm_contiguous@{} n=128 k=256 m=40"

# Operators, archs, formats, splits, tails and forms of routing.
THEOREMS = [
    MASKED.format("gfx950"), MASKED.format("gfx1250"),
    MASKED.format("gfx942"), MASKED.format("gfx942") + " out=f16", CONTIGUOUS.format("gfx950"),
    "grouped_gemm_contiguous@gfx942 n=128 k=0 m=1",
    "grouped_gemm_k@gfx950 n=128 k=128 m=128 c=in_place out=f32",
    "grouped_gemm_k@gfx942 n=128 k=128 m=128,0 c=apart out=f32", "small_m_mfma@gfx950 m=3 n=48 k=256 blocks=apart",
    "small_m_mfma@gfx950 m=17 n=64 k=512 split_k=2", "small_m_mfma@gfx1250 m=3 n=48 k=256 blocks=apart",
    "moe_down_flat@gfx950 m=3,0,20 n=256 k=256", "moe_down_added@gfx950 m=3,20 n=256 k=256 top_k=2",
    "moe_down_flat@gfx1250 m=3,20 n=256 k=256",
    "mx_gemm@gfx1250 m=17 n=64 k=256", "mx_gemm@gfx1250 m=17 n=64 k=256 a=e2m1 b=e2m1",
    "mx_gemm@gfx1250 m=17 n=32 k=256 b=e2m1", "mx_gemm@gfx1250 m=40 n=200 k=512 cluster=2x2 stages=3",
    "mx_gemm@gfx1250 m=70 n=140 k=256 a=e2m1 b=e2m1 cluster=4x1 store=lanes", "mx_gemm@gfx1250 m=70 n=140 k=512 cluster=1x2 split_k=2",
    "mx_gemm@gfx1250 m=17 n=64 k=256 cluster=4x4",
    "tensorwise_nt@gfx950 m=17 n=64 k=1000 split_k=3", "tensorwise_nn@gfx950 m=17 n=64 k=250",
    "tensorwise_tn@gfx950 m=32 n=64 k=256",
    "tensorwise_nt@gfx950 m=17,0,30 n=64 k=250 beta=1", "tensorwise_nn@gfx950 m=17 n=64 k=1000 split_k=3 beta=1 out=f16",
    "moe_down_added@gfx950 m=3,20 n=256 k=256 top_k=2 residual=1", "moe_down_added@gfx1250 m=3,20 n=256 k=256 residual=1",
    "small_m_gemv@gfx950 m=2 n=64 k=256", "small_m_gemv@gfx950 m=5 n=20 k=1056 block_n=32 build=O1",
    "moe_down_mxfp4@gfx950 m=3,0,20 n=256 k=256", "moe_down_mxfp4@gfx950 m=40 n=256 k=256 block=128 build=O2",
    "moe_down_mxfp4@gfx1250 m=3,20 n=256 k=256", "moe_down_mxfp4@gfx1250 m=3 n=256 k=256 a=e4m3",
    "small_m_gemv@gfx1250 m=3 n=10 k=1600", SMALL_MOE.format("gfx950") + " weights=mixed", SMALL_MOE.format("gfx1250"),
]
# Theorems that rely on more than all do, and on what.
DIVIDES = "v_rcp_f32 and v_div_*_f32 divide"
ASSUMED = [
    ("moe_gate_up@gfx950 m=3,20 n=512 k=256 top_k=2", DIVIDES), ("moe_gate_up@gfx1250 m=3 n=512 k=256", DIVIDES),
    ("moe_two_stage@gfx950 m=3,20 n=256 k=256 inter=256 top_k=2", DIVIDES),
    ("moe_two_stage@gfx1250 m=3 n=256 k=256 inter=256 a=e4m3", DIVIDES),
]
# Theorems of a part, past 2 GiB, and of which.
PARTS = [
    ("tensorwise_nt@gfx950 groups=1 n=253 k=2048 m=1048577 b=e5m2 sample=1", "1 of 16386 tiles"),
    ("tensorwise_nn@gfx950 groups=1 n=768 k=1 m=2796289 b=e5m2 sample=1", "1 of 131082 tiles"),
]
STAGED = "mx_gemm@gfx1250 m=40 n=200 k=512"
# Two builds or tunings of one kernel, whatever the declared order.
EQUAL = [
    (MASKED.format("gfx950"), "build=O2"),
    (MASKED.format("gfx942"), "build=O2"), (MASKED.format("gfx1250"), "build=O2"),
    (MASKED.format("gfx950"), "tile=large"), ("grouped_gemm_masked@gfx942 groups=1 m_max=4 m=1 n=128 k=128", "build=O0"),
    *((STAGED, keys) for keys in ("stages=4", "store=lanes", "cluster=2x2", "tile=128x128")),
]
# gfx1250's ports, and what is assumed of both archs' instructions.
SAME_MATRIX = "a matrix instruction of gfx950 computes what one of gfx1250 does"
MFMA, FLAT = "small_m_mfma@{} m=5 n=64 k=512", "moe_down_flat@{} m=3,20 n=256 k=256"
PORTS = [(form.format("gfx950"), form.format("gfx1250")) for form in (MASKED, MFMA, FLAT)]
# Pairs of one problem that differ: the data that shows it, or only the terms.
PAIRS = [
    ("tensorwise_nt@gfx950 m=17 n=64 k=1000", "split_k=3", "of both the right one of the operands"),
    (MASKED.format("gfx950"), MASKED.format("gfx1250") + " build=wmma_scale_of_one_block", "of the second"),
]
# Planted bugs, each on a shape that it spoils: what the proof says of it.
BUGS = [
    (MASKED.format("gfx950"), "b_scale_never_advances", "counterexample"),
    (MASKED.format("gfx950"), "permuted_k_chunks", "counterexample"),
    (MASKED.format("gfx950"), "dropped_dma_wait", "premise fails"),
    (MASKED.format("gfx950"), "rows_to_capacity", "counterexample"),
    (MASKED.format("gfx942") + " out=f16", "gfx942_a_scale_of_low_rows", "counterexample"),
    (MASKED.format("gfx1250"), "wmma_scale_of_one_block", "counterexample"),
    ("moe_down_added@gfx950 m=3,20 n=256 k=256 top_k=2", "moe_stored_instead_of_added", "premise fails"),
    ("grouped_gemm_k@gfx950 n=128 k=128 m=128 c=in_place out=f32", "infinite_addend_made_finite", "counterexample"),
    ("mx_gemm@gfx1250 m=40 n=64 k=512", "mx_stage_refilled_too_early", "premise fails"),
    ("mx_gemm@gfx1250 m=40 n=200 k=512 cluster=2x2", "mx_cluster_barrier_left_out", "premise fails"),
    ("mx_gemm@gfx1250 m=40 n=200 k=512 cluster=2x2", "mx_cluster_meets_only_at_first", "premise fails"),
    ("tensorwise_nn@gfx950 m=17 n=64 k=250 b=e5m2", "formats_exchanged", "counterexample"),
    ("tensorwise_nn@gfx950 m=17 n=64 k=250 b=e5m2 beta=1", "formats_exchanged", "counterexample"),
    ("moe_down_added@gfx950 m=3,20 n=256 k=256 top_k=2 residual=1", "moe_stored_instead_of_added", "premise fails"),
    ("small_m_gemv@gfx950 m=2 n=64 k=256", "first_of_sixteen_without_its_sign", "counterexample"),
    ("small_m_gemv@gfx950 m=2 n=64 k=256", "scale_above_one_is_one", "counterexample"),
    ("small_m_gemv@gfx950 m=2 n=64 k=256", "nan_row_spoils_the_first", "counterexample"),
    ("small_m_gemv@gfx950 m=2 n=64 k=96", "chunk_past_k_taken", "counterexample"),
    ("small_m_gemv@gfx1250 m=2 n=64 k=1600", "half_of_64_lanes", "counterexample"),
    ("moe_down_mxfp4@gfx950 m=3,20 n=256 k=256", "moe_amax_of_half_a_block", "counterexample"),
    ("moe_gate_up@gfx950 m=3,20 n=512 k=256", "moe_gate_and_up_swapped", "counterexample"),
    ("moe_gate_up@gfx950 m=3,20 n=512 k=256", "moe_silu_on_the_wrong_half", "counterexample"),
    ("moe_two_stage@gfx950 m=3,20 n=256 k=256 inter=256", "moe_h_scales_in_another_order", "premise fails"),
    ("moe_down_mxfp4@gfx1250 m=3,20 n=256 k=256", "expert_columns_of_the_wrong_half", "counterexample"),
    ("moe_two_stage@gfx1250 m=3 n=256 k=256 inter=256", "expert_scale_exponent_truncated", "counterexample"),
    ("moe_gate_up@gfx1250 m=3,20 n=512 k=256", "expert_scales_of_padding_stored", "counterexample"),
    ("moe_gate_up@gfx1250 m=3 n=512 k=1024 block=32", "expert_one_copy_not_counted", "premise fails"),
    ("small_m_moe@gfx950 n=34 k=256 m=3,0,5 num_post=early", "num_post_ignored", "premise fails"),
    ("small_m_moe@gfx950 n=4096 k=32 m=1 far=1 spare=1049576", "d_index_in_32_bits", "premise fails"),
    (SMALL_MOE.format("gfx950") + " weights=mixed", "weight_by_row_of_a", "premise fails"),
    (SMALL_MOE.format("gfx950"), "gap_ends_the_block", "premise fails"),
    (SMALL_MOE.format("gfx1250"), "w32_negative_id_is_a_row", "premise fails"),
]


UNKNOWN = [
    ("small_m_gemv@gfx950 m=2 n=64 k=256 build=O0", "EXEC depends on data: s_mov_b64 exec"),
    ("small_m_gemv@gfx950 m=2 n=64 k=256 build=O0", ": on b_scale[0, 0]"),
    ("grouped_gemm_masked@gfx950 groups=1 m_max=64 m=0 n=128 k=128", "writes no element of this shape"),
    ("grouped_gemm_k@gfx950 n=1024 k=1024 m=0*512,128 out=f32", "bytes of output are more than the"),
]


# A campaign of shapes of one kernel: its build, the exit code, and what it says.
CAMPAIGNS = [
    ("O3", 0, "theorems        3 of 3 shapes; 0 refuted"),
    ("b_scale_never_advances", 1, "instead of"), ("permuted_k_chunks", 1, "instead of"),
    ("dropped_dma_wait", 1, "its premise fails: lds-race:"),
]


def campaign(lockstep, build, cases=3, always="n=128,k=512"):
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run([lockstep, "fuzz", "grouped_gemm_masked@gfx950", "--prove", "--build", build, "--seed", "1",
                              "--cases", str(cases), "--always", always, "--no-wide-offsets", "--shrink-tries", "3",
                              "--jobs", "1", "--corpus", folder], capture_output=True, text=True)
        return ran.returncode, ran.stdout


def run(*words):
    return subprocess.run(words, capture_output=True).returncode


def prove(lockstep, *words):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        ran = subprocess.run([lockstep, "prove", *words, "--json", file], capture_output=True, text=True)
        return ran.returncode, json.loads(file.read_text()) if file.exists() else {"outcome": ran.stderr.strip()}


def main():
    lockstep = sys.argv[1]
    # What is proved, the exit code, the outcome, which of its document's keys it has one of, and a text there.
    expected = [([case], 0, "theorem", ("elements",), "") for case in THEOREMS]
    expected += [([case], 0, "theorem", ("assumption",), says) for case, says in ASSUMED]
    expected += [([case], 0, "theorem", ("part",), says) for case, says in PARTS]
    expected += [([case, "==", key], 0, "theorem", ("elements",), "") for case, key in EQUAL]
    expected += [([a, "==", b], 0, "theorem", ("assumption",), SAME_MATRIX) for a, b in PORTS]
    # Of two archs no data shows a difference: each adds as a model of its own.
    expected += [([a, "==", b], 1, "differs" if "gfx1250" in b else "counterexample", ("polynomial",), says) for a, b, says in PAIRS]
    expected += [([f"{case} build={bug}"], 1, outcome, ("first", "reason"), "") for case, bug, outcome in BUGS]
    # An empty part adds +0 to a sum: another term, and no data shows it.
    expected.append((["tensorwise_nt@gfx950 m=1 n=16 k=128", "==", "split_k=2"], 1, "differs", ("tried",), ""))
    # A byte is another number where FP8 is FNUZ; and of two parts nobody has said that they are the same tile's.
    expected.append(([MASKED.format("gfx942"), "==", MASKED.format("gfx950")], 3, "inconclusive", ("reason",), "are other numbers on gfx942"))
    expected.append((["small_m_mfma@gfx950 n=65536 k=512 m=3 sample=1", "==", "seed=7"], 2, "lockstep prove: they write other elements", ("outcome",), ""))
    # What nobody can prove yet is inconclusive, with its reason, and never a theorem.
    expected += [([case], 3, "inconclusive", ("reason",), says) for case, says in UNKNOWN]

    def check(row):
        words, code, outcome, keys, says = row
        found_code, found = prove(lockstep, *words)
        as_expected = (found_code, found["outcome"]) == (code, outcome) and any(found.get(key) for key in keys) and (
            says in json.dumps(found) and ("assumption" in found) == ("assumption" in keys))
        if not as_expected:
            return f"{' '.join(words)}: {found_code} {found}, not {code} {outcome} {says}"
        tried = found.get("tried")
        if tried and not (0 < tried["data"] <= 100 and tried["cases"] >= tried["data"]):
            return f"{' '.join(words)}: {tried}"
        shown = found.get("counterexample")
        if shown and shown["law"] == "same":
            # Of a pair: its own data show the difference at once.
            again, pair = prove(lockstep, *shlex.split(shown["again"])[2:])
            if (again, pair["outcome"], pair.get("tried")) != (1, "counterexample", {"data": 1, "cases": 1}):
                return f"{' '.join(words)}: {shown['again']} shows nothing: {again} {pair}"
        elif shown and run(lockstep, "replay", shown["smallest"], "--law", shown["law"]) != 1:
            return f"{' '.join(words)}: its counterexample is none: {shown}"
        return None

    with ThreadPoolExecutor(2) as pool:
        failures = [line for line in pool.map(check, expected) if line]
    for build, code, says in CAMPAIGNS:
        found, text = campaign(lockstep, build)
        if found != code or says not in text or (code == 1 and "' --law proof" not in text):
            failures.append(f"fuzz --prove of {build}: exit code {found}, expected {code} and '{says}':\n{text}")
    # Shapes that write nothing spoil no campaign; alone they prove nothing, nor does no shape at all.
    found, text = campaign(lockstep, "O3", cases=30, always="n=128,k=128,groups=1")
    if found != 0 or not re.search(r"30 cases: (\d+) hold, .*, ([1-9]) of which the laws say nothing;.*\n +theorems +\1 of 30", text):
        failures.append(f"fuzz --prove of shapes that write nothing among others: exit code {found}, expected 0:\n{text}")
    for how, says in (({"always": "m=0,groups=1"}, "say nothing about any of these cases"), ({"cases": 0}, "no case was")):
        found, text = campaign(lockstep, "O3", **how)
        if found != 3 or says not in text or "1 of" in text:
            failures.append(f"fuzz --prove of nothing: exit code {found}, expected 3 and '{says}':\n{text}")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "proof.html"
        run(lockstep, "prove", f"{BUGS[0][0]} build={BUGS[0][1]}", "--html", page)
        if not all(part in page.read_text() for part in ("counterexample", "./lockstep replay", "Errors of d")):
            failures.append("the page of a counterexample lacks it, its replay or its map")
    for line in failures:
        print(line)
    print(f"{len(THEOREMS)} theorems, {len(EQUAL)} pairs of builds, {len(BUGS)} planted bugs: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
