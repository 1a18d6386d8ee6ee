"""Kernels of Triton, and functions that launch them."""
import triton
import triton.language as tl
from kernels import GPU, launch_axpy


@triton.jit
def axpy(a_ptr, b_ptr, scale_ptr, c_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    a, b = tl.load(a_ptr + at, mask=inside), tl.load(b_ptr + at, mask=inside)
    tl.store(c_ptr + at, tl.fma(a, tl.load(scale_ptr) + 0 * a, b), mask=inside)


@triton.jit
def never(c_ptr):
    tl.store(c_ptr, 1.0)


def launch_axpy_in_triton(a, b, scale):
    c = GPU.empty(a.shape, a.dtype)
    axpy[(triton.cdiv(a.size, 64),)](a, b, scale, c, a.size, BLOCK=64)
    return c


launch_axpy_ = launch_axpy


def launch_axpy(a, b, scale):  # noqa: F811
    return launch_axpy_in_triton(a, b, scale)


def launch_never(a, b, scale):
    return launch_axpy_in_triton(a, b, scale)
