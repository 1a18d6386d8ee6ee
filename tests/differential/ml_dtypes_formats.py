#!/usr/bin/env python3
"""Compares the formats with ml_dtypes: the value of every code, and the code of every number that is representable, a
midpoint, or one or two ulp beside either, with both signs, and a million random bit patterns."""
import argparse
import subprocess
import sys

import ml_dtypes
import numpy as np

# Where ml_dtypes has more than one code for a result, NaN, any of them will do.
FORMATS = {
    "float8_e4m3fn": 8, "float8_e4m3fnuz": 8, "float8_e5m2": 8, "float8_e5m2fnuz": 8, "float6_e2m3fn": 6,
    "float6_e3m2fn": 6, "float4_e2m1fn": 4, "float8_e8m0fnu": 8, "bfloat16": 16,
}


def ours(tool, name, what, numbers, result):
    done = subprocess.run([tool, name, what], input=numbers.tobytes(), capture_output=True, check=True)
    return np.frombuffer(done.stdout, result)


def telling(values):
    """Numbers around every finite value and every midpoint."""
    finite = np.unique(np.abs(values[np.isfinite(values)]))
    centres = np.concatenate([finite, (finite[1:] + finite[:-1]) / 2, [2 * finite[-1]]])
    numbers = centres[centres < 3.4e38].astype(np.float32)
    around = [numbers]
    for towards in (np.float32(0), np.float32(np.inf)):
        near = numbers
        for _ in range(2):
            near = np.nextafter(near, towards)
            around.append(near)
    random = np.random.default_rng(1).integers(0, 2**32, 1_000_000, dtype=np.uint32).view(np.float32)
    numbers = np.concatenate([*around, random, np.array([0, np.inf, np.nan], np.float32)])
    return np.concatenate([numbers, -numbers])


def differences(tool, name, bits, conversion):
    theirs = getattr(ml_dtypes, name)
    unsigned = np.uint16 if bits == 16 else np.uint8
    codes = np.arange(2**bits, dtype=np.uint32)
    values = codes.astype(unsigned).view(theirs).astype(np.float64)
    mine = ours(tool, name, "decode", codes, np.float64)
    same = (mine.view(np.uint64) == values.view(np.uint64)) | (np.isnan(mine) & np.isnan(values))
    wrong = int(np.count_nonzero(~same))
    if wrong:
        first = int(codes[~same][0])
        print(f"{name}: code {first:#x} is {mine[first]} here, {values[first]} there")

    numbers = telling(values)
    if name == "float8_e8m0fnu":
        # ml_dtypes makes NaN of what is not positive and of what rounds to 2^128; a scale recipe never sees the
        # former, and keeps the latter.
        numbers = numbers[(numbers > 0) & (numbers < 1.5 * 2.0**127)]
    got = ours(tool, name, conversion, numbers, np.uint32)
    with np.errstate(all="ignore"):
        expected = numbers.astype(theirs).view(unsigned).astype(np.uint32)
    both_nan = np.isnan(values[got & (2**bits - 1)]) & np.isnan(values[expected & (2**bits - 1)])
    same = (got == expected) | both_nan
    wrong += int(np.count_nonzero(~same))
    if not same.all():
        at = int(np.flatnonzero(~same)[0])
        print(f"{name}: {numbers[at].item().hex()} becomes {got[at]:#x} here, {expected[at]:#x} there")
    print(f"{name}: {len(codes)} codes and {len(numbers)} numbers, {wrong} differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--conversion", default="ml_dtypes", help="another one is a planted bug")
    options = parser.parse_args()
    np.seterr(all="ignore")
    wrong = sum(differences(options.tool, name, bits, options.conversion) for name, bits in FORMATS.items())
    print(f"{wrong} differences in all")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
