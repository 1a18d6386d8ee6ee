"""A batch of random expressions: drawn, and written as the source of the device and of the host. Everything follows from
the seed, the batch's number and the arch."""
import dataclasses
import random

from operations import DWORDS, INTEGERS, LANE_OPERATIONS, between_lanes

LANES, ROWS = 64, 8
GROUPS, NODES = 12, 25  # of a batch; an expression may use those before it in its group


@dataclasses.dataclass
class Node:
    name: str
    type: str
    device: str
    host: str
    operands: tuple
    slot: int = -1  # where its dwords are, 64 lanes apart; -1: a leaf
    ulp: int = 0


def leaf(kind, rng):
    row, other = (rng.randrange(ROWS) for _ in range(2))
    r, o = f"in[{64 * row} + lane]", f"in[{64 * other} + lane]"
    if rng.random() < 0.4:
        return constant(kind, rng)
    if kind in ("U64", "I64"):
        return f"{kind}(U64({r}) << 32 | {o})"
    if kind in INTEGERS:
        return f"{kind}({r})"
    if kind in ("F32", "Half"):
        return f"{'number' if kind == 'F32' else 'half'}({r})"
    if kind == "F64":
        return f"number({r}, {o})"
    if kind == "Brain":
        return f"__builtin_bit_cast(Brain, U16({r}))"
    if kind == "Halfx2":
        return f"Halfx2{{half({r}), half({r} >> 16)}}"
    if kind in ("U32x2", "F32x2"):
        wrap = "number" if kind == "F32x2" else ""
        return f"{kind}{{{wrap}({r}), {wrap}({o})}}"
    return f"__builtin_bit_cast({kind}, {r})"


def constant(kind, rng):
    """What an operand field holds often, literals else."""
    def element(e):
        if e in ("F32", "F64", "Half", "Brain"):
            # No bfloat that is zero: clang 22 makes -x of 0 - x for gfx950, which differs where x is 0.
            # No half that is -0: it makes {x, 0} of {x, -0} at O0.
            zeros = {"Brain": (), "Half": ("0.0",)}.get(e, ("0.0", "-0.0"))
            text = rng.choice((*zeros, "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494309189532", "3.0",
                               "1.5", "100.25", "-7.0"))
            return f"{e}({text})"
        return f"{e}({rng.choice((rng.randrange(-16, 65), rng.randrange(-16, 65), rng.randrange(-2**31, 2**31)))})"
    if kind == "I64" or kind == "U64":
        return f"{kind}({rng.choice((rng.randrange(-16, 65), rng.randrange(-2**31, 2**32), rng.randrange(2**62)))}l)"
    if kind in DWORDS and "x" in kind:
        base, count = kind.split("x")
        parts = [element(base) for _ in range(int(count))]
        # None that is -1 or 0: clang 22 makes x of {-1, c} | {x, y}.
        while kind == "U32x2" and any(p in ("U32(-1)", "U32(0)") for p in parts):
            parts = [element(base) for _ in range(int(count))]
        if rng.random() < 0.5:
            parts = parts[:1] * int(count)
        return f"{kind}{{{', '.join(parts)}}}"
    return element(kind)


class Batch:
    def __init__(self, seed, number, arch):
        self.rng = random.Random(f"{seed}:{number}")
        self.groups, self.slots, self.count = [], 0, 0
        operations = [o for o in LANE_OPERATIONS for _ in range(o.weight)]
        for _ in range(GROUPS):
            lanes = between_lanes(self.rng)
            self.groups.append(self.group(operations, lanes, arch))
        self.inputs = [self.word() for _ in range(ROWS * LANES)]

    def word(self):
        bits = self.rng.getrandbits(32)
        kind = self.rng.randrange(5)
        if kind == 0:
            return (bits % 64 - 32) & 0xFFFFFFFF
        if kind == 1:
            return (bits & 0x807FFFFF) | (120 + bits % 16) << 23
        if kind == 2:
            return (bits & 0x83FF83FF) | (14 + bits // 1024 % 4) * 0x04000400
        if kind == 3:
            return self.rng.choice((0, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x80008000, 0x7FFF7FFF, 0x7F800000, 0x00800000,
                                    0x7C000001, 0x80017FFF))
        return bits

    def group(self, operations, lanes, arch):
        nodes, alone = [], 0
        while sum(n.slot >= 0 for n in nodes) < NODES:
            operation = self.rng.choice(lanes if self.rng.random() < 0.12 else operations)
            if operation.alone and alone == 2:
                continue
            operands = tuple(self.operand(kind, nodes) for kind in operation.sources)
            if arch not in operation.archs:
                continue
            alone += operation.alone
            names = [n.name for n in operands]
            node = self.add(nodes, operation.result, filled(operation.device, names), host_text(operation, names), operands)
            node.slot, node.ulp = self.slots, operation.ulp
            self.slots += DWORDS[node.type]
        return nodes

    def operand(self, kind, nodes):
        there = [n for n in nodes if n.type == kind and n.ulp == 0]
        if there and self.rng.random() < 0.7:
            return self.rng.choice(there[-6:])
        text = leaf(kind, self.rng)
        return self.add(nodes, kind, text, text.replace("lane]", "l]"), ())

    def add(self, nodes, kind, device, host, operands):
        node = Node(f"v{self.count}", kind, device, host, operands)
        self.count += 1
        nodes.append(node)
        return node

    def device_source(self):
        out = ['#include "tests/compiled/random/device.hpp"', "namespace lockstep::compiled {"]
        for g, nodes in enumerate(self.groups):
            out.append(f"LOCKSTEP_HERE void group{g}(U32* out, const U32* in, U32 lane, void* scratch) {{")
            for n in nodes:
                out.append(f"  const {n.type} {n.name} = {n.device};")
                if n.slot >= 0:
                    out.append(f"  put(out + {LANES * n.slot} + lane, {n.name});")
            out.append("}")
        calls = " ".join(f"lockstep::compiled::group{g}(out, in, lane, scratch);" for g in range(len(self.groups)))
        out += ["}", 'extern "C" __attribute__((global)) void random_expressions(unsigned* out, const unsigned* in, '
                f"void* scratch) {{ const unsigned lane = __builtin_amdgcn_workitem_id_x(); {calls} }}"]
        return "\n".join(out) + "\n"

    def host_source(self):
        out = ['#include "tests/compiled/random/host.hpp"', "namespace lockstep::compiled {"]
        for g, nodes in enumerate(self.groups):
            out.append(f"static void group{g}(U32* out, const U32* in) {{")
            for n in nodes:
                out.append(f"  {n.type} {n.name}[64]; for (int l = 0; l < 64; ++l) {n.name}[l] = {n.host};")
                if n.slot >= 0:
                    out.append(f"  for (int l = 0; l < 64; ++l) put(out + {LANES * n.slot} + l, {n.name}[l]);")
            out.append("}")
        calls = " ".join(f"lockstep::compiled::group{g}(out, in);" for g in range(len(self.groups)))
        out += ["}", f'extern "C" void random_expressions(unsigned* out, const unsigned* in) {{ {calls} }}']
        return "\n".join(out) + "\n"

    def expressions(self):
        return sum(n.slot >= 0 for nodes in self.groups for n in nodes)

    def differences(self, device, host):
        """(node, lane) of every result that is not the host's, in the order of the source."""
        for nodes in self.groups:
            for n in nodes:
                for lane in range(LANES if n.slot >= 0 else 0):
                    if not equal(n, value(n, device, lane), value(n, host, lane)):
                        yield n, lane

    def slice(self, node):
        """The declarations that a node needs."""
        needed = {}

        def visit(n):
            for operand in n.operands:
                visit(operand)
            needed[n.name] = n

        visit(node)
        return [f"const {n.type} {n.name} = {n.device};" for n in needed.values()], needed.values()


def filled(text, names):
    for i, name in enumerate(names):
        text = text.replace(f"{{{i}}}", name)
    return text


def host_text(operation, names):
    if operation.lanes:
        return filled(operation.host, names)
    return filled(operation.host or operation.device, [f"{name}[l]" for name in names])


def value(node, words, lane):
    return sum(words[LANES * (node.slot + d) + lane] << (32 * d) for d in range(DWORDS[node.type]))


def equal(node, found, expected):
    if node.ulp == 0:
        return found == expected
    # Of floats above and below zero, in their order.
    ordered = [x if x < 2**31 else 2**31 - x for x in (found, expected)]
    return abs(ordered[0] - ordered[1]) <= node.ulp
