"""Streams and events of torch.cuda: the classes of torch._C that its own are made of. Their work is torch's, which asks the
device library."""
from __future__ import annotations

import ctypes
from typing import Any

from lockstep_torch import runtime

DEVICE_TYPE = 1  # c10::DeviceType::CUDA


def classes(c: Any, library: ctypes.CDLL) -> dict[str, type]:
    """By their names in `c`, torch._C."""

    class Stream(c.Stream):  # type: ignore[misc]
        """A stream's number is its handle."""

        def __new__(cls, priority: int = 0, stream_id: int | None = None, device_index: int = 0, device_type: int = DEVICE_TYPE,
                    stream_ptr: int | None = None) -> Any:
            handle = stream_id if stream_ptr is None else stream_ptr
            if handle is None:
                handle = library.lockstep_torch_new_stream(priority)
            return c.Stream.__new__(cls, stream_id=handle, device_index=0, device_type=DEVICE_TYPE)

        @property
        def cuda_stream(self) -> int:
            return int(self.stream_id)

        @property
        def priority(self) -> int:
            priority = ctypes.c_int()
            runtime.call("hipStreamGetPriority", runtime.Handle(self.stream_id), ctypes.byref(priority))
            return priority.value

        @staticmethod
        def priority_range() -> tuple[int, int]:
            least, greatest = ctypes.c_int(), ctypes.c_int()
            runtime.call("hipDeviceGetStreamPriorityRange", ctypes.byref(least), ctypes.byref(greatest))
            return least.value, greatest.value

    class Event(c.Event):  # type: ignore[misc]
        def __new__(cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, **external: bool) -> Any:
            if interprocess:
                raise RuntimeError("the emulated GPU has no events for other processes")
            return c.Event.__new__(cls, "cuda", enable_timing=enable_timing, blocking=blocking)

        def elapsed_time(self, end: Any) -> float:
            milliseconds = ctypes.c_float()
            runtime.call("hipEventElapsedTime", ctypes.byref(milliseconds), runtime.Handle(self.event_id), runtime.Handle(end.event_id))
            return milliseconds.value

        @property
        def cuda_event(self) -> int:
            return int(self.event_id)

    return {"_CudaStreamBase": Stream, "_CudaEventBase": Event}
