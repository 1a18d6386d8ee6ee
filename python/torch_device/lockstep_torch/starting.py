"""Takes torch over while it is imported: before, between and behind its own modules."""
from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from pathlib import Path
from typing import Any


def _before_torch(spec: importlib.machinery.ModuleSpec) -> None:
    from lockstep_torch import stand_ins

    stand_ins.load(next(iter(spec.submodule_search_locations or [])))


def _before_c(spec: importlib.machinery.ModuleSpec) -> None:
    from lockstep_torch import building

    building.load_device(Path(str(spec.origin)).parent)


def _after_version(module: Any) -> None:
    module.hip, module.cuda = "7.0.51831", None


def _after_c(module: Any) -> None:
    from lockstep_torch import primitives

    primitives.take_over(module)


def _after_torch(module: Any) -> None:
    from lockstep_torch import amends

    amends.make(module)


def _after_triton_testing(module: Any) -> None:
    from lockstep_torch import benchmarks

    benchmarks.measure_once(module)


def _after_inductor_benchmarking(module: Any) -> None:
    from lockstep_torch import benchmarks

    benchmarks.inductor_measures_once(module)


_BEFORE = {"torch": _before_torch, "torch._C": _before_c}
_AFTER = {"torch.version": _after_version, "torch._C": _after_c, "torch": _after_torch,
          "triton.testing": _after_triton_testing, "torch._inductor.runtime.benchmarking": _after_inductor_benchmarking}


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name not in _AFTER:
            return None
        spec = next((s for f in sys.meta_path if f is not self and (s := f.find_spec(name, path, target))), None)
        if spec is None or spec.loader is None:
            return spec
        create, execute = spec.loader.create_module, spec.loader.exec_module

        def create_ours(of: Any) -> Any:
            if name in _BEFORE:
                _BEFORE[name](spec)
            return create(of)

        def execute_ours(module: Any) -> None:
            execute(module)
            _AFTER[name](module)

        spec.loader.create_module, spec.loader.exec_module = create_ours, execute_ours  # type: ignore[method-assign]
        return spec


def watch_for_torch() -> None:
    sys.meta_path.insert(0, _Finder())
