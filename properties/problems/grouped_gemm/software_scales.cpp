#include "properties/problems/grouped_gemm/software_scales.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::problems {

using operators::GroupedGemm;
using operators::GroupedGemmData;

namespace {

constexpr std::int64_t kPart = 64;  // k of one part; two share a scale

double absolute(const GroupedGemm& p, const std::vector<std::uint8_t>& scales, std::size_t index) {
  const double scale = std::abs(operators::scale_at(p, scales, index));
  return std::isnan(scale) ? 0 : scale;
}

}  // namespace

SoftwareScales::SoftwareScales(const GroupedGemm& p, const GroupedGemmData& d) {
  if (p.scale_bytes() == 1 || p.k == 0) return;
  const auto blocks = std::size_t(p.k_blocks());
  const double largest = formats::to_double(*p.element, formats::largest_finite(*p.element));
  for (std::size_t row = 0; row < d.rows.size(); ++row) {
    double scale = 0;
    for (std::size_t kb = 0; kb < blocks; ++kb)
      scale = std::max(scale, absolute(p, d.a_scale, row * blocks + kb));
    row_reach_.push_back(scale * largest * largest * kPart);
  }
  const std::size_t count = d.b_scale.size() / std::size_t(p.scale_bytes()) / blocks;
  for (std::size_t block = 0; block < count; ++block) {
    double sum = 0;
    for (std::size_t kb = 0; kb < blocks; ++kb) sum += 2 * absolute(p, d.b_scale, block * blocks + kb);
    column_sum_.push_back(sum);
  }
}

exact::ScaledParts SoftwareScales::of(const GroupedGemm& p, const GroupedGemmData& d, std::size_t row,
                                      std::size_t column) const {
  const auto plane = std::size_t(d.plane_of_group[std::size_t(d.rows[row].group)]);
  const std::size_t block =
      plane * std::size_t(p.n / operators::kScaleBlock) + column / operators::kScaleBlock;
  return {p.k / kPart, kPart, row_reach_[row], column_sum_[block]};
}

}  // namespace lockstep::problems
