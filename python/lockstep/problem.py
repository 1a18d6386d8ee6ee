"""A problem of an operator, as a callable sees it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep import _lockstep
from lockstep.arrays import Array
from lockstep.device import Device
from lockstep.dtypes import dtype_of


class Rejected(Exception):
    """A callable takes no such problem: the case is counted, and judged by nothing."""


def assume(condition: Any, reason: str = "an assumption of the test") -> None:
    """Ends the call of a function that `fuzz` made a test unless `condition` holds: it takes no such problem. Raises Rejected,
    which is counted; where nearly all are, say what is taken instead, as in `k=lockstep.multiple_of(128)`."""
    if not condition:
        raise Rejected(reason)


@dataclass(frozen=True)
class multiple_of:  # noqa: N801
    """A value of a case's key, for `fuzz`: sizes that are drawn are rounded up to multiples of `step`."""

    step: int

    def __post_init__(self) -> None:
        if self.step <= 0:
            raise ValueError(f"multiple_of({self.step}): expected a positive number")

    def __str__(self) -> str:
        return f"multiple_of({self.step})"


class Problem:
    """The tensors and sizes of one case.

    `problem.a`, `problem.d`, … are the operator's tensors, by the names of its contract, `problem.tensors` all of them;
    `problem.n`, `problem.groups`, … its sizes, `problem.sizes` all of them. The callable writes the outputs
    (`problem.outputs`) in place, and nothing else: what the contract leaves alone holds noise that must stay.

    Types are those of ml_dtypes; elements of less than a byte lie packed in uint8. `case` is the line that repeats it."""

    def __init__(self, raw: _lockstep.RawProblem, arrays: Any = "numpy") -> None:
        self._raw = raw
        self.case: str = raw.case
        self.sizes: dict[str, int] = raw.sizes()
        self.outputs: list[str] = []
        self.tensors: dict[str, Any] = {}
        self._host: dict[str, NDArray[Any]] = {}
        self._arrays = arrays
        views = raw.views()
        for name, data, written in raw.tensors():
            host = _shaped(data, views.get(name))
            self._host[name] = host
            if written:
                self.outputs.append(name)
            self.tensors[name] = handed(host, name, arrays)

    def __getattr__(self, name: str) -> Any:
        for of in ("tensors", "sizes"):
            held = self.__dict__.get(of, {})
            if name in held:
                return held[name]
        raise AttributeError(f"the problem has no {name}; it has {', '.join([*self.tensors, *self.sizes])}")

    def stored(self, name: str, layout: str = "rows") -> Any:
        """A copy of an input in another layout: "rows" ([planes, rows, columns]), "columns" ([planes, columns, rows]) or one
        of the shuffles of docs/layouts.md (bytes).

        Raises ValueError where there is no such layout or it does not fit, with what there is."""
        data, (planes, rows, columns) = self._raw.stored(name, layout)
        of = self._host[name].dtype
        shapes = {"rows": (planes, rows, columns), "columns": (planes, columns, rows)}
        host = data.view(of)
        return handed(host.reshape(shapes[layout]) if layout in shapes else host, name, self._arrays)

    def reject(self, reason: str) -> None:
        """Ends the call: the callable takes no such problem. Raises Rejected, which `fuzz` counts; `reason` is a sentence."""
        raise Rejected(reason)

    def take_back(self) -> None:
        """Copies outputs that lie on a device back to where they are judged."""
        for name in self.outputs:
            if isinstance(self._arrays, Device):
                self._host[name][...] = self.tensors[name].numpy()
            elif torch_device(self._arrays):
                self._host[name].reshape(-1).view(np.uint8)[...] = _bytes_of(self.tensors[name])

    def __repr__(self) -> str:
        return f"<Problem {self.case}>"


def _shaped(data: NDArray[np.uint8], view: tuple[str, list[int]] | None) -> NDArray[Any]:
    if view is None:
        return data
    dtype, shape = dtype_of(view[0]), view[1]
    if int(np.prod(shape)) * dtype.itemsize != data.nbytes:
        return data
    return data.view(dtype).reshape(shape)


def torch_device(arrays: Any) -> str:
    """The device that "torch:cuda:0" names; "" where the word names none."""
    return arrays.removeprefix("torch:") if isinstance(arrays, str) and arrays.startswith("torch:") else ""


def handed(host: NDArray[Any], name: str, arrays: Any) -> Any:
    """An array as `arrays` of `fuzz` says: itself, a tensor over the same memory, or a copy on a device."""
    if isinstance(arrays, Device):
        return arrays.array(host, name=name)
    if device := torch_device(arrays):
        return _as_torch(host.copy()).to(device)
    return _as_torch(host) if arrays == "torch" else host


def _as_torch(host: NDArray[Any]) -> Any:
    import torch

    of = getattr(torch, host.dtype.name)
    return torch.from_numpy(host.reshape(-1).view(np.uint8)).view(of).reshape(host.shape)


def _bytes_of(tensor: Any) -> NDArray[np.uint8]:
    import torch

    raw: NDArray[np.uint8] = tensor.cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    return raw

