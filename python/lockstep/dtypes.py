"""Names of element types: numpy's, and those of ml_dtypes for the small formats."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

DTypeLike = Any

#: numpy keeps these one to a byte; kernels, and arrays on a device, keep them packed. Bits of an element.
smaller_than_a_byte = {"float4_e2m1fn": 4, "float6_e2m3fn": 6, "float6_e3m2fn": 6, "int1": 1, "int2": 2, "int4": 4,
                       "uint1": 1, "uint2": 2, "uint4": 4}


def dtype_of(name: DTypeLike) -> np.dtype[Any]:
    """The dtype of a name ("float32", "bfloat16", "float8_e4m3fn"), a type or a dtype.

    Raises TypeError for what is no type of numbers."""
    if isinstance(name, str) and hasattr(ml_dtypes, name):
        name = getattr(ml_dtypes, name)
    dtype = np.dtype(name)
    if dtype.hasobject or dtype.names is not None:
        raise TypeError(f"{dtype}: expected numbers, not objects or structures")
    return dtype


def bits_of(dtype: np.dtype[Any]) -> int:
    """Bits that an element takes in a device's memory."""
    return smaller_than_a_byte.get(dtype.name, 8 * dtype.itemsize)
