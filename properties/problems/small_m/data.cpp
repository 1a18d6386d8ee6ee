#include "properties/problems/small_m/data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "properties/cases/elements.hpp"
#include "properties/problems/source_product.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/quantise.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Elements;
using cases::Reals;
using cases::Scales;
using cases::Stream;
using operators::SmallM;
using operators::SmallMData;

constexpr auto kScaled = std::size_t(SmallM::kBlock);  // elements that share a scale

// The number of a row of B.
std::int64_t row_of_b(const SmallM& p, std::int64_t expert, std::int64_t column) {
  return expert * p.n + column;
}

// Rows of one operand, by whatever the case says their contents are.
class OperandSource {
 public:
  OperandSource(const Case& c, const scaling::Recipe& recipe, const char* operand, Stream codes,
                Stream scales, bool second)
      : case_(c),
        recipe_(recipe),
        operand_(operand),
        scales_(scales),
        elements_(c, formats::float8_e4m3fn, codes, second, SmallM::kBlock),
        reals_(c, codes, SmallM::kBlock) {}

  void fill(std::int64_t row, std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
    if (case_.scales == Scales::quantised) return quantise(row, codes, scales);
    elements_.fill_row(row, codes);
    cases::fill_e8m0_scales(case_, scales_, row, scales);
  }

  const std::string& fault() const { return fault_; }

 private:
  void quantise(std::int64_t row, std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
    std::vector<float> x(codes.size());
    reals_.fill_row(row, x);
    for (std::size_t block = 0; block < scales.size(); ++block) {
      const std::span<const float> real(x.data() + block * kScaled, kScaled);
      const auto code = codes.subspan(block * kScaled, kScaled);
      float largest = 0;
      for (const float r : real) largest = std::max(largest, std::abs(r));
      scales[block] = recipe_.scale(largest);
      scaling::quantise_elements(real, scales[block], code, formats::Overflow::to_special);
      if (fault_.empty()) check(row, block, real, code, scales[block]);
    }
  }

  // The bound is stated for blocks of 128: the rest of one is zeros, which are always within it.
  void check(std::int64_t row, std::size_t block, std::span<const float> x,
             std::span<const std::uint8_t> codes, std::uint8_t scale) {
    std::array<float, 128> wide{};
    std::array<std::uint8_t, 128> wide_codes{};
    std::copy(x.begin(), x.end(), wide.begin());
    std::copy(codes.begin(), codes.end(), wide_codes.begin());
    const auto bad = scaling::first_outside_half_ulp(wide, 1, 128, wide_codes, std::span(&scale, 1), 1);
    if (bad)
      fault_ = fmt::format("{}[{}, {}] = {} is more than half a step away from its code", operand_, row,
                           block * kScaled + *bad, wide[*bad]);
  }

  const Case& case_;
  const scaling::Recipe& recipe_;
  const char* operand_;
  Stream scales_;
  Elements elements_;
  Reals reals_;
  std::string fault_;
};

}  // namespace

tl::expected<SmallMCaseData, std::string> make_data(const Case& c, const SmallM& p) {
  const scaling::Recipe* recipe = scaling::find(c.recipe);
  if (recipe == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  SmallMCaseData data;
  SmallMData& d = data.operands;
  d.rows = operators::rows_taking_part(p);
  d.plane_of_expert.assign(std::size_t(p.experts()), -1);
  for (const operators::SmallMRow& row : d.rows) d.plane_of_expert[std::size_t(row.expert)] = 0;
  for (std::size_t e = 0; e < d.plane_of_expert.size(); ++e)
    if (d.plane_of_expert[e] == 0) {
      d.plane_of_expert[e] = int(data.experts.size());
      data.experts.push_back(std::int32_t(e));
    }

  const auto n = std::size_t(p.n), k = std::size_t(p.k), blocks = std::size_t(p.k_blocks());
  const std::size_t rows = d.rows.size(), columns = data.experts.size() * n;
  d.a.resize(rows * k);
  d.a_scale.resize(rows * blocks);
  d.b.resize(columns * k);
  d.b_scale.resize(columns * blocks);
  OperandSource a(c, *recipe, "a", Stream::a, Stream::a_scale, false),
      b(c, *recipe, "b", Stream::b, Stream::b_scale, true);
  for (std::size_t i = 0; i < rows; ++i) {
    a.fill(d.rows[i].a_row, std::span(d.a).subspan(i * k, k),
           std::span(d.a_scale).subspan(i * blocks, blocks));
    d.weight.push_back(p.sorted && p.sorted->weighted ? p.sorted->weights[std::size_t(d.rows[i].row)] : 1.0f);
  }
  for (std::size_t i = 0; i < columns; ++i)
    b.fill(row_of_b(p, data.experts[i / n], std::int64_t(i % n)), std::span(d.b).subspan(i * k, k),
           std::span(d.b_scale).subspan(i * blocks, blocks));
  data.quantisation_fault = a.fault().empty() ? b.fault() : a.fault();
  return data;
}

std::vector<double> unquantised_rows(const Case& c, const SmallM& p, const SmallMData& d) {
  const Reals a(c, Stream::a, SmallM::kBlock), b(c, Stream::b, SmallM::kBlock);
  std::vector<std::int32_t> experts;
  for (const operators::SmallMRow& row : d.rows) experts.push_back(row.expert);
  std::vector<double> rows = multiply_sources(
      experts, p.n, p.k, [&](std::size_t i, std::span<float> out) { a.fill_row(d.rows[i].a_row, out); },
      [&](std::int32_t expert, std::int64_t column, std::span<float> out) {
        b.fill_row(row_of_b(p, expert, column), out);
      });
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] *= double(d.weight[i / std::size_t(p.n)]);
  return rows;
}

}  // namespace lockstep::problems
