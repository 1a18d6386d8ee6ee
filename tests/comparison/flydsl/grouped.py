"""Grouped GEMMs of our own in FlyDSL for gfx950, with the names and arguments of FlyDSL's own, masked and contiguous: a wave
computes a tile of 16 by 16. Launched once, so that `lockstep exec --record` keeps the code object.
  grouped.py masked|contiguous N K GROUPS [bug]"""
import sys

import flydsl.compiler as flyc
import flydsl.expr as fx
import numpy as np
import torch
from flydsl.expr import rocdl

MASKED = sys.argv[1] == "masked"
N, K, GROUPS = (int(word) for word in sys.argv[2:5])
BUG = "bug" in sys.argv  # each row has the scales of the one beside it
NAME = "grouped_gemm_blockscale_masked" if MASKED else "grouped_gemm_blockscale_contiguous"
BLOCKS, TILE, FP8 = K // 128, 16, 0


def load(tensor, kind, bits, count, index):
    copy = fx.make_copy_atom(fx.UniversalCopy(bits * count), kind)
    to = fx.make_rmem_tensor(count, kind)
    fx.copy_atom_call(copy, fx.slice(fx.logical_divide(tensor, fx.make_layout(count, 1)), (None, index)), to)
    return fx.Vector(fx.memref_load_vec(to))


@flyc.kernel(name=f"{NAME}_bf16_n{N}_k{K}_g{GROUPS}_t128x128x128_pingpong")
def grouped(d: fx.Tensor, a: fx.Tensor, b: fx.Tensor, scale_a: fx.Tensor, scale_b: fx.Tensor, routing: fx.Tensor,
            m: fx.Int32, n: fx.Int32, k: fx.Int32, groups: fx.Int32):
    lane, column_tile, row_tile = fx.thread_idx.x, fx.block_idx.x, fx.block_idx.y
    across, part = lane % TILE, lane // TILE  # a lane has k = 16 part + 0..15 and 64 + 16 part + 0..15
    first = row_tile * TILE
    row = first + across
    plane = fx.block_idx.z if MASKED else 0  # of A and D
    group = plane if MASKED else load(routing, fx.Int32, 32, 1, first)[0]
    rows = load(routing, fx.Int32, 32, 1, group)[0] if MASKED else m

    def operand(tensor, index, step):  # of two pieces of 16 codes, `step` pieces apart
        pieces = [load(tensor, fx.Int32, 32, 4, index + step * i) for i in range(2)]
        return pieces[0].shuffle(pieces[1], list(range(8)))

    def byte(tensor, index):
        return load(tensor, fx.Int8, 8, 1, index)[0].to(fx.Int32) & 255

    def belongs(of_d):
        return of_d < rows if MASKED else load(routing, fx.Int32, 32, 1, of_d)[0] >= 0

    if first < rows if MASKED else group >= 0:
        sums = fx.Vector.filled(4, 0.0, fx.Float32)
        for block in fx.range_constexpr(BLOCKS):
            of_a = ((plane * m + row) * K + block * 128) // 16 + part
            of_b = ((group * (N // 16) + column_tile) * (K // 32) + block * 4) * 32 + part * 16 + across
            scale_row = (row ^ 1) if BUG else row
            sums = fx.Vector(rocdl.mfma_scale_f32_16x16x128_f8f6f4(
                sums.type, [operand(a, of_a, 4), operand(b, of_b, 64), sums, FP8, FP8,
                            0, byte(scale_a, (plane * BLOCKS + block) * m + scale_row) * 0x01010101,
                            0, byte(scale_b, (group * (N // 128) + column_tile // 8) * BLOCKS + block) * 0x01010101]))
        store = fx.make_copy_atom(fx.UniversalCopy16b(), fx.BFloat16)
        for i in fx.range_constexpr(4):
            of_d = first + part * 4 + i
            if belongs(of_d):
                one = fx.make_rmem_tensor(1, fx.BFloat16)
                fx.memref_store_vec(fx.Vector.filled(1, sums[i], fx.Float32).to(fx.BFloat16), one)
                at = (plane * m + of_d) * N + column_tile * TILE + across
                fx.copy_atom_call(store, one, fx.slice(fx.logical_divide(d, fx.make_layout(1, 1)), (None, at)))


@flyc.jit
def launch(d: fx.Tensor, a: fx.Tensor, b: fx.Tensor, scale_a: fx.Tensor, scale_b: fx.Tensor, routing: fx.Tensor,
           m: fx.Int32, n: fx.Int32, k: fx.Int32, groups: fx.Int32):
    planes = GROUPS if MASKED else 1
    grouped(d, a, b, scale_a, scale_b, routing, m, n, k, groups).launch(grid=(N // TILE, 1, planes), block=(64, 1, 1))


def zeros(count, kind):
    return torch.from_numpy(np.zeros(count, kind))


launch(zeros(GROUPS * TILE * N, torch.bfloat16), zeros(GROUPS * TILE * K // 4, np.int32), zeros(GROUPS * N * K // 4, np.int32),
       zeros(GROUPS * BLOCKS * TILE, np.int8), zeros(GROUPS * N // 128 * BLOCKS, np.int8), zeros(max(GROUPS, TILE), np.int32),
       TILE, N, K, GROUPS)
torch.cuda.synchronize()
