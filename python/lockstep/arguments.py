"""A kernel's arguments, and their values as bytes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lockstep._lockstep import number_bytes, number_mismatch
from lockstep.arrays import Array

if TYPE_CHECKING:
    from lockstep.device import Device


@dataclass(frozen=True)
class Argument:
    """An explicit argument of a kernel, from the code object's metadata."""

    name: str    #: as the source spells it; its position where the metadata has no name
    offset: int  #: bytes, in the argument segment
    size: int    #: bytes
    kind: str    #: "global_buffer" (a pointer), "by_value", "dynamic_shared_pointer"
    type: str = ""  #: in C++, "unsigned int", where the kernel's mangled name says it

    @property
    def is_pointer(self) -> bool:
        """Whether an Array goes there."""
        return self.kind == "global_buffer"


def bytes_of(position: int, argument: Argument, value: Any, device: Device) -> bytes:
    """The value as exactly as many bytes as the argument has. Raises TypeError or ValueError, with the argument and what it takes."""
    what = f"argument {position} '{argument.name}'"
    if argument.is_pointer:
        return _pointer(what, value, device)
    if isinstance(value, (bytes, bytearray)):
        return _exactly(what, argument, bytes(value))
    if isinstance(value, np.generic):
        given = _exactly(what, argument, value.tobytes(), f" ({value.dtype})")
        if why := number_mismatch(argument.type, _element(value.dtype)):
            raise TypeError(f"{what} {why}")
        return given
    if isinstance(value, (int, float)):
        number = repr(value) if isinstance(value, float) else str(int(value))
        try:
            return number_bytes(argument.type, argument.size, number)
        except ValueError as error:
            raise ValueError(f"{what} {error}") from None
    if isinstance(value, Array) or hasattr(value, "data_ptr"):
        if argument.size == 8:  # compilers that know no pointers in their metadata pass them by value
            return _pointer(what, value, device)
        raise TypeError(f"{what} is a value of {argument.size} bytes, an array is given")
    raise TypeError(f"{what} has {argument.size} bytes ({argument.kind}): expected a number or bytes, not "
                    f"{type(value).__name__}")


def _exactly(what: str, argument: Argument, given: bytes, of: str = "") -> bytes:
    if len(given) != argument.size:
        raise ValueError(f"{what} has {argument.size} bytes ({argument.kind}), {len(given)} are given{of}")
    return given


def _element(dtype: np.dtype[Any]) -> str:
    """What launch files call the type: "f32", "i64"; of ml_dtypes its own name."""
    letter = {"f": "f", "i": "i", "u": "u", "b": "u"}.get(dtype.kind)
    return f"{letter}{8 * dtype.itemsize}" if letter else dtype.name


def _pointer(what: str, value: Any, device: Device) -> bytes:
    if value is None:
        return bytes(8)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value).to_bytes(8, "little")
    if isinstance(value, Array):
        if value.device._session is not device._session:
            raise ValueError(f"{what}: the array is another device's")
        return value.data_ptr().to_bytes(8, "little")
    if (tensors := getattr(device._session, "tensors", None)) is not None and hasattr(value, "untyped_storage"):
        return int(tensors.address_of(value)).to_bytes(8, "little")
    if isinstance(value, np.ndarray) or hasattr(value, "__dlpack__"):
        raise TypeError(f"{what} is a pointer: put the array on the device first, with Device.array(…)")
    raise TypeError(f"{what} is a pointer (global_buffer): expected an Array, None or an address, not "
                    f"{type(value).__name__}")
