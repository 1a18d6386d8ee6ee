"""Kernels of FlyDSL, which launches by HIP itself. The torch is that of tests/exec/flydsl_programs."""
import flydsl.compiler as flyc
import flydsl.expr as fx
import numpy as np
import torch

BLOCK = 64


def kernel_of(combine):
    @flyc.kernel
    def kernel(a: fx.Tensor, b: fx.Tensor, c: fx.Tensor):
        one = fx.make_layout(1, 1)
        block, thread = fx.block_idx.x, fx.thread_idx.x
        parts = [fx.slice(fx.logical_divide(t, fx.make_layout(BLOCK, 1)), (None, block)) for t in (a, b, c)]
        x, y, to = (fx.slice(fx.logical_divide(part, one), (None, thread)) for part in parts)
        copy = fx.make_copy_atom(fx.UniversalCopy32b(), fx.Float32)
        first, second, total = (fx.make_rmem_tensor(1, fx.Float32) for _ in range(3))
        fx.copy_atom_call(copy, x, first)
        fx.copy_atom_call(copy, y, second)
        fx.memref_store_vec(combine(fx.memref_load_vec(first), fx.memref_load_vec(second)), total)
        fx.copy_atom_call(copy, total, to)

    @flyc.jit
    def launch(a: fx.Tensor, b: fx.Tensor, c: fx.Tensor, count: fx.Int32, stream: fx.Stream = fx.Stream(None)):
        kernel(a, b, c).launch(grid=((count + BLOCK - 1) // BLOCK, 1, 1), block=(BLOCK, 1, 1), stream=stream)

    return launch


def launched(launch, a, b):
    c = torch.empty(a.shape, torch.float32)
    launch(torch.from_numpy(a), torch.from_numpy(b), c, a.size, stream=torch.cuda.Stream())
    torch.cuda.synchronize()
    return c


def add(a, b):
    return launched(kernel_of(fx.arith.addf), a, b)


def subtract(a, b):
    return launched(kernel_of(fx.arith.subf), a, b)


def first_only(a, b):
    return launched(kernel_of(lambda x, y: x), a, b)


def of_the_host(a, b):
    return launched(kernel_of(fx.arith.addf), a + b, np.zeros_like(b))


def twice(a, b):
    add(a, b)
    return add(a, b)


def raises(a, b):
    raise RuntimeError("no")
