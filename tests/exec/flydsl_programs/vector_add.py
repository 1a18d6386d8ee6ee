"""c = a + b. With `short` the last array has fewer elements than the kernel writes."""
import sys

import flydsl.compiler as flyc
import flydsl.expr as fx
import numpy as np
import torch

BLOCK = 64


@flyc.kernel
def add(a: fx.Tensor, b: fx.Tensor, c: fx.Tensor):
    one = fx.make_layout(1, 1)
    block, thread = fx.block_idx.x, fx.thread_idx.x
    parts = [fx.slice(fx.logical_divide(t, fx.make_layout(BLOCK, 1)), (None, block)) for t in (a, b, c)]
    x, y, to = (fx.slice(fx.logical_divide(part, one), (None, thread)) for part in parts)
    copy = fx.make_copy_atom(fx.UniversalCopy32b(), fx.Float32)
    first, second, total = (fx.make_rmem_tensor(1, fx.Float32) for _ in range(3))
    fx.copy_atom_call(copy, x, first)
    fx.copy_atom_call(copy, y, second)
    fx.memref_store_vec(fx.arith.addf(fx.memref_load_vec(first), fx.memref_load_vec(second)), total)
    fx.copy_atom_call(copy, total, to)


@flyc.jit
def launch(a: fx.Tensor, b: fx.Tensor, c: fx.Tensor, count: fx.Int32, stream: fx.Stream = fx.Stream(None)):
    add(a, b, c).launch(grid=((count + BLOCK - 1) // BLOCK, 1, 1), block=(BLOCK, 1, 1), stream=stream)


a, b = np.random.default_rng(1).standard_normal((2, 512)).astype(np.float32)
c = torch.empty((448 if "short" in sys.argv else 512,), torch.float32)
launch(torch.from_numpy(a), torch.from_numpy(b), c, a.size, stream=torch.cuda.Stream())
torch.cuda.synchronize()
right = np.array_equal(c.numpy(), (a + b)[:c.shape[0]])
print("right" if right else "wrong")
sys.exit(0 if right else 5)
