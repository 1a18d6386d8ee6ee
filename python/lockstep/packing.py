"""Elements of less than a byte: numpy keeps one to a byte, kernels keep them dense."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from lockstep.dtypes import DTypeLike, smaller_than_a_byte


def pack(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Bytes of an array of float4_e2m1fn, float6_e2m3fn, float6_e3m2fn, int2, int4, uint2 or uint4, dense along the last axis,
    the first element in the lowest bits: [..., n] elements of b bits become [..., n * b / 8] bytes.

    Raises TypeError for elements of whole bytes, ValueError where the last axis does not fill its bytes."""
    name, bits, _ = _facts(values.dtype)
    if not values.ndim or values.shape[-1] * bits % 8 != 0:
        raise ValueError(f"{values.shape} of {name}: {bits} bits each do not fill the bytes of the last axis")
    codes = np.ascontiguousarray(values).view(np.uint8)
    each = np.unpackbits(codes[..., None], axis=-1, bitorder="little")[..., :bits]
    return np.packbits(each.reshape(*values.shape[:-1], -1), axis=-1, bitorder="little")


def unpack(packed: NDArray[np.uint8], dtype: DTypeLike) -> NDArray[Any]:
    """The reverse: [..., n] bytes as [..., n * 8 / b] elements of `dtype`.

    Raises TypeError for elements of whole bytes, ValueError where bits of the last axis are left over."""
    name, bits, signed = _facts(dtype)
    of = np.dtype(getattr(ml_dtypes, name))
    packed = np.ascontiguousarray(packed).view(np.uint8)
    if packed.shape[-1] * 8 % bits != 0:
        raise ValueError(f"{packed.shape[-1]} bytes are no whole number of {name}")
    each = np.unpackbits(packed, axis=-1, bitorder="little").reshape(*packed.shape[:-1], -1, bits)
    codes = np.packbits(each, axis=-1, bitorder="little")[..., 0]
    if signed:  # kept as a whole byte, sign and all
        codes = ((codes ^ (1 << (bits - 1))) - (1 << (bits - 1))).astype(np.uint8)
    return codes.view(of)


def _facts(dtype: DTypeLike) -> tuple[str, int, bool]:
    name = dtype if isinstance(dtype, str) else np.dtype(dtype).name
    if name not in smaller_than_a_byte:
        raise TypeError(f"{name}: its elements are whole bytes, or it is no type; expected one of "
                        f"{', '.join(sorted(smaller_than_a_byte))}")
    of = getattr(ml_dtypes, name)
    is_float = name.startswith("float")
    return name, int((ml_dtypes.finfo if is_float else ml_dtypes.iinfo)(of).bits), name.startswith("int")
