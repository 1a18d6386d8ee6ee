"""Torch's tensors as a candidate's arguments. Each lies twice: on the host, where the candidate sees what the judge shows it, and on
the device, where kernels get the argument itself. What the host writes goes there with the next launch, what a launch leaves comes back."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lockstep.arrays import Array

if TYPE_CHECKING:
    from lockstep.judged.channel import Message
    from lockstep.judged.remote import RemoteSession


def is_tensor(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "untyped_storage")


def _bytes_of(tensor: Any) -> NDArray[np.uint8]:
    """Of all that its storage holds, in place."""
    import torch

    whole = torch.empty(0, dtype=torch.uint8).set_(tensor.untyped_storage())
    raw: NDArray[np.uint8] = whole.numpy()
    return raw


@dataclass
class _Held:
    tensor: Any               #: keeps its storage where it is
    address: int              #: on the device
    known: NDArray[np.uint8]  #: what both held when they were last alike


class Tensors:
    """Those of one call, by where their storage lies on the host."""

    def __init__(self, session: RemoteSession) -> None:
        self._session = session
        self._held: dict[int, _Held] = {}
        self._passed: list[_Held] = []

    def forget(self) -> None:
        """What earlier calls had: their memory was the judge's, or is the host's to keep."""
        self._held, self._passed = {}, []

    def of(self, array: Array) -> Any:
        """A tensor for an argument."""
        import torch

        raw = np.empty(array.nbytes, np.uint8)
        if array.nbytes:
            self._session.read(array.data_ptr(), raw, np.empty_like(raw))
        tensor = torch.from_numpy(raw).view(getattr(torch, array.dtype.name)).reshape(array.shape)
        self._held[tensor.untyped_storage().data_ptr()] = _Held(tensor, array.data_ptr(), raw.copy())
        return tensor

    def address_of(self, tensor: Any) -> int:
        """Of its first element on the device, for a launch."""
        held = self._current(tensor)
        if held is None:
            raw = _bytes_of(tensor).copy()
            held = _Held(tensor, self._session.allocate(max(1, raw.size), "a tensor"), raw)
            self._session.write(held.address, raw)
            self._held[tensor.untyped_storage().data_ptr()] = held
        self._passed.append(held)
        return held.address + int(tensor.storage_offset()) * int(tensor.element_size())

    def take_back(self) -> None:
        """What the launch has left in the tensors that it got."""
        for held in self._passed:
            if held.known.size:
                self._session.read(held.address, held.known, np.empty_like(held.known))
                _bytes_of(held.tensor)[:] = held.known
        self._passed = []

    def record_of(self, tensor: Any) -> Message | None:
        """Where it lies on the device; None where what it holds is the host's."""
        held = self._current(tensor)
        if held is None:
            return None
        size = int(tensor.element_size())
        return {"address": held.address + int(tensor.storage_offset()) * size, "shape": list(tensor.shape),
                "dtype": str(tensor.dtype).removeprefix("torch."), "packed": False, "strides": [n * size for n in tensor.stride()]}

    def _current(self, tensor: Any) -> _Held | None:
        held = self._held.get(tensor.untyped_storage().data_ptr())
        return held if held is not None and np.array_equal(held.known, _bytes_of(tensor)) else None
