"""mma_lines.py LOCKSTEP: what `lockstep arith mma` makes of single lines, good and bad."""
import re
import subprocess
import sys

F32 = "3f800000"


def zeros(k, scales):
    """A dot product of k zeros, with as many scales on either side."""
    fields = [["00"] * k, ["00"] * k, [F32]] + ([["7f"] * scales] * 2 if scales else [])
    return " / ".join(" ".join(f) for f in fields)


# unit, line, exit code, what its output or its complaint must match
LINES = [
    ("rdna4_dot2_f32_f16", "3c00 3c00 / 3c00 3c00 / 3f800000", 0, "^40400000$"),
    ("rdna4_dot2_f32_f16", "3c00 3c00 / 3c00 3c00 / 3f800000 /", 2, "line 1: 4 fields between slashes, not 3"),
    ("rdna4_dot2_f32_f16", "3c00 3c00 / 3c00 3c00", 2, "line 1: 2 fields between slashes, not 3"),
    ("rdna4_dot2_f32_f16", "3c00 3c00 / 3c00 3c00 / 13f800000", 2, "'13f800000' in c has more bits than float32"),
    ("rdna4_dot2_f32_f16", "3c00 13c00 / 3c00 3c00 / 3f800000", 2, "'13c00' in a has more bits than float16"),
    ("rdna4_dot2_f32_f16", "3c00 3c0g / 3c00 3c00 / 3f800000", 2, "'3c0g' in a is not a hexadecimal code"),
    ("rdna4_dot2_f32_f16", "3c00 / 3c00 / 3f800000", 2, "1 codes of a, not a multiple of 2"),
    ("hopper_mma_f64", "13ff0000000000000 / 0 / 0", 2, "in a has more bits than float64"),
    # A whole instruction is one sum: there are those of 64 and of 128 products.
    ("cdna4_f8f6f4/gtr128_inexp", zeros(128, 4), 0, F32),
    ("cdna4_f8f6f4/gtr128_inexp", zeros(64, 2), 0, F32),
    ("cdna4_f8f6f4/gtr128_inexp", zeros(256, 8), 2, "256 codes of a: .* k 64, 128"),
    ("cdna4_f8f6f4/gtr128_inexp", zeros(32, 1), 2, "32 codes of a"),
    ("cdna4_f8f6f4/exact", zeros(256, 8), 2, "256 codes of a"),
    # Steps of 32 chain.
    ("cdna4_f8f6f4/gtr32_inexp", zeros(256, 8), 0, F32),
]


def main(lockstep):
    failed = 0
    for unit, line, code, pattern in LINES:
        ran = subprocess.run([lockstep, "arith", "mma", unit], input=line + "\n", text=True, capture_output=True)
        said = ran.stderr if code else ran.stdout
        if ran.returncode == code and re.search(pattern, said):
            continue
        failed += 1
        print(f"{unit}: {line[:60]}: exit {ran.returncode}, not {code}; {said!r} lacks {pattern!r}")
    return failed != 0


sys.exit(main(sys.argv[1]))
