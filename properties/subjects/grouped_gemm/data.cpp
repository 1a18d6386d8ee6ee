#include "data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "properties/cases/elements.hpp"
#include "reference/formats/conversion.hpp"
#include "reference/scaling/half_step.hpp"
#include "reference/scaling/quantise.hpp"

namespace lockstep::subjects {

namespace {

using cases::Case;
using cases::Elements;
using cases::Reals;
using cases::Scales;
using cases::Stream;
using operators::kScaleBlock;

std::string fault_text(const char* operand, std::int64_t first_row, std::size_t index, std::int64_t k,
                       float x) {
  return fmt::format("{}[{}, {}] = {} is more than half a step away from its code", operand,
                     first_row + std::int64_t(index) / k, std::int64_t(index) % k, x);
}

struct Quantiser {
  const scaling::Recipe& recipe;
  const operators::GroupedGemm& p;
  std::string fault;

  // Rows [first, first + rows) of an operand; block_rows is 1 (A) or 128 (B).
  void run(const char* operand, std::int64_t first, std::span<const float> x, std::int64_t rows,
           std::int64_t k, std::int64_t block_rows, std::span<std::uint8_t> codes,
           std::span<std::uint8_t> scales) {
    const auto bad = p.scale_bytes() == 1 ? to_e8m0(x, rows, k, block_rows, codes, scales)
                                          : to_float32(x, rows, k, block_rows, codes, scales);
    if (bad && fault.empty()) fault = fault_text(operand, first, *bad, k, x[*bad]);
  }

 private:
  std::optional<std::size_t> to_e8m0(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                     std::int64_t block_rows, std::span<std::uint8_t> codes,
                                     std::span<std::uint8_t> scales) const {
    if (block_rows == 1) {
      scaling::quantise_1x128(x, rows, k, recipe, codes, scales);
    } else {
      scaling::quantise_128x128(x, rows, k, recipe, codes, scales);
    }
    return scaling::first_outside_half_ulp(x, rows, k, codes, scales, block_rows);
  }

  // amax / largest: no power of two, so that no recipe takes part.
  std::optional<std::size_t> to_float32(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                        std::int64_t block_rows, std::span<std::uint8_t> codes,
                                        std::span<std::uint8_t> scales) const {
    const scaling::Quantiser quantiser{scaling::find_scale_rule("float32_amax"), p.element,
                                       formats::find_conversion("amd_cvt_pk"),
                                       *scaling::find_block_shape(block_rows == 1 ? "1x128" : "128x128")};
    const scaling::Extent matrix{rows, k};
    std::vector<std::uint32_t> bits(scales.size() / 4);
    scaling::quantise(quantiser, matrix, x, codes, bits);
    std::memcpy(scales.data(), bits.data(), scales.size());
    return scaling::first_outside_half_ulp(quantiser, matrix, x, codes, bits);
  }
};

// The scales of one row of blocks, as the bytes they have in memory.
void draw_scales(const Case& c, const operators::GroupedGemm& p, Stream stream, std::int64_t row,
                 std::span<std::uint8_t> out) {
  if (p.scale_bytes() == 1) return cases::fill_e8m0_scales(c, stream, row, out);
  std::vector<float> scales(out.size() / 4);
  cases::fill_f32_scales(c, stream, row, scales);
  std::memcpy(out.data(), scales.data(), out.size());
}

std::span<std::uint8_t> scale_row(const operators::GroupedGemm& p, std::span<std::uint8_t> scales,
                                  std::size_t row) {
  const auto bytes = std::size_t(p.k_blocks() * p.scale_bytes());
  return scales.subspan(row * bytes, bytes);
}

void quantise_a(const Case& c, const operators::GroupedGemm& p, Quantiser& q, operators::GroupedGemmData& d) {
  const Reals reals(c, Stream::a, kScaleBlock);
  std::vector<float> x(std::size_t(p.k));
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    reals.fill_row(d.rows[i].row, d.rows[i].row, x);
    q.run("a", d.rows[i].row, x, 1, p.k, 1, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)),
          scale_row(p, d.a_scale, i));
  }
}

void quantise_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group, Quantiser& q,
                    std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const Reals reals(c, Stream::b, kScaleBlock);
  std::vector<float> x(std::size_t(kScaleBlock * p.k));
  for (std::int64_t n0 = 0; n0 < p.n; n0 += kScaleBlock) {
    for (std::int64_t n = 0; n < kScaleBlock; ++n)
      reals.fill_row(group * p.n + n0 + n, group * (p.n / kScaleBlock) + n0 / kScaleBlock,
                     std::span(x).subspan(std::size_t(n * p.k), std::size_t(p.k)));
    q.run("b", n0, x, kScaleBlock, p.k, kScaleBlock,
          codes.subspan(std::size_t(n0 * p.k), std::size_t(kScaleBlock * p.k)),
          scale_row(p, scales, std::size_t(n0 / kScaleBlock)));
  }
}

void draw_a(const Case& c, const operators::GroupedGemm& p, operators::GroupedGemmData& d) {
  const Elements codes(c, *p.element, Stream::a, false, kScaleBlock);
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    codes.fill_row(d.rows[i].row, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)));
    draw_scales(c, p, Stream::a_scale, d.rows[i].row, scale_row(p, d.a_scale, i));
  }
}

void draw_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group,
                std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const Elements source(c, *p.element, Stream::b, true, kScaleBlock);
  for (std::int64_t n = 0; n < p.n; ++n)
    source.fill_row(group * p.n + n, codes.subspan(std::size_t(n * p.k), std::size_t(p.k)));
  for (std::int64_t nb = 0; nb < p.n / kScaleBlock; ++nb)
    draw_scales(c, p, Stream::b_scale, group * (p.n / kScaleBlock) + nb,
                scale_row(p, scales, std::size_t(nb)));
}

}  // namespace

tl::expected<GroupedGemmCaseData, std::string> make_data(const Case& drawn, const operators::GroupedGemm& p) {
  Case c = drawn;
  c.k = std::max<std::int64_t>(c.k, 1);  // of nothing there is nothing to draw
  const scaling::Recipe* recipe = scaling::find(c.recipe);
  if (recipe == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
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

  Quantiser quantiser{*recipe, p, {}};
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
  data.quantisation_fault = std::move(quantiser.fault);
  return data;
}

}  // namespace lockstep::subjects
