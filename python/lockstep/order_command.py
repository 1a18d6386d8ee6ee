"""What `lockstep order` runs: the order of additions of a function in a file or module, or of a kernel. The words come as JSON."""
from __future__ import annotations

import dataclasses
import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.asked_product import Scales
from lockstep.dtypes import host_array
from lockstep.errors import Inconclusive
from lockstep.judged.candidate import load, sentence
from lockstep.kernel_product import KernelProduct
from lockstep.ordering import SummationOrder, find_order
from lockstep.problem import handed

_HOLDS, _FALSIFIED, _USAGE, _INCONCLUSIVE, _INTERRUPTED = 0, 1, 2, 3, 130


class _Failed(Exception):
    """The function is not there, or raised something."""


def _function(callable_: str) -> Callable[..., Any]:
    """FILE.py:NAME or MODULE:NAME; a name may be of several parts."""
    place, _, name = callable_.rpartition(":")
    try:
        found: Any = load(place) if place.endswith(".py") else importlib.import_module(place)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever the file does
        raise _Failed(f"{callable_}: {sentence(error)}") from error
    if not callable(found):
        raise _Failed(f"{callable_}: expected a function, and it is {type(found).__name__}")
    return found  # type: ignore[no-any-return]


class _Multiply:
    """The function with its operands as it takes them, and a line to standard error now and then."""

    def __init__(self, function: Callable[..., Any], callable_: str, arrays: str) -> None:
        self.function, self.callable, self.arrays = function, callable_, arrays
        self.calls, self.said = 0, time.monotonic()

    def __call__(self, *operands: NDArray[Any]) -> NDArray[Any]:
        if time.monotonic() > self.said + 2:
            self.said = time.monotonic()
            print(f"lockstep: {self.calls} calls", file=sys.stderr, flush=True)
        self.calls += 1
        try:
            d = self.function(*(handed(np.ascontiguousarray(x), "", self.arrays) for x in operands))
        except Inconclusive:
            raise
        except Exception as error:
            raise _Failed(f"{self.callable}: {sentence(error)}") from error
        return host_array(d.detach().cpu() if hasattr(d, "detach") else d)


def _record(order: SummationOrder) -> dict[str, Any]:
    """The sums, each before those that use it: their parts are a product's k, or "s" and a sum's number."""
    record = dataclasses.asdict(dataclasses.replace(order, tree=None))  # type: ignore[arg-type]
    names: dict[int, str] = {}
    sums = []
    for node in order.tree.inner():
        names[id(node)] = f"s{len(names) + 1}"
        sums.append({"kind": node.kind, "parts": [part if isinstance(part, int) else names[id(part)] for part in node.parts]})
    return {**{key: value for key, value in record.items() if key != "tree"}, "sums": sums}


def _tell(kernel: KernelProduct | None, record: dict[str, Any], file: str) -> None:
    """What of the declared order, if a kernel declares one; and the record into a file, if one is named."""
    if kernel:
        print(kernel.declared())
        record |= {"declared": kernel.order, "results": kernel.results, "others": kernel.others}
    if file:
        with open(file, "w") as out:
            json.dump(record, out, indent=1)


def main(words: dict[str, Any]) -> int:
    name = words["callable"]
    kernel: KernelProduct | None = None
    of: dict[str, Any] = {"callable": name}
    try:
        if words["is_kernel"]:
            kernel = KernelProduct(name)
        scales = Scales(words["scales"], words["scale_block"], *words["scale_rows"]) if words["scales"] else None
        asked = kernel.asked if kernel else {**{key: words[key] or None for key in ("k", "a", "b", "rows")}, "scales": scales}
        if kernel:
            of = {"case": kernel.case, "model": kernel.model, "model_label": kernel.label, "gpu": kernel.gpu}
            print(f"{kernel.case}\nmodel {kernel.model} ({kernel.label}){kernel.gpu and f', on {kernel.gpu}'}")
        try:
            order = find_order(_Multiply(kernel or _function(name), name, words["arrays"]), **asked, seed=words["seed"])
            print(order)
            found = _record(order)
        except Inconclusive as why:
            print(f"inconclusive  {why}")
            if kernel is None or not kernel.others:
                return _INCONCLUSIVE
            found = {"inconclusive": str(why)}
        _tell(kernel, {**of, "seed": words["seed"], **found}, words["json"])
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (_Failed, ValueError, TypeError, OSError) as error:
        print(f"lockstep order: {error}", file=sys.stderr)
        return _USAGE
    return _FALSIFIED if kernel and kernel.others else _HOLDS
