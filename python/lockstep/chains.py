"""Matrix units whose chain gives the bits of a product, and where scales of blocks enter it."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep import reference

Floats = NDArray[np.float32]

#: Sums of hostile products that tell units apart.
ENOUGH = 48


@dataclass(frozen=True)
class Chain:
    """A matrix unit along k: `each` of k at a time, in an instruction whose others up to `whole` are zeros, and `length` of k
    before the sum is added in float32."""

    unit: reference.Unit
    each: int
    length: int
    whole: int = 0

    def sums(self, a: NDArray[Any], b: NDArray[Any], scales: Sequence[NDArray[Any]] = ()) -> list[NDArray[Any]]:
        """The diagonals of A B^T over one length of k after the other. `scales` [rows, k / block], two, where the unit has some."""
        found, block = [], self.unit.scale_block
        own = [np.repeat(scale, a.shape[1] // scale.shape[1] // block, 1) for scale in scales] if block else []
        for first in range(0, a.shape[1], self.length):
            chain: NDArray[Any] | None = None
            for k in range(first, first + self.length, self.each):
                part = slice(k, k + self.each)
                by_name = {f"scale_{x}": self._filled(scale[:, k // block:(k + self.each) // block], self.whole // block, 1)
                           for x, scale in zip("ab", own)}
                left, right = (self._filled(x[:, part], self.whole, 0) for x in (a, b))
                chain = reference.mma(self.unit.name, left, right, chain, **by_name)
            assert chain is not None
            found.append(np.diagonal(chain))
        return found

    @staticmethod
    def _filled(part: NDArray[Any], columns: int, value: int) -> NDArray[Any]:
        """With columns of that value behind it."""
        behind = np.full((len(part), max(0, columns - part.shape[1])), value).astype(part.dtype)
        return np.concatenate([part, behind], 1)

    def text(self, k: int) -> str:
        promoted = "" if self.length == k else f", a chain per {self.length} of k, added in float32"
        zeros = f" and zeros up to {self.whole}" if self.whole else ""
        return f"{self.unit.name} ({self.unit.label}), {self.each} of k{zeros} at a time{promoted}"


def hostile(seed: int, shape: tuple[int, int], types: Sequence[np.dtype[Any]], least: Sequence[int],
            greatest: Sequence[int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """A and B of random numbers from 2^least up to 2^greatest, of which most products cancel in pairs: a result is what was
    rounded away. The same under every version of numpy."""
    rows, k = shape
    words = np.random.PCG64(seed).random_raw((3, rows, k))

    def numbers(w: NDArray[np.uint64], dtype: np.dtype[Any], low: int, high: int) -> NDArray[Any]:
        exponents = low + ((w >> np.uint64(1) & np.uint64(1023)) % np.uint64(high - low)).astype(np.int64)
        signed = (1 + np.ldexp(w >> np.uint64(11), -53)) * np.where(w & np.uint64(1), -1, 1)
        return np.asarray(np.ldexp(signed, exponents)).astype(dtype)
    a, b = (numbers(*of) for of in zip(words, types, least, greatest))
    for row in range(rows):
        i, j = np.array_split(np.argsort(words[2, row])[:k - k % 2], 2)
        a[row, j], b[row, j] = -a[row, i], b[row, i]
        a[row, j[:row % 4]] *= a.dtype.type(0.5)
    return a, b


def chains_like(a: NDArray[Any], b: NDArray[Any], want: NDArray[np.float64], result: np.dtype[Any],
                scales: Sequence[NDArray[Any]] = ()) -> Iterator[Chain]:
    """Units, measured ones first, whose chain along k, or whose chains added in float32, gives `want`, the diagonal of A B^T in
    the type `result`. `scales`, two [rows, k / block]: also units that scale; only those unless all are 1."""
    a, b, want, k = a[:ENOUGH], b[:ENOUGH], want[:ENOUGH], a.shape[1]
    scales = [scale[:ENOUGH] for scale in scales]
    must_scale = any((scale.astype(np.float32) != 1).any() for scale in scales)
    labels = ("measured", "documented", "inferred", "hypothesis")
    for unit in sorted(reference.units(), key=lambda u: labels.index(u.label)):
        if unit.d != "float32" or (not _takes(unit, scales, k) if unit.scale_block else must_scale):
            continue
        # Units that are of no length of their own sum a whole instruction at once, or one product.
        # A scaled instruction of k = 128 may sum all of it at once, or what is under one scale, or have zeros elsewhere.
        lengths = [(32, 0), (32, 128), (64, 0), (128, 0)] if unit.scale_block else [(n, 0) for n in (1, 4, 8, 16, 32, 64, 128)]
        for each, whole in [(unit.k, 0)] if unit.k > 1 and not unit.scale_block else lengths:
            if k % each:
                continue
            alike = False
            for steps in dict.fromkeys((k // each, 1, 2, 4, 8)):
                if k % (each * steps):
                    continue
                chain = Chain(unit, each, each * steps, whole)
                try:
                    sums = chain.sums(a, b, scales)
                except ValueError:  # there is no such instruction, or it takes other formats
                    break
                if _equal(_added(sums), want, result):
                    alike = True
                    yield chain
            if alike and unit.scale_block:
                break  # longer ones are several of these


def _takes(unit: reference.Unit, scales: Sequence[NDArray[Any]], k: int) -> bool:
    return bool(scales) and scales[0].dtype.name == unit.scale and k // scales[0].shape[1] % unit.scale_block == 0


def _added(sums: Sequence[NDArray[Any]]) -> NDArray[Any]:
    total = sums[0]
    for one in sums[1:]:
        total = total + one
    return total


def _equal(sums: NDArray[Any], want: NDArray[np.float64], result: np.dtype[Any]) -> bool:
    return np.array_equal(sums.astype(result).astype(np.float64), want, equal_nan=True)


def fused(x: Floats, y: Floats, z: Floats) -> Floats:
    """x y + z, rounded once to float32: a product is exact in float64, and the sum is rounded to odd there."""
    product, before = x.astype(np.float64) * y, z.astype(np.float64)
    sums = product + before
    part = sums - product
    lost = (product - (sums - part)) + (before - part)
    bits = sums.view(np.int64)
    odd = np.where((lost != 0) & (bits & 1 == 0), bits + np.where((lost > 0) == (sums > 0), 1, -1), bits)
    return odd.view(np.float64).astype(np.float32)


#: How a chain's sum r, its two scales and the sum so far meet.
_MEETINGS: dict[str, Callable[[Floats, Floats, Floats, Floats], Floats]] = {
    "sum + (r * sA) * sB": lambda r, x, y, total: total + (r * x) * y,
    "sum + (r * sB) * sA": lambda r, x, y, total: total + (r * y) * x,
    "sum + r * (sA * sB)": lambda r, x, y, total: total + r * (x * y),
    "fma(r * sA, sB, sum)": lambda r, x, y, total: fused(r * x, y, total),
    "fma(r * sB, sA, sum)": lambda r, x, y, total: fused(r * y, x, total),
    "fma(r, sA * sB, sum)": lambda r, x, y, total: fused(r, x * y, total),
}


def scale_orders(chain: Chain, a: NDArray[Any], b: NDArray[Any], scale_a: NDArray[Any], scale_b: NDArray[Any], block: int,
                 want: NDArray[np.float64], result: np.dtype[Any]) -> Iterator[str]:
    """Where scales [rows, k / block] of both operands enter, so that the chain gives `want`."""
    if chain.unit.scale_block:
        if _equal(_added(chain.sums(a, b, (scale_a, scale_b))), want, result):
            yield "in the matrix instruction"
    elif block % chain.length == 0:
        sums = chain.sums(a, b)
        of = [first // block for first in range(0, a.shape[1], chain.length)]
        # Powers of two round nothing: all ways are one.
        meetings = _MEETINGS if scale_a.dtype == np.float32 else {"sum + r * sA * sB": _MEETINGS["sum + (r * sA) * sB"]}
        for name, meet in meetings.items():
            total = np.zeros(len(a), np.float32)
            for r, at in zip(sums, of):
                total = meet(r, scale_a[:, at].astype(np.float32), scale_b[:, at].astype(np.float32), total)
            if _equal(total, want, result):
                yield name


_WGMMA = tuple(f"hopper_wgmma_{of}_f32" for of in ("bf16", "f16", "e4m3", "e5m2"))
#: Which chain is an order that `lockstep.fuzz` takes: the unit's name begins so, or so, k of a chain (0: all), where scales enter ("":
#: there are none), the order (`lockstep list orders`), and an operator that has it.
DECLARED = (
    (_WGMMA, 0, "", "chain", "dense_gemm@sm_90"),
    (_WGMMA, 128, "", "chains_of_128", "dense_gemm@sm_90"),
    ("hopper_wgmma_e4m3_f32", 128, "fma(r * sA, sB, sum)", "scaled_after_128", "grouped_gemm_contiguous@sm_90"),
    ("hopper_wgmma_e4m3_f32", 128, "fma(r, sA * sB, sum)", "deepgemm", "grouped_gemm_contiguous@sm_90"),
    ("cdna4_f8f6f4/", 0, "in the matrix instruction", "scaled_128", "grouped_gemm_contiguous@gfx950"),
    ("gfx1250_wmma_scale/", 0, "in the matrix instruction", "scaled_128_b_first", "grouped_gemm_contiguous@gfx1250"),
)


def declared_orders(chains: Sequence[Chain], scales: Sequence[str], k: int) -> tuple[tuple[str, str], ...]:
    """Those that the chains and the ways in which scales enter are, as (order, operator)."""
    found = {(order, operator): None for unit, length, scaled, order, operator in DECLARED for chain in chains
             if chain.unit.name.startswith(unit) and chain.length == (length or k) and (scaled in scales if scaled else not scales)}
    return tuple(found)
