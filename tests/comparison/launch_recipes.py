#!/usr/bin/env python3
"""A code object that others built, under fuzz, replay and compare by its launch recipe; and recipes with mistakes.
  launch_recipes.py LOCKSTEP FOLDER"""
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

LOCKSTEP, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
RIGHT, BUG = (FOLDER / name / "plain_masked.json" for name in ("plain_masked", "plain_masked_bug"))
FEW = RIGHT.with_name("few.json")
FEW.write_text(json.dumps(json.loads(RIGHT.read_text()) | {"accepts": ["n <= 256", "k <= 512", "groups < 4"]}))
HOLDS, FALSIFIED, USAGE, INCONCLUSIVE = 0, 1, 2, 3
MASKED = "grouped_gemm_masked"
DRAWN = "--seed 1 --jobs 2 --no-wide-offsets"
CASE = f"{MASKED}@gfx950 groups=2 n=128 k=256 m=3,0 m_max=5 data=codes scales=distinct build="

# arguments, exit code, words of the output
ROWS = [
    (f"compare {MASKED} {MASKED}:{RIGHT} --cases 3 {DRAWN}", HOLDS, ["only data that is exact in any order"]),
    (f"compare {MASKED}@gfx942 {MASKED}@gfx950:{RIGHT} --cases 3 {DRAWN}", HOLDS, ["same bits  in "]),
    (f"compare {MASKED},n=256,k=384 {MASKED}:{RIGHT},n=256,k=384 --snr --cases 3 {DRAWN}", HOLDS, ["SNR        in 3 cases"]),
    (f"compare {MASKED} {MASKED}:{BUG} --cases 20 {DRAWN}", FALSIFIED, ["declares no order", "each by the factor 2^"]),
    (f"compare {MASKED} {MASKED}:{BUG} --snr --cases 20 {DRAWN}", FALSIFIED, ["snr        second: "]),
    (f"fuzz --build {RIGHT} --always n=256,k=384 --cases 3 --stats {DRAWN}", HOLDS, [f"{MASKED}@gfx950 3", "snr 3"]),
    (f"fuzz --build {BUG} --always m=3*2,m_max=5 --cases 6 {DRAWN} --corpus FOLDER", FALSIFIED, [f"build={BUG}"]),
    (f"fuzz --build {RIGHT} --always n=128,k=384,groups=2 --cases 4 --stats {DRAWN}", HOLDS, ["k blocks        odd 4", "4 hold"]),
    (f"fuzz --build {BUG} --always n=256,k=384,m=3*2,m_max=5 --cases 6 {DRAWN} --corpus FOLDER/always --no-shrink", FALSIFIED,
     ["groups=2 n=256 k=384 m=3*2 m_max=5 "]),
    (f"fuzz {MASKED} --always m=7,m_max=6 --cases 2 {DRAWN} --corpus FOLDER/none", INCONCLUSIVE, ["2 cases, the first since grouped_gemm_masked refuses the case: masked_m[0] = 7"]),
    (f"fuzz {MASKED} --always m_mx=6 --cases 2 {DRAWN}", USAGE, ["--always m_mx=6: unknown key 'm_mx'", "nearest: m_max"]),
    (f"fuzz tensorwise_nt --always m_max=6 --cases 2 {DRAWN}", USAGE, ["--always m_max=6: unknown key 'm_max'"]),
    (f"fuzz {MASKED} --always n --cases 2 {DRAWN}", USAGE, ["--always n: 'n' is not KEY=VALUE"]),
    (f"fuzz {MASKED} --always build=O2 --cases 2 {DRAWN}", USAGE, ["build is for --build to say"]),
    (f"fuzz --build {RIGHT} --always k=256 --cases 2 {DRAWN} --corpus FOLDER/none --journal FOLDER/journal", HOLDS, []),
    (f"fuzz --build {RIGHT} --always k=256 --cases 2 {DRAWN} --corpus FOLDER/none --resume FOLDER/journal", HOLDS, ["2 finished cases"]),
    (f"fuzz --build {RIGHT} --cases 2 {DRAWN} --corpus FOLDER/none --resume FOLDER/journal", USAGE, ["always"]),
    (f"compare grouped_gemm_contiguous,groups_as=ids grouped_gemm_contiguous:O2,groups_as=ids --cases 20 {DRAWN}", HOLDS, ["same bits  in 20 cases"]),
    (f"replay '{CASE}{RIGHT}'", HOLDS, ["bits             not applicable: the case leaves the order open"]),
    (f"replay '{CASE}{BUG}'", FALSIFIED, ["the output depends on bytes that the contract does not read"]),
    # A recipe that takes few problems: cases are drawn until it takes them.
    (f"compare {MASKED} {MASKED}:{FEW} --cases 8 {DRAWN}", HOLDS, ["same bits  in 8 cases"]),
    (f"fuzz tensorwise_nt --build {RIGHT} --cases 2", USAGE, [f"takes the problems of {MASKED}, not of tensorwise_nt"]),
]

# key, value, words of the complaint about it
MISTAKES = [
    ("object", "nowhere.co", ["nowhere.co"]),
    ("object", None, ["object"]),
    ("kernel", "plain_{out}", ["has no kernel plain_bf16; it has plain_masked_bf16, plain_masked_f16"]),
    ("takes", "gemm", ["takes the problems of gemm"]),
    ("order", "ascending", ["order 'ascending': of grouped_gemm_masked@gfx950 there are any, declared, scaled_128; `lockstep list orders`"]),
    ("grid", [], ["grid must be one to three expressions"]),
    ("grid", ["n / (k - 256)"], ["division by zero"]),
    ("grid", ["tiles"], ["no size 'tiles'; there are "]),
    ("block", ["m - 5"], ["block: 'm - 5' is 0, of at least 1"]),
    ("accepts", ["m > 5"], ["takes no such problem: 'm > 5' does not hold"]),
    ("tensors", [{"name": "weights", "layout": "rows"}], ["has no other layout of 'weights'; there are others of a_scale"]),
    ("tensors", [{"name": "b", "layout": "swizzled"}], ["can't be laid out as 'swizzled'; there are rows"]),
    ("arguments", [{"at": 0, "pointer": "dd"}], ["has no tensor 'dd'; it has d, a, a_scale"]),
    ("arguments", [{"at": 0, "i8": "n * 10"}], ["i8 'n * 10'"]),
    ("arguments", [{"at": 0, "pointer": "d", "bytes": "00"}], ["bytes"]),
    ("arguments", [{"pointer": "d"}], ["plain_masked_bf16"]),
    ("kernel", "plain_{k_block}_bf16", ["no size 'k_block'; there are "]),
    ("kernel", "plain_{out", ["no } after {"]),
    ("kernel", "plain_{n / 64}", ["has no kernel plain_2; it has"]),
    ("workspaces", [{"name": "a", "bytes": 16}], ["grouped_gemm_masked has a tensor 'a' already"]),
    ("workspaces", [{"name": "sums"}], ["'-1' is -1, of at least 0 and at most 2^38 bytes"]),
    ("launches", [{"kernel": "plain", "grid": [1], "block": [64]}], ["unknown key 'arguments'; there are accepts"]),
    ("shared_memory", 64, ["shared_memory"]),
]


def run(arguments):
    done = subprocess.run([LOCKSTEP, *shlex.split(arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(arguments, code, words):
    got, text = run(arguments)
    missing = [word for word in words if word not in text]
    return f"exit code {got}, expected {code}; missing {missing}:\n{text}" if got != code or missing else None


def main():
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for arguments, code, words in ROWS:
            problems.append((arguments, check(arguments.replace("FOLDER", name), code, words)))
        shutil.copy(RIGHT.with_suffix(".co"), folder)
        for key, value, words in MISTAKES:
            recipe = json.loads(RIGHT.read_text())
            recipe[key] = value
            if value is None:
                del recipe[key]
            (folder / "wrong.json").write_text(json.dumps(recipe))
            problems.append((f"{key}: {value}", check(f"replay '{CASE}{folder}/wrong.json'", USAGE, words)))
        for text in ("", "[]", "{", '{"takes": 3}', "null"):
            (folder / "wrong.json").write_text(text)
            problems.append((text, check(f"replay '{CASE}{folder}/wrong.json'", USAGE, ["wrong.json"])))
    failed = [row for row in problems if row[1]]
    for what, problem in failed:
        print(f"{what}: {problem}")
    print(f"{len(problems)} recipes, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
