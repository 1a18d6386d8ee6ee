"""Names of element types: numpy's, and those of ml_dtypes for the small formats."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

DTypeLike = Any

# numpy keeps these one to a byte; kernels keep them packed.
smaller_than_a_byte = {"float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "int1", "int2", "int4", "uint1", "uint2",
                       "uint4"}


def dtype_of(name: DTypeLike) -> np.dtype[Any]:
    """The dtype of a name ("float32", "bfloat16", "float8_e4m3fn"), a type or a dtype.

    Raises TypeError for what is no type, and for elements of less than a byte, which kernels keep packed: lockstep.pack()
    makes uint8 of those."""
    if isinstance(name, str) and hasattr(ml_dtypes, name):
        name = getattr(ml_dtypes, name)
    dtype = np.dtype(name)
    if dtype.name in smaller_than_a_byte:
        raise TypeError(f"{dtype.name}: kernels keep several in a byte, numpy one; lockstep.pack() makes uint8 of "
                        "them, lockstep.unpack() the reverse")
    if dtype.hasobject or dtype.names is not None:
        raise TypeError(f"{dtype}: expected numbers, not objects or structures")
    return dtype
