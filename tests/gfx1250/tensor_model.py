"""A model of the tensor data mover, element by element as the CDNA5 manual's pseudo-code walks: no runs, no lanes."""
import struct


class Descriptor:
    """Fields by name, and the 20 dwords that hold them."""

    def __init__(self, tile, tensor, strides, memory=0, lds=0, element=1, pad=None, iterate=None, rows=None, wide=False, barrier=None, workgroups=0):
        self.tile, self.tensor, self.strides = tile, tensor, strides
        self.memory, self.lds, self.element = memory, lds, element
        self.pad = pad            # (code of the interval, code of the amount)
        self.iterate = iterate    # (how often, LDS step, memory step), of elements
        self.rows, self.wide, self.barrier, self.workgroups = rows, wide, barrier, workgroups
        self.extra = 0            # bits that are not to be set

    def words(self):
        groups = [0, 0, 0, 0]

        def put(group, first, bits, value):
            assert 0 <= value < 1 << bits, (group, first, value)
            groups[group] |= value << first

        put(0, 0, 2, 1)
        put(0, 32, 32, self.lds)
        put(0, 64, 57, self.memory)
        put(0, 126, 2, 2)
        put(1, 0, 16, self.workgroups)
        put(1, 16, 2, self.element.bit_length() - 1)
        tensor_at = [(1, 48), (1, 80), (2, 0), (2, 32), (3, 48)]
        tile_at = [(1, 112), (1, 128), (1, 144), (2, 112), (3, 80)]
        stride_at = [(1, 160), (1, 208), (2, 64), (3, 0)]
        for n, (size, whole) in enumerate(zip(self.tile, self.tensor)):
            if self.rows is not None and n > 1:
                break
            put(*tensor_at[n], 32, whole)
            put(*tile_at[n], 16, size)
        for n, stride in enumerate(self.strides):
            put(*stride_at[n], 48, stride)
        if self.pad:
            put(1, 20, 1, 1)
            put(1, 22, 3, self.pad[0])
            put(1, 25, 7, self.pad[1])
        if self.iterate:
            put(1, 19, 1, 1)
            put(2, 112, 16, self.iterate[0] - 1)
            put(2, 32, 32, self.iterate[1])
            put(2, 64, 48, self.iterate[2])
        if self.barrier is not None:
            put(1, 18, 1, 1)
            put(1, 32, 16, self.barrier >> 3)
        if self.rows is not None:
            put(0, 31, 1, 1)
            put(0, 30, 1, int(self.wide))
            bits = 32 if self.wide else 16
            for n, row in enumerate(self.rows):
                put(2 + n * bits // 128, n * bits % 128, bits, row)
        groups[0] |= self.extra
        return b"".join(group.to_bytes(32 if n == 1 else 16, "little") for n, group in enumerate(groups))


def elements(d, pads):
    """(address in LDS, address in memory, inside) of each, in the order of LDS."""
    sizes = [max(size, 1) for size in d.tile] + [1] * (5 - len(d.tile))
    if d.rows is not None:
        sizes = [d.tile[0], len(d.rows), 1, 1, 1]
    for turn in range(d.iterate[0] if d.iterate else 1):
        lds = d.lds + (turn * d.iterate[1] * d.element if d.iterate else 0)
        base = d.memory + (turn * d.iterate[2] * d.element if d.iterate else 0)
        written = 0
        for v in range(sizes[4]):
            for w in range(sizes[3]):
                for z in range(sizes[2]):
                    for y in range(sizes[1]):
                        for x in range(sizes[0]):
                            at = (x, d.rows[y] if d.rows is not None else y, z, w, v)
                            inside = all(i < whole for i, whole in zip(at, d.tensor))
                            offset = x + sum(i * stride for i, stride in zip(at[1:], d.strides))
                            yield lds, base + offset * d.element, inside
                            lds += d.element
                            written += d.element
                            if pads and d.pad and written >= 4 << d.pad[0] + 1:
                                written = 0
                                lds += 4 * (d.pad[1] + 1)


def load(d, memory, lds):
    for to, at, inside in elements(d, True):
        lds[to:to + d.element] = memory[at:at + d.element] if inside else bytes(d.element)


def store(d, lds, memory):
    for at, to, inside in elements(d, False):
        if inside:
            memory[to:to + d.element] = lds[at:at + d.element]


def words(fields):
    return struct.unpack("<20I", fields)
