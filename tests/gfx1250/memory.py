#!/usr/bin/env python3
"""memory.py LOCKSTEP CLANG FOLDER: accesses of gfx1250 that gfx950 has not, or has otherwise (memory.s)."""
import random

from launches import *


def signed(value, bits):
    return (value - (1 << bits) if value >> bits - 1 else value) & 0xFFFFFFFF


def outcome(code, kernel, x, want, lanes=32):
    return run(code, kernel, [1], lanes, {"out": len(want), "x": x}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}], want)


def main():
    code = programs("memory.s")
    x = bytes(random.getrandbits(8) for _ in range(1024))
    dwords = list(struct.unpack("256I", x))
    low = dwords[:32]

    def holds(kernel, *registers, data=x):
        """Of each register stored, what its lanes hold."""
        want = b"".join(floats([v & 0xFFFFFFFF for v in lanes], "I") for lanes in registers)
        status, said = outcome(code, kernel, data, want)
        check(f"{kernel} holds", status == HOLDS, said)
        wrong = bytearray(want)
        wrong[-1] ^= 0x80
        status, said = outcome(code, kernel, data, bytes(wrong))
        check(f"{kernel}: another last byte is noticed", status == FALSIFIED, said)

    def found(kernel, what, expected, data=x, lanes=32):
        status, said = outcome(code, kernel, data, bytes(128), lanes)
        check(f"{kernel}: {what}", status == expected and what in said, f"exit {status}\n{said}")

    # Bytes with the sign bit set, so that extension shows.
    marked = bytes(b | 0x80 if i in (5, 7, 11, 15) else b for i, b in enumerate(x))
    half = lambda i: marked[i] | marked[i + 1] << 8
    same = lambda v: [v] * 32
    holds("parts", same(marked[5]), same(signed(marked[7], 8)), same(half(6)), same(signed(half(10), 16)),
          same(marked[15]), same(0), same(half(14)), same(signed(half(14), 16)), data=marked)
    found("part_astray", "is not a multiple of 2", FALSIFIED)
    found("part_outside", "reads 1 bytes at", TRAPPED, x[:128])

    holds("compare_store", [7 if l % 2 == 0 else v for l, v in enumerate(low)], low,
          [8 if l % 2 == 0 else v for l, v in enumerate(low)], [9 if l % 2 == 0 else l for l in range(32)])
    small = [v & 0xFF for v in low]
    single = lambda v: struct.unpack("I", struct.pack("f", v))[0]
    holds("more_atomics", [v - 100 if v >= 100 else v for v in small], [max(v - 100, 0) for v in small],
          [single(min(v, 100)) for v in small], [single(max(v, 100)) for v in small])

    # num_records counts bytes: 20 records of 12.
    at = lambda byte: dwords[byte // 4] if byte + 4 <= 240 else 0
    holds("structured", [at(12 * l + 4) for l in range(32)])
    holds("unbounded", [at(12 * l + 8) for l in range(32)], [at(12 * l + 12) for l in range(32)])
    holds("bounded", [at(12 * l + 8) for l in range(32)], same(0))
    holds("indexed_offset", [at(12 * (l + 1) + 12) for l in range(32)])
    holds("bounded_offset", low[:3] + [0] * 29)
    holds("unbounded_offset", low[:30] + [0] * 2)
    status, said = outcome(code, "swizzled", x, x[512:1024])
    check("swizzled holds", status == HOLDS, said)
    status, said = outcome(code, "swizzled", x, b"".join(x[32 * l + 16:32 * l + 32] for l in range(32)))
    check("swizzled: it is not linear", status == FALSIFIED, said)
    found("swizzled_across", "two parts of 16, of a swizzled buffer", INCONCLUSIVE)
    found("other_type", "whose type (bits 127:126) is no buffer's", INCONCLUSIVE)
    holds("offset_past_4g", same(0))

    # What the neighbour had, and then what it wrote here: its number.
    holds("other_lanes", [low[l ^ 1] + (l ^ 1) for l in range(32)])
    found("past_another_lane", "lies past the 16 bytes of lane 1", TRAPPED)
    found("another_wave", "the scratch of another wave", INCONCLUSIVE)


def check_scopes():
    """Messages between workgroups: which scopes order them (LLVM AMDGPUUsage, memory model of gfx12)."""
    code = programs("memory.s")
    x = bytes(random.getrandbits(8) for _ in range(128))
    for kernel, expected, words in (
            ("of_device", HOLDS, None), ("of_system", HOLDS, None), ("of_engine", FALSIFIED, "memory-race: "),
            ("not_waited_for", FALSIFIED, "comes to the atomic between without a wait for it"),
            ("not_written_back", HOLDS, "no global_wb scope:SCOPE_DEV lies behind it"),
            ("not_invalidated", HOLDS, "no global_inv scope:SCOPE_DEV lies before")):
        status, said = run(code, f"message_{kernel}", [2], 32, {"out": bytes(260), "x": x}, [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}],
                           x + x + floats([1], "I"), flags=("--step-limit", "100000"))
        check(f"message_{kernel}", status == expected and (words in said if words else "race" not in said), f"exit {status}\n{said}")


def section(data, wanted):
    """Offset and size of a section of an ELF file."""
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    entries = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * n) for n in range(count)]
    for entry in entries:
        name = data[entries[names][4] + entry[0]:].split(b"\0", 1)[0]
        if name == wanted:
            return entry[4], entry[5]
    raise ValueError(wanted)


REFUSED = 2  # nothing was run


def check_dynamic_registers():
    """A kernel whose waves ask for registers while they run is refused, by the descriptor's bit."""
    code = programs("one.s", "program one\n  begin\n  global_store_b32 v1, v2, s[4:5]\ndone one\n")
    data = bytearray(code.read_bytes())
    x = bytes(range(128))
    status, said = outcome(code, "one", x, x)
    check("registers as ever: holds", status == HOLDS, said)
    begin, size = section(data, b".rodata")
    assert size == 64  # one descriptor; compute_pgm_rsrc3 at 44
    data[begin + 44 + 2] |= 1 << 17 - 16
    code.write_bytes(data)
    status, said = outcome(code, "one", x, x)
    check("dynamic registers: refused", status == REFUSED and "ENABLE_DYNAMIC_VGPR, bit 17 of compute_pgm_rsrc3" in said, f"exit {status}\n{said}")


if __name__ == "__main__":
    random.seed(61252)
    FOLDER.mkdir(parents=True, exist_ok=True)
    main()
    check_scopes()
    check_dynamic_registers()
    finish()
