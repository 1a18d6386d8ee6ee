"""What a candidate is held against: a function of numpy's or torch's, which this process runs and the candidate's never sees."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.dtypes import dtype_of, host_array
from lockstep.judged.candidate import load
from lockstep.judged.tensors import is_tensor

Arrays = dict[str, NDArray[Any]]

#: Words of `tolerance`, and what they stand at where they are not named.
_TOLERANCE = {"rtol": 0.0, "atol": 0.0, "snr": None}


#: By how much numbers are made smaller that are the same in every draw.
_SOMEWHAT = 0.875
#: What a function of the reference's file is for.
_SAYS = {"inputs": "(rng), which draws what the two are called with",
         "launch": "(…) of the same arguments, which says grid, block and arguments of a code object's kernel"}


class NoReference(Exception):
    """The file of the reference does not say what is needed."""


@dataclass
class Draw:
    """The inputs of one call, and what must come of them."""

    inputs: Arrays
    numbers: dict[str, int | float | bool]
    outputs: Arrays                       #: by name; those of inputs are in place
    given: dict[str, Any] = field(repr=False, default_factory=dict)   #: as inputs() gave them

    @property
    def shape(self) -> str:
        """"x [3, 4] float32", of all that is passed."""
        arrays = [f"{name} {list(a.shape)} {a.dtype.name}" for name, a in self.inputs.items()]
        return ", ".join(arrays + [f"{name}={value}" for name, value in self.numbers.items()])


class Reference:
    """A function FILE.py:NAME with `inputs(rng)` beside it, and `tolerance` where bits need not be equal."""

    def __init__(self, file: str, name: str) -> None:
        if not os.path.isfile(file):
            raise NoReference(f"{file}: there is no such file")
        module = load(os.path.abspath(file))
        self.function: Callable[..., Any] = self._member(module, file, name)
        self.draw_inputs: Callable[..., Any] = self._member(module, file, "inputs")
        self._module, self._file = module, file
        given = getattr(module, "tolerance", {})
        if unknown := set(given) - set(_TOLERANCE):
            raise NoReference(f"{file}: tolerance has {', '.join(sorted(unknown))}; there are {', '.join(_TOLERANCE)}")
        self.tolerance: dict[str, Any] = {**_TOLERANCE, **given}

    @staticmethod
    def _member(module: Any, file: str, name: str) -> Callable[..., Any]:
        found = getattr(module, name, None)
        if not callable(found):
            raise NoReference(f"{file}: has no function {name}{_SAYS.get(name, '')}")
        return found  # type: ignore[no-any-return]

    def draw(self, seed: list[int]) -> Draw:
        """The same for every seed. Raises NoReference where the functions give what can't be used, and what they raise."""
        given = self.draw_inputs(np.random.default_rng(seed))
        if not isinstance(given, Mapping):
            raise NoReference("inputs(rng) returns the arguments by their names, a dict")
        numbers = {str(k): v for k, v in given.items() if isinstance(v, (bool, int, float))}
        inputs = {str(k): _copy(v) for k, v in given.items() if k not in numbers}
        return Draw(inputs, numbers, self.outputs_of(given, inputs), dict(given))

    def is_of_tensors(self, draw: Draw) -> bool:
        """Whether the arguments are torch's, and so what a candidate is called with."""
        return any(is_tensor(value) for value in draw.given.values())

    def launch(self, draw: Draw) -> Mapping[str, Any]:
        """How a code object is launched on these arguments: grid, block, arguments. Raises as draw() does."""
        said = self._member(self._module, self._file, "launch")(**{name: _another(value) for name, value in draw.given.items()})
        if not isinstance(said, Mapping):
            raise NoReference("launch() returns a dict, of grid, block and arguments")
        return said

    def outputs_of(self, given: Mapping[str, Any], inputs: Arrays) -> Arrays:
        """What the reference makes of arguments, by name. It gets copies: nothing that it does to them is seen."""
        returned = self.function(**{name: _another(value) for name, value in given.items()})
        if isinstance(returned, Mapping):
            named = {str(name): _copy(value) for name, value in returned.items()}
        else:
            all_of = returned if isinstance(returned, (tuple, list)) else [returned]
            named = {f"out{i}" if len(all_of) > 1 else "out": _copy(value) for i, value in enumerate(all_of)}
        if not named or not sum(value.size for value in named.values()):
            raise NoReference("the reference returns nothing to compare with")
        for name, value in named.items():
            if name in inputs and inputs[name].shape != value.shape:
                raise NoReference(f"the reference gives '{name}', an input, another shape")
        return named

    def depends_on(self, draw: Draw, name: str, seed: list[int]) -> bool:
        """Whether another value of this input, everything else equal, gives other outputs."""
        other = shuffled(draw.inputs[name], np.random.default_rng(seed))
        if (other.tobytes() == draw.inputs[name].tobytes()):
            other = np.frombuffer(draw.inputs[name].tobytes()[::-1], np.uint8).view(draw.inputs[name].dtype).reshape(other.shape)
        given = {**draw.given, name: _as(draw.given[name], other)}
        try:
            with np.errstate(all="ignore"):
                outputs = self.outputs_of(given, draw.inputs)
        except Exception:  # of values that are none: an index, say. It was looked at
            return True
        return any(outputs[k].tobytes() != draw.outputs[k].tobytes() for k in draw.outputs)

    def varied(self, draw: Draw, name: str) -> Draw | None:
        """The same with somewhat smaller numbers in an input; None where it has none, or the function does not take them. A mask of
        zeros and ones is left as it is."""
        values = draw.inputs[name]
        if values.dtype.name not in ("float64", "float32", "float16", "bfloat16") or not values.any() or (
                (values == 0).any() and ((values == 0) | (values == 1)).all()):
            return None
        other = (values.astype(np.float64) * _SOMEWHAT).astype(values.dtype)
        given = {**draw.given, name: _as(draw.given[name], other)}
        inputs = {**draw.inputs, name: other}
        try:
            with np.errstate(all="ignore"):
                return Draw(inputs, draw.numbers, self.outputs_of(given, inputs), given)
        except Exception:  # it need not take them
            return None

    def mismatch(self, name: str, got: NDArray[Any], wanted: NDArray[Any]) -> str:
        """Why an output is not what it must be; "": it is."""
        if got.tobytes() == wanted.tobytes():
            return ""
        is_number = wanted.dtype.kind == "f" or wanted.dtype.name.startswith(("bfloat", "float"))
        ours, theirs = (a.astype(np.float64) if is_number else a for a in (got, wanted))
        with np.errstate(all="ignore"):
            same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs)) if is_number else ours == theirs
            if is_number and any(self.tolerance[word] for word in _TOLERANCE):
                close = same | (np.isfinite(ours) & np.isfinite(theirs)
                                & (np.abs(ours - theirs) <= self.tolerance["atol"] + self.tolerance["rtol"] * np.abs(theirs)))
                if self.tolerance["snr"] is not None and not close.all():
                    close = same | self._reaches_snr(ours, theirs)
                same = close
        if same.all():
            return ""
        first = tuple(int(i) for i in np.argwhere(~np.atleast_1d(same))[0])
        at = first if wanted.ndim else ()
        return (f"{name}: {int((~same).sum())} of {same.size} elements differ, the first at [{', '.join(map(str, at))}]: found "
                f"{got[at]}, expected {wanted[at]}")

    def _reaches_snr(self, ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[np.bool_]:
        both = np.isfinite(ours) & np.isfinite(theirs)
        noise = float(np.sum((ours[both] - theirs[both]) ** 2))
        signal = float(np.sum(theirs[both] ** 2))
        good = noise == 0 or (signal > 0 and 10 * np.log10(signal / noise) >= self.tolerance["snr"])
        return np.asarray(both & good)


def shuffled(values: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """The same elements in another order: what a kernel's host may ask of all of them together stays as it is."""
    flat = values.reshape(-1)
    return flat[rng.permutation(flat.size)].reshape(values.shape)


def _copy(value: Any) -> NDArray[Any]:
    array = np.array(host_array(value))
    dtype_of(array.dtype)  # numbers, or TypeError
    return array


def _another(value: Any) -> Any:
    clone = getattr(value, "clone", None) or getattr(value, "copy", None)
    return clone() if clone is not None else value


def _as(like: Any, values: NDArray[Any]) -> Any:
    """The values as what `like` is: numpy's, or a tensor of torch's."""
    if isinstance(like, np.ndarray):
        return values
    import torch

    return torch.from_numpy(np.array(values, order="C").reshape(-1).view(np.uint8)).view(like.dtype).reshape(like.shape)
