"""HIP's runtime from Python, as far as torch.cuda needs it: what the device is, and graphs."""
from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import Any

_LIBRARY = ctypes.CDLL("libamdhip64.so.7")
_LIBRARY.hipGetErrorString.restype = ctypes.c_char_p
Handle = ctypes.c_void_p


def call(name: str, *arguments: Any) -> None:
    error = getattr(_LIBRARY, name)(*arguments)
    if error:
        raise RuntimeError(f"HIP error: {_LIBRARY.hipGetErrorString(error).decode()} ({name})")


def error_text(error: int) -> str:
    return str(_LIBRARY.hipGetErrorString(int(error)).decode())


def answer(name: str, result: Any, *arguments: Any) -> Any:
    """What a call writes to its first argument."""
    call(name, ctypes.byref(result), *arguments)
    return result.value


# torch's names of a device's properties, and numbers of hipDeviceAttribute_t.
_ATTRIBUTES = {
    "major": 23, "minor": 61, "multi_processor_count": 63, "is_integrated": 16, "is_multi_gpu_board": 17,
    "max_threads_per_multi_processor": 57, "max_threads_per_block": 56, "warp_size": 87, "L2_cache_size": 19, "clock_rate": 5,
    "memory_clock_rate": 60, "memory_bus_width": 59, "shared_memory_per_block": 74, "shared_memory_per_multiprocessor": 76,
    "shared_memory_per_block_optin": 75, "regs_per_multiprocessor": 72, "pci_bus_id": 67, "pci_device_id": 68, "pci_domain_id": 69}
_BYTES, _ARCH_NAME, _UUID = 1472, 1160, 256  # hipDeviceProp_t of HIP 6: its size, and offsets of gcnArchName and uuid


class Properties(SimpleNamespace):
    def __repr__(self) -> str:
        return (f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, gcnArchName='{self.gcnArchName}', "
                f"total_memory={self.total_memory >> 20}MB, multi_processor_count={self.multi_processor_count})")


def properties() -> Properties:
    raw = ctypes.create_string_buffer(_BYTES)
    call("hipGetDevicePropertiesR0600", raw, 0)
    numbers = {name: answer("hipDeviceGetAttribute", ctypes.c_int(), number, 0) for name, number in _ATTRIBUTES.items()}
    uuid = raw.raw[_UUID:_UUID + 16].hex()
    return Properties(name=raw.value.decode(), gcnArchName=ctypes.string_at(ctypes.addressof(raw) + _ARCH_NAME).decode(),
                      total_memory=memory_info()[1], uuid="-".join(uuid[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32))),
                      **numbers)


def memory_info() -> tuple[int, int]:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("hipMemGetInfo", ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value
