#!/usr/bin/env python3
"""The recipes for FlyDSL's grouped GEMMs, on kernels of our own that FlyDSL compiled to the same names and arguments: they
give our kernels' bits, and a planted bug is found.  flydsl_recipes.py LOCKSTEP"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LOCKSTEP = pathlib.Path(sys.argv[1]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
RECIPES = HERE.parent.parent / "docs" / "recipes"
N, K, GROUPS = 256, 512, 3
SIZES = f"n={N},k={K},groups={GROUPS},out=bf16,padded_scales=0"

# form, keys of both sides, what differs from FlyDSL's own kernel
ROWS = [
    ("masked", f"{SIZES},m_max=160", {"grid": ["n / 16", "m / 16", "groups"]}),
    ("contiguous", f"{SIZES},pad=tail,ragged=0,zero_padding=0,groups_as=ids", {"grid": ["n / 16", "m / 16"]}),
]


def compiled(folder, form, *words):
    environment = {**os.environ, "FLYDSL_RUNTIME_ENABLE_CACHE": "0", "PYTHONPATH": str(HERE.parent / "exec" / "flydsl_programs")}
    program = [sys.executable, HERE / "flydsl" / "grouped.py", form, N, K, GROUPS, *words]
    done = subprocess.run([LOCKSTEP, "exec", "--schedule", "earliest", "--record", folder, "--", *map(str, program)], env=environment, capture_output=True,
                          text=True)
    code = folder / "0001" / "code.co"
    if not code.exists():
        sys.exit(f"{form}: nothing was recorded:\n{done.stdout}{done.stderr}")
    return str(code)


def compare(folder, form, keys, changes, *words):
    recipe = json.loads((RECIPES / f"flydsl_{form}.json").read_text())
    recipe["object"] = compiled(folder, form, *words)
    recipe.update(changes, block=[64], accepts=[c for c in recipe["accepts"] if c != "m % 128 == 0"] + ["m % 16 == 0"])
    (folder / "recipe.json").write_text(json.dumps(recipe))
    kernel = f"grouped_gemm_{form}"
    done = subprocess.run([LOCKSTEP, "compare", f"{kernel},{keys}", f"{kernel}:{folder}/recipe.json,{keys}", "--seed", "1",
                           "--jobs", "2", "--cases", "40", "--no-wide-offsets"], capture_output=True, text=True)
    same = re.search(r"same bits +in (\d+) cases", done.stdout)
    return done.returncode, int(same[1]) if same else 0, done.stdout + done.stderr


def main():
    failed = 0
    for form, keys, changes in ROWS:
        for words, code in (((), 0), (("bug",), 1)):
            with tempfile.TemporaryDirectory() as name:
                got, same, text = compare(pathlib.Path(name), form, keys, changes, *words)
            if got != code or (code == 0 and same < 10) or (code == 1 and "second 0x" not in text):
                failed += 1
                print(f"{form} {' '.join(words)}: exit code {got}, expected {code}; {same} cases with the same bits\n{text}")
    print(f"{2 * len(ROWS)} comparisons, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
