// How a small-M product lies in memory, and what others may name of it.
#include <algorithm>

#include "properties/problems/small_m/data.hpp"

namespace lockstep::problems {

using operators::SmallM;

namespace {

// What the contract reads of an expert's lists and weights.
void take_lists(const SmallM& p, const SmallMCaseData& data, const std::vector<std::size_t>& written,
                SmallMMemory& memory) {
  const operators::SortedIds& s = *p.sorted;
  memory.num_post[0] = s.num_post;
  const auto entry = [](const auto& list, std::size_t i) {
    return std::span(reinterpret_cast<const std::uint8_t*>(&list[i]), 4);
  };
  for (std::size_t block = 0; block < s.expert_ids.size(); ++block) {
    if (std::int64_t(block) * s.block_m >= s.num_post) break;
    memory.expert_ids.add(std::int64_t(block), entry(s.expert_ids, block));
  }
  for (std::size_t i = 0; i < s.ids.size() && std::int64_t(i) < s.num_post; ++i) {
    const std::int32_t expert = s.expert_ids[i / std::size_t(s.block_m)];
    if (expert >= 0 && expert < s.experts) memory.ids.add(std::int64_t(i), entry(s.ids, i));
  }
  if (!s.weighted) return;
  for (const std::size_t i : written) {
    const std::int64_t row = data.operands.rows[i].row;
    memory.weights.add(row, entry(s.weights, std::size_t(row)));
  }
}

}  // namespace

void RowsInMemory::add(std::int64_t row, std::span<const std::uint8_t> contents) {
  if (!rows.empty() && rows.back().row == row) return;
  rows.push_back({row, 0, 0});
  bytes.insert(bytes.end(), contents.begin(), contents.end());
}

SmallMMemory::SmallMMemory(const SmallMSample& sample, const SmallMCaseData& data,
                           const std::vector<std::size_t>& written) {
  const SmallM& p = sample.problem;
  const operators::SmallMData& d = data.operands;
  // The rows of A that take part, each once, ascending.
  std::vector<std::size_t> order = written;
  std::ranges::sort(order, {}, [&](std::size_t i) { return d.rows[i].a_row; });
  const auto k = std::size_t(p.k), blocks = std::size_t(p.k_blocks());
  for (const std::size_t i : order) {
    a.add(d.rows[i].a_row, std::span(d.a).subspan(i * k, k));
    a_scale.add(d.rows[i].a_row, std::span(d.a_scale).subspan(i * blocks, blocks));
  }
  if (p.sorted) take_lists(p, data, written, *this);
  if (d.rows.empty()) return;  // nor were planes of B drawn
  for (const std::int64_t first : sample.firsts)
    for (std::int64_t i = 0; i < sample.columns; ++i) planes.push_back({first + i, 0, 0});
  if (sample.firsts.empty())
    for (const std::int32_t expert : data.experts) planes.push_back({expert, 0, 0});
}

Description describe(const SmallM& p) {
  const std::int64_t blocks = p.k_blocks(), experts = p.experts();
  const char *const element = "float8_e4m3fn", *const scale = "float8_e8m0fnu";
  Description all;
  all.names.sizes = {
      {"m", p.m}, {"n", p.n}, {"k", p.k}, {"k_blocks", blocks}, {"a_rows", p.a_rows()}, {"experts", experts}};
  all.shapes = {{.name = "a", .rows = p.a_rows(), .columns = p.k},
                {.name = "a_scale", .rows = p.a_rows(), .columns = blocks},
                {.name = "b", .planes = experts, .rows = p.n, .columns = p.k},
                {.name = "b_scale", .planes = experts, .rows = p.n, .columns = blocks}};
  all.views = {{"a", element, {p.a_rows(), p.k}}, {"a_scale", scale, {p.a_rows(), blocks}}};
  if (!p.sorted) {
    all.views.push_back({"b", element, {p.n, p.k}});
    all.views.push_back({"b_scale", scale, {p.n, blocks}});
    return all;
  }
  const auto ids = std::int64_t(p.sorted->ids.size()), of_blocks = std::int64_t(p.sorted->expert_ids.size());
  all.names.sizes.emplace("ids", ids);
  all.names.sizes.emplace("blocks", of_blocks);
  all.names.sizes.emplace("weighted", p.sorted->weighted ? 1 : 0);
  all.views.push_back({"b", element, {experts, p.n, p.k}});
  all.views.push_back({"b_scale", scale, {experts, p.n, blocks}});
  all.views.push_back({"sorted_ids", "int32", {ids}});
  all.views.push_back({"expert_ids", "int32", {of_blocks}});
  all.views.push_back({"num_post", "int32", {1}});
  all.views.push_back({"weights", "float32", {std::int64_t(p.sorted->weights.size())}});
  return all;
}

}  // namespace lockstep::problems
