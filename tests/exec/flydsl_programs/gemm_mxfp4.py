"""One tile C [16, 16] = A [16, k] @ B [16, k]^T of MXFP4 operands: e2m1 codes, one e8m0 scale for 32 of k.

With `scale` the scale of B is taken from the step before."""
import sys

import flydsl.compiler as flyc
import flydsl.expr as fx
import ml_dtypes
import numpy as np
import torch
from flydsl.expr import rocdl

K, STEP = 512, 128
WRONG_SCALE = "scale" in sys.argv
FP4 = 4  # of cbsz and blgp


@flyc.kernel
def gemm(a: fx.Tensor, scales_a: fx.Tensor, b: fx.Tensor, scales_b: fx.Tensor, c: fx.Tensor):
    lane = fx.thread_idx.x
    row, part = lane % 16, lane // 16  # each lane has 32 of k of a row

    def load(tensor, count, index):
        copy = fx.make_copy_atom(fx.UniversalCopy(32 * count), fx.Int32)
        to = fx.make_rmem_tensor(count, fx.Int32)
        fx.copy_atom_call(copy, fx.slice(fx.logical_divide(tensor, fx.make_layout(count, 1)), (None, index)), to)
        return fx.Vector(fx.memref_load_vec(to))

    def operand(codes, step):  # 32 codes are four dwords; the instruction takes eight
        vector = load(codes, 4, row * (K // 32) + step * 4 + part)
        return vector.shuffle(vector, [0, 1, 2, 3, 0, 1, 2, 3])

    def scale(scales, step):  # four to a dword; the instruction takes the lowest byte
        return load(scales, 1, row * (K // STEP) + step)[0] >> (8 * part)

    sums = fx.Vector.filled(4, 0.0, fx.Float32)
    for step in fx.range_constexpr(K // STEP):
        of_b = max(step - 1, 0) if WRONG_SCALE else step
        sums = rocdl.mfma_scale_f32_16x16x128_f8f6f4(
            sums.type, [operand(a, step), operand(b, step), sums, FP4, FP4, 0, scale(scales_a, step), 0, scale(scales_b, of_b)])

    store = fx.make_copy_atom(fx.UniversalCopy32b(), fx.Float32)
    for i in fx.range_constexpr(4):
        one = fx.make_rmem_tensor(1, fx.Float32)
        fx.memref_store_vec(fx.Vector.filled(1, fx.Vector(sums)[i], fx.Float32), one)
        at = fx.slice(fx.logical_divide(c, fx.make_layout(1, 1)), (None, (part * 4 + i) * 16 + row))
        fx.copy_atom_call(store, one, at)


@flyc.jit
def launch(a: fx.Tensor, scales_a: fx.Tensor, b: fx.Tensor, scales_b: fx.Tensor, c: fx.Tensor):
    gemm(a, scales_a, b, scales_b, c).launch(grid=(1, 1, 1), block=(64, 1, 1))


def operand(seed):
    """Values, their codes and their scales: two codes to a byte, the first in its low half."""
    random = np.random.default_rng(seed)
    codes = random.integers(0, 16, (16, K)).astype(np.uint8)
    scales = random.integers(125, 130, (16, K // 32)).astype(np.uint8)
    values = codes.view(ml_dtypes.float4_e2m1fn).astype(np.float64) * np.repeat(2.0 ** (scales.astype(float) - 127), 32, axis=1)
    packed = codes[:, 0::2] | codes[:, 1::2] << 4
    return values, torch.from_numpy(packed.reshape(-1).view(np.int32)), torch.from_numpy(scales.reshape(-1).view(np.int32))


(a, codes_a, scales_a), (b, codes_b, scales_b) = operand(1), operand(2)
c = torch.empty((256,), torch.float32)
launch(codes_a, scales_a, codes_b, scales_b, c)
torch.cuda.synchronize()
wrong = np.count_nonzero(c.numpy().reshape(16, 16) != (a @ b.T).astype(np.float32))
print("right" if wrong == 0 else f"{wrong} of 256 wrong")
sys.exit(0 if wrong == 0 else 5)
