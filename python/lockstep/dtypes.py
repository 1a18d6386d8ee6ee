"""Element types and host arrays: numpy's, those of ml_dtypes for the small formats, and how kernels pack them."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

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


def host_array(values: Any) -> NDArray[Any]:
    """What numpy sees of an array of anybody: numpy's own, anything with __dlpack__ on the CPU, sequences of numbers.

    torch's bfloat16 and float8 tensors have no DLPack type that numpy knows: their bytes come over, with ml_dtypes' type."""
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "__dlpack__"):
        device = getattr(values, "device", "cpu")
        if getattr(device, "type", device) not in ("cpu",):
            raise ValueError(f"an array on {device}: copy it to the CPU first")
        try:
            return np.from_dlpack(values)
        except (BufferError, TypeError, RuntimeError):
            return _bytes_of_torch(values)
    return np.asarray(values)


def _bytes_of_torch(tensor: Any) -> NDArray[Any]:
    import torch

    name = str(tensor.dtype).removeprefix("torch.")
    if name == "float4_e2m1fn_x2":  # two to an element
        return unpack(np.asarray(np.from_dlpack(tensor.detach().contiguous().view(torch.uint8)), np.uint8), "float4_e2m1fn")
    bits = {1: torch.uint8, 2: torch.int16}[tensor.element_size()]
    raw = np.from_dlpack(tensor.detach().contiguous().view(bits))
    return raw.view(dtype_of(name))
