#!/usr/bin/env python3
"""Pairs of implementations under `lockstep compare`: what is the same, what differs and how that is told, what can't be
compared.  compare_command.py LOCKSTEP"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

LOCKSTEP = pathlib.Path(sys.argv[1]).resolve()
HOLDS, FALSIFIED, USAGE, INCONCLUSIVE = 0, 1, 2, 3
MASKED = "grouped_gemm_masked"

# arguments, exit code, words of the output
ROWS = [
    (f"{MASKED} {MASKED}:O2 --cases 12", HOLDS, ["same bits  in 12 cases\n"]),
    (f"{MASKED},tile=large {MASKED},tile=small --cases 8", HOLDS, ["same bits  in 8 cases\n"]),
    (f"{MASKED}@gfx950 {MASKED}@gfx942 --cases 12", HOLDS, ["in 12 cases; only data that is exact in any order"]),
    (f"{MASKED}@gfx950 {MASKED}@gfx942 --snr --cases 8", HOLDS, ["SNR        in 8 cases\n"]),
    ("grouped_gemm_k grouped_gemm_k@gfx942 --snr --cases 6", HOLDS, ["SNR        in 6 cases\n"]),
    ("small_m_mfma small_m_gemv --snr --cases 30", HOLDS, ["SNR        in ", "not run    in "]),
    (f"{MASKED} {MASKED},model=exact --case '{MASKED}@gfx950 groups=1 n=128 k=512 m=40 m_max=40 data=codes scales=distinct'",
     FALSIFIED, ["is its declared order's result under exact", "1 ulp towards zero"]),
    # Planted bugs: one of values, one of an arch.
    (f"{MASKED} {MASKED}:dropped_dma_wait --cases 60", FALSIFIED,
     ["is its declared order's result under every model", "is not its declared order's result under any model",
      "build=dropped_dma_wait", "differ in  D["]),
    (f"{MASKED} moe_gate_up", USAGE, ["only implementations of one operator can be compared"]),
    (f"{MASKED} {MASKED}:no_such_build --cases 3", USAGE, ["has no build 'no_such_build'"]),
    (f"{MASKED} {MASKED},tile=huge --cases 3", INCONCLUSIVE, ["tile", "huge"]),
    ("grouped_gemm_mask grouped_gemm_masked", USAGE, ["no kernel 'grouped_gemm_mask'"]),
    (f"{MASKED} {MASKED}, --cases 3", USAGE, ["is not KEY=VALUE"]),
    (f"{MASKED} {MASKED}: --cases 3", USAGE, ["no build follows the colon"]),
    (f"{MASKED} {MASKED}:O2 --case nonsense", USAGE, ["m is missing"]),
    (f"{MASKED} {MASKED}:O2 --cases 0", USAGE, ["'0' is not a number of cases from 1 on"]),
]


def run(arguments):
    done = subprocess.run([LOCKSTEP, "compare", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def again(text):
    """The command that a report offers."""
    line = next(line for line in text.splitlines() if line.startswith("  again "))
    return shlex.split(line)[3:]


def check(arguments, code, words):
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "result.json"
        seeded = ["--seed", "1", "--jobs", "2", "--json", str(result)]
        got, text = run(shlex.split(arguments) + seeded)
        if got != code or any(word not in text for word in words):
            return f"exit code {got}, expected {code} and {words}:\n{text}"
        if code == USAGE:
            return None
        said = json.loads(result.read_text())
        verdict = {HOLDS: "holds", FALSIFIED: "falsified", INCONCLUSIVE: "inconclusive"}[code]
        if said["verdict"] != verdict:
            return f"JSON says {said['verdict']}, not {verdict}"
        if code != FALSIFIED:
            return None
        if run(again(text)) != (FALSIFIED, run(again(text))[1]) or said["smallest"] not in run(again(text))[1]:
            return f"the command that was offered shows no difference:\n{text}"
    return None


def main():
    failed = 0
    for row in ROWS:
        if problem := check(*row):
            failed += 1
            print(f"compare {row[0]}: {problem}")
    print(f"{len(ROWS)} comparisons, {failed} failed")
    return 1 if failed or not ROWS else 0


sys.exit(main())
