// Operators that no kernel here computes and whose problems are arrays: the answer of each, and what may be
// lost on the way to it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reference/formats/format.hpp"
#include "reference/operators/answer.hpp"

namespace lockstep::operators {

// D = act(alpha * A B^T + bias), of any formats, with or without scales of blocks along k.
//
// Loss: that of a matrix unit's sum over k (exact/bound.hpp) on products of scaled operands; the bias is one
// addition more, and an activation multiplies what was lost by its steepest slope and loses 8 u of its
// argument by itself (an exponential, a division; GELU's erf or tanh 2^-18 of it, of which libraries have
// approximations).

enum class Activation : std::uint8_t { none, relu, silu, gelu };

struct DenseGemm {
  std::int64_t m = 0, n = 0, k = 0;
  Activation activation = Activation::none;
  bool short_sums = false;  ///< of 13 fraction bits, as Hopper has them of operands of 8 bits
};

/// a [m][k] and b [n][k], each times its scale; bias [n], empty: none.
Answer dense_gemm(const DenseGemm& p, std::span<const double> a, std::span<const double> b,
                  std::span<const double> bias);

// Rows to their softmax: y[i][j] = exp(x[i][j] - max_j) / sum_j exp(x[i][j] - max_j).
//
// Loss. d = x - max is rounded once, times log2(e), itself rounded, rounded again: the exponent is off by at
// most 3 u |d|, and exp2 by 4 u relative (v_exp_f32: 1 ULP, so twice as much and a margin). The sum of n such
// terms has their weighted loss and of_sum(n); a reciprocal and a product, or a division, are 4 u more. Terms
// below 2^-126 may be flushed, each.

/// x [rows][columns]. A NaN or +infinity in a row makes it NaN.
Answer softmax(std::span<const double> x, std::int64_t columns);

/// The softmax of one row: what each weight is, and what it may lose relative to itself; `scores_lose`: of
/// each score, absolute.
struct Weights {
  std::vector<double> weight, relative;
  double flushed = 0;  ///< what the sum may lose by flushing, relative
};
Weights softmax_weights(std::span<const double> x, double scores_lose = 0);

// Rows normalised: RMSNorm and LayerNorm.
//
//   rms_norm    y = x * w / sqrt(mean(x^2) + eps)
//   layer_norm  y = (x - mean) * w / sqrt(mean((x - mean)^2) + eps) + b
//
// Loss. A mean of n squares, all of one sign, loses of_sum(n + 2) relative, and its root half of that; the
// reciprocal root 4 u (v_rsq_f32: 1 ULP), two products 2 u. LayerNorm's mean is off by of_sum(n) of the mean
// magnitude, which every difference inherits; its variance is that of the differences (two passes or
// Welford's), not mean(x^2) - mean^2, which cancels.

/// x [rows][columns], w [columns].
Answer rms_norm(std::span<const double> x, std::span<const double> w, double eps);
/// b [columns].
Answer layer_norm(std::span<const double> x, std::span<const double> w, std::span<const double> b,
                  double eps);

// Rotary position embedding: each head's pairs of elements, turned by an angle that depends on the position.
//
//   y0 = x0 * cos - x1 * sin      y1 = x1 * cos + x0 * sin
//
// The pair is (j, j + d/2) of a head of d elements, or (2j, 2j + 1) where interleaved. Loss: two products and
// a sum, or a product and a fused one: 2 u of their magnitudes.

struct Rope {
  std::int64_t positions = 0, heads = 0, size = 0;  ///< x is [positions][heads][size]; size is even
  bool interleaved = false;
};

/// cos, sin [positions][size / 2].
Answer rope(const Rope& p, std::span<const double> x, std::span<const double> cos,
            std::span<const double> sin);

// Attention, forward: O = softmax(scale * Q K^T, masked) V, a head at a time.
//
// Loss. A score is a sum of d products and one product more: off by (d + 2) u of its magnitude, under every
// matrix unit of exact::Loss times its factor. Weights lose what softmax says, whatever the running maxima
// that an online softmax rescales by: two more products of relative 5 u for each of at most `keys`
// rescalings. Weights may be rounded to the inputs' format before they meet V: half a step of it.

struct Attention {
  std::int64_t heads = 0, queries = 0, keys = 0, size = 0;
  std::int64_t kv_heads = 0;  ///< a divisor of heads: each serves as many of them
  bool causal = false;        ///< query i sees the keys up to i + keys - queries
  double scale = 1;
  const formats::Format* format = nullptr;  ///< format of Q, K and V
};

/// q [heads][queries][size], k and v [kv_heads][keys][size]; o as q. A query that sees no key has zeros.
Answer attention(const Attention& p, std::span<const double> q, std::span<const double> k,
                 std::span<const double> v);

// Where tokens go: the k largest of softmaxed logits, and the tokens sorted by expert into blocks.
//
// topk_softmax: of equal logits the one with the lower number comes first. Weights lose what softmax says,
// and renormalised as much again. moe_sort: whole numbers, no other answer. Each expert that has tokens gets
// as many blocks of `block` positions as they need, in the order of the experts; within an expert tokens
// ascend, those of one token by slot. A position holds slot << 24 | token; padding holds topk << 24 | tokens.

struct TopK {
  Answer weights;                      ///< [tokens][k]
  std::vector<std::uint32_t> experts;  ///< [tokens][k]
};
/// logits [tokens][experts].
TopK topk_softmax(std::span<const double> logits, std::int64_t experts, std::int64_t k, bool renormalise);

struct Sorted {
  std::vector<std::uint32_t> positions;      ///< a multiple of `block`
  std::vector<std::uint32_t> block_experts;  ///< one for each block
};
/// topk_ids [tokens][k], each below `experts`.
Sorted moe_sort(std::span<const std::uint32_t> topk_ids, std::int64_t k, std::int64_t experts,
                std::int64_t block);

}  // namespace lockstep::operators
