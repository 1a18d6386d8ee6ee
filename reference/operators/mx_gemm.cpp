#include "reference/operators/mx_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/formats/formats.hpp"

namespace lockstep::operators {

namespace {

using Checked = tl::expected<void, Refusal>;
using formats::Format;

constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();
constexpr double kOverflow = 0x1p127, kInfinity = std::numeric_limits<double>::infinity();

bool among(const Format* f, std::initializer_list<const Format*> all) {
  return f != nullptr && std::ranges::any_of(all, [&](const Format* one) { return *f == *one; });
}

Checked check_formats(const MxGemm& p) {
  for (const auto& [name, format] : {std::pair("a", p.a), {"b", p.b}})
    if (!among(format, {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float4_e2m1fn}))
      return refuse(name, "format", "must be float8_e4m3fn, float8_e5m2 or float4_e2m1fn");
  if (!among(p.out, {&formats::bfloat16, &formats::float16, &formats::float32}))
    return refuse("out", "format", "must be bfloat16, float16 or float32");
  return {};
}

}  // namespace

Checked check(const MxGemm& p) {
  const Rule rules[] = {
      {"m", p.m, p.m >= 0, "must not be negative"},
      {"n", p.n, p.n > 0, "must be positive"},
      {"k", p.k, p.k > 0 && p.k % MxGemm::kBlock == 0, "must be a positive multiple of 32"},
      {"m", p.m, p.m <= kLargestSize, "must fit a signed 32-bit integer"},
      {"n", p.n, p.n <= kLargestSize, "must fit a signed 32-bit integer"},
      {"k", p.k, p.k <= kLargestSize, "must fit a signed 32-bit integer"},
  };
  if (auto ok = check_rules(rules); !ok) return ok;
  return check_formats(p);
}

namespace {

/// What is asked of one block of an operand's row.
struct BlockSize {
  double largest = 0;  ///< magnitude of its finite elements
  int exponent = 0;    ///< its scale's exponent
  bool nan = false;    ///< whether the scale is NaN
};

BlockSize size_of(const Format& f, const std::uint8_t* codes, std::uint8_t scale) {
  BlockSize size{0, int(scale) - 127, scale == 255};
  for (std::int64_t i = 0; i < MxGemm::kBlock; ++i) {
    const double x = std::abs(formats::to_double(f, codes[i]));
    if (std::isfinite(x)) size.largest = std::max(size.largest, x);
  }
  return size;
}

/// What scaling one block in two steps may lose, or infinity.
double lost_between_scales(const Format& a, const BlockSize& x, const Format& b, const BlockSize& y) {
  if (x.nan || y.nan) return 0;
  const double sum = double(MxGemm::kBlock) * x.largest * y.largest;
  if (sum == 0) return 0;
  const int unit =
      a.emin() - a.mantissa_bits + b.emin() - b.mantissa_bits;  // every partial sum is a multiple of 2^unit
  double lost = 0;
  for (const auto& [first, second] : {std::pair(x.exponent, y.exponent), {y.exponent, x.exponent}}) {
    if (!(std::ldexp(sum, first) < kOverflow)) return kInfinity;
    if (unit + first < -149) lost = std::max(lost, std::ldexp(1.0, second - 150));
  }
  return lost;
}

double lost_between_scales(const MxGemm& p, const MxGemmData& d, std::int64_t i, std::int64_t j) {
  double lost = 0;
  for (std::int64_t block = 0; block < p.k_blocks(); ++block) {
    const BlockSize x = size_of(*p.a, &d.a[std::size_t(i * p.k + block * MxGemm::kBlock)],
                                d.a_scale[std::size_t(i * p.k_blocks() + block)]);
    const BlockSize y = size_of(*p.b, &d.b[std::size_t(j * p.k + block * MxGemm::kBlock)],
                                d.b_scale[std::size_t(j * p.k_blocks() + block)]);
    lost += lost_between_scales(*p.a, x, *p.b, y);
  }
  return lost;
}

/// No scale of either row is so far from 1 that it matters in which order, or whether at once, scales
/// multiply.
bool has_tame_scales(const MxGemm& p, const MxGemmData& d, std::int64_t i, std::int64_t j) {
  const auto tame = [&](const std::vector<std::uint8_t>& scales, std::int64_t row) {
    const auto first = scales.begin() + std::ptrdiff_t(row * p.k_blocks());
    return std::all_of(first, first + std::ptrdiff_t(p.k_blocks()),
                       [](std::uint8_t s) { return s == 255 || (s >= 127 - 64 && s <= 127 + 64); });
  };
  return tame(d.a_scale, i) && tame(d.b_scale, j);
}

}  // namespace

exact::Bound bound(const MxGemm& p, const MxGemmData& d, const MxGemmElement& e, std::int64_t partials) {
  exact::Reduction reduction = exact::matrix_reduction(p.k);
  // Adding partial sums is one more rounding each, of at most the magnitude.
  reduction.relative += double(partials - 1) * 0x1p-24 * (1 + reduction.relative) * 1.001;
  if (!has_tame_scales(p, d, e.i, e.j)) reduction.absolute += lost_between_scales(p, d, e.i, e.j);
  if (std::isnan(e.value)) return {e.value, false, false};
  const bool infinite = std::isinf(e.value);
  const exact::Bound all = exact::bound(infinite ? 0 : e.value, e.magnitude, reduction, 1, *p.out);
  return infinite && std::isfinite(all.error) ? exact::Bound{0, e.value > 0, e.value < 0} : all;
}

}  // namespace lockstep::operators
