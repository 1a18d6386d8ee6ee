#!/usr/bin/env python3
"""wmma.py LOCKSTEP CLANG FOLDER: gfx1250's matrix instructions and conversions of eight elements, one at a time, from
registers to registers. Where elements lie is written down here as the sources say it; operands are small integers, whose
sums every model has exactly."""
import random
import struct

from launches import *

# ---- numbers


def encode(value, exponent_bits, mantissa_bits, bias):
    """Of a number that the format has."""
    sign = 1 << exponent_bits + mantissa_bits if value < 0 else 0
    value = abs(value)
    for exponent in range(1 << exponent_bits):
        scale = 2.0 ** (max(exponent, 1) - bias - mantissa_bits)
        whole = value / scale - (1 << mantissa_bits if exponent else 0)
        if whole == int(whole) and 0 <= whole < 1 << mantissa_bits:
            return sign | exponent << mantissa_bits | int(whole)
    raise ValueError(value)


def f32_code(x):
    return struct.unpack("I", struct.pack("f", x))[0]


def to_bf16(x):
    code = f32_code(x)
    return (code + 0x7FFF + (code >> 16 & 1)) >> 16


def to_f16(x):
    try:
        return struct.unpack("H", struct.pack("e", x))[0]
    except OverflowError:
        return 0xFC00 if x < 0 else 0x7C00


# name: bits, code of a small integer
FORMATS = {
    "fp8": (8, lambda x: encode(x, 4, 3, 7)), "bf8": (8, lambda x: encode(x, 5, 2, 15)),
    "fp6": (6, lambda x: encode(x, 2, 3, 1)), "bf6": (6, lambda x: encode(x, 3, 2, 3)), "fp4": (4, lambda x: encode(x, 2, 1, 1)),
    "f16": (16, to_f16), "bf16": (16, to_bf16), "f32": (32, f32_code), "i8": (8, lambda x: x & 0xFF), "i32": (32, lambda x: x & 0xFFFFFFFF),
}

# ---- where elements lie: (lane, bit) in the operand's registers


def place_operand(kind, bits, i, k):
    extra, i = i // 16, i % 16
    if kind == "f32":
        return i + 16 * (k // 2), 32 * (k % 2)
    if kind == "dense":  # chunks of 8 alternate between the halves of the wave
        return i + 16 * (k // 8 % 2), bits * (8 * (k // 16) + k % 8)
    if bits == 8:        # of a choice of formats: chunks of 16
        return i + 16 * (k // 16 % 2), 8 * (16 * (k // 32) + k % 16)
    return i + 16 * (k // 32 % 2), bits * (32 * (k // 64) + k % 32) + 32 * 8 * extra


def place_result(bits, row, col):
    lane = col + 16 * (row % 16 // 8)
    return lane, 32 * 8 * (row // 16) + bits * (row % 8)


class Registers:
    def __init__(self, count):
        self.count, self.lanes = count, [0] * 32

    def put(self, at, code):
        lane, bit = at
        self.lanes[lane] |= code << bit

    def get(self, at, bits):
        lane, bit = at
        return self.lanes[lane] >> bit & (1 << bits) - 1

    def dwords(self):
        """By register, then lane."""
        return [self.lanes[lane] >> 32 * r & 0xFFFFFFFF for r in range(self.count) for lane in range(32)]


# ---- programs: registers from memory, one instruction, registers back


def program(name, instruction, inputs, outputs, before=""):
    """inputs and outputs: (first register, how many)."""
    lines = [f"program {name}", "  s_load_b128 s[4:7], s[0:1], 0x0", "  v_lshlrev_b32 v0, 2, v0", "  s_wait_kmcnt 0x0"]
    at = 0
    for first, count in inputs:
        for r in range(count):
            lines.append(f"  global_load_b32 v{first + r}, v0, s[6:7] offset:{128 * at}")
            at += 1
    lines += ["  s_wait_loadcnt 0x0", before, f"  {instruction}"]
    for n, (first, count) in enumerate(outputs):
        for r in range(count):
            lines.append(f"  global_store_b32 v0, v{first + r}, s[4:5] offset:{128 * r}")
    return "\n".join(lines + [f"done {name}, 0, 128"]) + "\n"


def registers(first, count):
    return f"v[{first}:{first + count - 1}]" if count > 1 else f"v{first}"


class Case:
    """One instruction on random small integers."""

    def __init__(self, name, m, n, k, a, b, c, d, kind, modifiers="", most=3, constant=None, before="", signs=None, negated=None):
        self.name, self.m, self.n, self.k = name, m, n, k
        self.a, self.b, self.c, self.d, self.kind, self.modifiers = a, b, c, d, kind, modifiers
        self.most, self.constant, self.before, self.signs = most, constant, before, signs or (lambda x: x)
        self.negated = negated or (lambda operand, k: False)

    def sizes(self):
        a = self.m * self.k * FORMATS[self.a][0] // 1024
        b = self.n * self.k * FORMATS[self.b][0] // 1024
        c = self.m * self.n * FORMATS[self.c][0] // 1024
        d = self.m * self.n * FORMATS[self.d][0] // 1024
        return a, b, c, d

    def text(self, label):
        a, b, c, d = self.sizes()
        at = [16, 16 + a, 16 + a + b, 16 + a + b + c]
        third = str(self.constant) if self.constant is not None else registers(at[2], c)
        instruction = f"{self.name} {registers(at[3], d)}, {registers(at[0], a)}, {registers(at[1], b)}, {third} {self.modifiers}"
        return program(label, instruction, [(at[0], a), (at[1], b), (at[2], c)], [(at[3], d)], self.before)

    def drawn(self, low=None):
        low = -self.most if low is None else low
        a = [[random.randint(low, self.most) for _ in range(self.k)] for _ in range(self.m)]
        b = [[random.randint(low, self.most) for _ in range(self.k)] for _ in range(self.n)]
        c = [[random.randint(-40, 40) for _ in range(self.n)] for _ in range(self.m)]
        return a, b, c

    def data(self, a, b, c, sums=None):
        """Bytes of the inputs, bytes of the result."""
        sizes = self.sizes()
        ra, rb, rc, rd = (Registers(size) for size in sizes)
        for i in range(self.m):
            for k in range(self.k):
                ra.put(place_operand(self.kind, FORMATS[self.a][0], i, k), FORMATS[self.a][1](a[i][k]))
        for j in range(self.n):
            for k in range(self.k):
                rb.put(place_operand(self.kind, FORMATS[self.b][0], j, k), FORMATS[self.b][1](b[j][k]))
        for i in range(self.m):
            for j in range(self.n):
                rc.put(place_result(FORMATS[self.c][0], i, j), FORMATS[self.c][1](c[i][j]))
                addend = self.signs(c[i][j]) if self.constant is None else self.constant
                sign = lambda k: -1 if self.negated("a", k) != self.negated("b", k) else 1
                total = addend + sum(sign(k) * x * y for k, (x, y) in enumerate(zip(a[i], b[j])))
                total = sums(total) if sums else total
                rd.put(place_result(FORMATS[self.d][0], i, j), total if isinstance(total, Code) else FORMATS[self.d][1](total))
        return floats(ra.dwords() + rb.dwords() + rc.dwords(), "I"), floats(rd.dwords(), "I")


class Code(int):
    """The bits themselves."""


def cases():
    eights = [(x, y) for x in ("fp8", "bf8") for y in ("fp8", "bf8")]
    for k in (64, 128):
        for x, y in eights:
            yield Case(f"v_wmma_f32_16x16x{k}_{x}_{y}", 16, 16, k, x, y, "f32", "f32", "dense")
            yield Case(f"v_wmma_f16_16x16x{k}_{x}_{y}", 16, 16, k, x, y, "f16", "f16", "dense")
    for t in ("f16", "bf16"):
        yield Case(f"v_wmma_f32_16x16x32_{t}", 16, 16, 32, t, t, "f32", "f32", "dense")
        yield Case(f"v_wmma_{t}_16x16x32_{t}", 16, 16, 32, t, t, t, t, "dense", most=6)
    yield Case("v_wmma_bf16f32_16x16x32_bf16", 16, 16, 32, "bf16", "bf16", "f32", "bf16", "dense", most=6)
    yield Case("v_wmma_f32_16x16x4_f32", 16, 16, 4, "f32", "f32", "f32", "f32", "f32", most=1000)
    choices = {"fp8": "FP8", "bf8": "BF8", "fp6": "FP6", "bf6": "BF6", "fp4": "FP4"}
    for x in choices:
        for y in choices:
            words = "".join(f" matrix_{side}_fmt:MATRIX_FMT_{choices[t]}" for side, t in (("a", x), ("b", y)) if t != "fp8")
            yield Case("v_wmma_f32_16x16x128_f8f6f4", 16, 16, 128, x, y, "f32", "f32", "choice", words)
    yield Case("v_wmma_f32_32x16x128_f4", 32, 16, 128, "fp4", "fp4", "f32", "f32", "choice")
    f32 = dict(m=16, n=16, k=32, a="f16", b="f16", c="f32", d="f32", kind="dense")
    yield Case("v_wmma_f32_16x16x32_f16", **f32, constant=0)
    yield Case("v_wmma_f32_16x16x32_f16", **f32, modifiers="neg_lo:[0,0,1]", signs=lambda x: -x)
    yield Case("v_wmma_f32_16x16x32_f16", **f32, modifiers="neg_hi:[0,0,1]", signs=abs)
    yield Case("v_wmma_f32_16x16x32_f16", **f32, modifiers="neg_lo:[0,0,1] neg_hi:[0,0,1]", signs=lambda x: -abs(x))
    # Of A and B: the lower halves, the upper ones.
    yield Case("v_wmma_f32_16x16x32_f16", **f32, modifiers="neg_lo:[1,0,0]", negated=lambda o, k: o == "a" and k % 2 == 0)
    yield Case("v_wmma_f32_16x16x32_f16", **f32, modifiers="neg_lo:[0,1,1] neg_hi:[1,0,0]", signs=lambda x: -x,
               negated=lambda o, k: k % 2 == (1 if o == "a" else 0))
    yield Case("v_wmma_f32_16x16x4_f32", 16, 16, 4, "f32", "f32", "f32", "f32", "f32", "neg_lo:[0,1,0]",
               negated=lambda o, k: o == "b")


def check_products():
    all_cases = list(cases())
    labels = [f"w{n}" for n in range(len(all_cases))]
    code = programs("wmma.s", "".join(c.text(label) for c, label in zip(all_cases, labels)))
    for case, label in zip(all_cases, labels):
        x, want = case.data(*case.drawn())
        status, said = run_registers(code, label, x, want)
        check(f"{case.name} {case.modifiers}", status == HOLDS, said)


def run_registers(code, label, x, want, flags=(), schedule="latest"):
    return run(code, label, [1], 32, {"out": len(want), "x": x}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], want, schedule, flags=flags)


def check_scalar_scales():
    """Scales in scalar registers are those of every row and column."""
    for name, count, block in (("scale", 1, 32), ("scale16", 2, 16)):
        case = Case(f"v_wmma_{name}_f32_16x16x128_f8f6f4", 16, 16, 128, "fp8", "fp8", "f32", "f32", "choice")
        codes = [[random.randint(125, 130) for _ in range(128 // block)] for _ in "ab"]
        dwords = [sum(code << 8 * i for i, code in enumerate(side)) for side in codes]
        moves = [f"  s_mov_b32 s{10 + 2 * side + r}, {dword >> 32 * r & 0xFFFFFFFF:#x}" for side, dword in enumerate(dwords) for r in range(count)]
        case.modifiers = ", s10, s12" if count == 1 else ", s[10:11], s[12:13]"
        case.before = "\n".join(moves)
        a, b, c = case.drawn()
        x, _ = case.data(a, b, c)
        scaled = [[sum(p * q * 2.0 ** (codes[0][k // block] + codes[1][k // block] - 254) for k, (p, q) in enumerate(zip(a[i], b[j]))) + c[i][j]
                   for j in range(16)] for i in range(16)]
        want = Registers(8)
        for i in range(16):
            for j in range(16):
                want.put(place_result(32, i, j), f32_code(scaled[i][j]))
        status, said = run_registers(programs("wmma_scalar.s", case.text("w")), "w", x, floats(want.dwords(), "I"))
        check(f"{case.name} with scalar scales", status == HOLDS, said)


def check_constant_scales():
    """The constant 0 is 1 in every block (AMD's rocjitsu: ROCm/rocm-systems#9438, #10347); others are refused."""
    def product(name, t, words, scale_a):
        """What A's scales of blocks say, B's being 1."""
        tall = "32x16" in name
        block = 16 if "scale16" in name else 32
        case = Case(name, 32 if tall else 16, 16, 128, t, t, "f32", "f32", "choice", words)
        case.before = "  s_mov_b64 s[10:11], 0x7e80817d"
        a, b, c = case.drawn()
        x, _ = case.data(a, b, c)
        want = Registers(case.m // 2)
        for i in range(case.m):
            for j in range(16):
                total = c[i][j] + sum(p * q * scale_a(k // block) for k, (p, q) in enumerate(zip(a[i], b[j])))
                want.put(place_result(32, i, j), f32_code(total))
        return run_registers(programs("wmma_constant.s", case.text("w")), "w", x, floats(want.dwords(), "I"))

    byte = lambda n: 2.0 ** ((0x7e80817d >> 8 * n & 0xFF) - 127)
    forms = (("v_wmma_scale_f32_16x16x128_f8f6f4", "fp8", ""), ("v_wmma_scale16_f32_16x16x128_f8f6f4", "fp8", ""),
             ("v_wmma_scale_f32_32x16x128_f4", "fp4", ""), ("v_wmma_scale16_f32_32x16x128_f4", "fp4", ""))
    for name, t, words in forms:
        status, said = product(name, t, ", 0, 0" + words, lambda n: 1)
        check(f"{name} with scales of the constant 0", status == HOLDS, said)
        status, said = product(name, t, ", 0, 0" + words, lambda n: 2.0 ** -127)
        check(f"{name}: the constant 0 is not the code 0", status == FALSIFIED, said)
        status, said = product(name, t, ", 0, 1.0" + words, lambda n: 1)
        check(f"{name} with another constant: refused", status == INCONCLUSIVE and "a scale that is a constant other than 0" in said, said)
    status, said = product(forms[0][0], "fp8", ", s10, 0", byte)
    check("a scalar scale beside the constant 0", status == HOLDS, said)
    status, said = product("v_wmma_scale16_f32_32x16x128_f4", "fp4",
                           ", 0, 0 matrix_a_scale_fmt:MATRIX_SCALE_FMT_E4M3 matrix_b_scale_fmt:MATRIX_SCALE_FMT_E4M3", lambda n: 1)
    check("the constant 0 as e4m3: refused", status == INCONCLUSIVE and "but not of e8m0" in said, said)


def check_models():
    """Integers are exact under every model."""
    case = Case("v_wmma_f32_16x16x64_fp8_bf8", 16, 16, 64, "fp8", "bf8", "f32", "f32", "dense")
    code = programs("wmma_models.s", case.text("w"))
    x, want = case.data(*case.drawn())
    for model in ("wmma_exact", "wmma_tr8_inexp", "wmma_gtr32_post", "wmma_nv_st", "wmma_gfx12_dot4"):
        status, said = run_registers(code, "w", x, want, ("--model", model))
        check(f"under {model}", status == HOLDS, said)


def check_bytes():
    """Signed or not, each side; the sum wraps, or is held in range."""
    low, high = -128, 127
    for a_signed in (0, 1):
        for b_signed in (0, 1):
            words = f"neg_lo:[{a_signed},{b_signed},0]" if a_signed or b_signed else ""
            case = Case("v_wmma_i32_16x16x64_iu8", 16, 16, 64, "i8", "i8", "i32", "i32", "dense", words)
            code = programs("wmma_bytes.s", case.text("w"))
            a = [[random.randint(*((low, high) if a_signed else (0, 255))) for _ in range(64)] for _ in range(16)]
            b = [[random.randint(*((low, high) if b_signed else (0, 255))) for _ in range(64)] for _ in range(16)]
            c = [[random.choice([0, 5, 0x7FFFFFFF, -0x80000000]) for _ in range(16)] for _ in range(16)]
            x, want = case.data(a, b, c)
            status, said = run_registers(code, "w", x, want)
            check(f"iu8 {words}", status == HOLDS, said)
    case = Case("v_wmma_i32_16x16x64_iu8", 16, 16, 64, "i8", "i8", "i32", "i32", "dense", "neg_lo:[1,1,0] clamp")
    code = programs("wmma_bytes.s", case.text("w"))
    a, b, _ = case.drawn()
    c = [[random.choice([0x7FFFFFFF, -0x80000000]) for _ in range(16)] for _ in range(16)]
    x, want = case.data(a, b, c, lambda total: min(max(total, -0x80000000), 0x7FFFFFFF))
    status, said = run_registers(code, "w", x, want)
    check("iu8 clamp", status == HOLDS, said)


def check_overflow():
    """Past the largest f16: infinity, or the largest where MODE says so."""
    for mode, largest in (("", 0x7C00), ("  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 23, 1), 1", 0x7BFF)):
        case = Case("v_wmma_f16_16x16x32_f16", 16, 16, 32, "f16", "f16", "f16", "f16", "dense", before=mode)
        code = programs("wmma_overflow.s", case.text("w"))
        a = [[100 if i % 2 else 1 for _ in range(32)] for i in range(16)]
        b = [[100 if j % 3 else -100 for _ in range(32)] for j in range(16)]
        _, _, c = case.drawn()
        x, want = case.data(a, b, c, lambda total: Code(largest | (0x8000 if total < 0 else 0)) if abs(total) > 65504 else total)
        status, said = run_registers(code, "w", x, want)
        check(f"overflow to {largest:#x}", status == HOLDS, said)


def check_lanes():
    """All of EXEC must be set."""
    case = Case("v_wmma_f32_16x16x64_fp8_fp8", 16, 16, 64, "fp8", "fp8", "f32", "f32", "dense", before="  s_mov_b32 exec_lo, 0x7fffffff")
    code = programs("wmma_lanes.s", case.text("w"))
    x, want = case.data(*case.drawn())
    status, said = run_registers(code, "w", x, want)
    check("lanes off: found", status == FALSIFIED and "all of EXEC must be set" in said, said)


# ---- A stored by half


def place_sparse(bits, i, k, stored):
    """Of A, whose row keeps 2 of 4, 16 bytes at a time; of B 32."""
    chunk = (16 if stored else 32) * 8 // bits
    return i + 16 * (k // chunk % 2), bits * (chunk * (k // (2 * chunk)) + k % chunk)


class Sparse:
    """Every row of A chooses two of each four rows of B."""

    def __init__(self, name, t, u, c, k, modifiers="", most=3, low=None, d=None):
        self.name, self.t, self.u, self.c, self.k, self.modifiers, self.most = name, t, u, c, k, modifiers, most
        self.low = -most if low is None else low
        self.index_count = k // 64
        self.c_count = FORMATS[c][0] // 4
        self.d = d or c  # narrower: in the first of C's registers, whose others stay (AMD's rocjitsu)

    def text(self, label):
        at = 32 + self.c_count
        instruction = f"{self.name} {registers(32, self.c_count)}, v[8:15], v[16:31], {registers(at, self.index_count)} {self.modifiers}"
        return program(label, instruction, [(8, 8), (16, 16), (32, self.c_count), (at, self.index_count)], [(32, self.c_count)])

    def data(self, lay_index):
        half = self.k // 2
        ra, rb, rc, ri, rd = Registers(8), Registers(16), Registers(self.c_count), Registers(self.index_count), Registers(self.c_count)
        draw = lambda: random.randint(self.low, self.most)
        a, b = [[draw() for _ in range(half)] for _ in range(16)], [[draw() for _ in range(self.k)] for _ in range(16)]
        kept = [sum((sorted(random.sample(range(4), 2)) for _ in range(self.k // 4)), []) for _ in range(16)]
        for i in range(16):
            for p in range(half):
                ra.put(place_sparse(FORMATS[self.t][0], i, p, True), FORMATS[self.t][1](a[i][p]))
                ri.put(lay_index(i, p, half), kept[i][p])
            for k in range(self.k):
                rb.put(place_sparse(FORMATS[self.u][0], i, k, False), FORMATS[self.u][1](b[i][k]))
        for i in range(16):
            dense = [0] * self.k
            for p in range(half):
                dense[p // 2 * 4 + kept[i][p]] = a[i][p]
            for j in range(16):
                c = random.randint(-40, 40)
                rc.put(place_result(FORMATS[self.c][0], i, j), FORMATS[self.c][1](c))
                rd.put(place_result(FORMATS[self.d][0], i, j), FORMATS[self.d][1](c + sum(x * y for x, y in zip(dense, b[j]))))
        narrow = FORMATS[self.d][0] // 4
        rd.lanes = [lane & (1 << 32 * narrow) - 1 | rc.lanes[n] >> 32 * narrow << 32 * narrow for n, lane in enumerate(rd.lanes)]
        return floats(ra.dwords() + rb.dwords() + rc.dwords() + ri.dwords(), "I"), floats(rd.dwords(), "I")


def check_sparse():
    def in_order(i, p, half):
        """As many indices as a lane has room for, in the order of k."""
        return i + 16 * (p // (half // 2)), 2 * (p % (half // 2))

    def beside_a(i, p, half):
        """In the lane that has the element: what the maps are told apart from."""
        chunk = 8 if half == 32 else 16
        return i + 16 * (p // chunk % 2), 2 * (chunk * (p // (2 * chunk)) + p % chunk)

    all_cases = [Sparse(f"v_swmmac_{c}_16x16x64_{t}", t, t, c, 64) for t, c in
                 (("f16", "f32"), ("f16", "f16"), ("bf16", "f32"), ("bf16", "bf16"))]
    all_cases += [Sparse("v_swmmac_bf16f32_16x16x64_bf16", "bf16", "bf16", "f32", 64, d="bf16")]
    all_cases += [Sparse(f"v_swmmac_{c}_16x16x128_{t}_{u}", t, u, c, 128) for c in ("f32", "f16") for t in ("fp8", "bf8") for u in ("fp8", "bf8")]
    all_cases += [Sparse("v_swmmac_i32_16x16x128_iu8", "i8", "i8", "i32", 128, "neg_lo:[1,1,0]", 127, -128),
                  Sparse("v_swmmac_i32_16x16x128_iu8", "i8", "i8", "i32", 128, "", 255, 0)]
    code = programs("sparse.s", "".join(case.text(f"s{n}") for n, case in enumerate(all_cases)))
    for n, case in enumerate(all_cases):
        status, said = run_registers(code, f"s{n}", *case.data(in_order))
        check(f"{case.name} {case.modifiers}", status == HOLDS, said)
    status, said = run_registers(code, "s0", *all_cases[0].data(beside_a))
    check("indices elsewhere: found", status == FALSIFIED, said)
    other = Sparse("v_swmmac_f32_16x16x64_f16", "f16", "f16", "f32", 64, "index_key:1")
    status, said = run_registers(programs("sparse_key.s", other.text("s")), "s", *other.data(in_order))
    check("another set of indices: refused", "leave no room for another set" in said, said)


# ---- conversions of eight elements


def check_conversions():
    def narrowing(form, wide, bits, exact_scale=2.0):
        """x / 2 of numbers that the format has."""
        wide_bits, code_of = FORMATS[wide]
        elements = 16 if bits == 6 else 8
        count = elements * wide_bits // 32
        out = elements * bits // 32
        name = f"v_cvt_scalef32_pk{elements}_{form}_{wide}"
        text = program("c", f"{name} {registers(60, out)}, {registers(16, count)}, v40", [(16, count), (40, 1)], [(60, out)])
        code = programs("convert.s", text)
        values = [[random.randint(-3, 3) for _ in range(elements)] for _ in range(32)]
        source, result = Registers(count), Registers(out)
        for lane in range(32):
            for e in range(elements):
                source.put((lane, wide_bits * e), code_of(values[lane][e] * exact_scale))
                result.put((lane, bits * e), FORMATS[form][1](values[lane][e]))
        x = floats(source.dwords() + [f32_code(exact_scale)] * 32, "I")
        status, said = run_registers(code, "c", x, floats(result.dwords(), "I"))
        check(name, status == HOLDS, said)

    def widening(wide, form, select):
        """The byte and the half of the wave that scale_sel means."""
        bits, code_of = FORMATS[form]
        wide_bits, wide_code = FORMATS[wide]
        elements = 16 if bits == 6 else 8
        count, out = elements * bits // 32, elements * wide_bits // 32
        name = f"v_cvt_scale_pk{elements}_{wide}_{form}"
        words = f" scale_sel:{select}" if select else ""
        text = program("c", f"{name} {registers(60, out)}, {registers(16, count)}, v40{words}", [(16, count), (40, 1)], [(60, out)])
        code = programs("convert.s", text)
        scales = [[random.randint(124, 130) for _ in range(4)] for _ in range(32)]
        byte, half = (select & 2) + (select >> 2 & 1), select & 1
        source, result = Registers(count), Registers(out)
        for lane in range(32):
            scale = 2.0 ** (scales[lane % 16 + 16 * half][byte] - 127)
            for e in range(elements):
                value = random.randint(-3, 3)
                source.put((lane, bits * e), code_of(value))
                result.put((lane, wide_bits * e), wide_code(value * scale))
        packed = [s[0] | s[1] << 8 | s[2] << 16 | s[3] << 24 for s in scales]
        status, said = run_registers(code, "c", floats(source.dwords() + packed, "I"), floats(result.dwords(), "I"))
        check(f"{name}{words}", status == HOLDS, said)

    for wide in ("f32", "f16", "bf16"):
        for form, bits in (("fp8", 8), ("bf8", 8), ("fp4", 4), ("fp6", 6), ("bf6", 6)):
            narrowing(form, wide, bits)
            widening(wide, form, random.randint(0, 7))
    for select in range(8):
        widening("bf16", "fp8", select)


def check_mixture():
    """A fused multiply-add of f32 and of halves of bf16."""
    text = program("m", "v_fma_mix_f32_bf16 v60, v16, v17, v18 op_sel:[1,0,0] op_sel_hi:[1,1,0]", [(16, 3)], [(60, 1)])
    code = programs("mixture.s", text)
    lanes = [[random.randint(-9, 9) for _ in range(3)] for _ in range(32)]
    a = [to_bf16(x) << 16 | 0x1234 for x, _, _ in lanes]
    b = [0x43210000 | to_bf16(y) for _, y, _ in lanes]
    c = [f32_code(z) for _, _, z in lanes]
    status, said = run_registers(code, "m", floats(a + b + c, "I"), floats([f32_code(x * y + z) for x, y, z in lanes], "I"))
    check("v_fma_mix_f32_bf16", status == HOLDS, said)


def check_permutes():
    """Lanes of a row by a number in each lane, and of groups: beyond the group a lane keeps what it has."""
    x, by = [random.getrandbits(32) for _ in range(32)], [random.getrandbits(32) for _ in range(32)]

    def permuted(instruction, source_of):
        code = programs("permute.s", program("p", instruction, [(16, 2)], [(60, 1)]))
        status, said = run_registers(code, "p", floats(x + by, "I"), floats([x[source_of(lane)] for lane in range(32)], "I"))
        check(instruction, status == HOLDS, said)

    permuted("v_permlane16_var_b32 v60, v16, v17", lambda lane: lane // 16 * 16 + by[lane] % 16)
    permuted("v_permlanex16_var_b32 v60, v16, v17", lambda lane: (1 - lane // 16) * 16 + by[lane] % 16)
    permuted("v_permlane16_b32 v60, v16, 1, 0", lambda lane: lane // 16 * 16 + (lane % 16 == 0))
    for width, number in ((32, 5), (16, 3), (8, 2), (4, 1), (8, 40)):
        def start(lane):
            return lane // width * width
        operands = f"_b32 v60, v16, {number}, {width}"
        permuted("v_permlane_bcast" + operands, lambda lane: start(lane) + number % width)
        permuted("v_permlane_up" + operands, lambda lane: lane - number if lane - number >= start(lane) else lane)
        permuted("v_permlane_down" + operands, lambda lane: lane + number if lane + number < start(lane) + width else lane)
        permuted("v_permlane_xor" + operands, lambda lane: lane ^ number if number < width else lane)


if __name__ == "__main__":
    random.seed(61250)
    FOLDER.mkdir(parents=True, exist_ok=True)
    check_products()
    check_scalar_scales()
    check_constant_scales()
    check_models()
    check_bytes()
    check_overflow()
    check_lanes()
    check_sparse()
    check_conversions()
    check_mixture()
    check_permutes()
    finish()
