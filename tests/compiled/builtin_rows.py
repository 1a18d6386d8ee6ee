"""Calls of builtins and their values: families of low-precision GEMM. `@` stands for __builtin_amdgcn_. Values are those of the
manuals' pseudo-code, in integers, exact fractions and searches over a format's numbers."""
import bisect
import dataclasses
import math
import struct
from fractions import Fraction

ALL, CDNA = ("gfx942", "gfx950", "gfx1250"), ("gfx942", "gfx950")
OLD, NEW, NEXT = ("gfx942",), ("gfx950",), ("gfx1250",)
OCP = NEW + NEXT


# ---- numbers ---------------------------------------------------------------------------------------------------------------------
def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def fields(x, bits, count, sign=False):
    return [signed(x >> bits * i, bits) if sign else x >> bits * i & ((1 << bits) - 1) for i in range(count)]


def join(values, bits):
    return sum((int(x) & ((1 << bits) - 1)) << bits * i for i, x in enumerate(values))


def held(x, low, high):
    return max(low, min(high, x))


def from_float(bits):
    return struct.unpack("f", struct.pack("I", bits))[0]


def to_float(x):
    return struct.unpack("I", struct.pack("f", x))[0]


class Format:
    """A binary format. `top`: how many of the highest magnitudes are no numbers. `one_zero`: none is negative."""

    def __init__(self, bits, mantissa, bias, top=0, one_zero=False):
        self.bits, self.mantissa, self.bias, self.one_zero = bits, mantissa, bias, one_zero
        self.numbers = [self.decode(code) for code in range((1 << bits - 1) - top)] if bits <= 16 else []

    def decode(self, code):
        exponent, low = code >> self.mantissa & ((1 << self.bits - 1 - self.mantissa) - 1), code & ((1 << self.mantissa) - 1)
        value = math.ldexp(low + ((1 << self.mantissa) if exponent else 0), max(exponent, 1) - self.bias - self.mantissa)
        return -value if code >> (self.bits - 1) & 1 else value

    def nearest(self, x):
        """To nearest even; beyond the largest, the largest."""
        size = abs(x)
        above = min(bisect.bisect_left(self.numbers, size), len(self.numbers) - 1)
        code = above
        if above > 0:
            down, up = Fraction(size) - Fraction(self.numbers[above - 1]), Fraction(self.numbers[above]) - Fraction(size)
            if down < up or (down == up and above % 2):
                code = above - 1
        return code | (math.copysign(1, x) < 0 and not (self.one_zero and code == 0)) << (self.bits - 1)

    def below(self, x, noise):
        """Of a normal number: noise, a fraction of a step, added, then towards zero."""
        size = abs(x)
        step = math.ldexp(1, math.frexp(size)[1] - 1 - self.mantissa)
        code = bisect.bisect_right(self.numbers, Fraction(size) + noise * Fraction(step)) - 1
        return code | (x < 0) << (self.bits - 1)


HALF, BRAIN = Format(16, 10, 15, 0x400), Format(16, 7, 127, 0x80)
FP4, FP6, BF6 = Format(4, 1, 1), Format(6, 3, 1), Format(6, 2, 3)
FP8 = {arch: Format(8, 3, 8, one_zero=True) if arch == "gfx942" else Format(8, 3, 7, 1) for arch in ALL}
BF8 = {arch: Format(8, 2, 16, one_zero=True) if arch == "gfx942" else Format(8, 2, 15, 4) for arch in ALL}


def noise(seed, format, wide=23):
    """As many of the seed's highest bits as the narrow format drops, cut where the number's own bits end."""
    return Fraction(seed >> 32 - (wide - format.mantissa), 1 << wide - format.mantissa)


def next_seed(seed):
    return (seed << 1 ^ (197 if seed >> 31 else 0)) & 0xFFFFFFFF


# ---- inputs: name, type, and how the bits are drawn ---------------------------------------------------------------------------------
def draw_float(low, high, kept=23):
    def make(random):
        mantissa = random.getrandbits(23) >> (23 - kept) << (23 - kept)
        return random.getrandbits(1) << 31 | random.randint(127 + low, 127 + high) << 23 | mantissa
    return make


def draw_halves(random):
    """Three bits each, so that sums of a few products are exact in f32."""
    return sum((random.getrandbits(1) << 15 | random.randint(12, 19) << 10 | random.getrandbits(2) << 8) << 16 * i for i in range(2))


def draw_brains(random):
    return sum((random.getrandbits(1) << 15 | random.randint(124, 131) << 7 | random.getrandbits(2) << 5) << 16 * i for i in range(2))


def any_bits(random):
    return random.getrandbits(32)


def draw_class(random):
    return random.choice((0, 1 << 31, 1, 0x80000001, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, random.getrandbits(32)))


INPUTS = (("a", "U", any_bits), ("b", "U", any_bits), ("c", "U", any_bits), ("e", "U", any_bits), ("s", "U", any_bits),
          ("x", "float", draw_float(-12, 6)), ("y", "float", draw_float(-12, 6)), ("z", "float", draw_float(-12, 6)),
          ("w", "float", draw_float(-4, 5)), ("n", "float", draw_float(0, 6, 4)), ("k", "U", draw_class),
          ("g", "float", lambda random: random.randint(124, 130) << 23), ("p", "U", draw_halves), ("q", "U", draw_halves),
          ("r", "U", draw_brains), ("t", "U", draw_brains))
FLOATS = {name for name, kind, _ in INPUTS if kind == "float"}


class Lane:
    """The inputs of a lane as its call has them: integers, and floats as numbers."""

    def __init__(self, arch, columns, lane, width):
        self.arch, self.columns, self.lane, self.width = arch, columns, lane % width, width
        self.base, self.fp8, self.bf8 = lane - lane % width, FP8[arch], BF8[arch]

    def __getattr__(self, name):
        return self.of(name, self.lane)

    def of(self, name, lane):
        bits = self.columns[name][self.base + lane]
        return from_float(bits) if name in FLOATS else bits

    def all(self, name):
        return [self.of(name, lane) for lane in range(self.width)]


@dataclasses.dataclass(frozen=True)
class Row:
    archs: tuple
    call: str
    dwords: int
    value: object  # of a Lane: the bits; None: not said


def rows(archs, *some):
    return [Row(archs, *((one[0], 1, one[1]) if len(one) == 2 else one)) for one in some]


# ---- integers -----------------------------------------------------------------------------------------------------------------------
def byte_permuted(v):
    both, out = v.a << 32 | v.b, []
    for s in fields(v.c & 0x0F0F0F0F, 8, 4):
        out.append(both >> 8 * s & 0xFF if s < 8 else (0xFF if both >> (16 * (s - 8) + 15) & 1 else 0) if s < 12 else 0 if s == 12 else 0xFF)
    return join(out, 8)


def differences(a, b, masked=False):
    return sum(abs(x - y) for x, y in zip(fields(a, 8, 4), fields(b, 8, 4)) if y or not masked)


def four_differences(v, bits, masked):
    a, c = v.b << 32 | v.a, v.s << 96 | v.e << 64 | v.b << 32 | v.a
    return join([x + differences(a >> 8 * i, v.c & 0xFFFF00FF, masked) for i, x in enumerate(fields(c, bits, 4))], bits)


def dot(a, b, bits, sign_a, sign_b):
    return sum(x * y for x, y in zip(fields(a, bits, 32 // bits, sign_a), fields(b, bits, 32 // bits, sign_b)))


def dots(name, bits, sign):
    low, high = (-(1 << 31), (1 << 31) - 1) if sign else (0, 0xFFFFFFFF)
    vectors = ("as<S2>(a), as<S2>(b)" if sign else "as<UH2>(a), as<UH2>(b)") if bits == 16 else "a, b"
    return ((f"@{name}({vectors}, c, false)", lambda v: dot(v.a, v.b, bits, sign, sign) + v.c & 0xFFFFFFFF),
            (f"@{name}({vectors}, c, true)",
             lambda v: held(dot(v.a, v.b, bits, sign, sign) + (signed(v.c, 32) if sign else v.c), low, high) & 0xFFFFFFFF))


def dots_of_signs(bits):
    return tuple((f"@sudot{32 // bits}({int(i)}, a, {int(j)}, b, c, false)",
                  lambda v, i=i, j=j: dot(v.a, v.b, bits, i, j) + v.c & 0xFFFFFFFF) for i in (False, True) for j in (False, True))


def looked_up(table, bits, selectors):
    return join([table >> bits * s & ((1 << bits) - 1) for s in fields(selectors, 4, 16)], bits)


INTEGERS = (
    rows(ALL,
         ("@perm(a, b, c & 0x0F0F0F0F)", byte_permuted),
         ("@sad_u8(a, b, c)", lambda v: differences(v.a, v.b) + v.c & 0xFFFFFFFF),
         ("@sad_hi_u8(a, b, c)", lambda v: (differences(v.a, v.b) << 16) + v.c & 0xFFFFFFFF),
         ("@sad_u16(a, b, c)", lambda v: sum(abs(x - y) for x, y in zip(fields(v.a, 16, 2), fields(v.b, 16, 2))) + v.c & 0xFFFFFFFF),
         ("@msad_u8(a, b & 0xFF00FFFF, c)", lambda v: differences(v.a, v.b & 0xFF00FFFF, True) + v.c & 0xFFFFFFFF),
         ("@qsad_pk_u16_u8(wide(a, b), c & 0xFFFF00FF, wide(a, b))", 2, lambda v: four_differences(v, 16, False)),
         ("@mqsad_pk_u16_u8(wide(a, b), c & 0xFFFF00FF, wide(a, b))", 2, lambda v: four_differences(v, 16, True)),
         ("@mqsad_u32_u8(wide(a, b), c & 0xFFFF00FF, U4{a, b, e, s})", 4, lambda v: four_differences(v, 32, True)),
         ("@lerp(a, b, c)", lambda v: join([x + y + (z & 1) >> 1 for x, y, z in zip(*(fields(w, 8, 4) for w in (v.a, v.b, v.c)))], 8)),
         ("@alignbit(a, b, c)", lambda v: (v.a << 32 | v.b) >> (v.c & 31) & 0xFFFFFFFF),
         ("@alignbyte(a, b, c)", lambda v: (v.a << 32 | v.b) >> 8 * (v.c & 3) & 0xFFFFFFFF),
         ("@ubfe(a, b & 31, c & 31)", lambda v: v.a >> (v.b & 31) & ((1 << (v.c & 31)) - 1)),
         ("@sbfe(a, b & 15, (c & 15) + 1)", lambda v: signed(v.a >> (v.b & 15), (v.c & 15) + 1) & 0xFFFFFFFF),
         ("@cvt_pk_i16(a, b)", lambda v: join([held(signed(w, 32), -32768, 32767) for w in (v.a, v.b)], 16)),
         ("@cvt_pk_u16(a >> 14, b >> 14)", lambda v: join([held(w >> 14, 0, 65535) for w in (v.a, v.b)], 16)),
         *dots("udot4", 8, False), *dots("udot8", 4, False)) +
    rows(CDNA, *dots("sdot2", 16, True), *dots("udot2", 16, False), *dots("sdot4", 8, True), *dots("sdot8", 4, True)) +
    rows(OCP,
         ("@prng_b32(a)", lambda v: next_seed(v.a)),
         ("@bitop3_b32(a, b, c, 0x6A)", lambda v: sum((0x6A >> ((v.a >> i & 1) << 2 | (v.b >> i & 1) << 1 | v.c >> i & 1) & 1) << i for i in range(32))),
         ("@ashr_pk_i8_i32(a, b, c)", lambda v: join([held(signed(w, 32) >> (v.c & 31), -128, 127) for w in (v.a, v.b)], 8)),
         ("@ashr_pk_u8_i32(a, b, c)", lambda v: join([held(signed(w, 32) >> (v.c & 31), 0, 255) for w in (v.a, v.b)], 8))) +
    rows(NEXT, *dots_of_signs(8), *dots_of_signs(4),
         ("@sat_pk4_i4_i8(a)", lambda v: join([held(w, -8, 7) for w in fields(v.a, 8, 4, True)], 4)),
         ("@sat_pk4_u4_u8(a)", lambda v: join([held(w, 0, 15) for w in fields(v.a, 8, 4)], 4)),
         ("@perm_pk16_b4_u4(a, b, U2{c, e})", 2, lambda v: looked_up(v.a << 32 | v.b, 4, v.e << 32 | v.c)),
         ("@perm_pk16_b6_u4(a, wide(b, s), U2{c, e})", 3, lambda v: looked_up(v.a << 64 | v.s << 32 | v.b, 6, v.e << 32 | v.c)),
         ("@perm_pk16_b8_u4(wide(a, p), wide(b, s), U2{c, e})", 4, lambda v: looked_up(v.p << 96 | v.a << 64 | v.s << 32 | v.b, 8, v.e << 32 | v.c))))


# ---- floats -------------------------------------------------------------------------------------------------------------------------
def halves(word):
    return [HALF.decode(x) for x in fields(word, 16, 2)]


def brains(word):
    return [BRAIN.decode(x) for x in fields(word, 16, 2)]


def truncated_half(x):
    size = abs(x)
    return bisect.bisect_right(HALF.numbers, size) - 1 | (x < 0) << 15


def cube(v):
    """Face, s, t, and the component that is largest."""
    x, y, z = v.x, v.y, v.z
    if abs(z) >= abs(x) and abs(z) >= abs(y):
        return (5, -x, -y, z) if z < 0 else (4, x, -y, z)
    if abs(y) >= abs(x):
        return (3, x, -z, y) if y < 0 else (2, x, z, y)
    return (1, z, -y, x) if x < 0 else (0, -z, -y, x)


def normalised(x, most, least):
    return round(Fraction(held(x, least, 1)) * most)  # to even


def class_of(bits):
    """The number of its bit: signalling NaN, quiet NaN, -infinity, -normal, -denormal, -0, +0, and on to +infinity."""
    exponent, low, minus = bits >> 23 & 0xFF, bits & 0x7FFFFF, bits >> 31
    if exponent == 0xFF and low:
        return low >> 22
    kind = 0 if exponent == 0xFF else 1 if exponent else 2 if low else 3
    return 2 + kind if minus else 9 - kind


MATH = (
    rows(ALL,
         ("as<U>(@cvt_pkrtz(x, y))", lambda v: join([truncated_half(v.x), truncated_half(v.y)], 16)),
         ("@cvt_pknorm_i16(x, y)", lambda v: join([normalised(v.x, 32767, -1), normalised(v.y, 32767, -1)], 16)),
         ("@cvt_pknorm_u16(x, y)", lambda v: join([normalised(v.x, 65535, 0), normalised(v.y, 65535, 0)], 16)),
         ("@cvt_pk_u8_f32(x, b, c)", lambda v: v.c & ~(255 << 8 * (v.b & 3)) | held(round(v.x), 0, 255) << 8 * (v.b & 3)),
         ("@fmed3f(x, y, z)", lambda v: to_float(sorted((v.x, v.y, v.z))[1])),
         ("__builtin_ldexpf(x, int(a & 15) - 8)", lambda v: to_float(math.ldexp(v.x, (v.a & 15) - 8))),
         ("@frexp_mantf(x)", lambda v: to_float(math.frexp(v.x)[0])),
         ("@frexp_expf(x)", lambda v: math.frexp(v.x)[1] & 0xFFFFFFFF),
         ("@fractf(n)", lambda v: to_float(v.n - math.floor(v.n))),
         ("U(@classf(as<float>(k), 0x155))", lambda v: 0x155 >> class_of(v.k) & 1),
         ("@cubeid(x, y, z)", lambda v: to_float(cube(v)[0])), ("@cubesc(x, y, z)", lambda v: to_float(cube(v)[1])),
         ("@cubetc(x, y, z)", lambda v: to_float(cube(v)[2])), ("@cubema(x, y, z)", lambda v: to_float(2 * cube(v)[3]))) +
    rows(CDNA, ("@fdot2(as<H2>(p), as<H2>(q), n, false)", lambda v: to_float(sum(x * y for x, y in zip(halves(v.p), halves(v.q))) + v.n))) +
    rows(NEW, ("@fdot2_f32_bf16(as<B2>(r), as<B2>(t), n, false)", lambda v: to_float(sum(x * y for x, y in zip(brains(v.r), brains(v.t))) + v.n))))


# ---- conversions of few bits ---------------------------------------------------------------------------------------------------------
def with_part(old, part, bits, index):
    return None if part is None else old & ~(((1 << bits) - 1) << bits * index) | part << bits * index


def of_byte(format, code):
    """None where the code is no number."""
    size = code & 0x7F
    return to_float(format.decode(code)) if size < len(format.numbers) and code != 0x80 else None


def eights(name, format):
    f = lambda v: getattr(v, format)
    pair = lambda v: join([f(v).nearest(v.x), f(v).nearest(v.y)], 8)
    both = lambda v, at: [of_byte(f(v), v.a >> at & 0xFF), of_byte(f(v), v.a >> at + 8 & 0xFF)]
    return rows(ALL,
                (f"@cvt_pk_{name}_f32(x, y, a, false)", lambda v: with_part(v.a, pair(v), 16, 0)),
                (f"@cvt_pk_{name}_f32(x, y, a, true)", lambda v: with_part(v.a, pair(v), 16, 1)),
                (f"@cvt_sr_{name}_f32(w, s, a, 2)", lambda v: with_part(v.a, f(v).below(v.w, noise(v.s, f(v))), 8, 2)),
                (f"@cvt_f32_{name}(a, 0)", lambda v: of_byte(f(v), v.a & 0xFF)),
                (f"@cvt_f32_{name}(a, 3)", lambda v: of_byte(f(v), v.a >> 24)),
                (f"@cvt_pk_f32_{name}(a, true)", 2, lambda v: None if None in both(v, 16) else join(both(v, 16), 32)))


def scaled(v, format, *floats):
    """Each over the scale. None where one leaves the range of a format that has more than numbers."""
    quotients = [x / v.g for x in floats]
    if format.bits == 8 and max(map(abs, quotients)) > format.numbers[-1]:
        return None
    return join([format.nearest(x) for x in quotients], format.bits)


CONVERSIONS = (
    eights("fp8", "fp8") + eights("bf8", "bf8") +
    rows(NEW,
         ("@cvt_sr_f16_f32(as<H2>(a), w, s, true)", lambda v: with_part(v.a, HALF.below(v.w, noise(v.s, HALF)), 16, 1)),
         ("@cvt_sr_bf16_f32(as<B2>(a), w, s, false)", lambda v: with_part(v.a, BRAIN.below(v.w, noise(v.s, BRAIN)), 16, 0)),
         ("@cvt_scalef32_pk_fp4_f32(a, x, y, g, 3)", lambda v: with_part(v.a, scaled(v, FP4, v.x, v.y), 8, 3)),
         ("@cvt_scalef32_pk_fp8_f32(as<S2>(a), x, y, g, true)", lambda v: with_part(v.a, scaled(v, v.fp8, v.x, v.y), 16, 1)),
         ("@cvt_scalef32_pk_f32_fp4(a, g, 2)", 2, lambda v: join([to_float(FP4.decode(x) * v.g) for x in fields(v.a >> 16, 4, 2)], 32)),
         ("@cvt_scalef32_f32_bf8(a & 0x7B7B7B7B, g, 1)", lambda v: to_float(v.bf8.decode(v.a >> 8 & 0x7B) * v.g))) +
    rows(NEXT,
         ("@cvt_sr_pk_f16_f32(w, n, s)", lambda v: join([HALF.below(v.w, noise(v.s, HALF)), HALF.below(v.n, noise(next_seed(v.s), HALF))], 16)),
         ("@cvt_sr_pk_bf16_f32(w, x, s)", lambda v: join([BRAIN.below(v.w, noise(v.s, BRAIN)), BRAIN.below(v.x, noise(next_seed(v.s), BRAIN))], 16)),
         ("@cvt_scalef32_pk8_fp4_f32(F8{x, y, z, w, n, x, y, z}, g)",
          lambda v: scaled(v, FP4, v.x, v.y, v.z, v.w, v.n, v.x, v.y, v.z)),
         ("@cvt_scalef32_pk8_fp8_f32(F8{x, y, z, w, n, x, y, z}, g)", 2,
          lambda v: scaled(v, v.fp8, v.x, v.y, v.z, v.w, v.n, v.x, v.y, v.z)),
         ("@cvt_scale_pk8_f32_fp4(a, 0x7F7F7F7F, 0)", 8, lambda v: join([to_float(FP4.decode(x)) for x in fields(v.a, 4, 8)], 32))))


# ---- between lanes --------------------------------------------------------------------------------------------------------------------
def group(v, lanes):
    return v.lane - v.lane % lanes, v.lane % lanes


def swapped(v, rows):
    """Odd rows of the first operand with the even ones before them of the second."""
    odd = v.lane & rows
    return join([v.of("b", v.lane - rows), v.b] if odd else [v.a, v.of("a", v.lane + rows)], 32)


ACROSS = (
    rows(ALL,
         ("@mov_dpp(a, 0xB1, 15, 15, true)", lambda v: v.of("a", v.lane ^ 1)),
         ("@mov_dpp(a, 0x141, 15, 15, true)", lambda v: v.of("a", v.lane ^ 7)),
         ("@mov_dpp(a, 0x140, 15, 15, true)", lambda v: v.of("a", v.lane ^ 15)),
         ("@update_dpp(b, a, 0x101, 15, 15, false)", lambda v: v.of("a", v.lane + 1) if v.lane % 16 < 15 else v.b),
         ("@update_dpp(b, a, 0x112, 15, 15, true)", lambda v: v.of("a", v.lane - 2) if v.lane % 16 >= 2 else 0),
         ("@update_dpp(b, a, 0x123, 5, 15, false)",
          lambda v: v.of("a", group(v, 16)[0] + (v.lane - 3) % 16) if 5 >> v.lane // 16 & 1 else v.b),
         ("@ds_bpermute((l * 5 + 3) << 2, a)", lambda v: v.of("a", ((v.lane + v.base) * 5 + 3) % v.width)),
         ("@ds_permute((l ^ 9) << 2, a)", lambda v: v.of("a", v.lane ^ 9)),
         ("@ds_swizzle(a, 0x041F)", lambda v: v.of("a", v.lane ^ 1)),
         ("@readlane(a, 11)", lambda v: v.of("a", 11)),
         ("@readfirstlane(a)", lambda v: v.of("a", 0)),
         ("@mbcnt_lo(0xF0F0F0F0, 7)", lambda v: 7 + bin(0xF0F0F0F0 & ((1 << min(v.lane, 32)) - 1)).count("1")),
         ("@wave_reduce_max_u32(a, 0)", lambda v: max(v.all("a")))) +
    rows(NEW,
         ("@permlane32_swap(a, b, false, false)", 2, lambda v: swapped(v, 32))) +
    rows(OCP,
         ("@permlane16_swap(a, b, false, false)", 2, lambda v: swapped(v, 16))) +
    rows(NEXT,
         ("@permlane16(b, a, 0x76543210, 0xFEDCBA89, false, false)", lambda v: v.of("a", group(v, 16)[0] + (v.lane % 16 ^ (1 if v.lane % 16 in (8, 9) else 0)))),
         ("@permlanex16(b, a, 0x01234567, 0x89ABCDEF, false, false)", lambda v: v.of("a", v.lane - v.lane % 16 ^ 16 | v.lane % 16 ^ 7)),
         ("@permlane16_var(b, a, c, false, false)", lambda v: v.of("a", v.lane - v.lane % 16 | v.c & 15)),
         ("@permlane_bcast(a, 5, 8)", lambda v: v.of("a", group(v, 8)[0] + 5)),
         ("@permlane_up(a, 3, 16)", lambda v: v.of("a", v.lane - 3) if v.lane % 16 >= 3 else v.a),
         ("@permlane_down(a, 3, 16)", lambda v: v.of("a", v.lane + 3) if v.lane % 16 < 13 else v.a),
         ("@permlane_xor(a, 6, 8)", lambda v: v.of("a", v.lane ^ 6)),
         ("@ds_bpermute(@permlane_idx_gen(c, 8), a)", lambda v: v.of("a", group(v, 8)[0] + v.c % 8)),
         ("@ds_bpermute_fi_b32((l ^ 21) << 2, a)", lambda v: v.of("a", v.lane ^ 21))))

ROWS = INTEGERS + MATH + CONVERSIONS + ACROSS
