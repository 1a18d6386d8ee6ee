#include "properties/problems/grouped_gemm/data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "properties/problems/block_scales.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/source_product.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Elements;
using cases::Reals;
using cases::Scales;
using cases::Stream;
using operators::kScaleBlock;

std::span<std::uint8_t> scale_row(const operators::GroupedGemm& p, std::span<std::uint8_t> scales,
                                  std::size_t row) {
  const auto bytes = std::size_t(p.k_blocks() * p.scale_bytes());
  return scales.subspan(row * bytes, bytes);
}

/// The operands before quantisation, known by where their rows lie in the problem.
class Sources {
 public:
  Sources(const Case& c, const operators::GroupedGemm& p)
      : p_(p), a_(c, Stream::a, kScaleBlock), b_(c, Stream::b, kScaleBlock) {}

  void a(std::int64_t row, std::span<float> out) const { a_.fill_row(row, out); }
  void b(std::int64_t group, std::int64_t column, std::span<float> out) const {
    b_.fill_row(group * p_.n + column, group * (p_.n / kScaleBlock) + column / kScaleBlock, out);
  }

 private:
  const operators::GroupedGemm& p_;
  Reals a_, b_;
};

void quantise_a(const Case& c, const operators::GroupedGemm& p, BlockQuantiser& q,
                operators::GroupedGemmData& d) {
  const Sources sources(c, p);
  std::vector<float> x(std::size_t(p.k));
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    sources.a(d.rows[i].row, x);
    q.run("a", d.rows[i].row, x, 1, p.k, 1, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)),
          scale_row(p, d.a_scale, i));
  }
}

void quantise_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group, BlockQuantiser& q,
                    std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const Sources sources(c, p);
  std::vector<float> x(std::size_t(kScaleBlock * p.k));
  for (std::int64_t n0 = 0; n0 < p.n; n0 += kScaleBlock) {
    for (std::int64_t n = 0; n < kScaleBlock; ++n)
      sources.b(group, n0 + n, std::span(x).subspan(std::size_t(n * p.k), std::size_t(p.k)));
    q.run("b", n0, x, kScaleBlock, p.k, kScaleBlock,
          codes.subspan(std::size_t(n0 * p.k), std::size_t(kScaleBlock * p.k)),
          scale_row(p, scales, std::size_t(n0 / kScaleBlock)));
  }
}

void draw_a(const Case& c, const operators::GroupedGemm& p, operators::GroupedGemmData& d) {
  const cases::Values values = c.options[grouped_gemm::kValues];
  const Elements codes(c, *p.element, Stream::a, false, kScaleBlock, values);
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    codes.fill_row(d.rows[i].row, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)));
    draw_block_scales(c, *p.scale, Stream::a_scale, d.rows[i].row, values, scale_row(p, d.a_scale, i));
  }
}

void draw_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group,
                std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const cases::Values values = c.options[grouped_gemm::kValues];
  const Elements source(c, *p.element, Stream::b, true, kScaleBlock, values);
  for (std::int64_t n = 0; n < p.n; ++n)
    source.fill_row(group * p.n + n, codes.subspan(std::size_t(n * p.k), std::size_t(p.k)));
  for (std::int64_t nb = 0; nb < p.n / kScaleBlock; ++nb)
    draw_block_scales(c, *p.scale, Stream::b_scale, group * (p.n / kScaleBlock) + nb, values,
                      scale_row(p, scales, std::size_t(nb)));
}

/// k of one part that is scaled in software.
std::int64_t part_of(const operators::GroupedGemm& p) {
  return *p.element == formats::float8_e4m3fnuz ? 64 : 128;
}

double absolute(const operators::GroupedGemm& p, const std::vector<std::uint8_t>& scales, std::size_t index) {
  const double scale = std::abs(operators::scale_at(p, scales, index));
  return std::isnan(scale) ? 0 : scale;
}

}  // namespace

tl::expected<GroupedGemmCaseData, std::string> make_data(const Case& drawn, const operators::GroupedGemm& p) {
  Case c = drawn;
  c.k = std::max<std::int64_t>(c.k, 1);  // an element is drawn even where k is 0
  const scaling::Recipe* recipe = scaling::find(c.recipe);
  if (recipe == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  if (c.scales == Scales::quantised && c.options[grouped_gemm::kValues] == cases::Values::shared)
    return tl::unexpected(std::string(kSharedNotQuantised));
  GroupedGemmCaseData data;
  operators::GroupedGemmData& d = data.operands;
  d.rows = operators::active_rows(p);
  d.plane_of_group.assign(std::size_t(p.groups), -1);
  std::vector<std::int64_t> planes;
  for (const operators::ActiveRow& row : d.rows) {
    if (d.plane_of_group[std::size_t(row.group)] >= 0) continue;
    d.plane_of_group[std::size_t(row.group)] = int(planes.size());
    planes.push_back(row.group);
  }
  const auto plane_codes = std::size_t(p.n * p.k),
             plane_scales = std::size_t(p.n / kScaleBlock * p.k_blocks() * p.scale_bytes());
  d.a.resize(d.rows.size() * std::size_t(p.k));
  d.a_scale.resize(d.rows.size() * std::size_t(p.k_blocks() * p.scale_bytes()));
  d.b.resize(planes.size() * plane_codes);
  d.b_scale.resize(planes.size() * plane_scales);

  BlockQuantiser quantiser(*recipe, *p.element, *p.scale);
  const bool quantised = c.scales == Scales::quantised;
  if (quantised) {
    quantise_a(c, p, quantiser, d);
  } else {
    draw_a(c, p, d);
  }
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto codes = std::span(d.b).subspan(i * plane_codes, plane_codes);
    const auto scales = std::span(d.b_scale).subspan(i * plane_scales, plane_scales);
    if (quantised) {
      quantise_plane(c, p, planes[i], quantiser, codes, scales);
    } else {
      draw_plane(c, p, planes[i], codes, scales);
    }
  }
  data.quantisation_fault = quantiser.fault();
  return data;
}

std::vector<double> unquantised_product(const Case& c, const operators::GroupedGemm& p,
                                        const operators::GroupedGemmData& d) {
  const Sources sources(c, p);
  std::vector<std::int32_t> groups;
  for (const operators::ActiveRow& row : d.rows) groups.push_back(row.group);
  return multiply_sources(
      groups, p.n, p.k, [&](std::size_t i, std::span<float> out) { sources.a(d.rows[i].row, out); },
      [&](std::int32_t group, std::int64_t column, std::span<float> out) { sources.b(group, column, out); });
}

SoftwareScales::SoftwareScales(const operators::GroupedGemm& p, const operators::GroupedGemmData& d) {
  if (p.scale_bytes() == 1 || p.k == 0) return;
  const auto blocks = std::size_t(p.k_blocks());
  const double largest = formats::to_double(*p.element, formats::largest_finite(*p.element));
  for (std::size_t row = 0; row < d.rows.size(); ++row) {
    double scale = 0;
    for (std::size_t kb = 0; kb < blocks; ++kb)
      scale = std::max(scale, absolute(p, d.a_scale, row * blocks + kb));
    row_reach_.push_back(scale * largest * largest * double(part_of(p)));
  }
  const std::size_t count = d.b_scale.size() / std::size_t(p.scale_bytes()) / blocks;
  for (std::size_t block = 0; block < count; ++block) {
    double sum = 0;
    for (std::size_t kb = 0; kb < blocks; ++kb) sum += 2 * absolute(p, d.b_scale, block * blocks + kb);
    column_sum_.push_back(sum);
  }
}

exact::ScaledParts SoftwareScales::of(const operators::GroupedGemm& p, const operators::GroupedGemmData& d,
                                      std::size_t row, std::size_t column) const {
  const auto plane = std::size_t(d.plane_of_group[std::size_t(d.rows[row].group)]);
  const std::size_t block = plane * std::size_t(p.n / kScaleBlock) + column / kScaleBlock;
  return {p.k / part_of(p), part_of(p), row_reach_[row], column_sum_[block]};
}

}  // namespace lockstep::problems
