"""The order in which a matrix product adds, found from its results alone.

Two products of one great magnitude and opposite signs cancel where the tree of additions brings them together. What either
meets before is lost beside it, and what comes afterwards is not. So how many of some small products survive says where two
products meet, and pairs enough give the tree, as in FPRev (arXiv 2411.00442), sums of many terms at once among them; here also
those that lose nothing."""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.asked_product import AskedProduct, Multiply, Scales
from lockstep.chains import ENOUGH, Chain, chains_like, declared_orders, scale_orders
from lockstep.dtypes import dtype_of
from lockstep.errors import Inconclusive

_BATCH = 128


@dataclass(frozen=True)
class Sum:
    """A node of the tree. `parts` are products, by their k, and sums.

    kind   "add": of two, rounded; "cut": of several at once, each without what is far below the greatest;
           "exact": of several at once, rounded once"""

    kind: str
    parts: tuple[Sum | int, ...]

    def leaves(self) -> frozenset[int]:
        """The products below it."""
        return frozenset(k for node in self.inner() for k in node.parts if isinstance(k, int))

    def inner(self) -> list[Sum]:
        """Itself and the sums below it, each before those that use it."""
        found: list[Sum] = []
        open_sums = [self]
        while open_sums:
            found.append(open_sums.pop())
            open_sums += [part for part in found[-1].parts if isinstance(part, Sum)]
        return found[::-1]


@dataclass(frozen=True)
class SummationOrder:
    """What `find_order` found."""

    k: int
    tree: Sum
    bits: int                #: kept below the leading bit of the greatest term, in the first sum that shows it; 0: none does
    rounding: str            #: there: "nearest", "toward zero", "down" or "up"; "" where bits is 0
    result: str              #: of the type of the results
    matches: tuple[str, ...]  #: matrix units, in a chain, that give the bits of 48 sums of hostile data
    scales: tuple[str, ...]  #: ways in which scales enter that give the bits of hostile ones, r being a chain's sum
    declared_as: tuple[tuple[str, str], ...]  #: declared orders that give the bits, and of each an operator: what `lockstep.fuzz` takes
    queries: int             #: rows of A that were asked
    calls: int
    not_asked: str = ""      #: what the tree does not say of sums under one scale: a line

    def __str__(self) -> str:
        lines = [f"{self.k} products of {_counted(len(self.tree.inner()))} into {self.result}"]
        steps = list(_steps(self.tree))
        lines += steps if len(steps) <= 12 else [*steps[:8], f"  … {len(steps) - 10} more", *steps[-2:]]
        if self.not_asked:
            lines.append(self.not_asked)
        if self.bits:
            lines.append(f"{self.bits} bits kept below the leading bit of the greatest term, rounded {self.rounding}")
        lines.append("bits of hostile data: " + ("; ".join(self.matches[:4]) if self.matches else "none of the matrix units' chains") +
                     (f"; and {len(self.matches) - 4} more" if len(self.matches) > 4 else ""))
        if self.scales:
            lines.append(f"scales: {' or '.join(self.scales)}")
        lines += [f'declared as "{order}": lockstep.fuzz("{operator}", order="{order}")' for order, operator in self.declared_as]
        return "\n".join([*lines, f"{self.queries} rows asked in {self.calls} calls"])


def find_order(multiply: Multiply, k: int, a: str = "bfloat16", b: str | None = None, *, scales: Scales | None = None,
               rows: int = _BATCH, seed: int = 1) -> SummationOrder:
    """The tree of additions of D = A Bᵀ.

    multiply  takes A [rows, k] and B [rows, k] in the formats `a` and `b` (default: that of A), and returns D [rows, rows] as an
              array of a float format that converts by numpy; only its diagonal is looked at
    k         from 2 on, of which every product is added once, in an order that k alone decides
    scales    what blocks of k are multiplied by: `multiply` takes those of A and of B behind the two, [rows / rows that share
              one, k / block]. The tree is found with scales of 1, and then where scales enter

    Raises Inconclusive where no tree explains the results: they differ between two calls (atomics), or depend on values in
    other ways; ValueError for formats whose range is too small."""
    asked = AskedProduct(multiply, k, a, b or a, rows, scales)
    asked.must_repeat(seed)
    tree = _tree(asked, range(asked.leaves))
    assert isinstance(tree, Sum)  # of two products at least
    _must_explain(asked, tree, seed)
    bits, rounding = _kept(asked, tree)
    asked.must_add_blocks_exactly(seed)
    tree = _with_blocks(tree, asked.each)
    ks = np.array(_as_added(tree))
    other = "" if np.array_equal(ks, np.arange(k)) else ", k in the order of the sums"
    chains = _chains(asked, seed, ks)
    ways = _scale_orders(asked, chains, seed, ks)
    return SummationOrder(k, tree, bits, rounding, asked.result.name, tuple(chain.text(k) + other for chain in chains), ways,
                          () if other else declared_orders(chains, ways, k), asked.queries, asked.calls, asked.not_asked)


def _tree(asked: AskedProduct, leaves: Sequence[int]) -> Sum | int:
    """The tree of leaves that are one sum: from where its first product is, up."""
    added: list[int] = []  # products, each to the sum of all that come behind it: such trees are too deep for recursion
    while len(leaves) > 1:
        first, rest = leaves[0], leaves[1:]
        lost = asked.lost([(first, j, leaves) for j in rest])
        if len(rest) == 1 or set(lost) != {len(rest) - 1}:
            return _behind(added, _joined(asked, first, rest, lost))
        parts = _parted(asked, rest, lambda i, j: (i, j, [first]), 1)
        if len(parts) > 1:
            return _behind(added, Sum("cut", (first, *(_tree(asked, part) for part in parts))))
        added.append(first)
        leaves = rest
    return _behind(added, leaves[0])


def _behind(added: Sequence[int], tree: Sum | int) -> Sum | int:
    for first in reversed(added):
        tree = Sum("add", (first, tree))
    return tree


def _joined(asked: AskedProduct, first: int, rest: Sequence[int], lost: Sequence[int]) -> Sum | int:
    """The tree in which `rest` join `first` one after the other, with so many lost each."""
    tree: Sum | int = first
    below = 1
    for count in sorted(set(lost)):
        joins = [j for j, n in zip(rest, lost) if n == count]
        size = count + 2 - below  # of the part that j is in, or of all that join
        if size == len(joins):
            parts = _parted(asked, joins, lambda i, j: (i, j, [first]), 1)
            kind = "add" if len(parts) == 1 else "cut"
        elif 0 < size < len(joins):
            parts = _parted(asked, joins, lambda i, j: (i, j, joins), 2 * size - 2) if size > 1 else [[j] for j in joins]
            kind = "exact"
        else:
            raise Inconclusive(f"{len(joins)} products meet k = {first} where {count} others are lost: no tree of additions does so")
        tree = Sum(kind, (tree, *(_tree(asked, part) for part in parts)))
        below += len(joins)
    return tree


def _parted(asked: AskedProduct, joins: Sequence[int], question: Callable[[int, int], tuple[int, int, Iterable[int]]],
            lost: int) -> list[list[int]]:
    """The parts of a sum that products are in: two meet in the sum itself, and not in a part, where so many are lost."""
    def are_apart(pairs: Sequence[tuple[int, int]]) -> list[bool]:
        return [n == lost for n in asked.lost([question(*pair) for pair in pairs])]
    if not any(are_apart([(joins[0], j) for j in joins[1:]])):
        return [list(joins)]
    pairs = [(i, j) for at, i in enumerate(joins) for j in joins[at + 1:]]
    apart = {pair for pair, is_apart in zip(pairs, are_apart(pairs)) if is_apart}
    parts: list[list[int]] = []
    for j in joins:
        own = next((part for part in parts if (part[0], j) not in apart), None)
        if own is None:
            parts.append([j])
        else:
            own.append(j)
    return parts


def _with_blocks(tree: Sum, each: int) -> Sum:
    """The tree of products, of a tree whose leaves stand for `each` of k that sum exactly."""
    if each == 1:
        return tree
    made: dict[int, Sum] = {}
    for node in tree.inner():
        parts: list[Sum | int] = []
        for part in node.parts:
            block = range(part * each, part * each + each) if isinstance(part, int) else ()
            parts += [made[id(part)]] if isinstance(part, Sum) else block if node.kind == "exact" else [Sum("exact", tuple(block))]
        made[id(node)] = Sum(node.kind, tuple(parts))
    return made[id(tree)]


def _counted(sums: int) -> str:
    return "1 sum" if sums == 1 else f"{sums} sums"


def _leaves(tree: Sum) -> dict[int, frozenset[int]]:
    """The products below each sum, by its id."""
    below: dict[int, frozenset[int]] = {}
    for node in tree.inner():
        below[id(node)] = frozenset().union(*(_of(part, below) for part in node.parts))
    return below


def _of(part: Sum | int, below: dict[int, frozenset[int]]) -> frozenset[int]:
    return below[id(part)] if isinstance(part, Sum) else frozenset((part,))


def _as_added(tree: Sum) -> list[int]:
    """The products in the order in which they come: of parts the one of most products first, to which the others are added."""
    below = _leaves(tree)
    found: list[int] = []
    open_parts: list[Sum | int] = [tree]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, int):
            found.append(part)
        else:
            open_parts += sorted(part.parts, key=lambda p: (len(_of(p, below)), -min(_of(p, below))))
    return found


def _must_explain(asked: AskedProduct, tree: Sum, seed: int) -> None:
    """Asks what the tree was not made of: pairs and small ones at random."""
    draw = random.Random(seed)
    below = _leaves(tree)
    questions, expected = [], []
    for _ in range(2 * asked.rows):
        i, j = draw.sample(range(asked.leaves), 2)
        ones = set(draw.sample(range(asked.leaves), draw.randint(1, asked.leaves))) - {i, j}
        meeting = tree
        while both := [part for part in meeting.parts if isinstance(part, Sum) and {i, j} <= below[id(part)]]:
            meeting = both[0]
        parts = [_of(part, below) for part in meeting.parts]
        gone = set().union(*(part for part in parts if meeting.kind == "cut" or part & {i, j}))
        questions.append((i, j, sorted(ones)))
        expected.append(len(ones & gone))
    wrong = [(q, n, e) for q, n, e in zip(questions, asked.lost(questions), expected) if n != e]
    if wrong:
        (i, j, ones_asked), n, e = wrong[0]
        raise Inconclusive(f"beside great products at k = {i} and {j}, {n} of {len(ones_asked)} small ones are lost, where the tree "
                           f"of other pairs says {e} ({len(wrong)} of {len(questions)} questions): the order depends on the data")


def _kept(asked: AskedProduct, tree: Sum) -> tuple[int, str]:
    """Bits and rounding of the first sum in which a third term is lost beside two."""
    place = None
    below = _leaves(tree)
    for node in tree.inner():
        first = [min(_of(part, below)) for part in node.parts]
        inner = next((at for at, part in enumerate(node.parts) if isinstance(part, Sum) and part.kind == "add"), None)
        if node.kind == "cut" and len(first) > 2:
            place = first[0], first[1], first[2]
        elif node.kind == "add" and inner is not None:
            i, small = (min(_of(part, below)) for part in node.parts[inner].parts)  # type: ignore[union-attr]
            place = i, first[1 - inner], small
        if place:
            break
    if not place:
        return 0, ""
    i, j, small = place
    top = sum(asked.great)
    great = asked.power(top)
    pair = {i: great, j: (-great[0], great[1])}
    lower = [asked.power(top - s) for s in range(1, top - sum(asked.least))]
    survive = asked.products([pair | {small: factors} for factors in lower])
    kept = sum(bool(s != 0) for s in survive)
    unit = 2.0 ** (top - kept)
    left, right = asked.power(top - kept - 2)
    up, down = asked.products([pair | {small: (sign * 1.5 * left, 2 * right)} for sign in (1, -1)]) / unit
    names = {(0, 0): "toward zero", (1, -1): "nearest", (0, -1): "down", (1, 0): "up"}
    return kept, names.get((up, down), f"three quarters of a unit to {up:g}, and less to {down:g}")


def _chains(asked: AskedProduct, seed: int, ks: NDArray[Any]) -> list[Chain]:
    """`ks`: k as the sums take it."""
    firsts = range(0, ENOUGH, asked.rows)
    a, b, *scales = operands = asked.hostile(seed, len(firsts) * asked.rows)
    want = np.concatenate([asked.diagonal(*(x[first:first + asked.rows] for x in operands)) for first in firsts])
    if asked.scales:
        scales = [scale[:, ks[::asked.each] // asked.each] for scale in scales] or [np.ones((len(a), asked.k // asked.scales.block))] * 2
        scales = [scale.astype(dtype_of(asked.scales.format)) for scale in scales]
    return list(chains_like(a[:, ks], b[:, ks], want, asked.result, scales))


def _scale_orders(asked: AskedProduct, chains: Sequence[Chain], seed: int, ks: NDArray[Any]) -> tuple[str, ...]:
    if not asked.scales or not chains:
        return ()
    (a, b, scale_a, scale_b), want = asked.asked_for_scales(seed)
    block = asked.scales.block

    def ways(chain: Chain, ks: NDArray[Any]) -> list[str]:
        blocks = ks.reshape(-1, block) // block
        if (blocks != blocks[:, :1]).any():
            return []
        scales = scale_a[:, blocks[:, 0]], scale_b[:, blocks[:, 0]]
        return list(scale_orders(chain, a[:, ks], b[:, ks], *scales, block, want, asked.result))

    def second_first(length: int) -> NDArray[Any]:
        """What the tree does not say: which of the first two chains comes first."""
        return np.concatenate([ks[length:2 * length], ks[:length], ks[2 * length:]])
    names = dict.fromkeys(name for chain in chains for name in ways(chain, ks) or ways(chain, second_first(chain.length)))
    return tuple(names) or ("in no way that gives the bits of scales other than 1",)


def _ranges(ks: Sequence[int]) -> str:
    """Runs of numbers: 0..31, 64..92 by 4."""
    texts, at = [], 0
    while at < len(ks):
        end, step = at + 1, ks[at + 1] - ks[at] if at + 1 < len(ks) else 1
        while end < len(ks) and ks[end] - ks[end - 1] == step:
            end += 1
        if end - at <= 2 and step != 1:
            end = at + 1
        texts.append(f"{ks[at]}" if end - at == 1 else f"{ks[at]}..{ks[end - 1]}" + ("" if step == 1 else f" by {step}"))
        at = end
    return ", ".join(texts)


def _steps(tree: Sum) -> Iterator[str]:
    names: dict[int, str] = {}
    for node in tree.inner():
        names[id(node)] = f"s{len(names) + 1}"
        sums = [names[id(part)] for part in node.parts if isinstance(part, Sum)]
        products = sorted(part for part in node.parts if isinstance(part, int))
        parts = sums + ([f"k {_ranges(products)}"] if products else [])
        yield f"  {names[id(node)]} = {node.kind}({', '.join(parts)})"
