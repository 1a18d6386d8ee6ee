// D = act(alpha * A B^T + bias), of any formats, with or without scales of blocks along k.
//
// Loss: that of a matrix unit's sum over k (exact/bound.hpp) on products of scaled operands; the bias is one
// addition more, and an activation multiplies what was lost by its steepest slope and loses 8 u of its
// argument by itself (an exponential, a division; GELU's erf or tanh 2^-18 of it, of which libraries have
// approximations).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "reference/operators/answer.hpp"

namespace lockstep::operators {

enum class Activation : std::uint8_t { none, relu, silu, gelu };

struct DenseGemm {
  std::int64_t m = 0, n = 0, k = 0;
  Activation activation = Activation::none;
  bool short_sums = false;  ///< of 13 fraction bits, as Hopper has them of operands of 8 bits
};

/// a [m][k] and b [n][k], each times its scale; bias [n], empty: none.
Answer dense_gemm(const DenseGemm& p, std::span<const double> a, std::span<const double> b,
                  std::span<const double> bias);

}  // namespace lockstep::operators
