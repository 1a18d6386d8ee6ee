#include "reference/operators/tensorwise_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "reference/formats/formats.hpp"

namespace lockstep::operators {
namespace {

using Checked = tl::expected<void, Refusal>;

Checked check_sizes(const TensorwiseGemm& p) {
  struct Row {
    const char* argument;
    std::int64_t value, least;
  };
  const bool tn = p.layout == Layout::tn;
  const Row rows[] = {
      {"m", p.m, tn ? 1 : 0}, {"n", p.n, 1}, {"k", p.k, tn ? 0 : 1}, {"groups", p.groups(), 1}};
  for (const Row& row : rows)
    if (row.value < row.least)
      return refuse(row.argument, row.value, fmt::format("must be at least {}", row.least));
  return {};
}

Checked check_format(const char* argument, const formats::Format* format, const formats::Format& first,
                     const formats::Format& second) {
  if (format != nullptr && (*format == first || *format == second)) return {};
  return refuse(argument, format == nullptr ? std::string_view("none") : format->name,
                fmt::format("must be {} or {}", first.name, second.name));
}

Checked check_offsets(const TensorwiseGemm& p) {
  if (p.group_offs[0] != 0) return refuse("group_offs[0]", p.group_offs[0], "must be 0");
  for (std::size_t i = 1; i < p.group_offs.size(); ++i) {
    const auto name = [&] { return fmt::format("group_offs[{}]", i); };
    if (p.group_offs[i] < p.group_offs[i - 1])
      return refuse(name(), p.group_offs[i], "must not be less than the offset before it");
    if (p.group_offs[i] > p.routed())
      return refuse(name(), p.group_offs[i],
                    fmt::format("must be at most {} = {}", p.layout == Layout::tn ? "k" : "m", p.routed()));
  }
  return {};
}

}  // namespace

Checked check(const TensorwiseGemm& p) {
  if (const Checked sizes = check_sizes(p); !sizes) return sizes;
  using namespace formats;
  if (const Checked a = check_format("a", p.a, float8_e4m3fn, float8_e5m2); !a) return a;
  if (const Checked b = check_format("b", p.b, float8_e4m3fn, float8_e5m2); !b) return b;
  if (const Checked out = check_format("out", p.out, bfloat16, float16); !out) return out;
  return check_offsets(p);
}

std::vector<GroupProduct> products(const TensorwiseGemm& p) {
  std::vector<GroupProduct> all;
  std::size_t a = 0, b = 0, d = 0;
  for (std::int64_t g = 0; g < p.groups(); ++g) {
    const bool tn = p.layout == Layout::tn;
    const GroupProduct product{
        std::int32_t(g), tn ? p.m : p.group_size(g), tn ? p.group_size(g) : p.k, a, b, d};
    if (product.rows == 0) continue;
    all.push_back(product);
    a += std::size_t(product.rows * product.depth);
    b += std::size_t(p.n * product.depth);
    d += std::size_t(product.rows * p.n);
  }
  return all;
}

exact::Bound error_bound(const TensorwiseGemm& p, const TensorwiseData& data, double value, double magnitude,
                         std::int64_t depth, std::int64_t partials) {
  const std::int64_t k = std::max<std::int64_t>(depth, 4);  // so that the bound's constant is there
  return error_bound(p, data, value, magnitude, exact::matrix_reduction(k), partials);
}

exact::Bound error_bound(const TensorwiseGemm& p, const TensorwiseData& data, double value, double magnitude,
                         const exact::Reduction& reduction, std::int64_t partials) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const float scale = data.a_scale * data.b_scale;
  const bool zero_or_nan =
      data.a_scale == 0 || data.b_scale == 0 || std::isnan(data.a_scale) || std::isnan(data.b_scale);
  if (std::isinf(value) || !(zero_or_nan || std::isnormal(scale))) return {kInfinity, true, true};
  constexpr double kUnit = formats::power_of_two(-24), kSecondOrder = 1 + formats::power_of_two(-6);
  // Two for the scales, one for D, one for each addition of a partial sum.
  const double roundings = double(2 + (p.accumulate ? 1 : 0) + partials) * kUnit * kSecondOrder;
  return exact::bound(value, magnitude * (1 + roundings / reduction.relative), reduction, 1, *p.out);
}

}  // namespace lockstep::operators
