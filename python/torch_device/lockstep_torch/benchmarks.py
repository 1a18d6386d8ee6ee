"""Triton's benchmarks and Inductor's. The emulator doesn't say how long a kernel takes on hardware: what is measured runs once, checked as any launch is,
and takes a millisecond, so that a tuner's choice is the first of its configs, each time."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

_MILLISECONDS = 1.0


def _do_bench(fn: Callable[[], Any], *_: Any, quantiles: Sequence[float] | None = None, return_mode: str = "mean", **__: Any) -> Any:
    fn()
    if quantiles is not None:
        return _MILLISECONDS if len(quantiles) == 1 else [_MILLISECONDS] * len(quantiles)
    return [_MILLISECONDS] if return_mode == "all" else _MILLISECONDS


def measure_once(testing: Any) -> None:
    """In triton.testing, from which tuners take the function."""
    testing.do_bench = testing.do_bench_cudagraph = _do_bench


def inductor_measures_once(benchmarking: Any) -> None:
    """In torch._inductor.runtime.benchmarking, whose classes measure in a way each."""

    def benchmark_gpu(self: Any, fn: Callable[[], Any], *_: Any, **options: Any) -> Any:
        return _do_bench(fn, return_mode=options.get("return_mode", "mean"))

    for kind in vars(benchmarking).values():
        if isinstance(kind, type) and "benchmark_gpu" in vars(kind):
            kind.benchmark_gpu = benchmark_gpu  # type: ignore[attr-defined]
