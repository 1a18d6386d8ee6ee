// How the products of a mixture of experts lie in memory, and what others may name of them.
#include <algorithm>
#include <cstring>
#include <map>

#include "properties/problems/moe_down/data.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "reference/formats/packing.hpp"
#include "reference/layouts/moe_scales.hpp"

namespace lockstep::problems {

using operators::MoeDown;
using operators::MoeDownData;

namespace {

// The number of each block's first row among those of its expert's blocks.
std::vector<std::int64_t> first_in_expert(const MoeDown& p) {
  std::map<std::int32_t, std::int64_t> next;
  std::vector<std::int64_t> first;
  for (const std::int32_t expert : p.block_experts) {
    first.push_back(next[expert]);
    next[expert] += p.block;
  }
  return first;
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

std::span<const std::uint8_t> words(const std::vector<std::int32_t>& values, std::int64_t count) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), std::size_t(count) * 4};
}

std::vector<TensorShape> shapes_of_weights(const MoeDown& p, std::string_view b, std::string_view b_scale) {
  return {{.name = b,
           .planes = p.experts,
           .rows = p.n,
           .columns = p.k / 2,
           .stored = StoredAs::weight_shuffle_16x16},
          {.name = b_scale,
           .planes = p.experts,
           .rows = p.n,
           .columns = p.k_blocks(),
           .stored = StoredAs::e8m0_shuffle}};
}

std::vector<TensorShape> shapes_of_rows(const MoeDown& p) {
  return {{.name = "a", .rows = p.is_gated() ? p.tokens : p.capacity(), .columns = p.a_row_bytes()},
          {.name = "a_scale",
           .rows = p.capacity(),
           .columns = p.k_blocks(),
           .stored = p.block == 16 ? StoredAs::e8m0_shuffle_16 : StoredAs::e8m0_shuffle}};
}

// The weights of a product, whose names begin with `of`.
std::vector<TensorView> views_of_weights(const MoeDown& p, const std::string& of) {
  return {{of + "b", "uint8", {p.experts, p.n, p.k / 2}}, {of + "weights", "float32", {p.capacity()}}};
}

std::vector<TensorView> views_of_rows(const MoeDown& p) {
  return {{"a", "uint8", {p.is_gated() ? p.tokens : p.capacity(), p.a_row_bytes()}},
          {"sorted_ids", "int32", {p.capacity()}},
          {"block_experts", "int32", {std::int64_t(p.block_experts.size())}},
          {"used_rows", "int32", {1}}};
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Description describe_rows(const MoeDown& p) {
  const recipes::Sizes sizes{{"n", p.n},
                             {"k", p.k},
                             {"experts", p.experts},
                             {"tokens", p.tokens},
                             {"capacity", p.capacity()},
                             {"block", p.block},
                             {"blocks", std::int64_t(p.block_experts.size())}};
  return {{sizes, {}}, shapes_of_rows(p), views_of_rows(p)};
}

void add_weights(Description& all, const MoeDown& p, std::string_view b, std::string_view b_scale,
                 const std::string& of) {
  append(all.shapes, shapes_of_weights(p, b, b_scale));
  append(all.views, views_of_weights(p, of));
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
    for (std::size_t i = 0; i < plane_bytes; ++i)
      b_scale[first + std::size_t(plane.stored(std::int64_t(i)))] = d.b_scale[first + i];
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

void add_moe_inputs(Tensors& t, const operators::MoeDown& p, const operators::MoeDownData& d,
                    const MoeDownMemory& memory, kernels::MoeDownAddresses& at, const std::string& of) {
  const auto capacity = std::uint64_t(p.capacity()), n = std::uint64_t(p.n), k = std::uint64_t(p.k),
             experts = std::uint64_t(p.experts), blocks = std::uint64_t(p.block_experts.size()),
             row_bytes = std::uint64_t(p.a_row_bytes());
  const std::uint64_t a_rows = p.is_gated() ? std::uint64_t(p.tokens) : capacity;
  if (at.a == 0) {
    at.a = t.add_input("a", a_rows * row_bytes, 16, fill_rows(memory.a_rows, row_bytes, memory.a));
    at.a_scale =
        t.add_input("a_scale", sorted_scale_bytes(p, p.k_blocks()), 4, fill_scattered(memory.a_scale));
  }
  at.b = t.add_input((of + "b").c_str(), experts * n * k / 2, 16,
                     fill_shuffled_planes({p.n, p.k / 2}, d.plane_of_expert, memory.b));
  at.b_scale =
      t.add_input((of + "b_scale").c_str(), experts * n * k / 32, 4, fill_expert_scales(p, d, memory));
  if (at.sorted_ids == 0) {
    at.sorted_ids = t.add_input("sorted_ids", capacity * 4, 4, fill_all(words(p.sorted_ids, p.used_rows)));
    at.block_experts =
        t.add_input("block_experts", blocks * 4, 4, fill_all(words(p.block_experts, p.used_rows / p.block)));
    at.used_rows = t.add_input("used_rows", 4, 4, fill_all(memory.used_rows));
  }
  at.weights = t.add_input((of + "weights").c_str(), capacity * 4, 4,
                           p.is_gated() ? machine::Fill{} : fill_rows(memory.rows, 4, memory.weights));
}

Description describe(const MoeDown& p) {
  Description all = describe_rows(p);
  add_weights(all, p, "b", "b_scale", "");
  return all;
}

Description describe(const MoeDown& first, const MoeDown& second) {
  Description all = describe_rows(first);
  all.names = describe_rows(second).names;
  all.names.sizes["inter"] = second.k;
  all.names.sizes["k"] = first.k;
  add_weights(all, first, "gate_up_b", "gate_up_b_scale", "gate_up_");
  add_weights(all, second, "down_b", "down_b_scale", "down_");
  return all;
}

}  // namespace lockstep::problems
