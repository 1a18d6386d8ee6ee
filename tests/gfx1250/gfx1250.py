#!/usr/bin/env python3
"""gfx1250.py LOCKSTEP CLANG FOLDER: kernels for gfx1250, compiled and assembled here, run under all schedules with all
checks and compared with what they must compute; each with one thing taken away, which must be found."""
import math
import random
import re
import struct
import subprocess

from launches import *

HIP = [CLANG, "-x", "hip", "--offload-arch=gfx1250", "-nogpulib", "-nogpuinc", "--offload-device-only",
       "--no-gpu-bundle-output", "-std=c++20", "-ffp-contract=off"]


def compiled(level, keep=lambda line: True):
    """The HIP kernels at a level, from assembly in which some lines may be left out."""
    text = subprocess.run([*HIP, f"-{level}", "-S", "-o", "-", HERE / "kernels.hip"], check=True, capture_output=True, text=True).stdout
    name = FOLDER / f"kernels.{level}.{random.getrandbits(32):08x}"
    name.with_suffix(".s").write_text("\n".join(line for line in text.splitlines() if keep(line)))
    return assembled(name)


def half(x):
    return struct.unpack("e", struct.pack("e", x))[0]


def bfloats(xs):
    return b"".join(struct.pack("f", x)[2:] for x in xs)


def tree(xs):
    """As the kernel adds up 256 numbers."""
    while len(xs) > 1:
        xs = [f32(a + b) for a, b in zip(xs[:len(xs) // 2], xs[len(xs) // 2:])]
    return xs[0]


# ---- the compiled kernels: (code, schedule) to what lockstep says


def saxpy(code, schedule="several"):
    n = 1000
    x, y = [f32(random.uniform(-2, 2)) for _ in range(n)], [f32(random.uniform(-2, 2)) for _ in range(n)]
    return run(code, "saxpy", [4], 256, {"x": floats(x), "out": floats(y)}, [{"pointer": "x"}, {"pointer": "out"}, {"f32": 1.5}, {"i32": n}],
               floats([f32(f32(1.5 * a) + b) for a, b in zip(x, y)]), schedule)


def where(code, schedule="several"):
    ids = [x | y << 8 | z << 16 | t << 24 for z in range(2) for y in range(3) for x in range(2) for t in range(64)]
    return run(code, "where", [2, 3, 2], 64, {"out": 4 * len(ids)}, [{"pointer": "out"}], floats(ids, "I"), schedule)


def halves(code, schedule="several"):
    n = 500
    x, w = [half(random.uniform(-2, 2)) for _ in range(n)], [half(random.uniform(-2, 2)) for _ in range(n)]
    y = []
    for a, b in zip(x, w):
        s = half(half(a * b) + 1.5)
        y.append(half(half(s - b if s > a else s + a) * 0.5))
    return run(code, "halves", [2], 256, {"x": floats(x, "e"), "w": floats(w, "e"), "out": 2 * n},
               [{"pointer": "x"}, {"pointer": "w"}, {"pointer": "out"}, {"i32": n}], floats(y, "e"), schedule)


def pairs(code, schedule="several"):
    n = 500
    x, w = [half(random.uniform(-2, 2)) for _ in range(2 * n)], [half(random.uniform(-2, 2)) for _ in range(2 * n)]
    return run(code, "pairs", [2], 256, {"x": floats(x, "e"), "w": floats(w, "e"), "out": 4 * n},
               [{"pointer": "x"}, {"pointer": "w"}, {"pointer": "out"}, {"i32": n}],
               floats([half(half(a * b) + a) for a, b in zip(x, w)], "e"), schedule)


def reduce(code, schedule="several"):
    n = 700
    x = [f32(random.uniform(-2, 2)) for _ in range(n)]
    whole = x + [0.0] * (768 - n)
    return run(code, "reduce", [3], 256, {"x": floats(x), "out": 12}, [{"pointer": "x"}, {"pointer": "out"}, {"i32": n}],
               floats([tree(whole[i:i + 256]) for i in range(0, 768, 256)]), schedule)


def softmax(code, schedule="several"):
    n, rows = 600, 2
    x = [f32(random.uniform(-4, 4)) for _ in range(n * rows)]
    out = []
    for r in range(rows):
        e = [math.exp(v - max(x[r * n:r * n + n])) for v in x[r * n:r * n + n]]
        out += [v / sum(e) for v in e]
    return run(code, "softmax", [rows], 256, {"x": floats(x), "out": 4 * n * rows}, [{"pointer": "x"}, {"pointer": "out"}, {"i32": n}],
               floats(out), schedule, {"format": "f32", "rtol": 2e-6, "atol": 1e-12})


def gemm(code, kernel, pack, schedule="several"):
    """Small integers, whose sums every order and every model has exactly."""
    m, n, k = 32, 48, 96
    a, b = [random.randint(-8, 8) for _ in range(m * k)], [random.randint(-8, 8) for _ in range(n * k)]
    c = [sum(a[i * k + e] * b[j * k + e] for e in range(k)) for i in range(m) for j in range(n)]
    return run(code, kernel, [m // 16, n // 16], 32, {"a": pack(a), "b": pack(b), "out": 4 * m * n},
               [{"pointer": "a"}, {"pointer": "b"}, {"pointer": "out"}, {"i32": n}, {"i32": k}], floats(c), schedule)


def gemm_f16(code, schedule="several"):
    return gemm(code, "gemm_f16", lambda xs: floats(xs, "e"), schedule)


def gemm_bf16(code, schedule="several"):
    return gemm(code, "gemm_bf16", bfloats, schedule)


E4M3 = {-4: 0xC8, -3: 0xC4, -2: 0xC0, -1: 0xB8, 0: 0, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}


def gemm_mx(code, schedule="several"):
    """Small integers under scales of 1/2 to 4, of which every sum is exact."""
    k, blocks = 128, 4
    a, b = [random.randint(-4, 4) for _ in range(16 * k)], [random.randint(-4, 4) for _ in range(16 * k)]
    scale_a, scale_b = [random.randint(126, 129) for _ in range(16 * blocks)], [random.randint(126, 129) for _ in range(16 * blocks)]
    c = [sum(a[i * k + e] * b[j * k + e] * 2.0 ** (scale_a[i * blocks + e // 32] + scale_b[j * blocks + e // 32] - 254) for e in range(k))
         for i in range(16) for j in range(16)]
    return run(code, "gemm_mx", [1], 32, {"a": bytes(E4M3[x] for x in a), "b": bytes(E4M3[x] for x in b), "sa": bytes(scale_a), "sb": bytes(scale_b), "out": 1024},
               [{"pointer": "a"}, {"pointer": "b"}, {"pointer": "sa"}, {"pointer": "sb"}, {"pointer": "out"}], floats(c), schedule)


def through_pointers(code, schedule="several"):
    x, i = [random.randint(-99, 99) for _ in range(64)], 5
    want = [x[t] * i + 1000 if t % 3 == 0 else x[i] + 1 + 2000 if t % 3 == 1 else x[i] + 3000 for t in range(64)]
    return run(code, "through_pointers", [1], 64, {"x": floats(x, "i"), "out": 256}, [{"pointer": "x"}, {"pointer": "out"}, {"i32": i}],
               floats(want, "i"), schedule)


def chosen_register(code, schedule="several"):
    x = [random.randint(-99, 99) for _ in range(32)]
    return run(code, "chosen_register", [1], 32, {"x": floats(x, "i"), "out": 128}, [{"pointer": "x"}, {"pointer": "out"}, {"i32": 21}, {"i32": 30}],
               floats([v + 21 + 7 for v in x], "i"), schedule)


KERNELS = [saxpy, where, halves, pairs, reduce, softmax, gemm_f16, gemm_bf16, gemm_mx, through_pointers, chosen_register]


def check_compiled():
    for level in ("O0", "O1", "O2", "O3"):
        code = compiled(level)
        status, said = lockstep("object", "disasm", code)
        check(f"{level}: everything decodes and is supported", status == HOLDS, said[-2000:])
        status, said = lockstep("lint", code)
        # Below O2 loads may be on their way to a register that an index may choose, and calls go to spilled addresses.
        check(f"{level}: lint has nothing to say", status == HOLDS or level < "O2" and status == INCONCLUSIVE, said)
        for kernel in KERNELS:
            status, said = kernel(code)
            check(f"{level}: {kernel.__name__} holds", status == HOLDS, said)


def check_mutants():
    """Waits and barriers taken away: found by a check, or by the output, under the schedules together."""
    def without(pattern, nth=None):
        seen = [0]

        def keep(line):
            if not re.search(pattern, line):
                return True
            seen[0] += 1
            return nth is not None and seen[0] != nth
        return keep

    for pattern, kernel in [(r"s_wait_loadcnt", saxpy), (r"s_wait_kmcnt", saxpy), (r"s_wait_(loadcnt_)?dscnt", reduce), (r"s_barrier_", reduce),
                            (r"s_barrier_wait", reduce), (r"s_wait_loadcnt", gemm_f16)]:
        status, said = kernel(compiled("O3", without(pattern)))
        check(f"{kernel.__name__} without {pattern} is falsified", status in (FALSIFIED, TRAPPED), said)
        if pattern == r"s_wait_loadcnt":
            check(f"{kernel.__name__} without {pattern}: the instructions are named", "wait: " in said and "global_load" in said, said)
        if pattern == r"s_barrier_":
            check(f"{kernel.__name__} without {pattern}: a race", "race" in said, said)


def check_programs():
    code = programs()
    x = [random.getrandbits(31) for _ in range(64)]

    def outcome(kernel, want, waves=1, schedule="several"):
        lanes = 32 * waves
        return run(code, kernel, [1], lanes, {"out": 4 * lanes, "x": floats(x[:lanes], "I")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}],
                   floats([v & 0xFFFFFFFF for v in want], "I"), schedule)

    def holds(kernel, want, waves=1):
        status, said = outcome(kernel, want, waves)
        check(f"{kernel} holds", status == HOLDS, said)

    def found(kernel, what, status=FALSIFIED, want=x[:32], waves=1):
        got, said = outcome(kernel, want, waves)
        check(f"{kernel}: {what}", got == status and what in said, f"exit {got}\n{said}")

    low = x[:32]
    holds("banks", [v + 1 + (v << 4) for v in low])
    holds("banks_behind_a_literal", low)
    holds("clobber", low)
    holds("pair_y_reads", [(11 << 8) + v for v in low])
    holds("pair_x_reads", [(5 << 8) + v for v in low])
    found("pair_swap", "each half of the pair writes what the other reads", INCONCLUSIVE)
    holds("relative", [v + 1 for v in low])
    holds("relative_in_bank", [v + 5 if lane < 16 else 0 for lane, v in enumerate(low)])
    holds("relative_in_time", low)
    found("relative_too_early", "v_movrels_b32_e32 v4, v8 @")
    found("relative_overwrites", "overwrites a register that global_load_b32 v9")
    found("relative_beyond", "a relative register lies beyond those of the kernel", TRAPPED)
    found("relative_nowhere", "M0, the register index, is undefined", TRAPPED)
    for kernel in ("relative_too_early", "relative_overwrites"):
        status, said = lockstep("lint", code, "--kernel", kernel)
        check(f"lint of {kernel}: what M0 chooses may be on its way", status == INCONCLUSIVE and "v9" in said and "if the index chooses it" in said, said)
    # 2^-126 / 4 is 0x00200000; 1 + 2^-24 rounds to 1, or up to 0x3F800001.
    holds("scalar_float", [0x3FA00000] * 32)
    holds("scalar_float_rounded", [0x3FA00001] * 32)
    holds("scalar_float_flushed", [0x3F800000] * 32)
    holds("scalar_float_kept", [0x3FA00000] * 32)
    holds("scalar_float_modes", [0x3F800001 ^ 0x3C01 << 16] * 32)
    found("scalar_float_estimate", "MODE.round is not nearest even", INCONCLUSIVE)
    holds("halves", [(v & 0xFFFF) << 16 | (v + (v >> 16)) & 0xFFFF for v in low])
    found("loads_too_early", "wait: ")
    found("scalars_too_early", "wait: ", TRAPPED)
    found("lds_too_early", "wait: ")
    holds("lds_in_time", low)
    holds("flat_in_order", [v + 1 for v in low])
    found("flat_too_early", "wait: ")
    found("load_over_load", "overwrites a register that global_load_b32 v3", want=low)
    holds("load_behind_load", low)
    holds("store_then_load", [v + 1 for v in low])
    found("barrier_alone", "waits for ever", TRAPPED, x, 2)
    holds("barrier_ended", x, 2)
    holds("exchange", x[32:] + x[:32], 2)
    found("exchange_without_wait", "race", FALSIFIED, x[32:] + x[:32], 2)
    found("exchange_after_many", "LDS 0x80, which wave 1 uses by ds_store_b32", FALSIFIED, x[32:] + x[:32], 2)
    found("overwritten_after_read", "which wave 0 uses by ds_load_b128", FALSIFIED, x, 2)
    found("banked_too_early", "v_mov_b32_e32 v7, v3 @")
    holds("async_in_time", low)
    found("async_too_early", "undefined")
    found("async_over_read", "overwrites LDS 0x0, which ds_load_b32 v3, v1", want=low)
    holds("async_behind_read", low)
    halfwords = [random.getrandbits(16) for _ in range(32 * 8)]
    square = [halfwords[8 * (lane & ~7 | i) + (lane & 7)] for lane in range(32) for i in range(8)]
    status, said = run(code, "transposed", [1], 32, {"out": 512, "x": floats(halfwords, "H")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], floats(square, "H"))
    check("transposed holds", status == HOLDS, said)
    status, said = run(code, "transposed_from_memory", [1], 32, {"out": 512, "x": floats(halfwords, "H")}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], floats(square, "H"))
    check("transposed_from_memory holds", status == HOLDS, said)
    fetched = [[random.getrandbits(8) for _ in range(8)] for _ in range(32)]
    # Lane 16H + 8P + b, byte 4v + t, comes from lane 16H + 8v + 4P + t, byte b.
    squares = [fetched[lane & 16 | (e // 4) << 3 | (lane >> 3 & 1) << 2 | e % 4][lane & 7] for lane in range(32) for e in range(8)]
    status, said = run(code, "transposed_bytes", [1], 32, {"out": 256, "x": bytes(sum(fetched, []))}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], bytes(squares))
    check("transposed_bytes holds", status == HOLDS, said)
    # A square of 16 by 16 in each 16 lanes; a lane's elements are one little-endian number.
    for kernel, bits in (("transposed_nibbles", 4), ("transposed_sixes", 6)):
        rows = [[random.getrandbits(bits) for _ in range(16)] for _ in range(32)]
        pack = lambda lane: sum(e << bits * i for i, e in enumerate(lane)).to_bytes(2 * bits, "little")
        loaded = b"".join(map(pack, rows))
        want = b"".join(pack([rows[lane & 16 | i][lane & 15] for i in range(16)]) for lane in range(32))
        status, said = run(code, kernel, [1], 32, {"out": 2 * len(want), "x": loaded}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], want + want)
        check(f"{kernel} holds", status == HOLDS, said)
    small = [v & 0xFFFFF for v in x]
    x[:] = small
    holds("pair_of_doubles", [4 * v + 2 for v in small[:32]])
    low = x[:32]
    plus_one = [v + 1 for v in low]
    for kernel in ("load_to_bank", *EXPERT_RIGHT):
        holds(kernel, plus_one)
    for kernel, (instruction, wait) in EXPERT.items():
        status, said = outcome(kernel, low if kernel == "expert_load_over_result" else plus_one)
        waits = re.findall(r"^ *wait.*", said, re.MULTILINE)
        right = [w for w in waits if f"{kernel}: {instruction}" in w and f"needs s_wait_alu depctr_{wait}" in w]
        check(f"{kernel}: {instruction} comes too early, and nothing else", status == FALSIFIED and waits and right == waits, said)
    check_expert_values(outcome, low)
    check_lint(code)
    found("unknown", "s_sendmsg", INCONCLUSIVE)


def check_expert_values(outcome, low):
    """Without the wait a schedule that defers memory operations shows another value, and one that does not the same one."""
    plus_one = [v + 1 & 0xFFFFFFFF for v in low]
    for kernel, stored in (("expert_old_data", low), ("expert_old_address", plus_one[::-1]), ("expert_new_data", [0x5A] * 32), ("expert_old_bank", low)):
        for schedule, want in (("earliest", plus_one), ("latest", stored)):
            status, said = outcome(kernel, want, schedule=schedule)
            wrong = "manual" not in said
            check(f"{kernel} under {schedule}: its output, and how sure", status == FALSIFIED and "mismatch" not in said and wrong == (schedule == "latest"), said)
        status, said = outcome(kernel, plus_one, schedule="latest")
        check(f"{kernel} under latest: a wrong output", status == FALSIFIED and "mismatch" in said, said)
    for kernel in ("expert_mode_left", "expert_on_a_path"):
        status, said = outcome(kernel, plus_one)
        check(f"{kernel} holds", status == HOLDS, said)


# Programs in expert mode: which instruction comes too early, and what would mend it; and those that are right.
EXPERT = {"expert_reads_early": ("global_store_b32", "va_vdst(0)"), "expert_overwrites_early": ("v_mov_b32", "vm_vsrc(0)"),
          "expert_too_young": ("global_store_b32", "va_vdst(0)"), "expert_load_over_source": ("global_load_b32 v3", "va_vdst(1)"),
          "expert_load_over_matrix": ("ds_load_b32 v4", "va_vdst(0)"), "expert_load_over_result": ("global_load_b32 v3", "va_vdst(0)"),
          "expert_load_over_data": ("ds_load_b32 v3", "vm_vsrc(0)"), "expert_kinds": ("global_store_b32", "va_vdst(0)"),
          "expert_doubles": ("global_store_b32", "va_vdst(0)"), "expert_no_fence": ("global_store_b32", "va_vdst(0)"),
          "expert_thrice": ("global_store_b32", "va_vdst(2)"), "expert_none_loaded": ("v_mov_b32", "vm_vsrc(1)")}
EXPERT_RIGHT = ("expert_in_order", "expert_younger", "expert_store_done", "expert_banks", "expert_load_behind_source", "expert_load_behind_store",
                "expert_fence", "expert_twice", "expert_first_loaded")
# What lint says of each program: nothing, or this.
LINT = {"loads_too_early": "needs s_wait_loadcnt 0x0", "scalars_too_early": "needs s_wait_kmcnt 0x0", "lds_too_early": "needs s_wait_dscnt 0x0",
        "flat_too_early": "needs s_wait_dscnt 0x1 or lower",
        "load_over_load": "needs s_wait_loadcnt 0x0", **{kernel: wait for kernel, (_, wait) in EXPERT.items()}}
RISKS = {"wmma_close": "5 between", "trans_close": "1 between", "permlane_close": "compare-to-permlane", "permlane_on_a_path": "compare-to-permlane",
         "state_close": "state-read", "arrive_behind": "arrive: too close to global_store_b32", "arrive_before": "arrive: too close to ds_atomic",
         "arrive_in_clause": "arrive: too close to s_clause", "base_close": "sa_sdst(0) between", "base_close_to_vector": "va_sdst(0) between",
         "mode_close": "two v_nop between", "wmma_sum_overwritten": "to which v_wmma_f32_16x16x32_f16"}
NOTES = {"wmma_overwritten": "4 between", "trans_source_overwritten": "1 between"}
SILENT = ("wmma_apart", "wmma_accumulates", "banks", "banks_behind_a_literal", "clobber", "lds_in_time", "flat_in_order", "store_then_load", "exchange", "async_in_time", "load_behind_load", "wmma_sum_reused",
          *EXPERT_RIGHT, "load_to_bank", "permlane_apart", "state_apart", "arrive_apart", "base_apart", "mode_apart")


def check_lint(code):
    report = FOLDER / "lint.json"
    status, said = lockstep("lint", code, "--limit", 0, "--json", report)
    check("lint of the programs finds", status == FALSIFIED, said)
    lines = {}
    for file in json.loads(report.read_text())["files"]:
        for kernel in file["kernels"]:
            if kernel["findings"]:
                lines[kernel["kernel"]] = json.dumps(kernel["findings"])
    for severity, expected in (("manual", LINT), ("risk", RISKS), ("note", NOTES)):
        for kernel, text in expected.items():
            said = lines.get(kernel, "")
            check(f"lint of {kernel}: found", text in said and f'"severity": "{severity}"' in said, said)
    for kernel in SILENT:
        check(f"lint of {kernel}: silent", kernel not in lines, lines.get(kernel))


random.seed(1250)
FOLDER.mkdir(parents=True, exist_ok=True)
check_compiled()
check_mutants()
check_programs()
finish()
