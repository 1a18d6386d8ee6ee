"""Arrays in the memory of a device."""
from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lockstep.dtypes import DTypeLike, bits_of, dtype_of, smaller_than_a_byte
from lockstep.errors import UndefinedValues

if TYPE_CHECKING:
    from lockstep.device import Device


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

    from lockstep.packing import unpack

    name = str(tensor.dtype).removeprefix("torch.")
    if name == "float4_e2m1fn_x2":  # two to an element
        return unpack(np.asarray(np.from_dlpack(tensor.detach().contiguous().view(torch.uint8)), np.uint8), "float4_e2m1fn")
    bits = {1: torch.uint8, 2: torch.int16}[tensor.element_size()]
    raw = np.from_dlpack(tensor.detach().contiguous().view(bits))
    return raw.view(dtype_of(name))


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
            from lockstep.packed_array import PackedArray

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


def _row_major(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    strides = [itemsize] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * max(shape[i + 1], 1)
    return tuple(strides)


def allocate(device: Device, shape: int | tuple[int, ...], dtype: DTypeLike, name: str) -> Array:
    """An array of undefined bytes; what Device.empty returns, and raises."""
    extent = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(n) for n in shape)
    if any(n < 0 for n in extent):
        raise ValueError(f"shape {extent}: no dimension is negative")
    of = dtype_of(dtype)
    if of.name in smaller_than_a_byte:
        from lockstep.packed_array import PackedArray, bytes_of_row

        row = bytes_of_row(extent, of)
        return PackedArray(allocate(device, (*extent[:-1], row), np.uint8, name), of)
    memory = _Allocation(device, math.prod(extent) * bits_of(of) // 8, name)
    return Array(device, memory, memory.address, extent, of, _row_major(extent, of.itemsize))
