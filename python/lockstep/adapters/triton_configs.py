"""Triton's autotuner, asked for more than the fastest: which of its configurations are right, and which agree to the bit.

    report = examine(matmul, (16,), {"a": a, "b": b, "c": np.zeros((64, 64), "f4"), "n": 64}, outputs=["c"], against=reference)
    report.classes     configurations with the same bits, the largest class first
    report.wrong       configurations with what is wrong with each
    matmul = triton.autotune(report.classes[0], key=["n"])(matmul.fn)     # the tuner may choose among these only

Each configuration is compiled for the arch and runs on an emulated device, with all checks and under several schedules."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import triton
from numpy.typing import NDArray

import lockstep.triton
from lockstep.errors import LockstepError


@dataclass
class Report:
    classes: list[list[Any]] = field(default_factory=list)       #: of those that are right, by their bits
    wrong: list[tuple[Any, str]] = field(default_factory=list)   #: a finding, a trap, wrong values, or no code

    def __str__(self) -> str:
        lines = [f"{len(of)} agree to the bit: {'; '.join(map(str, of))}" for of in self.classes]
        return "\n".join([*lines, *(f"wrong: {config}: {why}" for config, why in self.wrong)])


def examine(tuned: Any, grid: Any, arguments: Mapping[str, Any], outputs: Iterable[str], *,
            against: Callable[..., Mapping[str, NDArray[Any]]], rtol: float = 0, atol: float = 0, arch: str = "gfx950",
            schedule: str = "several") -> Report:
    """Runs every configuration of a kernel that @triton.autotune has made, on the same arguments.

    grid       as Triton takes it: a tuple, or a function of the constants
    arguments  by name; arrays become arrays of the device
    against    a function of these arguments that returns what each output must be, within rtol and atol"""
    expected, outputs = against(**arguments), list(outputs)
    report = Report()
    classes: dict[bytes, list[Any]] = {}
    before = triton.runtime.driver._active  # to ask for `active` makes one
    try:
        for config in tuned.configs:
            driver = lockstep.triton.activate(arch, schedule=schedule)
            placed = {name: driver.device.array(value, name=name) if isinstance(value, np.ndarray) else value
                      for name, value in arguments.items()}
            left, why = _left(tuned, config, grid, placed, outputs)
            why = why or _different(left, expected, rtol, atol)
            if why:
                report.wrong.append((config, why))
            else:
                classes.setdefault(b"".join(value.tobytes() for value in left.values()), []).append(config)
    finally:
        triton.runtime.driver.set_active(before)
    report.classes = sorted(classes.values(), key=len, reverse=True)
    return report


def _left(tuned: Any, config: Any, grid: Any, placed: dict[str, Any],
          outputs: Iterable[str]) -> tuple[dict[str, NDArray[Any]], str]:
    """What the run leaves in the outputs, and what is wrong with it: empty, nothing."""
    if config.pre_hook is not None:
        config.pre_hook({**placed, **config.all_kwargs()})
    try:
        tuned.fn[grid](**placed, **config.all_kwargs())
        return {name: placed[name].numpy() for name in outputs}, ""
    except LockstepError as error:
        return {}, ": ".join(line.strip() for line in str(error).strip().splitlines()[:2])  # the launch, and what was found
    except Exception as error:  # of Triton's compiler
        return {}, f"it does not compile: {type(error).__name__}: {' '.join(str(error).split())[:200]}"


def _different(left: Mapping[str, NDArray[Any]], expected: Mapping[str, NDArray[Any]], rtol: float, atol: float) -> str:
    for name, got in left.items():
        want = np.asarray(expected[name]).reshape(got.shape)
        away = ~np.isclose(got.astype(np.float64), want.astype(np.float64), rtol=rtol, atol=atol, equal_nan=True)
        if away.any():
            first = tuple(int(i) for i in np.argwhere(away)[0])
            return (f"{name}: {int(away.sum())} of {away.size} elements are wrong, the first {list(first)}: {got[first]}, "
                    f"expected {want[first]}")
    return ""
