// Attention, forward: O = softmax(scale * Q K^T, masked) V, a head at a time.
//
// Loss. A score is a sum of d products and one product more: off by (d + 2) u of its magnitude, under every
// matrix unit of exact::Loss times its factor. Weights lose what softmax says, whatever the running maxima
// that an online softmax rescales by: two more products of relative 5 u for each of at most `keys`
// rescalings. Weights may be rounded to the inputs' format before they meet V: half a step of it.
#pragma once

#include <cstdint>
#include <span>

#include "reference/formats/format.hpp"
#include "reference/operators/answer.hpp"

namespace lockstep::operators {

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

}  // namespace lockstep::operators
