"""A kernel's arguments, and their values as bytes."""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lockstep.arrays import Array

if TYPE_CHECKING:
    from lockstep.device import Device

_FLOATS = {4: "<f", 8: "<d"}


@dataclass(frozen=True)
class Argument:
    """An explicit argument of a kernel, from the code object's metadata."""

    name: str    #: as the source spells it; its position where the metadata has no name
    offset: int  #: bytes, in the argument segment
    size: int    #: bytes
    kind: str    #: "global_buffer" (a pointer), "by_value", "dynamic_shared_pointer"

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
        return _exactly(what, argument, value.tobytes(), f" ({value.dtype})")
    if isinstance(value, (bool, int)):
        return _integer(what, argument, int(value))
    if isinstance(value, float):
        if argument.size not in _FLOATS:
            raise TypeError(f"{what} has {argument.size} bytes: which float of that size is meant? Pass np.float16(…) or "
                            "ml_dtypes.bfloat16(…)")
        return struct.pack(_FLOATS[argument.size], value)
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


def _integer(what: str, argument: Argument, value: int) -> bytes:
    bits = 8 * argument.size
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise ValueError(f"{what} has {argument.size} bytes: {value} does not fit")
    return (value & ((1 << bits) - 1)).to_bytes(argument.size, "little")


def _pointer(what: str, value: Any, device: Device) -> bytes:
    if value is None:
        return bytes(8)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value).to_bytes(8, "little")
    if isinstance(value, Array):
        if value.device is not device:
            raise ValueError(f"{what}: the array is another device's")
        return value.data_ptr().to_bytes(8, "little")
    if isinstance(value, np.ndarray) or hasattr(value, "__dlpack__"):
        raise TypeError(f"{what} is a pointer: put the array on the device first, with Device.array(…)")
    raise TypeError(f"{what} is a pointer (global_buffer): expected an Array, None or an address, not "
                    f"{type(value).__name__}")
