
#include <algorithm>
#include <numeric>

#include "reference/operators/array_operators.hpp"

namespace lockstep::operators {

TopK topk_softmax(std::span<const double> logits, std::int64_t experts, std::int64_t k, bool renormalise) {
  TopK top;
  for (std::size_t at = 0; at < logits.size(); at += std::size_t(experts)) {
    const auto row = logits.subspan(at, std::size_t(experts));
    const Weights w = softmax_weights(row);
    std::vector<std::uint32_t> order(row.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
    double kept = 0, lost = 0;
    for (std::int64_t s = 0; s < k; ++s) {
      const std::uint32_t e = order[std::size_t(s)];
      kept += w.weight[e];
      lost += w.weight[e] * w.relative[e];
    }
    for (std::int64_t s = 0; s < k; ++s) {
      const std::uint32_t e = order[std::size_t(s)];
      const double relative = w.relative[e] + (renormalise ? lost / kept + of_sum(double(k)) + 4 * kUnit : 0);
      const double weight = renormalise ? w.weight[e] / kept : w.weight[e];
      top.weights.add(weight, claimed(weight * relative, 1, relative));
      top.experts.push_back(e);
    }
  }
  return top;
}

Sorted moe_sort(std::span<const std::uint32_t> topk_ids, std::int64_t k, std::int64_t experts,
                std::int64_t block) {
  Sorted sorted;
  const auto tokens = std::uint32_t(topk_ids.size() / std::size_t(k));
  for (std::uint32_t expert = 0; expert < std::uint32_t(experts); ++expert) {
    const std::size_t before = sorted.positions.size();
    for (std::size_t at = 0; at < topk_ids.size(); ++at)
      if (topk_ids[at] == expert)
        sorted.positions.push_back(std::uint32_t(at % std::size_t(k)) << 24 |
                                   std::uint32_t(at / std::size_t(k)));
    while ((sorted.positions.size() - before) % std::size_t(block) != 0)
      sorted.positions.push_back(std::uint32_t(k) << 24 | tokens);
    sorted.block_experts.insert(sorted.block_experts.end(),
                                (sorted.positions.size() - before) / std::size_t(block), expert);
  }
  return sorted;
}

}  // namespace lockstep::operators
