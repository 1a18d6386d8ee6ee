#include "properties/problems/moe_down/fills.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <span>

#include "properties/problems/tensors.hpp"
#include "reference/formats/packing.hpp"
#include "reference/layouts/moe_scales.hpp"

namespace lockstep::problems {

using operators::MoeDown;
using operators::MoeDownData;

namespace {

// Of each block, the number of its first row among those of its expert's blocks.
std::vector<std::int64_t> first_in_expert(const MoeDown& p) {
  std::map<std::int32_t, std::int64_t> next;
  std::vector<std::int64_t> first;
  for (const std::int32_t expert : p.block_experts) {
    first.push_back(next[expert]);
    next[expert] += p.block;
  }
  return first;
}

}  // namespace

std::uint64_t sorted_scale_offset(const MoeDown& p, std::int64_t columns, std::int64_t row,
                                  std::int64_t column) {
  const std::int64_t logical = row * columns + column;
  if (p.block == 16) return std::uint64_t(layouts::MoeScales16{p.capacity(), columns}.stored(logical));
  return std::uint64_t(layouts::MoeScales{1, p.capacity(), columns}.order().stored(logical));
}

std::uint64_t sorted_scale_bytes(const MoeDown& p, std::int64_t columns) {
  return std::uint64_t(p.capacity() * columns * (p.block == 16 ? 2 : 1));
}

MoeDownMemory::MoeDownMemory(const MoeDown& p, const MoeDownData& d)
    : b(d.b.size() / 2), b_scale(d.b_scale.size()), used_rows(4), weights(d.weight.size() * 4) {
  const std::vector<std::int64_t> first_rows = first_in_expert(p);
  for (const operators::MoeRow& r : d.rows)
    rows.push_back({r.row, r.expert, first_rows[std::size_t(r.row / p.block)] + r.row % p.block});
  pack_a(p, d);
  const auto used = std::int32_t(p.used_rows);
  std::memcpy(used_rows.data(), &used, used_rows.size());
  formats::pack(d.b, 4, b);
  std::ranges::copy(std::as_bytes(std::span(d.weight)), std::as_writable_bytes(std::span(weights)).begin());
  const auto blocks = std::size_t(p.k_blocks());
  for (std::size_t i = 0; i < d.a_scale.size(); ++i)
    a_scale.emplace_back(
        sorted_scale_offset(p, p.k_blocks(), d.rows[i / blocks].row, std::int64_t(i % blocks)), d.a_scale[i]);
  std::sort(a_scale.begin(), a_scale.end());
  const layouts::AxisOrder<7> plane = layouts::MoeScales{1, p.n, p.k_blocks()}.order();
  const auto plane_bytes = std::size_t(plane.count());
  for (std::size_t first = 0; first < b_scale.size(); first += plane_bytes)
    layouts::shuffle<layouts::AxisOrder<7>, std::uint8_t>(plane,
                                                          std::span(d.b_scale).subspan(first, plane_bytes),
                                                          std::span(b_scale).subspan(first, plane_bytes));
}

void MoeDownMemory::pack_a(const MoeDown& p, const MoeDownData& d) {
  const auto k = std::size_t(p.k);
  std::map<std::int64_t, std::size_t> source;  // row of A, and an active row that has its codes
  for (std::size_t i = 0; i < d.rows.size(); ++i) source[p.is_gated() ? d.rows[i].token : d.rows[i].row] = i;
  const auto bytes = std::size_t(p.a_row_bytes());
  a.resize(source.size() * bytes);
  for (const auto& [row, i] : source) {
    const auto to = std::span(a).subspan(a_rows.size() * bytes, bytes);
    formats::pack(std::span(d.a).subspan(i * k, k), p.a->bits, to);
    a_rows.push_back({row, d.rows[i].expert, row});
  }
}

machine::Fill fill_scattered(const std::vector<std::pair<std::uint64_t, std::uint8_t>>& bytes) {
  return [&bytes](std::uint64_t offset, Bytes data, Bytes undefined) {
    auto at = std::lower_bound(bytes.begin(), bytes.end(), std::pair(offset, std::uint8_t{0}));
    for (; at != bytes.end() && at->first < offset + data.size(); ++at) {
      data[at->first - offset] = at->second;
      undefined[at->first - offset] = 0;
    }
  };
}

machine::Fill fill_expert_scales(const MoeDown& p, const MoeDownData& d, const MoeDownMemory& memory) {
  return [&p, &d, &memory](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto plane_bytes = std::uint64_t(p.n * p.k_blocks());
    for (std::uint64_t e = offset / plane_bytes; e * plane_bytes < offset + data.size(); ++e)
      if (const int plane = d.plane_of_expert[e]; plane >= 0)
        overlay(offset, data, undefined, e * plane_bytes,
                std::span(memory.b_scale).subspan(std::size_t(plane) * plane_bytes, plane_bytes));
  };
}

}  // namespace lockstep::problems
