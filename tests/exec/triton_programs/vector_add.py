"""c = a + b. With `unmasked` the last block goes past the arrays' ends; with `host` an array is left on the host."""
import sys

import numpy as np
import triton
import triton.language as tl

from on_device import Array, on_device, use_triton_without_torch


@triton.jit
def vector_add(a_ptr, b_ptr, c_ptr, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    tl.store(c_ptr + at, tl.load(a_ptr + at, mask=inside) + tl.load(b_ptr + at, mask=inside), mask=inside)


class OnHost(Array):
    def __init__(self, host):
        self.host, self.dtype, self.shape, self.address = host, host.dtype, host.shape, None

    def data_ptr(self):
        return self.host.ctypes.data


use_triton_without_torch()
a, b = np.random.default_rng(1).standard_normal((2, 1000)).astype(np.float32)
c = Array(a.shape, np.float32)
given = OnHost(a) if "host" in sys.argv else on_device(a)
vector_add[(4,)](given, on_device(b), c, 1024 if "unmasked" in sys.argv else a.size, BLOCK=256)
right = np.array_equal(c.numpy(), a + b)
print("right" if right else "wrong")
sys.exit(0 if right else 5)
