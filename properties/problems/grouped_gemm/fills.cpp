#include "properties/problems/grouped_gemm/fills.hpp"

#include <algorithm>
#include <cstring>

#include "properties/problems/tensors.hpp"

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
    // In scales, of which a window holds whole ones.
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

}  // namespace lockstep::problems
