"""Triton's kernels on an emulated device: `lockstep.triton.activate("gfx950")` puts a driver in place of Triton's own.

Triton compiles as ever; a launch runs on the device, with its checks, and raises what they find, with the lines of the
Triton source. Arguments are arrays of the device, CPU tensors of torch (copied there and back) or anything else that has
`data_ptr()` on the device. Needs Triton 3.9; neither torch nor a GPU nor a C compiler."""
from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase, decompose_descriptor, expand_signature, wrap_handle_tensordesc_impl

from lockstep._lockstep import LaunchReport, device_facts
from lockstep.arrays import Array
from lockstep.device import Device
from lockstep.kernel import Kernel

_INTEGERS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "u1": 1, "u8": 1, "u16": 2, "u32": 4, "u64": 8}
_FLOATS: dict[str, Callable[[float], bytes]] = {
    "fp16": lambda x: np.float16(x).tobytes(),
    "bf16": lambda x: np.asarray(x, ml_dtypes.bfloat16).tobytes(),
    "fp32": lambda x: struct.pack("<f", x),
    "f32": lambda x: struct.pack("<f", x),
    "fp64": lambda x: struct.pack("<d", x),
}


_NUMBERS = itertools.count()


class Driver(DriverBase):  # type: ignore[misc]
    """Triton's view of a device. `reports` are those of the launches so far."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._number = next(_NUMBERS)
        self.reports: list[LaunchReport] = []
        self.utils = _Utils(device)
        self.launcher_cls = lambda source, metadata: _Launcher(self, source, metadata)

    @classmethod
    def is_active(cls) -> bool:
        return False  # not by itself: activate() sets it

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("hip", self.device.arch, device_facts(self.device.arch)["wavefront_size"])

    def get_current_device(self) -> int:
        """Another for each: by it Triton keeps what it has compiled, for an arch and options."""
        return self._number

    def set_current_device(self, device: int) -> None:
        """There is one."""

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_active_torch_device(self) -> Any:
        import torch

        return torch.device("cpu")

    def map_python_to_cpp_type(self, ty: str) -> str:
        return ty

    def get_benchmarker(self) -> Any:
        raise NotImplementedError("the emulator does not say how long a kernel takes on hardware: give the autotuner one "
                                  "config")


class _Utils:
    def __init__(self, device: Device) -> None:
        self.device = device

    def get_device_properties(self, device: int) -> dict[str, Any]:
        facts = device_facts(self.device.arch)
        return {"max_shared_mem": facts["lds_bytes"], "arch": self.device.arch, "warpSize": facts["wavefront_size"],
                "multiprocessor_count": facts["compute_units"], "cooperativeLaunch": True}

    def load_binary(self, name: str, code: bytes, shared: int, device: int) -> tuple[Any, Kernel, int, int, int]:
        kernel = self.device.load(code, name=name)[name]
        facts = kernel.facts
        return kernel, kernel, facts["vgprs"], 0, facts["max_workgroup"]

    def unload_module(self, module: Any) -> None:
        """Goes with the kernel."""


class _Launcher:
    """Called by Triton for each launch of one kernel."""

    def __init__(self, driver: Driver, source: Any, metadata: Any) -> None:
        self.driver = driver
        if (function := getattr(getattr(source, "fn", None), "fn", None)) is not None:
            driver.device._look_in(Path(function.__code__.co_filename).parent)
        described = getattr(metadata, "tensordesc_meta", None)
        self.types = list(expand_signature(source.signature.values(), described, "tensordesc"))
        self.launch = wrap_handle_tensordesc_impl(
            self._launch, dict(source.signature), described, lambda argument, *_: decompose_descriptor(argument))
        self.warp_size = metadata.warp_size
        self.cooperative = metadata.launch_cooperative_grid
        self.scratch = metadata.global_scratch_size, metadata.profile_scratch_size

    def __call__(self, x: int, y: int, z: int, stream: int, kernel: Kernel, packed: Any, of_launch: Any, enter: Any,
                 leave: Any, *arguments: Any) -> None:
        self.launch((x, y, z), kernel, packed, of_launch, enter, leave, arguments)

    def _launch(self, grid: tuple[int, int, int], kernel: Kernel, packed: Any, of_launch: Any, enter: Any, leave: Any,
                arguments: Iterable[Any]) -> None:
        if 0 in grid:
            return
        device = self.driver.device
        copies: list[tuple[Any, Array]] = []
        values: list[Any] = [_value(ty, v, device, copies) for ty, v in _pairs(self.types, arguments) if ty != "constexpr"]
        scratch = [device.empty(size * grid[0] * grid[1] * grid[2], "uint8", name="scratch") if size else None
                   for size in self.scratch]
        # What Triton appends to every kernel, as far as this one's metadata has it.
        values += scratch[:max(0, len(kernel.arguments) - len(values))]
        if enter is not None:
            enter(of_launch)
        report = kernel[grid, packed[0] * self.warp_size](*values, shared=packed[2], cooperative=bool(self.cooperative))
        self.driver.reports.append(report)
        for tensor, copy in copies:
            _copy_back(tensor, copy)
        if leave is not None:
            leave(of_launch)


def _pairs(types: Iterable[Any], values: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    """Types with their values; instead of a tuple, its elements."""
    for ty, value in zip(types, values):
        if isinstance(ty, tuple):
            yield from _pairs(ty, value)
        else:
            yield ty, value


def _value(ty: str, value: Any, device: Device, copies: list[tuple[Any, Array]]) -> Any:
    if ty.startswith("*"):
        if value is None or isinstance(value, (Array, int)):
            return value
        if type(value).__module__.split(".")[0] == "torch":
            # A judge's device has tensors of its own (lockstep/judged/tensors.py).
            return value if hasattr(device._session, "tensors") else _copy_of(value, device, copies)
        return int(value.data_ptr())
    if ty in _INTEGERS:
        size = _INTEGERS[ty]
        return (int(value) & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    if ty in _FLOATS:
        return _FLOATS[ty](float(value))
    raise TypeError(f"an argument of type {ty}, which no launch here has")


def _copy_of(tensor: Any, device: Device, copies: list[tuple[Any, Array]]) -> Array:
    for other, copy in copies:
        if other.data_ptr() == tensor.data_ptr() and other.shape == tensor.shape:
            return copy
    copies.append((tensor, device.array(tensor)))
    return copies[-1][1]


def _copy_back(tensor: Any, copy: Array) -> None:
    import torch

    raw = torch.from_numpy(copy.numpy(undefined="allow").reshape(-1).view(np.uint8))
    tensor.copy_(raw.view(tensor.dtype).reshape(tensor.shape))


def activate(arch: str = "gfx950", **options: Any) -> Driver:
    """Makes an emulated device Triton's only one, for this process, and returns the driver: `driver.device` has the arrays'
    constructors, `driver.reports` the launches' reports. `options` are those of Device; `arch` may be a Device, too.

    A launch raises Trapped, Falsified or Inconclusive as launches do; its report then is the exception's."""
    driver = Driver(arch if isinstance(arch, Device) else Device(arch, **options))
    triton.runtime.driver.set_active(driver)
    return driver
