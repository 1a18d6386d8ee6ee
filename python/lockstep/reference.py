"""The references as functions of numpy arrays: number formats, block scales, matrix units, layouts.

Elements are arrays of the types of ml_dtypes, of which the format is known; formats that numpy and ml_dtypes lack are codes
in unsigned integers, and their `format` is said. Wrong names raise ValueError, with what there is."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from lockstep import _lockstep

_UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32}


def _dtype_of(name: str) -> np.dtype[Any] | None:
    """The type that holds a format's codes as they are; None: there is none."""
    if hasattr(ml_dtypes, name):
        dtype: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
        return dtype
    return np.dtype(name) if name in ("float16", "float32") else None


def _codes(x: Any) -> tuple[NDArray[np.uint32], str]:
    """Codes of an array, and the format that its type says; "" of integers."""
    x = np.ascontiguousarray(x)
    if x.dtype.kind in "iu":
        return x.astype(np.uint32), ""
    if x.dtype == np.float64:
        raise TypeError("float64: expected the codes of a number format, as an array of its type or of integers")
    return x.view(_UNSIGNED[x.dtype.itemsize]).astype(np.uint32), x.dtype.name


def _typed(codes: NDArray[Any], name: str) -> NDArray[Any]:
    dtype = _dtype_of(name)
    if dtype is None:
        return codes
    return codes.astype(_UNSIGNED[dtype.itemsize]).view(dtype)


def formats() -> list[str]:
    """Names of the number formats."""
    return list(_lockstep.format_names())


def conversions() -> list[str]:
    """Names of the rules by which libraries and instructions round into a format: `lockstep list conversions`."""
    return list(_lockstep.conversion_names())


def recipes() -> list[str]:
    """Names of the rules from a block's largest magnitude to its scale: `lockstep list recipes`."""
    return list(_lockstep.recipe_names())


def blocks() -> list[str]:
    """Names of the shapes of blocks: "1x32", "1x128", "128x128", …"""
    return list(_lockstep.block_names())


def encode(x: Any, format: str, conversion: str = "ocp_saturate") -> NDArray[Any]:
    """Numbers into a format, each rounded once from float64. Any shape; the result has ml_dtypes' type of the format, or
    uint32 codes where there is none.

    Raises ValueError for names of formats and conversions that are not known, for formats of scales, and for conversions
    that draw random bits."""
    values = np.ascontiguousarray(x, np.float64)
    codes = _lockstep.encode(values.reshape(-1), format, conversion).reshape(values.shape)
    full = [f for f in formats() if f == format or f.split("_", 1)[-1] == format]
    return _typed(codes, full[0] if full else format)


def decode(codes: Any, format: str = "") -> NDArray[np.float64]:
    """The values of codes, exact in float64, in the shape of `codes`; of integers, `format` says what they are.

    Raises ValueError where nobody says a format, or there is none of that name; TypeError for float64."""
    raw, own = _codes(codes)
    if not (format or own):
        raise ValueError(f"codes in {np.asarray(codes).dtype}: say the format, one of {', '.join(formats())}")
    return np.asarray(_lockstep.decode(raw.reshape(-1), format or own)).reshape(raw.shape)


@dataclass(frozen=True)
class Quantised:
    """A matrix in blocks: `codes` [rows, columns] and `scales` [blocks of rows, blocks of columns], each in ml_dtypes' type of
    its format; `dequantised` float32 [rows, columns], each code times its scale, rounded once."""

    codes: NDArray[Any]
    scales: NDArray[Any]
    dequantised: NDArray[np.float32]


def quantise(x: Any, *, recipe: str = "rceil", element: str = "float8_e4m3fn", block: str = "1x128",
             conversion: str = "ocp_saturate") -> Quantised:
    """A matrix float32 [rows, columns], or a row [columns], as a library's quantiser has it: a scale for each `block` by
    `recipe`, elements by `conversion`. Blocks at the edges may be smaller than the shape says. Formats of less than a
    byte have a code to a byte, as ml_dtypes has them. Scales multiply: an element stands for its code times its block's.

    Raises ValueError for names that are not known, and for other numbers of dimensions."""
    matrix = np.ascontiguousarray(x, np.float32)
    if matrix.ndim not in (1, 2):
        raise ValueError(f"{matrix.ndim} dimensions: expected a matrix [rows, columns] or a row [columns]")
    rows, columns = (1, matrix.size) if matrix.ndim == 1 else matrix.shape
    codes, scales, down, across, of_scales, back = _lockstep.quantise(matrix.reshape(-1), rows, columns, recipe, element, block,
                                                                      conversion)
    full = next(f for f in formats() if f == element or f.split("_", 1)[-1] in (element, element + "fn"))
    return Quantised(_typed(codes, full).reshape(matrix.shape),
                     _typed(scales, of_scales).reshape((across,) if matrix.ndim == 1 else (down, across)),
                     back.reshape(matrix.shape))


@dataclass(frozen=True)
class Unit:
    """How the matrix instructions of an arch add. Empty formats: the operands say theirs."""

    name: str
    arch: str
    label: str       #: "measured", "documented", "inferred" or "hypothesis"
    a: str
    b: str
    c: str
    d: str
    k: int           #: what k must be a multiple of
    scale_block: int  #: consecutive k that a scale covers; 0: unscaled
    scale: str


def units() -> list[Unit]:
    """The matrix units that there are facts of."""
    return [Unit(*row) for row in _lockstep.units()]


def mma(unit: str, a: Any, b: Any, c: Any = None, *, scale_a: Any = None, scale_b: Any = None) -> NDArray[Any]:
    """D = C + A Bᵀ by a matrix unit, bit for bit: a name of `units()`, or "INSTRUCTION/MODEL", what a matrix model says of an
    instruction, as in "v_mfma_f32_16x16x32_bf16/tr8_inexp".

    a [..., m, k] and b [..., n, k], in ml_dtypes' types; c [..., m, n], zeros where it is left out; scale_a [..., m, k / block]
    and scale_b [..., n, k / block] of units that scale, as e8m0 or codes. Leading dimensions broadcast. k is one instruction's,
    or where the unit says that a chain is the same, a multiple. The result is [..., m, n] in the unit's type.

    Raises ValueError for a unit that is not known, shapes and formats that it does not take, and scales where it has none."""
    of = Unit(*_lockstep.unit(unit))
    (a_codes, a_format), (b_codes, b_format) = _codes(a), _codes(b)
    if a_codes.ndim < 2 or b_codes.ndim < 2 or a_codes.shape[-1] != b_codes.shape[-1]:
        raise ValueError(f"a {a_codes.shape} and b {b_codes.shape}: expected [..., m, k] and [..., n, k]")
    m, n, k = a_codes.shape[-2], b_codes.shape[-2], a_codes.shape[-1]
    batch = np.broadcast_shapes(a_codes.shape[:-2], b_codes.shape[:-2])
    c_codes = np.zeros((m, n), np.uint32) if c is None else _codes(c)[0]
    batch = np.broadcast_shapes(batch, c_codes.shape[:-2])
    blocks = k // of.scale_block if of.scale_block else 0

    def spread(codes: NDArray[np.uint32], *last: int) -> NDArray[np.uint32]:
        return np.ascontiguousarray(np.broadcast_to(codes, (*batch, *last)))

    def scales(given: Any, rows: int, what: str) -> NDArray[np.uint32]:
        if (given is None) != (of.scale_block == 0):
            raise ValueError(f"{what}: {unit} has {'no scales' if of.scale_block == 0 else 'scales'}")
        return spread(np.zeros((rows, 0), np.uint32) if given is None else _codes(given)[0], rows, blocks)

    operands = (spread(a_codes, m, k), spread(b_codes, n, k), spread(c_codes, m, n), scales(scale_a, m, "scale_a"),
                scales(scale_b, n, "scale_b"))
    d = np.empty((*batch, m, n), np.uint32)
    for at in np.ndindex(*batch):
        flat = [operand[at].reshape(-1) for operand in operands]
        d[at] = _lockstep.multiply(unit, a_format, b_format, m, n, k, *flat).reshape(m, n)
    return _typed(d, of.d)


def accumulate(order: str, model: str, a: Any, b: Any, c: Any = None, *, scale_a: Any = None,
               scale_b: Any = None) -> NDArray[Any]:
    """D = C + A Bᵀ as the loop of a kernel has it: one matrix instruction after another, each adding to what the one before
    left, under a matrix model (`lockstep list models`).

    order  "INSTRUCTION, k ascending", as in "v_mfma_f32_16x16x32_bf16, k ascending"; short forms as in
           "mfma_scale 16x16x128, k ascending"; or a name of `lockstep list orders` that is such a chain: "scaled_128",
           "unscaled_128", "scaled_128_b_first"

    Operands and result as for `mma`, of any length that the instruction's k divides. Scales that are left out are 1.

    Raises ValueError for an order or a model that is not known, a model of another arch, and for shapes and formats that
    the instruction does not take."""
    instruction, k, b_first = _lockstep.chain(order)
    of = Unit(*_lockstep.unit(f"{instruction}/{model}"))
    a, b = np.asarray(a), np.asarray(b)
    length = a.shape[-1]
    if length % k:
        raise ValueError(f"k = {length}: {instruction} takes {k} at a time")

    def scales(given: Any, operand: NDArray[Any]) -> Any:
        if given is not None or not of.scale_block:
            return given
        return np.ones((*operand.shape[:-1], length // of.scale_block)).astype(ml_dtypes.float8_e8m0fnu)

    scale_a, scale_b = scales(scale_a, a), scales(scale_b, b)
    if b_first:
        a, b, scale_a, scale_b = b, a, scale_b, scale_a
        c = None if c is None else np.swapaxes(c, -1, -2)
    for start in range(0, length, k):
        part, of_scales = (slice(start // each, (start + k) // each) for each in (1, of.scale_block or k))
        c = mma(of.name, a[..., part], b[..., part], c, scale_a=None if scale_a is None else np.asarray(scale_a)[..., of_scales],
                scale_b=None if scale_b is None else np.asarray(scale_b)[..., of_scales])
    return np.ascontiguousarray(np.swapaxes(c, -1, -2) if b_first else c)


def layout(name: str, x: Any, *, inverse: bool = False, shape: tuple[int, int] | None = None) -> NDArray[Any]:
    """A tensor [rows, columns] or [planes, rows, columns] in another memory layout: "columns", "weight_shuffle_16x16",
    "deepgemm_packed", "e8m0_shuffle", "e8m0_shuffle_16" (docs/layouts.md). The result is flat, in the order of memory; padding
    that the layout adds is zero.

    inverse  `x` is in that layout, flat, and of a plane [rows, columns] of `shape`: the result is the tensor

    Raises ValueError for a layout that is not known or does not take the shape, and for bytes that are not all of it."""
    x = np.ascontiguousarray(x)
    raw = x.reshape(-1).view(np.uint8)
    if not inverse:
        if x.ndim not in (2, 3):
            raise ValueError(f"{x.ndim} dimensions: expected [rows, columns] or [planes, rows, columns]")
        planes, rows, columns = (1, *x.shape) if x.ndim == 2 else x.shape
        return _lockstep.relay(raw, planes, rows, columns, x.itemsize, "rows", name).view(x.dtype)
    if shape is None:
        raise ValueError("inverse: shape=(rows, columns) says what the tensor is")
    back = _lockstep.relay(raw, 1, *shape, x.itemsize, name, "rows")
    return np.asarray(back.view(x.dtype)).reshape(shape)
