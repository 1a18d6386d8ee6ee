"""Arrays in the memory of a device: of whole bytes, and of elements of less than one, packed."""
from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lockstep.dtypes import DTypeLike, bits_of, dtype_of, host_array, pack, smaller_than_a_byte, unpack
from lockstep.errors import UndefinedValues

if TYPE_CHECKING:
    from lockstep.device import Device


class _Allocation:
    """Memory of a device, given back when nobody holds it any more."""

    def __init__(self, device: Device, nbytes: int, name: str) -> None:
        self.address: int = device._session.allocate(max(nbytes, 1), f"array '{name}'" if name else "")
        self.nbytes = nbytes
        self._finalizer = weakref.finalize(self, device._session.free, self.address)


class Array:
    """An array in a device's memory, or a view of a part of one. Made by `Device.array`, `Device.empty` and their like.

    `shape`, `dtype`, `strides` (bytes), `size` and `nbytes` are as numpy has them. A page of memory costs something once it
    is touched, so an array of 8 GiB of which a kernel reads three rows occupies three rows."""

    def __init__(self, device: Device, memory: _Allocation, address: int, shape: tuple[int, ...], dtype: np.dtype[Any],
                 strides: tuple[int, ...]) -> None:
        self.device = device
        self._memory = memory
        self._address = address
        self.shape = shape
        self.dtype = dtype
        self.strides = strides

    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many elements it has."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def data_ptr(self) -> int:
        """The device address of the first element: what torch's tensors call it, so that launchers take these arrays."""
        return self._address

    def stride(self, dimension: int | None = None) -> int | tuple[int, ...]:
        """In elements, as torch counts them: of all dimensions, or of one. Raises IndexError for one that there is not."""
        strides = tuple(s // self.dtype.itemsize for s in self.strides)
        return strides if dimension is None else strides[dimension]

    def element_size(self) -> int:
        """Bytes of an element."""
        return self.dtype.itemsize

    def is_contiguous(self) -> bool:
        """Whether the elements lie side by side in the order of their indices."""
        return self.strides == _row_major(self.shape, self.dtype.itemsize)

    def __getitem__(self, index: Any) -> Array:
        """A view, by integers, slices and `...`; no copy."""
        parts = index if isinstance(index, tuple) else (index,)
        if not all(isinstance(p, (int, np.integer, slice)) or p is Ellipsis for p in parts) or any(
                isinstance(p, bool) for p in parts):
            raise TypeError(f"[{index}]: an array on a device is indexed by integers, slices and '...'")
        if not any(p is Ellipsis for p in parts):
            parts = (*parts, Ellipsis)  # always a view, never an element: there is no memory behind what follows
        extent = np.lib.stride_tricks.as_strided(np.empty(1, self.dtype), self.shape, self.strides)
        part = extent[parts]
        offset = part.__array_interface__["data"][0] - extent.__array_interface__["data"][0] if part.size else 0
        return Array(self.device, self._memory, self._address + offset, part.shape, self.dtype, part.strides)

    def __setitem__(self, index: Any, values: Any) -> None:
        self[index].copy_from(values)

    def reshape(self, *shape: int) -> Array:
        """A view of another shape, in elements; one of them may be -1.

        Raises ValueError where the array is not contiguous, or has another number of elements."""
        if not self.is_contiguous():
            raise ValueError(f"strides {self.strides} are not those of a contiguous array: no view has another shape")
        wanted = np.broadcast_to(np.empty((), np.int8), self.shape).reshape(*shape).shape
        return Array(self.device, self._memory, self._address, wanted, self.dtype, _row_major(wanted, self.dtype.itemsize))

    def view(self, dtype: DTypeLike) -> Array:
        """The same bytes as elements of another type of the same size; bytes also as elements of less than one, of which the
        last axis then has more.

        Raises ValueError for another size, and where rows of such elements don't lie side by side."""
        other = dtype_of(dtype)
        if other.name in smaller_than_a_byte and self.dtype.itemsize == 1:
            return PackedArray(self if self.dtype == np.uint8 else self.view(np.uint8), other)
        if other.itemsize != self.dtype.itemsize:
            raise ValueError(f"{other} has {other.itemsize} bytes, {self.dtype} {self.dtype.itemsize}")
        return Array(self.device, self._memory, self._address, self.shape, other, self.strides)

    def copy_from(self, values: Any) -> None:
        """Puts `values`, broadcast to the shape and of the same dtype or convertible to it, in the array's place.

        Raises ValueError where they can't be broadcast to it."""
        host = np.broadcast_to(host_array(values).astype(self.dtype, copy=False), self.shape)
        if self.size == 0:
            return
        if self.is_contiguous():
            self.device._session.write(self._address, np.ascontiguousarray(host).reshape(-1).view(np.uint8))
            return
        for index in np.ndindex(*self.shape[:-1]):
            row = self[index]
            if row.is_contiguous():
                row.copy_from(host[index])
            else:
                for i in range(row.shape[0]):
                    row[i].copy_from(host[index][i])

    def _bytes(self) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """A copy, and of each element whether a byte of it is undefined."""
        itemsize = self.dtype.itemsize
        below = sum((n - 1) * s for n, s in zip(self.shape, self.strides) if s < 0)
        above = sum((n - 1) * s for n, s in zip(self.shape, self.strides) if s > 0)
        span = above - below + itemsize
        data, undefined = np.empty(span, np.uint8), np.empty(span, np.uint8)
        self.device._session.read(self._address + below, data, undefined)
        elements = np.ndarray(self.shape, self.dtype, data, -below, self.strides)
        of_bytes = np.ndarray((*self.shape, itemsize), np.uint8, undefined, -below, (*self.strides, 1))
        return np.array(elements), np.asarray(of_bytes.any(axis=-1))

    def numpy(self, *, undefined: str = "refuse") -> NDArray[Any]:
        """A copy on the host.

        Raises UndefinedValues where an element was never written or holds an undefined value, unless `undefined` is
        "allow": such an element has then the noise that the device's seed gives it, as on hardware it has what was there. A
        GPU does not know what is undefined, and hands over what is there."""
        if undefined not in ("refuse", "allow"):
            raise ValueError(f'undefined={undefined!r}: expected "refuse" or "allow"')
        if self.size == 0:
            return np.empty(self.shape, self.dtype)
        values, missing = self._bytes()
        if undefined == "refuse" and missing.any():
            first = ", ".join(str(i) for i in np.argwhere(missing)[0]) if self.shape else ""
            raise UndefinedValues(
                f"{int(missing.sum())} of {self.size} elements were never written, or hold undefined values, the first at "
                f'[{first}]; numpy(undefined="allow") reads them all the same')
        return values

    def defined(self) -> NDArray[np.bool_]:
        """Of each element, whether all of it was written with defined values. Raises ValueError on a GPU, which does not
        know."""
        if self.device.gpu:
            raise ValueError(f"{self.device.gpu} does not say what was never written")
        return ~self._bytes()[1] if self.size else np.empty(self.shape, np.bool_)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("an array on a device is copied to the host")
        values = self.numpy()
        return values if dtype is None else values.astype(dtype)

    def __dlpack__(self, **options: Any) -> Any:
        """A copy on the host, for `torch.from_dlpack` and its like. Of the types of ml_dtypes, which numpy can't hand over,
        take `.view("uint8")` or `.view("uint16")`."""
        return self.numpy().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __repr__(self) -> str:
        return f"<Array {self.shape} {self.dtype} on {self.device.arch} at {self._address:#x}>"


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
        row = _bytes_of_row(wanted, self.dtype)
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


def _row_major(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    strides = [itemsize] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * max(shape[i + 1], 1)
    return tuple(strides)


def _bytes_of_row(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """Bytes of the last axis of a shape in elements. Raises ValueError where it does not fill its bytes."""
    if not shape or shape[-1] * bits_of(dtype) % 8 != 0:
        raise ValueError(f"shape {shape} of {dtype.name}: {bits_of(dtype)} bits each do not fill the bytes of the last axis; "
                         f"it has a multiple of {8 // math.gcd(8, bits_of(dtype))} elements")
    return shape[-1] * bits_of(dtype) // 8


def allocate(device: Device, shape: int | tuple[int, ...], dtype: DTypeLike, name: str) -> Array:
    """An array of undefined bytes; what Device.empty returns, and raises."""
    extent = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(n) for n in shape)
    if any(n < 0 for n in extent):
        raise ValueError(f"shape {extent}: no dimension is negative")
    of = dtype_of(dtype)
    if of.name in smaller_than_a_byte:
        row = _bytes_of_row(extent, of)
        return PackedArray(allocate(device, (*extent[:-1], row), np.uint8, name), of)
    memory = _Allocation(device, math.prod(extent) * bits_of(of) // 8, name)
    return Array(device, memory, memory.address, extent, of, _row_major(extent, of.itemsize))
