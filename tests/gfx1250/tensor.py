#!/usr/bin/env python3
"""tensor.py LOCKSTEP CLANG FOLDER: tensor copies of gfx1250. Tiles of all ranks, padded, iterated and gathered, against a
model that walks element by element; descriptors that make no sense; waits and barriers that are left out."""
import random
import re

from launches import *
from tensor_model import Descriptor, elements, load, store

LDS, MEMORY = 8192, 65536
ARGUMENTS = [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "x"}, {"at": 16, "pointer": "d"}]
CODE = None


def launch(kernel, x, descriptors, expected, out=None, waves=1, schedule="several", flags=()):
    d = b"".join(d.words() for d in descriptors)
    buffers = {"x": x, "d": d, "out": LDS * len(descriptors) if out is None else out}
    return run(CODE, kernel, [len(descriptors)], 32 * waves, buffers, ARGUMENTS, expected, schedule, flags=flags)


# ---- random descriptors


def drawn(rank, element, pads=False, iterates=False, gathers=None, room=LDS):
    """One whose LDS fits: sizes and strides of its rank, with ends within the tile or beyond it."""
    while True:
        tile = [random.randint(1, [64, 12, 5, 4, 3][n]) for n in range(rank)]
        if pads:
            tile[0] = max(1, tile[0] * element // 4) * 4 // element or 4
        strides, reach = [], tile[0]
        for n in range(rank - 1):
            strides.append(reach + random.randint(0, 7))
            reach = strides[-1] * tile[n + 1]
        tensor = [random.choice([size, size + 3, random.randint(0, size)]) for size in tile]
        d = Descriptor(tile, tensor, strides, element=element)
        d.memory = element * random.randint(0, 64)
        d.lds = 4 * random.randint(0, 64)
        if pads:
            d.pad = (random.randint(0, 7), random.randint(0, 12))
        if iterates:
            count = random.randint(1, 4)
            whole = 1
            for size in tile:
                whole *= size
            d.iterate = (count, whole * (2 if pads else 1) + random.randint(0, 9) * 4, random.randint(0, 50) + reach)
            if d.iterate[1] * element % 4:
                d.iterate = (count, d.iterate[1] + 4 // element - d.iterate[1] % (4 // element), d.iterate[2])
        if gathers:
            most = 8 if gathers == 32 else 16
            d.wide = gathers == 32
            d.rows = sorted(random.randint(0, 40) for _ in range(random.randint(1, most)))
            d.tile, d.tensor = [tile[0], len(d.rows)], [tensor[0], random.choice([41, 20])]
        spans = [(to, at, inside) for to, at, inside in elements(d, True)]
        stored = [at for _, at, inside in elements(d, False) if inside]
        if len({to for to, _, _ in spans}) < len(spans) or len(set(stored)) < len(stored):
            continue  # of bytes that are written twice nobody says in which order
        if max(to for to, _, _ in spans) + element <= room and max(at for _, at, _ in spans) + element <= MEMORY // 2:
            return d


def many(**options):
    ranks = options.pop("ranks", range(1, 6))
    return [drawn(rank, element, **options) for rank in ranks for element in (1, 2, 4, 8) for _ in range(2)]


def check_loads():
    x = random.randbytes(MEMORY)

    def loads(what, descriptors, kernel="load_all"):
        expected = b""
        for d in descriptors:
            lds = bytearray(b"\xa5" * LDS)
            load(d, x, lds)
            expected += lds
        status, said = launch(kernel, x, descriptors, expected)
        check(f"loads: {what}", status == HOLDS, said)

    loads("of all ranks", many())
    loads("of two groups", many(ranks=(1, 2)), "load_two")
    loads("padded", many(pads=True))
    loads("iterated", many(ranks=(1, 2, 3), iterates=True))
    loads("iterated and padded", many(ranks=(2, 3), iterates=True, pads=True))
    loads("gathered by 16 bits", many(ranks=(2,), gathers=16))
    loads("gathered by 32 bits", many(ranks=(2,), gathers=32))
    nothing = drawn(2, 4)
    nothing.extra = 1 ^ 0
    status, said = launch("load_all", x, [NoCopy(nothing)], b"\xa5" * LDS)
    check("a count of 0 copies nothing", status == HOLDS, said)
    status, said = launch("load_all", x, [NoType(nothing)], b"\xa5" * LDS)
    check("a type of 0 copies nothing", status == HOLDS, said)


class NoCopy:
    """A descriptor whose count is 0: whatever its other fields say."""

    def __init__(self, descriptor):
        self.inner = descriptor

    def words(self):
        first = self.inner.words()
        return bytes([first[0] & 0xFC]) + first[1:]


class NoType(NoCopy):
    """A descriptor whose type is cleared, and whose address means nothing."""

    def words(self):
        first = self.inner.words()
        return first[:8] + bytes(8) + first[16:]


def check_stores():
    lds = random.randbytes(LDS)

    def stores(what, descriptors):
        before = random.randbytes(LDS * len(descriptors))
        after = bytearray()
        for n, d in enumerate(descriptors):
            part = bytearray(before[LDS * n:LDS * n + LDS])
            store(d, lds, part)
            after += part
        status, said = launch("store_all", lds, descriptors, bytes(after), out=before)
        check(f"stores: {what}", status == HOLDS, said)

    def small(**options):
        kept = []
        while len(kept) < 16:
            kept += [d for d in many(**options) if max(at for _, at, _ in elements(d, False)) + d.element <= LDS]
        return kept[:16]

    stores("of all ranks", small())
    stores("which ignore padding", small(pads=True))
    stores("iterated", small(ranks=(1, 2, 3), iterates=True))
    stores("scattered by 16 bits", small(ranks=(2,), gathers=16))
    stores("scattered by 32 bits", small(ranks=(2,), gathers=32))


# ---- descriptors that make no sense, and places that are not there


def check_descriptors():
    x = random.randbytes(MEMORY)

    def found(what, text, descriptor, kind="descriptor", status=FALSIFIED, kernel="load_all"):
        lds = bytearray(b"\xa5" * LDS)
        if isinstance(descriptor, Descriptor) and status == FALSIFIED:
            load(descriptor, x, lds)
        got, said = launch(kernel, x, [descriptor], bytes(lds))
        check(f"{what}: found", got == status and re.search(rf"\b{kind}( \(\w+\))?: ", said) and text in said, f"exit {got}\n{said}")

    def plain(**options):
        return Descriptor([16, 4], [16, 4], [32], element=4, **options)

    def with_bits(bits):
        d = plain()
        d.extra = bits
        return d

    status, said = launch("load_all", x, [plain()], bytes(loaded(plain(), x)))
    check("the descriptor that the others are made of holds", status == HOLDS and "descriptor: " not in said, said)
    found("a reserved bit", "reserved bits of group 0", with_bits(1 << 5))
    found("a wide address", "more than 57 bits", with_bits(1 << 122))
    found("another type", "type is 3", with_bits(1 << 126))
    wrong = plain()
    wrong.extra = 2
    found("another count", "count is 3", NoLoad(wrong), status=FALSIFIED)
    odd = Descriptor([3, 4], [3, 4], [32], element=1, pad=(1, 2))
    found("padding of odd rows", "no multiple of 4", odd)
    found("a mask outside clusters", "without clusters", plain(workgroups=3))
    late = Descriptor([4, 3], [4, 10], [32], element=4, rows=[3, 12, 5])
    found("a row past the end among rows that do not ascend", "do not ascend", late)
    found("LDS past the end", "past the 8192 bytes", plain(lds=8190 - 100), "lds-bounds", TRAPPED)
    found("a barrier past the end", "past the 8192 bytes", plain(barrier=8192), "lds-bounds", TRAPPED)
    found("memory past the end", "past the end of x", plain(memory=MEMORY - 64), "bounds", TRAPPED)
    found("a lost carry", "was a carry into the upper half lost", plain(memory=1 << 32), "bounds", TRAPPED)
    got, said = launch("store_all", x, [plain(memory=LDS)], bytes(LDS), out=bytes(LDS))
    check("a store past the end: found", got == TRAPPED and "bounds: " in said, said)


class NoLoad(NoCopy):
    def words(self):
        return self.inner.words()


def loaded(d, x):
    lds = bytearray(b"\xa5" * LDS)
    load(d, x, lds)
    return lds


# ---- waits and barriers


def check_waits():
    x = random.randbytes(MEMORY)
    tile = dict(tile=[128], tensor=[128], strides=[], element=4)

    def outcome(kernel, waves=1, expected=None, out=None, flags=(), **fields):
        expected = x[:512] if expected is None else expected
        # What a kernel does not store stays as it was.
        before = bytes(LDS) if out is None else out
        return launch(kernel, x, [Descriptor(**tile, **fields)], expected + before[len(expected):], out=before, waves=waves, flags=flags)

    def holds(kernel, waves=1, **options):
        status, said = outcome(kernel, waves, **options)
        check(f"{kernel} holds", status == HOLDS, said)

    def found(kernel, text, waves=1, **options):
        status, said = outcome(kernel, waves, **options)
        check(f"{kernel}: found", status == FALSIFIED and text in said, f"exit {status}\n{said}")

    early = "fills, before a wait for it"
    holds("tile_in_time")
    found("tile_too_early", early)
    holds("first_of_two")
    found("second_of_two", early)
    holds("second_after_all")
    holds("kept_for_store")
    found("overwritten_under_store", "reads, before a wait for it")
    holds("handed", 2)
    found("handed_without_wait", "lds-race", 2)
    found("handed_without_barrier", "lds-race", 2)
    for lane in ("first", "middle", "last"):
        found(f"{lane}_lane_reads", "lds-race", 2, expected=b"")
    holds("no_lane_reads", 2, expected=b"")
    holds("refilled_in_turn", 2)
    found("refilled_while_read", "lds-race", 2)
    holds("announced_tile", 2, barrier=0x1000)
    found("announced_unheard", "lds-race", 2, barrier=0x1000)
    status, said = outcome("announced_tile", 2, flags=("--step-limit", "100000"))
    check("nobody announces: found", status == TRAPPED and "deadlock" in said, said)
    holds("announced_lanes", 2)
    found("announced_too_early", "lds-race", 2)


random.seed(51250)
FOLDER.mkdir(parents=True, exist_ok=True)
CODE = programs("tensor.s")
check_loads()
check_stores()
check_descriptors()
check_waits()
finish()
