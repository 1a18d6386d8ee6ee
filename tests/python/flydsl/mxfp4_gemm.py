"""An MXFP4 GEMM in FlyDSL under the laws of mx_dense_gemm, each 16x16 tile of the output by a wave: mxfp4_gemm.py [scale], under
`lockstep exec`. With `scale` the scale of B is taken from the step before.

FlyDSL's kernel gives the sums in float32; bias, activation and the output's format are numpy's. The torch that is imported
is that of tests/exec/flydsl_programs."""
import functools
import pathlib
import sys
import tempfile

import flydsl.compiler as flyc
import flydsl.expr as fx
import lockstep
import numpy as np
import torch
from flydsl.expr import rocdl

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "package"))
from operators_in_numpy import finish  # noqa: E402

WRONG_SCALE = "scale" in sys.argv
TILE, STEP, FP4 = 16, 128, 4  # FP4: of cbsz and blgp


@functools.cache
def gemm_of(k, across):
    """The launcher for sums over k of `across` tiles in a row: c [tile row][tile column][16][16]."""

    @flyc.kernel
    def gemm(a: fx.Tensor, scales_a: fx.Tensor, b: fx.Tensor, scales_b: fx.Tensor, c: fx.Tensor):
        lane = fx.thread_idx.x
        row, part = lane % TILE, lane // TILE  # each lane has 32 of k of a row
        down, right = fx.block_idx.x, fx.block_idx.y

        def load(tensor, count, index):
            copy = fx.make_copy_atom(fx.UniversalCopy(32 * count), fx.Int32)
            to = fx.make_rmem_tensor(count, fx.Int32)
            fx.copy_atom_call(copy, fx.slice(fx.logical_divide(tensor, fx.make_layout(count, 1)), (None, index)), to)
            return fx.Vector(fx.memref_load_vec(to))

        def operand(codes, tile, step):  # 32 codes are four dwords; the instruction takes eight
            vector = load(codes, 4, (tile * TILE + row) * (k // 32) + step * 4 + part)
            return vector.shuffle(vector, [0, 1, 2, 3, 0, 1, 2, 3])

        def scale(scales, tile, step):  # four to a dword; the instruction takes the lowest byte
            return load(scales, 1, (tile * TILE + row) * (k // STEP) + step)[0] >> (8 * part)

        sums = fx.Vector.filled(4, 0.0, fx.Float32)
        for step in fx.range_constexpr(k // STEP):
            of_b = max(step - 1, 0) if WRONG_SCALE else step
            sums = rocdl.mfma_scale_f32_16x16x128_f8f6f4(
                sums.type, [operand(a, down, step), operand(b, right, step), sums, FP4, FP4, 0, scale(scales_a, down, step), 0,
                            scale(scales_b, right, of_b)])

        store = fx.make_copy_atom(fx.UniversalCopy32b(), fx.Float32)
        for i in fx.range_constexpr(4):
            one = fx.make_rmem_tensor(1, fx.Float32)
            fx.memref_store_vec(fx.Vector.filled(1, fx.Vector(sums)[i], fx.Float32), one)
            index = (down * across + right) * TILE * TILE + (part * 4 + i) * TILE + row
            fx.copy_atom_call(store, one, fx.slice(fx.logical_divide(c, fx.make_layout(1, 1)), (None, index)))

    @flyc.jit
    def launch(a: fx.Tensor, scales_a: fx.Tensor, b: fx.Tensor, scales_b: fx.Tensor, c: fx.Tensor, down: fx.Int32):
        gemm(a, scales_a, b, scales_b, c).launch(grid=(down, across, 1), block=(64, 1, 1))

    return launch


def padded(codes, scales, k):
    """Rows up to whole tiles, k up to whole steps; as dwords on the device."""
    rows = -(-codes.shape[0] // TILE) * TILE
    all_codes, all_scales = np.zeros((rows, k // 2), np.uint8), np.full((rows, k // 32), 127, np.uint8)
    all_codes[:codes.shape[0], :codes.shape[1]] = codes
    all_scales[:scales.shape[0], :scales.shape[1]] = scales.view(np.uint8)
    return [torch.from_numpy(t.reshape(-1).view(np.int32)) for t in (all_codes, all_scales)]


def mx_gemm(p):
    k, down, across = -(-p.k // STEP) * STEP, -(-p.m // TILE), -(-p.n // TILE)
    c = torch.empty((down * across * TILE * TILE,), torch.float32)
    gemm_of(k, across)(*padded(p.a, p.a_scale, k), *padded(p.b, p.b_scale, k), c, down)
    torch.cuda.synchronize()
    sums = c.numpy().reshape(down, across, TILE, TILE).transpose(0, 2, 1, 3).reshape(down * TILE, across * TILE)
    finish(p, sums[:p.m, :p.n])


with tempfile.TemporaryDirectory() as corpus, np.errstate(all="ignore"):
    fixed = {"a": "e2m1", "b": "e2m1"}
    print(lockstep.fuzz("mx_dense_gemm", cases=5, seed=5, fixed=fixed, corpus=corpus, shrink_tries=20)(mx_gemm)())
