// Where tokens go: the k largest of softmaxed logits, and the tokens sorted by expert into blocks.
//
// topk_softmax: of equal logits the one with the lower number comes first. Weights lose what softmax says,
// and renormalised as much again. moe_sort: whole numbers, no other answer. Each expert that has tokens gets
// as many blocks of `block` positions as they need, in the order of the experts; within an expert tokens
// ascend, those of one token by slot. A position holds slot << 24 | token; padding holds topk << 24 | tokens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/operators/answer.hpp"

namespace lockstep::operators {

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
