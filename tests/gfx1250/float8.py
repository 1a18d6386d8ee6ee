#!/usr/bin/env python3
"""float8.py LOCKSTEP CLANG FOLDER: clang's builtins that convert to and from 8-bit formats without a scale, compiled and run,
against the formats as written down here. Numbers are ones that all formats have, so that no rounding matters."""
import random
import subprocess

from launches import *
from wmma import encode, f32_code, to_f16

OLD = 0x11223344


def decode(code, exponent_bits, mantissa_bits, bias, signed=True):
    """As a float; NaN of e4m3 and e5m3, infinity and NaN of e5m2, are not asked for."""
    sign = -1 if signed and code >> exponent_bits + mantissa_bits else 1
    exponent, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


def e4m3(x): return encode(x, 4, 3, 7)
def e5m2(x): return encode(x, 5, 2, 15)
def e5m3(x): return encode(abs(x), 5, 3, 15)
def of_e4m3(c): return decode(c, 4, 3, 7)
def of_e5m2(c): return decode(c, 5, 2, 15)
def of_e5m3(c): return decode(c, 5, 3, 15, False)


def byte(code, n): return code >> 8 * n & 0xFF
def to_byte(code, n): return OLD & ~(0xFF << 8 * n) | code << 8 * n
def to_half(pair, n): return OLD & ~(0xFFFF << 16 * n) | pair << 16 * n
def pair(code, x, y): return code(y) << 8 | code(x)


def wanted(x, y, c):
    half = lambda number, at: to_f16(number(byte(c, at)))
    return [to_half(pair(e5m3, x, y), 0), to_half(pair(e5m3, x, y), 1), *(to_byte(e5m3(x), n) for n in range(4)),
            *(f32_code(of_e5m3(byte(c, n))) for n in range(4)),
            to_half(pair(e4m3, x, y), 1), to_byte(e5m2(x), 2), pair(e4m3, x, y), pair(e5m2, x, y),
            to_byte(e4m3(y), 0), to_byte(e4m3(x), 3), to_byte(e5m2(y), 1),
            half(of_e4m3, 0), half(of_e4m3, 3), half(of_e5m2, 1), half(of_e4m3, 0) | half(of_e4m3, 1) << 16,
            half(of_e5m2, 2) | half(of_e5m2, 3) << 16, f32_code(of_e4m3(byte(c, 2))), f32_code(of_e5m2(byte(c, 3)))]


random.seed(8)
FOLDER.mkdir(parents=True, exist_ok=True)
xs, ys = [[random.choice([-1, 1]) * random.choice([0.25, 0.5, 1, 1.25, 1.5, 2, 3, 3.5, 6, 7, 14, 28, 96]) for _ in range(32)] for _ in range(2)]
codes = [sum(random.choice([random.randrange(0x7C), random.randrange(0x80, 0xFC)]) << 8 * n for n in range(4)) for _ in range(32)]
rows = [wanted(x, y, c) for x, y, c in zip(xs, ys, codes)]
want = floats([rows[lane][n] & 0xFFFFFFFF for n in range(len(rows[0])) for lane in range(32)], "I")
for level in ("O0", "O3"):
    code = FOLDER / f"float8.{level}.co"
    subprocess.run([CLANG, "-x", "hip", "--offload-arch=gfx1250", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
                    "-std=c++20", f"-{level}", "-o", code, HERE / "float8.hip"], check=True)
    status, said = run(code, "float8", [1], 32, {"out": len(want), "a": floats(xs), "b": floats(ys), "codes": floats(codes, "I")},
                       [{"pointer": "out"}, {"pointer": "a"}, {"pointer": "b"}, {"pointer": "codes"}], want)
    check(f"builtins of 8-bit formats at {level}", status == HOLDS, said)
finish()
