"""Arrays on the device through HIP's runtime, and Triton's own driver, for programs that have numpy but no torch."""
import ctypes

import numpy as np

HIP = ctypes.CDLL("libamdhip64.so")
HIP.hipGetErrorName.restype = ctypes.c_char_p
TO_DEVICE, TO_HOST = 1, 2  # hipMemcpyKind


def must(error):
    if error != 0:
        raise RuntimeError(HIP.hipGetErrorName(error).decode())


class Array:
    """What Triton asks of a tensor: its address, its dtype, its shape."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.nbytes = int(np.prod(shape)) * self.dtype.itemsize
        self.address = ctypes.c_void_p()
        must(HIP.hipMalloc(ctypes.byref(self.address), ctypes.c_size_t(self.nbytes)))

    def __del__(self):
        HIP.hipFree(self.address)

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        host = np.empty(self.shape, self.dtype)
        must(HIP.hipMemcpy(host.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(self.nbytes), TO_HOST))
        return host


def on_device(host):
    host = np.ascontiguousarray(host)
    device = Array(host.shape, host.dtype)
    must(HIP.hipMemcpy(device.address, host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(host.nbytes), TO_DEVICE))
    return device


def use_triton_without_torch():
    """Triton's HIP driver as it is, but for its constructor, which asks torch for the device and the stream."""
    import triton
    from triton.backends.amd.driver import HIPDriver, HIPLauncher, HIPUtils

    class Driver(HIPDriver):
        def __init__(self):
            self.utils, self.launcher_cls = HIPUtils(), HIPLauncher
            self.get_current_device, self.set_current_device = lambda: 0, lambda device: None
            self.get_current_stream = lambda device: 0

    triton.runtime.driver.set_active(Driver())
