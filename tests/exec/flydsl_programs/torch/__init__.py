"""As much of torch as FlyDSL and these programs use, on HIP's runtime and numpy: FlyDSL imports torch."""
import ctypes

import ml_dtypes
import numpy as np

from . import cuda
from .cuda import HIP, must

float16, float32, float64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
bfloat16 = np.dtype(ml_dtypes.bfloat16)
bool, uint8, int8, int16 = np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.int8), np.dtype(np.int16)
int32, int64 = np.dtype(np.int32), np.dtype(np.int64)
float8_e5m2, float8_e4m3fn = np.dtype(ml_dtypes.float8_e5m2), np.dtype(ml_dtypes.float8_e4m3fn)
float8_e5m2fnuz, float8_e4m3fnuz = np.dtype(ml_dtypes.float8_e5m2fnuz), np.dtype(ml_dtypes.float8_e4m3fnuz)
TO_DEVICE, TO_HOST = 1, 2  # hipMemcpyKind


class Device:
    type, index = "cuda", 0


class Tensor:
    """Contiguous memory of the device."""
    device = Device()

    def __init__(self, shape, dtype):
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self.nbytes = int(np.prod(self.shape)) * self.dtype.itemsize
        self.address = ctypes.c_void_p()
        must(HIP.hipMalloc(ctypes.byref(self.address), ctypes.c_size_t(self.nbytes)))

    def __del__(self):
        HIP.hipFree(self.address)

    def data_ptr(self):
        return self.address.value

    def element_size(self):
        return self.dtype.itemsize

    def stride(self):
        return tuple(int(np.prod(self.shape[i + 1:])) for i in range(len(self.shape)))

    def numpy(self):
        host = np.empty(self.shape, self.dtype)
        must(HIP.hipMemcpy(host.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(self.nbytes), TO_HOST))
        return host


def empty(shape, dtype):
    return Tensor(shape, dtype)


def from_numpy(host):
    host = np.ascontiguousarray(host)
    tensor = Tensor(host.shape, host.dtype)
    must(HIP.hipMemcpy(tensor.address, host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(host.nbytes), TO_DEVICE))
    return tensor
