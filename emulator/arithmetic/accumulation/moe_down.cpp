#include "emulator/arithmetic/accumulation/moe_down.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "emulator/arithmetic/accumulation/scaled_rows.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::accumulation {
namespace {

/// y of the active rows, [active rows][n].
template <typename Arithmetic>
std::vector<typename Arithmetic::Sum> evaluate(const Arithmetic& of, const operators::MoeDown& problem,
                                               const operators::MoeDownData& data,
                                               const MoeDownOperands<Arithmetic>& operands) {
  ScaledRows<Arithmetic> product(of, {*problem.a, operands.a, operands.a_scale},
                                 {formats::float4_e2m1fn, operands.b, operands.b_scale}, problem.k);
  const auto n = std::size_t(problem.n);
  std::vector<typename Arithmetic::Sum> values(data.rows.size() * n);
  for (const std::vector<std::size_t>& rows :
       batches(data.rows, &operators::MoeRow::expert, data.plane_of_expert.size(), Panel::kWidth)) {
    const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[rows[0]].expert)]);
    for (std::size_t first = 0; first < n; first += Panel::kWidth) {
      std::vector<std::size_t> columns(std::min(Panel::kWidth, n - first));
      std::iota(columns.begin(), columns.end(), plane * n + first);
      product.begin(rows, columns);
      for (std::size_t step = 0; step < product.steps(); ++step) product.add_step(step);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
          values[rows[i] * n + first + j] = of.times(product.sum(i, j), operands.weight[rows[i]]);
    }
  }
  return values;
}

std::uint16_t round_to_bf16(float x) {
  if (x != x) return std::uint16_t(formats::nan_code(formats::bfloat16));
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

/// The exponent of the format's largest number.
int exponent_of(const formats::Format& element) {
  return std::ilogb(formats::to_double(element, formats::largest_finite(element)));
}

std::uint8_t scale_code(std::uint16_t amax, const formats::Format& element) {
  const std::uint32_t bits = std::uint32_t{amax} << 16;
  if ((bits >> 23) == 0xFF) return 0xFF;
  const int exponent = int((bits + 0x200000u) >> 23);
  return std::uint8_t(std::max(exponent - exponent_of(element), 0));
}

}  // namespace

std::vector<float> weighted_rows(const matrix::Model& model, const operators::MoeDown& problem,
                                 const operators::MoeDownData& data) {
  return evaluate<Numbers>(Numbers(model), problem, data,
                           {data.a, data.a_scale, data.b, data.b_scale, data.weight});
}

std::vector<fingerprint::Fingerprint> bf16_terms(const Terms& terms, const operators::MoeDown& problem,
                                                 const operators::MoeDownData& data,
                                                 const MoeDownOperands<Terms>& operands) {
  std::vector<fingerprint::Fingerprint> values = evaluate(terms, problem, data, operands);
  terms.round(formats::bfloat16, values, values);
  return values;
}

std::vector<float> gated_rows(const operators::MoeDown& problem, const std::vector<float>& values) {
  const auto n = std::size_t(problem.n), half = n / 2;
  std::vector<float> result;
  for (std::size_t first = 0; first < values.size(); first += n)
    for (std::size_t i = first; i < first + half; ++i)
      result.push_back(operators::gated(values[i], values[i + half]));
  return result;
}

std::vector<std::uint16_t> to_bf16(const std::vector<float>& values) {
  std::vector<std::uint16_t> codes(values.size());
  std::transform(values.begin(), values.end(), codes.begin(), round_to_bf16);
  return codes;
}

MxRows to_mx(const std::vector<float>& values, const formats::Format& element) {
  constexpr std::size_t kBlock = operators::kMxBlock;
  MxRows result{std::vector<std::uint8_t>(values.size()), std::vector<std::uint8_t>(values.size() / kBlock)};
  for (std::size_t block = 0; block < result.scales.size(); ++block) {
    std::uint16_t amax = 0;  // bf16 magnitudes compare as integers, a NaN above all
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      amax = std::max(amax, std::uint16_t(round_to_bf16(values[i]) & 0x7FFF));
    const std::uint8_t scale = result.scales[block] = scale_code(amax, element);
    if (scale == 0xFF) continue;
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      result.codes[i] = std::uint8_t(formats::encode_nearest_even(
          element, double(values[i]) * formats::power_of_two(127 - int(scale)), formats::Overflow::saturate));
  }
  return result;
}

}  // namespace lockstep::accumulation
