"""A product under test: how it is asked for sums of chosen products, and for those of hostile operands."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from lockstep.chains import hostile
from lockstep.dtypes import dtype_of
from lockstep.errors import Inconclusive

Multiply = Callable[..., Any]
_Operands = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


@dataclass(frozen=True)
class Scales:
    """What a product multiplies blocks of its operands by."""

    format: str      #: "float32" or "float8_e8m0fnu"
    block: int       #: consecutive k that a scale covers
    rows_a: int = 1  #: rows of A that share one
    rows_b: int = 1


def hostile_operands(seed: int, rows: int, k: int, a: str, b: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """A and B that tell matrix units apart: products of wide range, most of which cancel in pairs."""
    types = dtype_of(a), dtype_of(b)
    least, great = zip(*map(_powers, types))
    return hostile(seed, (rows, k), types, least, [max(g - 3, low + 2) for low, g in zip(least, great)])


def _powers(dtype: np.dtype[Any]) -> tuple[int, int]:
    """Exponents of two that a format has, least and greatest, whose products are far apart and fit into float16 where the format
    allows it."""
    facts = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    least, greatest = int(np.log2(float(facts.smallest_subnormal))), int(np.log2(float(facts.max)))
    return max(least, -12), min(greatest, 7 if least <= -12 else 8)


def _finite(dtype: np.dtype[Any]) -> NDArray[np.float64]:
    """All finite numbers of a format of up to eight bits."""
    codes = np.arange(1 << ml_dtypes.finfo(dtype).bits, dtype=np.uint8)  # type: ignore[no-untyped-call]
    numbers = codes.view(dtype).astype(np.float64)
    return numbers[np.isfinite(numbers)]


def _summable(types: Sequence[np.dtype[Any]], block: int) -> list[NDArray[np.float64]]:
    """Of each of two formats of up to eight bits the numbers of which a float32 holds every sum of `block` products: all finite
    ones, or of the wider format multiples of a power of two alone."""
    numbers = [_finite(of) for of in types]
    units = [np.abs(some[some != 0]).min() for some in numbers]
    most = [some.max() / unit for some, unit in zip(numbers, units)]
    wider = int(most[1] > most[0])
    units[wider] *= 2.0 ** max(0, int(np.ceil(np.log2(block * most[0] * most[1]))) - 24)
    return [some[some % unit == 0] for some, unit in zip(numbers, units)]


class AskedProduct:
    """The product under test, and how to ask it."""

    def __init__(self, multiply: Multiply, k: int, a: str, b: str, rows: int, scales: Scales | None = None):
        if k < 2:
            raise ValueError(f"k = {k}: expected 2 or more")
        if scales and (k % scales.block or rows % scales.rows_a or rows % scales.rows_b):
            raise ValueError(f"k = {k}, {rows} rows: no whole number of blocks of {scales.block}, and of {scales.rows_a} and {scales.rows_b} rows")
        self.scales = scales
        self.multiply, self.k, self.rows = multiply, k, rows
        self.types = dtype_of(a), dtype_of(b)
        self.least, self.great = zip(*map(_powers, self.types))
        #: how many products a leaf of the tree stands for: those under one scale, where their own range hides none of them
        self.each = 1
        narrow = all(of.itemsize == 1 for of in self.types) and sum(self.great) - sum(self.least) <= 26
        if scales and scales.rows_a == scales.rows_b == 1 and narrow:
            self.each = scales.block
            self.least, self.great = zip(*[_powers(dtype_of(scales.format))] * 2)
        # A float32 holds no sum of so many small ones beside a great one.
        self.most = 1 << max(0, sum(self.great) - sum(self.least) - 26)
        if self.most == 1:
            raise ValueError(f"{a} and {b}: their products are within 2^{sum(self.great) - sum(self.least)}, and a great one hides "
                             "no small one")
        self.leaves = k // self.each
        if self.leaves < 2:
            raise ValueError(f"k = {k}: expected two blocks of {self.each} or more, since the products of one sum exactly in any order")
        self.queries = self.calls = 0
        self.result: np.dtype[Any] = np.dtype(np.float32)  # known after the first call

    def products(self, rows: Sequence[dict[int, tuple[float, float]]]) -> NDArray[np.float64]:
        """The sums of rows of products: a leaf -> its two factors; what is left out is 0."""
        sums = np.empty(len(rows))
        for first in range(0, len(rows), self.rows):
            some = rows[first:first + self.rows]
            factors = np.zeros((2, self.rows, self.leaves))
            for i, row in enumerate(some):
                for at, pair in row.items():
                    factors[:, i, at] = pair
            sums[first:first + len(some)] = self.diagonal(*self._operands(*factors))[:len(some)]
        self.queries += len(rows)
        return sums

    def _operands(self, left: NDArray[Any], right: NDArray[Any]) -> Sequence[NDArray[Any]]:
        """A and B with the factors of each leaf, [rows, leaves]: their powers of two are scales where a leaf is a block."""
        if self.each == 1:
            return left, right
        operands = [np.zeros((len(left), self.k)) for _ in range(2)]
        scales = []
        for operand, factors in zip(operands, (left, right)):
            fractions, exponents = np.frexp(factors)
            operand[:, ::self.each] = 2 * fractions
            scales.append(np.ldexp(1.0, np.where(factors == 0, 0, exponents - 1)))
        return [*operands, *scales]

    def scale(self, values: NDArray[Any] | float, rows: int = 1) -> NDArray[Any]:
        """Scales of one operand, the same for all rows: [rows / rows that share one, k / block]."""
        assert self.scales
        shape = self.rows // rows, self.k // self.scales.block
        return np.broadcast_to(values, shape).astype(dtype_of(self.scales.format))

    def diagonal(self, a: NDArray[Any], b: NDArray[Any], scale_a: NDArray[Any] | float = 1,
                 scale_b: NDArray[Any] | float = 1) -> NDArray[np.float64]:
        """Scales: one, or [k / block]."""
        of = self.scales
        scales = [self.scale(scale_a, of.rows_a), self.scale(scale_b, of.rows_b)] if of else []
        d = np.asarray(self.multiply(a.astype(self.types[0]), b.astype(self.types[1]), *scales))
        self.calls += 1
        if d.shape != (len(a), len(b)):
            raise ValueError(f"multiply returned the shape {d.shape}: expected {(len(a), len(b))}")
        self.result = d.dtype
        return np.asarray(np.diagonal(d).astype(np.float64))

    def hostile(self, seed: int, rows: int) -> list[NDArray[Any]]:
        """A and B that tell matrix units apart, and their scales [rows, k / block], where it takes these."""
        a, b = hostile_operands(seed, rows, self.k, *(t.name for t in self.types))
        if self.each == 1:
            return [a, b]
        # Every block of a row holds the same, so that their sums cancel in pairs as hostile products do.
        factors = hostile(seed, (rows, self.leaves), (np.dtype(np.float32),) * 2, (-20, -20), (0, 0))
        operands = [np.tile(x[:, :self.each].astype(np.float64), self.leaves) * np.repeat(np.sign(f), self.each, 1)
                    for x, f in zip((a, b), factors)]
        scales = [np.ldexp(1.0, np.frexp(f)[1] - 1).astype(np.float64) for f in factors]
        return [x.astype(t) for x, t in zip(operands, self.types)] + scales

    def must_repeat(self, seed: int) -> None:
        operands = self.hostile(seed, self.rows)
        first = self.diagonal(*operands)
        if any(not np.array_equal(first, self.diagonal(*operands), equal_nan=True) for _ in range(3)):
            raise Inconclusive("two calls with the same operands give different results: no order is theirs")

    def must_add_blocks_exactly(self, seed: int) -> None:
        """Sums within one block, which a leaf stands for, must be the exact ones, rounded to the result, where a float32 holds
        them: of numbers of all kinds, and, in every second row, of great ones with some others between."""
        if self.each == 1:
            return
        words = np.random.PCG64(seed).random_raw((2, 8, self.rows, self.k))
        draws = [some[w % np.uint64(len(some))] for some, w in zip(_summable(self.types, self.each), words)]
        are_great = (np.arange(self.rows)[:, None] % 2 == 1) & (np.arange(self.k) % 4 != 3)
        a, b = (np.where(are_great, np.abs(some).max(0), some[0]) for some in draws)
        a[np.arange(self.k) // self.each != np.arange(self.rows)[:, None] // 2 % self.leaves] = 0
        exact = (a * b).sum(1)
        if not np.array_equal(self.diagonal(a, b), exact.astype(self.result).astype(np.float64)):
            raise Inconclusive(f"the sum of {self.each} products under one scale is not the exact one, which a float32 holds")

    @property
    def not_asked(self) -> str:
        """What nobody knows of the sums within a block: a line; "": nothing, or products are asked one by one."""
        if self.each == 1 or all(len(some) == len(_finite(of)) for some, of in zip(_summable(self.types, self.each), self.types)):
            return ""
        return f"{self.each} products under one scale: exact where a float32 holds their sum; how others round was not asked"

    def power(self, exponent: int) -> tuple[float, float]:
        """Factors of 2^exponent, as balanced as the formats' ranges allow."""
        left = min(max(exponent // 2, self.least[0], exponent - self.great[1]), self.great[0], exponent - self.least[1])
        return 2.0 ** left, 2.0 ** (exponent - left)

    def digits(self) -> int:
        """Bits of a result's significand behind the leading one."""
        return int(ml_dtypes.finfo(self.result).nmant)  # type: ignore[no-untyped-call]

    def lost(self, questions: Sequence[tuple[int, int, Iterable[int]]]) -> list[int]:
        """Of each (i, j, small ones): how many small products are lost where the products i and j are great."""
        most = min(self.most, 1 << (self.digits() + 1))  # of which a result holds the count
        (great, to), one = self.power(sum(self.great)), self.power(sum(self.least))
        rows, of = [], []
        for q, (i, j, ones) in enumerate(questions):
            ones = [k for k in ones if k not in (i, j)]
            for first in range(0, len(ones), most):
                row = dict.fromkeys(ones[first:first + most], one)
                rows.append(row | {i: (great, to), j: (-great, to)})
                of.append((q, len(row)))
        counts = [0] * len(questions)
        for (q, asked), survive in zip(of, self.products(rows) / (one[0] * one[1])):
            if not 0 <= survive <= asked or survive != int(survive):
                i, j, _ = questions[q]
                raise Inconclusive(f"of {asked} small products {survive:g} survive beside great ones at k = {i} and {j}: the sum is "
                                   f"no tree of additions, or not of every product once")
            counts[q] += asked - int(survive)
        return counts

    def asked_for_scales(self, seed: int) -> tuple[_Operands, NDArray[np.float64]]:
        """A, B and their scales [rows, k / block], and the results. Every second block has the products of the one before, negated,
        and its two scales exchanged: what is left is what roundings took away."""
        assert self.scales
        a, b = hostile_operands(seed, self.rows, self.k, *(t.name for t in self.types))
        pairs, block = self.k // (2 * self.scales.block), self.scales.block
        for first in range(0, 2 * pairs * block, 2 * block):
            one, other = slice(first, first + block), slice(first + block, first + 2 * block)
            a[:, other], b[:, other] = -a[:, one], b[:, one]
        a[:, 2 * pairs * block:] = 0
        words = np.random.PCG64(seed).random_raw(2 * max(pairs, 1)).reshape(2, -1)
        whole = 1 + np.ldexp(words >> np.uint64(11), -53) if self.scales.format == "float32" else np.ones(words.shape)
        u, v = np.ldexp(whole, (words % np.uint64(5)).astype(np.int64) - 2)
        ends = np.ones(self.k // block - 2 * pairs)
        scale_a = np.concatenate([np.stack([u, v], 1).reshape(-1)[:2 * pairs], ends])
        scale_b = np.concatenate([np.stack([v, u], 1).reshape(-1)[:2 * pairs], ends])
        return (a, b, self.scale(scale_a), self.scale(scale_b)), self.diagonal(a, b, scale_a, scale_b)
