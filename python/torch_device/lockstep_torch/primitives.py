"""What torch.cuda, in Python, is made of: functions and classes of torch._C. A build for CUDA has them of its own, one for the CPU
has none; in either these take their place, before torch.cuda is imported."""
from __future__ import annotations

import ctypes
from enum import IntEnum
from typing import Any

from lockstep_torch import building, graphs, runtime, streams


def _memory_stats(library: ctypes.CDLL) -> dict[str, Any]:
    """As torch's caching allocator counts, without a cache: what is reserved is what is allocated."""
    counts = (ctypes.c_int64 * 5)()
    library.lockstep_torch_memory(counts)
    now, peak, count, all_bytes, all_count = counts

    def stat(current: int, peak: int, ever: int) -> dict[str, dict[str, int]]:
        all_ = {"current": current, "peak": peak, "allocated": ever, "freed": ever - current}
        return {"all": all_, "large_pool": all_, "small_pool": dict.fromkeys(all_, 0)}

    of_bytes, of_count, none = stat(now, peak, all_bytes), stat(count, count, all_count), stat(0, 0, 0)
    return {**{f"{kind}_bytes": of_bytes for kind in ("allocated", "reserved", "active", "requested")}, "inactive_split_bytes": none,
            **{kind: of_count for kind in ("allocation", "segment", "active")}, "inactive_split": none,
            "oversize_allocations": stat(0, 0, 0)["all"], "oversize_segments": stat(0, 0, 0)["all"],
            "num_alloc_retries": 0, "num_ooms": 0,
            "num_sync_all_streams": 0, "num_device_alloc": all_count, "num_device_free": all_count - count}


class _Error(IntEnum):
    success = 0
    peerAccessAlreadyEnabled = 704
    peerAccessNotEnabled = 705


class _Cudart:
    """torch.cuda.cudart()."""

    cudaError = _Error
    cudaGetErrorString = staticmethod(runtime.error_text)
    cudaMemGetInfo = staticmethod(lambda device=0: runtime.memory_info())
    cudaProfilerStart = staticmethod(lambda: _Error.success)
    cudaProfilerStop = staticmethod(lambda: _Error.success)

    @staticmethod
    def cudaHostRegister(address: int, size: int, flags: int) -> int:
        runtime.call("hipHostRegister", ctypes.c_void_p(address), ctypes.c_size_t(size), flags)
        return 0

    @staticmethod
    def cudaHostUnregister(address: int) -> int:
        runtime.call("hipHostUnregister", ctypes.c_void_p(address))
        return 0


def _of_device(number: int) -> None:
    if number not in (0, -1):
        raise RuntimeError("HIP error: invalid device ordinal: there is one device, cuda:0")


def functions(library: ctypes.CDLL) -> dict[str, Any]:
    properties: list[runtime.Properties] = []

    def get_properties(device: int = 0) -> runtime.Properties:
        if not properties:
            properties.append(runtime.properties())
        return properties[0]

    def init() -> None:
        import torch

        cuda = torch.cuda
        cuda._get_device_properties = get_properties  # type: ignore[attr-defined]
        cuda.default_generators = (torch.Generator(device="cuda"),)  # the first one made
        cuda.has_half, cuda.has_magma = True, False  # type: ignore[attr-defined]

    def is_capturing() -> bool:
        status = ctypes.c_int()
        handle = library.lockstep_torch_stream()
        return handle != 0 and (runtime.call("hipStreamIsCapturing", runtime.Handle(handle), ctypes.byref(status)) or status.value != 0)

    def nothing(*_: Any, **__: Any) -> None:
        """There is nothing to do."""

    return {
        "_cuda_init": init, "_cuda_isInBadFork": lambda: False, "_cudart": _Cudart,
        "_cuda_getDeviceCount": lambda: 1, "_cuda_getDevice": lambda: 0, "_cuda_setDevice": _of_device,
        "_cuda_exchangeDevice": lambda device: _of_device(device) or 0, "_cuda_maybeExchangeDevice": lambda device: 0,
        "_cuda_hasPrimaryContext": lambda device: True, "_cuda_canDeviceAccessPeer": lambda device, peer: False,
        "_cuda_getArchFlags": lambda: get_properties().gcnArchName.split(":")[0], "_cuda_getCompiledVersion": lambda: 70051831,
        "_cuda_getDriverVersion": lambda: 70051831,
        "_cuda_synchronize": lambda: runtime.call("hipDeviceSynchronize"), "_cuda_ipc_collect": nothing,
        "_cuda_getCurrentStream": lambda device=0: (library.lockstep_torch_stream(), 0, streams.DEVICE_TYPE),
        "_cuda_getDefaultStream": lambda device=0: (0, 0, streams.DEVICE_TYPE),
        "_cuda_getStreamFromExternal": lambda handle, device=0: (handle, 0, streams.DEVICE_TYPE),
        "_cuda_getCurrentRawStream": lambda device=0: library.lockstep_torch_stream(),
        "_cuda_setStream": lambda stream_id, device_index=0, device_type=1: library.lockstep_torch_set_stream(stream_id),
        "_cuda_isCurrentStreamCapturing": is_capturing, "_graph_pool_handle": graphs.new_pool,
        "_cuda_memoryStats": lambda device=0: _memory_stats(library), "_cuda_emptyCache": nothing, "_host_emptyCache": nothing,
        "_cuda_resetPeakMemoryStats": lambda device=0: library.lockstep_torch_reset_peak(),
        "_cuda_resetAccumulatedMemoryStats": nothing, "_cuda_setMemoryFraction": nothing, "_cuda_getMemoryFraction": lambda device=0: 1.0,
        "_cuda_getAllocatorBackend": lambda: "native", "_cuda_set_sync_debug_mode": nothing, "_cuda_get_sync_debug_mode": lambda: 0,
        "_cuda_sleep": nothing, "_cuda_beginAllocateCurrentThreadToPool": nothing, "_cuda_beginAllocateToPool": nothing,
        "_cuda_endAllocateToPool": nothing, "_cuda_releasePool": nothing, "_has_cuda": True, "has_cuda": True, "_has_cudnn": False}


def take_over(c: Any) -> None:
    library = building.device
    new = {**functions(library), **streams.classes(c, library), "_CUDAGraph": graphs.graph_class(library),
           "_CudaDeviceProperties": runtime.Properties}
    for name, value in new.items():
        setattr(c, name, value)
