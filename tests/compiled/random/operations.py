"""What expressions are made of: types, leaves and operations. {0}, {1}, {2} are the operands. Of operations within a lane
device and host compile the same text; of those between lanes the host's names arrays, and `l` is its lane."""
import dataclasses

INTEGERS = ("U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64")
FLOATS = ("F32", "F64", "Half", "Brain")
PAIRS = {"I16x2": 16, "U16x2": 16, "I8x4": 8, "U8x4": 8, "U32x2": 32}
WAVE32 = ("gfx1250",)
CDNA = ("gfx942", "gfx950")  # waves of 64 lanes, and what gfx1250 lacks
WIDTH = {"U8": 8, "I8": 8, "U16": 16, "I16": 16, "U32": 32, "I32": 32, "U64": 64, "I64": 64} | PAIRS
DWORDS = {t: 2 if t in ("U64", "I64", "F64", "U32x2", "F32x2") else 1
          for t in (*INTEGERS, *FLOATS, *PAIRS, "Halfx2", "F32x2")}


ALL = CDNA + WAVE32


@dataclasses.dataclass(frozen=True)
class Operation:
    result: str
    sources: tuple
    device: str
    host: str = ""  # where it is not the device's text
    archs: tuple = ALL
    ulp: int = 0    # how far the result may be off; then it is nobody's operand
    weight: int = 1
    lanes: bool = False  # between lanes: the host's names are arrays
    alone: bool = False  # synchronises: at most a few of a group


def integer_operations(t):
    w = WIDTH[t]
    for op in "+-*&|^":
        yield Operation(t, (t, t), f"{t}({{0}} {op} {{1}})", weight=2)
    yield Operation(t, (t,), f"{t}(~{{0}})")
    yield Operation(t, (t, t), f"{t}({{0}} << ({{1}} & {w - 1}))")
    yield Operation(t, (t, t), f"{t}({{0}} >> ({{1}} & {w - 1}))")
    yield Operation(t, (t, t), f"__builtin_elementwise_min({{0}}, {{1}})")
    yield Operation(t, (t, t), f"__builtin_elementwise_max({{0}}, {{1}})")
    for what in ("add_sat", "sub_sat"):
        yield Operation(t, (t, t), f"__builtin_elementwise_{what}({{0}}, {{1}})")
    yield Operation(t, (t, t, t), f"{t}({{0}} * {{1}} + {{2}})")
    yield Operation(t, (t, t, t), f"{t}(({{0}} & {{1}}) | (~{{0}} & {{2}}))")
    yield Operation(t, (t, t, t), f"{t}(({{0}} ^ {{1}}) + {{2}})")
    yield Operation(t, (t,), f"__builtin_elementwise_bitreverse({{0}})")
    yield Operation(t, (t,), f"{t}(__builtin_elementwise_popcount({{0}}))")


def scalar_integer_operations(t):
    w, u = WIDTH[t], "U" + t[1:]
    if t[0] == "U":
        yield Operation(t, (t, t), f"{t}({{0}} / ({{1}} | 1))")
        yield Operation(t, (t, t), f"{t}({{0}} % ({{1}} | 1))")
        yield Operation(t, (t, t), f"__builtin_rotateleft{w}({{0}}, {{1}})")
        yield Operation(t, (t, t, "U32"), f"{t}({{0}} << ({{2}} & {w - 1}) | {{1}} >> 1 >> (~{{2}} & {w - 1}))")
    else:
        yield Operation(t, (t, t), f"{t}({{0}} / (({{1}} & 0x7F) + 1))")
        yield Operation(t, (t, t), f"{t}({{0}} % (({{1}} & 0x7F) + 1))")
        yield Operation(t, (t,), f"__builtin_elementwise_abs({{0}})")
    yield Operation(t, (t, t, t), f"({{0}} < {{1}} ? {{2}} : {{0}})")
    yield Operation(t, (t, t, t), f"({{0}} == {{1}} ? {{1}} : {{2}})")
    for other in INTEGERS:
        if other != t:
            yield Operation(t, (other,), f"{t}({{0}})", weight=2 if w in (8, 16) or WIDTH[other] in (8, 16) else 1)
    if w == 32:
        for what, before in (("clz", " | 1"), ("ctz", " | 0x80000000")):
            yield Operation(t, (t,), f"{t}(__builtin_{what}(U32({{0}}){before}))")
        yield Operation(t, (t,), f"{t}(__builtin_bswap32(U32({{0}})))")
        yield Operation(t, (t, t), f"{t}({'U64' if t == 'U32' else 'I64'}({{0}}) * {{1}} >> 32)")
        yield Operation(t, (t, t), f"{t}(({{0}} & 0xFFFFFF) * ({{1}} & 0xFFFFFF))")
    if w == 64:
        yield Operation(t, (t,), f"{t}(__builtin_clzl(U64({{0}}) | 1))")
        yield Operation(t, (t,), f"{t}(__builtin_bswap64(U64({{0}})))")
        yield Operation(t, ("U32", "U32", t), f"{t}({u}({{0}}) * {{1}} + {{2}})")
    if w == 16:
        yield Operation(t, (t,), f"{t}(__builtin_bswap16(U16({{0}})))")


def float_operations(t):
    for op in "+-*/":
        # No product of bfloats on gfx1250, nor division, which by a constant is one: clang 22 adds +0 to it by v_fma_mixlo_bf16, which makes +0 of -0.
        archs = CDNA if t == "Brain" and op in "*/" else ALL
        yield Operation(t, (t, t), f"{t}({{0}} {op} {{1}})", archs=archs, weight=3)
    yield Operation(t, (t,), f"{t}(-{{0}})")
    # No x < y ? x : y: clang 22 makes a minimum of it, whose zero may have the other sign.
    yield Operation(t, (t, t, t), f"({{0}} < {{1}} ? {t}(-{{2}}) : {{0}})")
    yield Operation("U32", (t, t), "U32({0} < {1}) | U32({0} == {1}) << 1 | U32(!({0} == {0})) << 2")
    yield Operation(t, ("I32",), f"{t}({{0}} >> 20)")
    yield Operation("I32", (t,), f"whole<I32>(F32({{0}}), -2e9f, 2e9f)" if t != "F64" else "whole<I32>({0}, -2e9, 2e9)")
    if t != "Brain":
        for what in ("floor", "ceil", "trunc", "roundeven", "abs"):
            yield Operation(t, (t,), f"__builtin_elementwise_{what}({{0}})")
        yield Operation(t, (t,), f"__builtin_elementwise_sqrt(__builtin_elementwise_abs({{0}}))")
    if t in ("F32", "F64"):
        yield Operation(t, (t, t, t), "__builtin_elementwise_fma({0}, {1}, {2})", weight=2)
        suffix = "f" if t == "F32" else ""
        yield Operation(t, (t, t), f"__builtin_copysign{suffix}({{0}}, {{1}} == {{1}} ? {{1}} : 1)")
        yield Operation(t, (t, "I32"), f"__builtin_ldexp{suffix}({{0}}, {{1}} % 40)")
        for i in ("U32", "I32", "U64", "I64"):
            yield Operation(t, (i,), f"{t}({{0}})")
        yield Operation("U64", (t,), f"whole<U64>({{0}}, {t}(0), {t}(1.8e19))")
        yield Operation("I64", (t,), f"whole<I64>({{0}}, {t}(-9e18), {t}(9e18))")
        yield Operation("U32", (t,), f"whole<U32>({{0}}, {t}(0), {t}(4e9))")


def pair_operations(t):
    for i in range(2):
        yield Operation(t, (t, t), f"__builtin_shufflevector({{0}}, {{1}}, {shuffle(t, i)})", weight=2)
    element = {"I16x2": "I16", "U16x2": "U16", "I8x4": "I8", "U8x4": "U8", "U32x2": "U32", "Halfx2": "Half",
               "F32x2": "F32"}[t]
    count = int(t[-1])
    yield Operation(element, (t,), "{0}[" + str(count - 1) + "]")
    yield Operation(t, (element,) * 2, t + "{" + ", ".join(("{0}", "{1}")[i % 2] for i in range(count)) + "}")
    yield Operation(t, (t, element), f"({{0}} + {t}({{1}}))", weight=2)


def shuffle(t, which):
    places = {"2": ("1, 2", "3, 0"), "4": ("6, 1, 3, 4", "2, 7, 0, 0")}
    return places[t[-1]][which]


def float_pair_operations(t):
    # No difference of two floats on gfx1250: clang 22 makes {a, b} + {c, -a} of {a, b} - {c, a}.
    archs = CDNA if t == "F32x2" else ALL
    for op in "+-*":
        yield Operation(t, (t, t), f"({{0}} {op} {{1}})", archs=archs if op == "-" else ALL, weight=4)
    yield Operation(t, (t,), "(-{0})", archs=archs, weight=2)
    yield Operation(t, (t,), "__builtin_elementwise_abs({0})")
    yield Operation(t, (t, t), "({0} < {1} ? -{0} : {1})", archs=archs)


def conversions():
    yield Operation("F64", ("F32",), "F64({0})")
    yield Operation("F32", ("F64",), "F32({0})")
    yield Operation("F32", ("Half",), "F32({0})")
    yield Operation("F32", ("Brain",), "F32({0})")
    yield Operation("Brain", ("F32",), "Brain({0})", archs=CDNA)
    yield Operation("Brain", ("F32",), "Brain(kept_apart({0}))", "Brain({0})", archs=WAVE32)  # from a product before it, as above
    yield Operation("U32", ("F32",), "bits_of({0})")
    yield Operation("U64", ("F64",), "bits_of({0})")
    yield Operation("U16", ("Half",), "U16(bits_of({0}))")
    for pair in ("I16x2", "U16x2", "I8x4", "U8x4"):
        yield Operation("U32", (pair,), "__builtin_bit_cast(U32, {0})")
        yield Operation(pair, ("U32",), f"__builtin_bit_cast({pair}, {{0}})")
    yield Operation("U32", ("U32", "U32"), "set_fields({0}, {1})", weight=2)
    yield Operation("I32", ("U32",), "sum_fields({0})", weight=2)
    for how in ("add", "sub", "mul"):
        yield Operation("U32", ("I32", "I32"), "[](I32 a, I32 b) { I32 r; const bool over = "
                        f"__builtin_{how}_overflow(a, b, &r); return U32(r) ^ U32(over); }}({{0}}, {{1}})")


def builtins():
    b = "__builtin_amdgcn_"
    u2, u3 = ("U32",) * 2, ("U32",) * 3
    yield Operation("U32", u3, f"{b}ubfe({{0}}, {{1}} & 31, {{2}} & 31)", "field_of({0}, {1} & 31, {2} & 31)")
    yield Operation("I32", u3, f"{b}sbfe({{0}}, {{1}} & 31, {{2}} & 31)", "signed_field_of({0}, {1} & 31, {2} & 31)")
    yield Operation("U32", u3, f"{b}perm({{0}}, {{1}}, {{2}} & 0x0F0F0F0F)", "permuted({0}, {1}, {2} & 0x0F0F0F0F)")
    yield Operation("U32", u3, f"{b}alignbit({{0}}, {{1}}, {{2}})", "U32((U64({0}) << 32 | {1}) >> ({2} & 31))")
    yield Operation("U32", u3, f"{b}alignbyte({{0}}, {{1}}, {{2}})", "U32((U64({0}) << 32 | {1}) >> 8 * ({2} & 3))")
    yield Operation("U32", u3, f"{b}sad_u8({{0}}, {{1}}, {{2}})", "sum_of_differences({0}, {1}, {2})")
    yield Operation("U32", u3, f"{b}lerp({{0}}, {{1}}, {{2}})", "averages({0}, {1}, {2})")
    yield Operation("I32", ("U32", "U32", "I32"), f"{b}sdot4(I32({{0}}), I32({{1}}), {{2}}, false)", "dot4({0}, {1}, {2})", archs=CDNA)
    yield Operation("I32", ("U32", "U32", "I32"), f"{b}sdot2(__builtin_bit_cast(I16x2, {{0}}), "
                    "__builtin_bit_cast(I16x2, {1}), {2}, false)", "dot2({0}, {1}, {2})", archs=CDNA)
    yield Operation("U32", u3, f"{b}mbcnt_hi({{0}}, {b}mbcnt_lo({{1}}, {{2}}))",
                    "U32(__builtin_popcountl((U64({0}) << 32 | {1}) & ((1ul << l) - 1))) + {2}", archs=CDNA)
    yield Operation("F32", ("U32",), f"{b}rcpf(tame({{0}}))", "F32(1.0 / F64(tame({0})))", ulp=1)
    yield Operation("F32", ("U32",), f"{b}rsqf(tame({{0}}))", "F32(1.0 / std::sqrt(F64(tame({0}))))", ulp=1)
    yield Operation("F32", ("U32",), f"{b}sqrtf(tame({{0}}))", "F32(std::sqrt(F64(tame({0}))))", ulp=1)
    yield Operation("F32", ("U32",), f"{b}exp2f(tame({{0}}) - 9)", "F32(std::exp2(F64(tame({0}) - 9)))", ulp=1)
    yield Operation("F32", ("U32",), f"{b}logf(tame({{0}}))", "F32(std::log2(F64(tame({0}))))", ulp=1)


def between_lanes(random):
    """Drawn anew for every batch: the controls are immediate."""
    return [dataclasses.replace(o, lanes=True) for o in drawn_between_lanes(random)]


def drawn_between_lanes(random):
    b = "__builtin_amdgcn_"
    u, u2 = ("U32",), ("U32",) * 2
    k = random.randrange(64)
    yield Operation("U32", u2, f"U32({b}ds_bpermute(I32({{0}}), I32({{1}})))", "{1}[{0}[l] >> 2 & 63]", archs=CDNA)
    yield Operation("U32", u, f"U32({b}ds_permute(I32((lane ^ {k}) << 2), I32({{0}})))", f"{{0}}[l ^ {k}]", archs=CDNA)
    yield Operation("U32", u, f"U32({b}readlane(I32({{0}}), {k}))", f"{{0}}[{k}]", archs=CDNA)
    yield Operation("U32", u, f"U32({b}readfirstlane(I32({{0}})))", "{0}[0]", archs=CDNA)
    yield Operation("U64", u, f"{b}ballot_w64(({{0}} & 1) != 0)", "ballot({0})", archs=CDNA)
    low = k & 31
    yield Operation("U32", u2, f"U32({b}ds_bpermute(I32({{0}}), I32({{1}})))", "{1}[l & 32 | {0}[l] >> 2 & 31]", archs=WAVE32)
    yield Operation("U32", u, f"U32({b}ds_permute(I32((lane ^ {low}) << 2), I32({{0}})))", f"{{0}}[l ^ {low}]", archs=WAVE32)
    yield Operation("U32", u, f"U32({b}readlane(I32({{0}}), {low}))", f"{{0}}[l & 32 | {low}]", archs=WAVE32)
    yield Operation("U32", u, f"U32({b}readfirstlane(I32({{0}})))", "{0}[l & 32]", archs=WAVE32)
    yield Operation("U32", u, f"{b}ballot_w32(({{0}} & 1) != 0)", "U32(ballot({0}) >> (l & 32))", archs=WAVE32)
    controls = [random.randrange(256), *(base + random.randrange(1, 16) for base in (0x100, 0x110, 0x120)),
                random.choice((0x130, 0x134, 0x138, 0x13C)), 0x140, 0x141, 0x150 + random.randrange(16)]
    for control in controls:
        rows, banks = (random.choice((15, random.randrange(16))) for _ in range(2))
        bound = random.choice(("true", "false"))
        device = f"U32({b}update_dpp(I32({{0}}), I32({{1}}), {control:#x}, {rows:#x}, {banks:#x}, {bound}))"
        # A wave of 32 has two rows of 16, and nothing shifts across them.
        for archs, masked in ((CDNA, rows), (WAVE32, (rows & 3) * 5)):
            if archs is CDNA or not 0x130 <= control < 0x140:
                words = f"{control:#x}, {masked:#x}, {banks:#x}, {bound}"
                yield Operation("U32", u2, device, f"dpp({{0}}, {{1}}, {words}, l)", archs=archs)
    for pattern in (random.randrange(0x8000), 0x8000 | random.randrange(256)):
        yield Operation("U32", u, f"U32({b}ds_swizzle(I32({{0}}), {pattern:#x}))", f"swizzle({{0}}, {pattern:#x}, l)")
    for lanes in (16, 32):
        for which in (0, 1):
            yield Operation("U32", u2, f"{b}permlane{lanes}_swap({{0}}, {{1}}, false, false)[{which}]",
                            f"swapped({{0}}, {{1}}, {lanes}, {which}, l)", archs=("gfx950",))
    for how in ("add", "and_", "or_", "xor_", "umin", "umax", "smin", "smax"):
        first = random.choice(("0u", "~0u", "0x12345678u"))
        name = f"<Combine::{how}>"
        host = f"in_cells{name}({{0}}, {{1}}, {first}, l)"
        yield Operation("U32", u2, f"in_lds{name}(lane, {{0}}, {{1}}, {first})", host, alone=True)
        yield Operation("U32", u2, f"in_memory{name}(scratch, lane, {{0}}, {{1}}, {first})", host, alone=True)
    yield Operation("U64", ("U32", "U64"), "in_lds<Combine::add>(lane, {0}, {1}, 3ul)",
                    "in_cells<Combine::add>({0}, {1}, 3ul, l)", alone=True)


def lane_operations():
    for t in INTEGERS:
        yield from integer_operations(t)
        yield from scalar_integer_operations(t)
    for t in PAIRS:
        yield Operation(t, (t, t), "({0} < {1} ? {0} : {1})")
        yield from integer_operations(t)
        yield from pair_operations(t)
    for t in FLOATS:
        yield from float_operations(t)
    for t in ("Halfx2", "F32x2"):
        yield from float_pair_operations(t)
        yield from pair_operations(t)
    yield from conversions()
    yield from builtins()


LANE_OPERATIONS = tuple(lane_operations())
