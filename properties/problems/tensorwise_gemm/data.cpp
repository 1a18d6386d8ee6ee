#include "properties/problems/tensorwise_gemm/data.hpp"

#include <algorithm>
#include <cmath>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/source_product.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Elements;
using cases::Reals;
using cases::Stream;
using formats::Format;
using host::hash;
using operators::GroupProduct;
using operators::TensorwiseGemm;

constexpr std::int64_t kZeroBlock = 128;
constexpr Stream kPrevious = Stream::first_free;

// The number of an operand's first row in a product: rows of A are counted through all products, those of B
// belong to their group.
std::int64_t first_row(const TensorwiseGemm& p, const GroupProduct& product, bool is_b, std::int64_t before) {
  return is_b ? product.group * p.n : before;
}

Reals reals_of(const Case& c, bool is_b) {
  return {c, is_b ? Stream::b : Stream::a, kZeroBlock};
}

/// One operand: calls row(number, codes) for every row along the reduction, of every product.
template <typename Row>
void for_each_row(const TensorwiseGemm& p, const std::vector<GroupProduct>& all, bool is_b,
                  std::vector<std::uint8_t>& codes, Row row) {
  const GroupProduct* last = all.empty() ? nullptr : &all.back();
  const auto rows_of = [&](const GroupProduct& product) { return is_b ? p.n : product.rows; };
  codes.resize(last == nullptr ? 0 : (is_b ? last->b : last->a) + std::size_t(rows_of(*last) * last->depth));
  std::int64_t first = 0;
  for (const GroupProduct& product : all) {
    const std::size_t start = is_b ? product.b : product.a;
    const std::int64_t base = first_row(p, product, is_b, first);
    for (std::int64_t r = 0; r < rows_of(product); ++r)
      row(base + r,
          std::span(codes).subspan(start + std::size_t(r * product.depth), std::size_t(product.depth)));
    first += product.rows;
  }
}

// Quantised as a framework does it: the scale maps the largest magnitude of the tensor to the largest code.
float quantise(const Case& c, const TensorwiseGemm& p, const std::vector<GroupProduct>& all, bool is_b,
               const Format& format, std::vector<std::uint8_t>& codes) {
  const Reals reals = reals_of(c, is_b);
  std::vector<float> x;
  float largest = 0;
  for_each_row(p, all, is_b, codes, [&](std::int64_t row, std::span<std::uint8_t> out) {
    x.resize(out.size());
    reals.fill_row(row, x);
    for (const float value : x) largest = std::max(largest, std::abs(value));
  });
  const auto limit = float(formats::to_double(format, formats::largest_finite(format)));
  const float scale = largest == 0 ? 1.0f : largest / limit;
  for_each_row(p, all, is_b, codes, [&](std::int64_t row, std::span<std::uint8_t> out) {
    x.resize(out.size());
    reals.fill_row(row, x);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::uint8_t(
          formats::encode_nearest_even(format, double(x[i]) / double(scale), formats::Overflow::saturate));
  });
  return scale;
}

float draw_operand(const Case& c, const TensorwiseGemm& p, const std::vector<GroupProduct>& all, bool is_b,
                   const Format& format, std::vector<std::uint8_t>& codes) {
  Case along = c;  // whose k is the reduction, the longest where it varies
  along.k = 1;
  for (const GroupProduct& product : all) along.k = std::max(along.k, product.depth);
  const Elements elements(along, format, is_b ? Stream::b : Stream::a, is_b, kZeroBlock);
  for_each_row(p, all, is_b, codes,
               [&](std::int64_t row, std::span<std::uint8_t> out) { elements.fill_row(row, out); });
  return cases::f32_scale(c, host::hash(cases::stream_seed(c, is_b ? Stream::b_scale : Stream::a_scale)));
}

// On the grid a small multiple of the scale, where the format has it: sums stay exact. Elsewhere a number of
// the size of a result, and under Data::nan now and then a NaN.
std::uint16_t previous(const Case& c, const Format& out, double scale, std::uint64_t draw) {
  const bool special = c.data == Data::nan && draw % 61 == 0;
  if (special) return std::uint16_t(formats::nan_code(out));
  if (c.data == Data::edges) return std::uint16_t(cases::special_addend(out, draw));
  if (c.data == Data::grid) {
    const double x = double(std::int64_t(draw % 9) - 4) * scale;
    const std::uint32_t code = formats::encode_nearest_even(out, x, formats::Overflow::saturate);
    return formats::to_double(out, code) == x ? std::uint16_t(code) : std::uint16_t{0};
  }
  const double mantissa = double(std::int64_t(draw >> 20 & 0xFFFF) - 0x8000) / 0x2000;
  const double x = mantissa * std::ldexp(scale, int(draw % 16));
  return std::uint16_t(
      formats::encode_nearest_even(out, std::isfinite(x) ? x : mantissa, formats::Overflow::saturate));
}

}  // namespace

operators::TensorwiseData make_data(const Case& c, const TensorwiseGemm& p) {
  const std::vector<GroupProduct> all = operators::products(p);
  operators::TensorwiseData d;
  const bool quantised = c.scales == cases::Scales::quantised;
  const auto operand = quantised ? quantise : draw_operand;
  d.a_scale = operand(c, p, all, false, *p.a, d.a);
  d.b_scale = operand(c, p, all, true, *p.b, d.b);
  if (p.accumulate && !all.empty()) {
    const std::uint64_t seed = cases::stream_seed(c, kPrevious);
    d.c.resize(all.back().d + std::size_t(all.back().rows * p.n));
    const double scale = double(d.a_scale) * double(d.b_scale);
    for (std::size_t i = 0; i < d.c.size(); ++i) d.c[i] = previous(c, *p.out, scale, host::hash(seed, i));
  }
  return d;
}

std::vector<double> unquantised_products(const Case& c, const TensorwiseGemm& p,
                                         const operators::TensorwiseData& d) {
  const Reals a = reals_of(c, false), b = reals_of(c, true);
  std::vector<double> all;
  std::int64_t before = 0;
  for (const GroupProduct& product : operators::products(p)) {
    const auto fill = [&](const Reals& reals, bool is_b, std::int64_t i, std::span<float> out) {
      const std::int64_t row = first_row(p, product, is_b, before) + i;
      reals.fill_row(row, out);
    };
    const std::vector<std::int32_t> groups(std::size_t(product.rows), product.group);
    const std::vector<double> values = multiply_sources(
        groups, p.n, product.depth,
        [&](std::size_t i, std::span<float> out) { fill(a, false, std::int64_t(i), out); },
        [&](std::int32_t, std::int64_t column, std::span<float> out) { fill(b, true, column, out); });
    all.insert(all.end(), values.begin(), values.end());
    before += product.rows;
  }
  for (std::size_t i = 0; i < d.c.size(); ++i) all[i] += formats::to_double(*p.out, d.c[i]);
  return all;
}

}  // namespace lockstep::problems
