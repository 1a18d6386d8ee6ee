"""Arrays of elements of less than a byte in the memory of a device: shapes in elements, packed bytes beneath."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.arrays import Array, host_array
from lockstep.dtypes import DTypeLike, bits_of, dtype_of
from lockstep.packing import pack, unpack


def bytes_of_row(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """Bytes of the last axis of a shape in elements. Raises ValueError where it does not fill its bytes."""
    if not shape or shape[-1] * bits_of(dtype) % 8 != 0:
        raise ValueError(f"shape {shape} of {dtype.name}: {bits_of(dtype)} bits each do not fill the bytes of the last axis; "
                         f"it has a multiple of {8 // math.gcd(8, bits_of(dtype))} elements")
    return shape[-1] * bits_of(dtype) // 8


class PackedArray(Array):
    """An array of float4_e2m1fn, float6_e2m3fn, float6_e3m2fn, int2, int4, uint2 or uint4, dense along the last axis, the first
    element in the lowest bits. `shape`, `size` and indices count elements, `nbytes` and `strides` bytes; `.numpy()` has one
    element to a byte, as ml_dtypes has them, and `.view("uint8")` the bytes as they lie.

    The last axis lies in whole bytes and side by side; views of it begin and end where bytes do."""

    def __init__(self, packed: Array, dtype: np.dtype[Any]) -> None:
        bits = bits_of(dtype)
        if not packed.shape or packed.shape[-1] * 8 % bits != 0:
            raise ValueError(f"{packed.shape} bytes are no rows of whole elements of {dtype.name}, of {bits} bits each")
        if packed.shape[-1] > 1 and packed.strides[-1] != 1:
            raise ValueError(f"strides {packed.strides}: the bytes of a row of {dtype.name} lie side by side")
        shape = (*packed.shape[:-1], packed.shape[-1] * 8 // bits)
        super().__init__(packed.device, packed._memory, packed._address, shape, dtype, packed.strides)
        self._packed, self._bits = packed, bits

    @property
    def nbytes(self) -> int:
        """Bytes of its elements, packed."""
        return self._packed.nbytes

    def element_size(self) -> int:
        """Raises TypeError: an element is less than a byte."""
        raise TypeError(f"{self.dtype.name} has {self._bits} bits, not whole bytes; .view('uint8') has the bytes")

    def stride(self, dimension: int | None = None) -> int | tuple[int, ...]:
        """In elements, as torch counts them: of all dimensions, or of one. Raises ValueError where a row begins within an
        element."""
        if any(s * 8 % self._bits for s in self.strides[:-1]):
            raise ValueError(f"strides {self.strides} in bytes are no whole number of elements of {self.dtype.name}")
        strides = (*(s * 8 // self._bits for s in self.strides[:-1]), 1)
        return strides if dimension is None else strides[dimension]

    def is_contiguous(self) -> bool:
        """Whether the elements lie side by side in the order of their indices."""
        return self._packed.is_contiguous()

    def __getitem__(self, index: Any) -> Array:
        """A view, by integers, slices and `...`; of the last axis a slice without a step that begins and ends where bytes do.

        Raises IndexError for another one, TypeError for what is no index."""
        given = index if isinstance(index, tuple) else (index,)
        dots = [i for i, p in enumerate(given) if p is Ellipsis]
        at = dots[0] if dots else len(given)
        before, after = given[:at], given[at + 1:] if dots else ()
        if len(before) + len(after) > self.ndim or len(dots) > 1:
            raise IndexError(f"[{index}]: the array has {self.ndim} dimensions")
        parts = (*before, *[slice(None)] * (self.ndim - len(before) - len(after)), *after)
        return PackedArray(self._packed[(*parts[:-1], self._bytes_of(parts[-1]))], self.dtype)

    def _bytes_of(self, part: Any) -> slice:
        if isinstance(part, slice):
            start, stop, step = part.indices(self.shape[-1])
            stop = max(start, stop)
            if step == 1 and start * self._bits % 8 == 0 and stop * self._bits % 8 == 0:
                return slice(start * self._bits // 8, stop * self._bits // 8)
        raise IndexError(f"[{part}] of the last axis: elements of {self._bits} bits are viewed by slices without a step that "
                         f"begin and end at a multiple of {8 // math.gcd(8, self._bits)}")

    def reshape(self, *shape: Any) -> Array:
        """A view of another shape, in elements; one of them may be -1.

        Raises ValueError where the array is not contiguous, has another number of elements, or rows that end within a byte."""
        wanted = np.broadcast_to(np.empty((), np.int8), self.shape).reshape(*shape).shape
        row = bytes_of_row(wanted, self.dtype)
        return PackedArray(self._packed.reshape(*wanted[:-1], row), self.dtype)

    def view(self, dtype: DTypeLike) -> Array:
        """The same bytes: "uint8" as they lie, [..., n] elements of b bits as [..., n * b / 8]; or as elements of another type
        of less than a byte. Raises ValueError where they are none."""
        return self._packed if dtype_of(dtype) == np.uint8 else self._packed.view(dtype)

    def copy_from(self, values: Any) -> None:
        """Puts `values`, one element to a byte or convertible to the dtype, broadcast to the shape, in the array's place.

        Raises ValueError where they can't be broadcast to it."""
        host = np.broadcast_to(host_array(values).astype(self.dtype, copy=False), self.shape)
        self._packed.copy_from(pack(host))

    def _bytes(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        data, missing = self._packed._bytes()
        first = np.arange(self.shape[-1]) * self._bits
        return unpack(data, self.dtype), missing[..., first // 8] | missing[..., (first + self._bits - 1) // 8]
