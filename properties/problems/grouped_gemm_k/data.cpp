#include "properties/problems/grouped_gemm_k/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "properties/problems/source_product.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Scales;
using cases::Stream;
using host::hash;
using operators::GroupedGemmK;
using operators::kScaleBlock;

constexpr Stream kAddend = Stream::first_free;

/// One operand: rows of A or columns of B.
struct Operand {
  const char* name;
  Stream codes, scales;
  bool second;
  std::int64_t width;

  /// Row `i` of a group, as draws number it among those of all groups.
  std::int64_t row(std::int64_t group, std::int64_t i) const { return group * width + i; }
};

Operand operand_a(const GroupedGemmK& p) {
  return {"a", Stream::a, Stream::a_scale, false, p.m};
}
Operand operand_b(const GroupedGemmK& p) {
  return {"b", Stream::b, Stream::b_scale, true, p.n};
}

/// An operand before quantisation.
class UnquantisedOperand {
 public:
  UnquantisedOperand(const Case& c, const Operand& o) : operand_(o), reals_(c, o.codes, kScaleBlock) {}
  void fill(std::int64_t group, std::int64_t i, std::span<float> out) const {
    reals_.fill_row(operand_.row(group, i), out);
  }

 private:
  Operand operand_;
  cases::Reals reals_;
};

void make_operand(const Case& c, const GroupedGemmK& p, const Operand& o, BlockQuantiser& quantiser,
                  std::vector<std::uint8_t>& codes, std::vector<std::uint8_t>& scales) {
  const std::int64_t all = operators::k_starts(p).back();
  codes.resize(std::size_t(o.width * all));
  scales.resize(std::size_t(o.width * (all / kScaleBlock) * p.scale_bytes()));
  Case along = c;  // whose k is the reduction, the longest where it varies
  along.k = std::max<std::int64_t>(1, *std::max_element(p.ks.begin(), p.ks.end()));
  const cases::Values values = c.options[grouped_gemm_k::kValues];
  const cases::Elements elements(along, *p.element, o.codes, o.second, kScaleBlock, values);
  const UnquantisedOperand source(c, o);
  std::span<std::uint8_t> code_row(codes), scale_row(scales);
  std::vector<float> x;
  for (std::int64_t g = 0; g < p.groups(); ++g) {
    const auto k = std::size_t(p.ks[std::size_t(g)]), bytes = k / kScaleBlock * std::size_t(p.scale_bytes());
    for (std::int64_t i = 0; i < o.width; ++i) {
      const std::int64_t r = o.row(g, i);
      if (c.scales == Scales::quantised) {
        x.resize(k);
        source.fill(g, i, x);
        quantiser.run(o.name, r, x, 1, std::int64_t(k), 1, code_row.first(k), scale_row.first(bytes));
      } else {
        elements.fill_row(r, code_row.first(k));
        draw_block_scales(c, *p.scale, o.scales, r, values, scale_row.first(bytes));
      }
      code_row = code_row.subspan(k);
      scale_row = scale_row.subspan(bytes);
    }
  }
}

// The product of two scales where all are alike, else 1.
double common_scale(const Case& c, const GroupedGemmK& p) {
  if (c.scales != Scales::equal) return 1;
  const double scale = p.scale_bytes() == 1 ? std::ldexp(1.0, int(cases::e8m0_scale(c, 0)) - 127)
                                            : double(cases::f32_scale(c, 0));
  return scale * scale;
}

// On the grid a small multiple of the scales, so that sums stay exact. Elsewhere anything: zeros of both
// signs, subnormals, all binades around a result's, and under Data::nan now and then a NaN.
float addend(const Case& c, double scale, std::uint64_t draw) {
  if (c.data == Data::grid) return float(double(std::int64_t(draw % 9) - 4) * scale);
  if (c.data == Data::edges) return std::bit_cast<float>(cases::special_addend(formats::float32, draw));
  if (c.data == Data::nan && draw % 61 == 0) return std::bit_cast<float>(0x7FC12345u);
  const auto sign = std::uint32_t(draw >> 63) << 31, mantissa = std::uint32_t(draw >> 20 & 0x7FFFFF);
  switch (draw % 8) {
    case 0:
      return std::bit_cast<float>(sign);
    case 1:
      return std::bit_cast<float>(sign | mantissa);
    default:
      return std::bit_cast<float>(sign | std::uint32_t(107 + draw / 8 % 60) << 23 | mantissa);
  }
}

}  // namespace

tl::expected<GroupedGemmKCaseData, std::string> make_data(const Case& c, const GroupedGemmK& p) {
  const scaling::Recipe* recipe = scaling::find(c.recipe);
  if (recipe == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  if (c.scales == Scales::quantised && c.options[grouped_gemm_k::kValues] == cases::Values::shared)
    return tl::unexpected(std::string(kSharedNotQuantised));
  GroupedGemmKCaseData data;
  operators::GroupedGemmKData& d = data.operands;
  BlockQuantiser quantiser(*recipe, *p.element, *p.scale);
  make_operand(c, p, operand_a(p), quantiser, d.a, d.a_scale);
  make_operand(c, p, operand_b(p), quantiser, d.b, d.b_scale);
  data.quantisation_fault = quantiser.fault();
  if (p.addend == operators::Addend::none) return data;
  const std::uint64_t seed = cases::stream_seed(c, kAddend);
  const double scale = common_scale(c, p);
  d.c.resize(operators::written_groups(p).size() * std::size_t(p.m * p.n));
  for (std::size_t i = 0; i < d.c.size(); ++i) d.c[i] = addend(c, scale, host::hash(seed, i));
  return data;
}

std::vector<double> unquantised_sum(const Case& c, const GroupedGemmK& p,
                                    const operators::GroupedGemmKData& d) {
  const UnquantisedOperand a(c, operand_a(p)), b(c, operand_b(p));
  std::vector<double> all;
  for (const std::int64_t g : operators::written_groups(p)) {
    const std::vector<std::int32_t> groups(std::size_t(p.m), std::int32_t(g));
    const std::vector<double> product = multiply_sources(
        groups, p.n, p.ks[std::size_t(g)],
        [&](std::size_t i, std::span<float> out) { a.fill(g, std::int64_t(i), out); },
        [&](std::int32_t group, std::int64_t column, std::span<float> out) { b.fill(group, column, out); });
    all.insert(all.end(), product.begin(), product.end());
  }
  for (std::size_t i = 0; i < d.c.size(); ++i) all[i] += double(d.c[i]);
  return all;
}

}  // namespace lockstep::problems
