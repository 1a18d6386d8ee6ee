#!/usr/bin/env python3
"""scaled_wmma.py LOCKSTEP CLANG FOLDER: gfx1250's block-scaled products with scales in vector registers. Every row and block of 32
has a scale of its own, so that no place of an element or a scale can stand for another; small integers keep all sums exact."""
import random
import re

from wmma import *

CHOICES = {"fp8": "FP8", "bf8": "BF8", "fp6": "FP6", "bf6": "BF6", "fp4": "FP4"}
BLOCKS, K = 4, 128


class Scaled:
    """`rows`: which 16 lanes of a scale register have the rows of A, the columns of B. `constant`: C is one."""

    def __init__(self, a, b, rows=(0, 0), tall=False, constant=None):
        self.rows, self.m = rows, 32 if tall else 16
        words = "".join(f" matrix_{side}_fmt:MATRIX_FMT_{CHOICES[t]}" for side, t in (("a", a), ("b", b)) if t != "fp8" and not tall)
        words += "".join(f" matrix_{side}_scale:MATRIX_SCALE_ROW{row}" for side, row in zip("ab", rows) if row)
        name = "v_wmma_scale_f32_32x16x128_f4" if tall else "v_wmma_scale_f32_16x16x128_f8f6f4"
        self.case = Case(name, self.m, 16, K, a, b, "f32", "f32", "choice", constant=constant)
        self.words = words
        self.a, self.b, self.c = self.case.drawn()
        self.scales = [[[random.randint(124, 130) for _ in range(BLOCKS)] for _ in range(rows)] for rows in (self.m, 16)]

    def name(self):
        return f"{self.case.name} {self.case.a} {self.case.b}{self.words} c={self.case.constant}"

    def places(self):
        """First registers of A, B, C, D, of the scales of A and of B."""
        a, b, c, _ = self.case.sizes()
        return 16, 16 + a, 16 + a + b, 16 + a + b + c, 120, 121

    def text(self, label, left_out=()):
        """left_out: (register, lane) that nobody loads."""
        a, b, c, d = self.case.sizes()
        at = self.places()
        third = str(self.case.constant) if self.case.constant is not None else registers(at[2], c)
        self.case.modifiers = ""
        instruction = (f"{self.case.name} {registers(at[3], d)}, {registers(at[0], a)}, {registers(at[1], b)}, {third}, v{at[4]}, v{at[5]}"
                       f"{self.words}")
        text = program(label, instruction, [(at[0], a), (at[1], b), (at[2], c), (at[4], 2)], [(at[3], d)])
        for register, lane in left_out:
            load = re.compile(rf"^.*global_load_b32 v{register}, .*$", re.M)
            text = load.sub(lambda found: f"  s_mov_b32 exec_lo, {~(1 << lane) & 0xFFFFFFFF:#x}\n{found.group()}\n  s_mov_b32 exec_lo, -1", text)
        return text

    def data(self):
        x, _ = self.case.data(self.a, self.b, self.c)
        dwords = []
        for side, row in zip(self.scales, self.rows):
            lanes = [random.getrandbits(32) for _ in range(32)]  # the others mean nothing
            for r, blocks in enumerate(side):
                lanes[16 * row + r] = sum(code << 8 * n for n, code in enumerate(blocks))
            dwords += lanes
        result = Registers(self.m * 16 // 32)
        for i in range(self.m):
            for j in range(16):
                total = self.c[i][j] if self.case.constant is None else self.case.constant
                total += sum(self.a[i][k] * self.b[j][k] * 2.0 ** (self.scales[0][i][k // 32] + self.scales[1][j][k // 32] - 254) for k in range(K))
                result.put(place_result(32, i, j), f32_code(total))
        return x + floats(dwords, "I"), floats(result.dwords(), "I")


def check_products():
    cases = [Scaled(x, y, (n % 2, n // 2 % 2)) for n, (x, y) in enumerate((x, y) for x in CHOICES for y in CHOICES)]
    cases += [Scaled("fp8", "fp4", rows) for rows in ((0, 0), (1, 0), (0, 1), (1, 1))]
    cases += [Scaled("fp4", "fp4", (0, row), tall=True) for row in (0, 1)]
    cases += [Scaled("fp8", "fp8", constant=0), Scaled("fp4", "fp4", tall=True, constant=1.0)]
    code = programs("scaled.s", "".join(case.text(f"s{n}") for n, case in enumerate(cases)))
    for n, case in enumerate(cases):
        x, want = case.data()
        for model in ("wmma_functional", "wmma_exact", "wmma_gtr16_post"):
            status, said = run_registers(code, f"s{n}", x, want, ("--model", model))
            check(f"{case.name()} under {model}", status == HOLDS, said)


def check_undefined():
    """What is undefined of a row of A, a column of B, their scales or C is undefined of D, and nothing else."""
    for tall in (False, True):
        case = Scaled("fp4", "fp4", tall=tall) if tall else Scaled("fp6", "bf8", (1, 0))
        a, b, c, _, scale_a, scale_b = case.places()
        last = case.m - 1
        row, column = set((5, j) for j in range(16)), lambda j: set((i, j) for i in range(case.m))
        expected = {"A": ([(a, 5)], row), "its last register": ([(a + case.case.sizes()[0] - 1, 16 + 3)], {(case.m - 16 + 3, j) for j in range(16)}),
                    "B": ([(b + 1, 16 + 9)], column(9)), "a scale of A": ([(scale_a, last if tall else 16 + 5)], {(last if tall else 5, j) for j in range(16)}),
                    "a scale of B": ([(scale_b, 7)], column(7)), "C": ([(c + 2, 16 + 4)], {(8 + 2, 4)}), "nothing": ([], set()),
                    "a scale nobody reads": ([(scale_b, 16 + 1)] + ([] if tall else [(scale_a, 2)]), set())}
        code = programs("undefined.s", "".join(case.text(f"u{n}", left_out) for n, (left_out, _) in enumerate(expected.values())))
        x, want = case.data()
        for n, (what, (_, elements)) in enumerate(expected.items()):
            status, said = run_registers(code, f"u{n}", x, want)
            found = re.search(r"undefined-output: out: (\d+) of \d+ bytes were never written, or hold undefined values, the first at (0x[0-9a-f]+)", said)
            offsets = sorted(128 * (bit // 32) + 4 * lane for lane, bit in (place_result(32, i, j) for i, j in elements))
            told = (int(found[1]), int(found[2], 16)) if found else (0, 0)
            check(f"{case.name()}: undefined {what}", told == (4 * len(offsets), offsets[0] if offsets else 0), f"{offsets[:3]}\n{said}")


if __name__ == "__main__":
    random.seed(61251)
    FOLDER.mkdir(parents=True, exist_ok=True)
    check_products()
    check_undefined()
    finish()
