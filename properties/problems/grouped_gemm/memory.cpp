// How a grouped GEMM lies in memory: scales and routing, and what others may name of it.
#include <algorithm>
#include <cstring>

#include "properties/problems/grouped_gemm/data.hpp"

namespace lockstep::problems {

using operators::ActiveRow;
using operators::GroupedGemm;
using operators::GroupedGemmData;
using operators::kScaleBlock;

namespace {

// Index of the first active row at or after `row`.
std::size_t first_active(const std::vector<ActiveRow>& rows, std::int64_t row) {
  const auto at = std::lower_bound(rows.begin(), rows.end(), row,
                                   [](const ActiveRow& r, std::int64_t x) { return r.row < x; });
  return std::size_t(at - rows.begin());
}

}  // namespace

machine::Fill fill_a_scale(const GroupedGemm& p, const GroupedGemmData& d) {
  return [&p, &d](std::uint64_t offset, Bytes data, Bytes undefined) {
    // All is counted in scales, of which a window holds whole ones.
    const std::int64_t blocks = p.k_blocks(), bytes = p.scale_bytes();
    const std::int64_t begin = std::int64_t(offset) / bytes, end = begin + std::int64_t(data.size()) / bytes;
    const std::int64_t stride = p.scale_stride();
    for (std::int64_t strip = begin / stride; strip * stride < end; ++strip) {
      const std::int64_t plane = strip / blocks, block = strip % blocks;
      const std::int64_t begin_row = std::max<std::int64_t>(0, begin - strip * stride);
      const std::int64_t end_row = std::min(p.m, end - strip * stride);
      for (std::size_t i = first_active(d.rows, plane * p.m + begin_row);
           i < d.rows.size() && d.rows[i].row < plane * p.m + end_row; ++i) {
        const auto at = std::size_t((strip * stride + d.rows[i].row - plane * p.m - begin) * bytes);
        const std::size_t from = (i * std::size_t(blocks) + std::size_t(block)) * std::size_t(bytes);
        std::memcpy(&data[at], &d.a_scale[from], std::size_t(bytes));
        std::memset(&undefined[at], 0, std::size_t(bytes));
      }
    }
  };
}

machine::Fill fill_b_scale(const GroupedGemm& p, const GroupedGemmData& d) {
  return [&p, &d](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto plane_bytes = std::uint64_t(p.n / kScaleBlock * p.k_blocks() * p.scale_bytes());
    for (std::uint64_t g = offset / plane_bytes; g * plane_bytes < offset + data.size(); ++g)
      if (const int plane = d.plane_of_group[g]; plane >= 0)
        overlay(offset, data, undefined, g * plane_bytes,
                std::span(d.b_scale).subspan(std::size_t(plane) * plane_bytes, plane_bytes));
  };
}

machine::Fill fill_routing(const GroupedGemm& p) {
  const std::vector<std::int32_t>& words = p.grouping == operators::Grouping::masked  ? p.masked_m
                                           : p.groups_as == operators::GroupsAs::ends ? p.group_end
                                                                                      : p.row_group;
  return fill_all({reinterpret_cast<const std::uint8_t*>(words.data()), words.size() * 4});
}

Description describe(const GroupedGemm& p) {
  const bool masked = p.grouping == operators::Grouping::masked;
  const bool ends = p.groups_as == operators::GroupsAs::ends, by_row = !masked && !ends;
  const std::string element = dtype_of(*p.element), scale = dtype_of(*p.scale);
  const std::int64_t blocks = p.k_blocks(), stride = p.scale_stride(), n_blocks = p.n / kScaleBlock;
  Description all;
  all.names.sizes = {{"m", p.m},
                     {"n", p.n},
                     {"k", p.k},
                     {"groups", p.groups},
                     {"rows", p.rows()},
                     {"k_blocks", blocks},
                     {"a_scale_stride", stride},
                     {"alignment", p.alignment},
                     {"ends", ends ? 1 : 0}};
  all.shapes = {{.name = "a_scale",
                 .planes = masked ? p.groups : 1,
                 .rows = p.m,
                 .columns = blocks,
                 .element_bytes = p.scale_bytes(),
                 .stored = StoredAs::columns,
                 .row_stride = stride},
                {.name = "b",
                 .planes = p.groups,
                 .rows = p.n,
                 .columns = p.k,
                 .stored = StoredAs::weight_shuffle_16x16},
                {.name = "b_scale",
                 .planes = p.groups,
                 .rows = n_blocks,
                 .columns = blocks,
                 .element_bytes = p.scale_bytes()}};
  all.views = {{"b", element, {p.groups, p.n, p.k}}, {"b_scale", scale, {p.groups, n_blocks, blocks}}};
  if (masked) {
    all.views.push_back({"a", element, {p.groups, p.m, p.k}});
    all.views.push_back({"a_scale", scale, {p.groups, blocks, stride}});
    all.views.push_back({"masked_m", "int32", {p.groups}});
  } else {
    all.views.push_back({"a", element, {p.rows(), p.k}});
    all.views.push_back({"a_scale", scale, {blocks, stride}});
    all.views.push_back({"grouped_layout", "int32", {by_row ? p.rows() : p.groups}});
  }
  return all;
}

}  // namespace lockstep::problems
