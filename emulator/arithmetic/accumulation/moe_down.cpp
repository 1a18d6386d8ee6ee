#include "emulator/arithmetic/accumulation/moe_down.hpp"

#include <algorithm>
#include <numeric>

#include "emulator/arithmetic/accumulation/gate_terms.hpp"
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
          values[rows[i] * n + first + j] =
              problem.is_gated() ? product.sum(i, j) : of.times(product.sum(i, j), operands.weight[rows[i]]);
    }
  }
  return values;
}

/// The two halves of each row, by pairs: [active rows][n/2].
template <typename Sum, typename Gate>
std::vector<Sum> gated(const operators::MoeDown& problem, const std::vector<Sum>& values, Gate gate) {
  const auto n = std::size_t(problem.n), half = n / 2;
  std::vector<Sum> result;
  for (std::size_t first = 0; first < values.size(); first += n)
    for (std::size_t i = first; i < first + half; ++i) result.push_back(gate(values[i], values[i + half]));
  return result;
}

template <typename Arithmetic>
MxRows<typename Arithmetic::Code> quantised(const Arithmetic& of, const formats::Format& element,
                                            std::span<const typename Arithmetic::Sum> values) {
  constexpr std::size_t kBlock = operators::kMxBlock;
  using Code = typename Arithmetic::Code;
  MxRows<Code> result{std::vector<Code>(values.size()), {}};
  for (std::size_t first = 0; first < values.size(); first += kBlock) {
    const auto block = values.subspan(first, kBlock);
    const auto largest = of.largest_magnitude(block);
    result.scales.push_back(of.mx_scale(element, largest));
    of.mx_elements(element, largest, block, std::span(result.codes).subspan(first, kBlock));
  }
  return result;
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
  return gated(problem, values, [](float g, float u) { return operators::gated(g, u); });
}

std::vector<std::uint16_t> to_bf16(const std::vector<float>& values) {
  std::vector<std::uint16_t> codes(values.size());
  std::ranges::transform(values, codes.begin(), [](float x) { return Binary32::to_bf16(x); });
  return codes;
}

MxRows<std::uint8_t> to_mx(const std::vector<float>& values, const formats::Format& element) {
  return quantised(Binary32(), element, values);
}

MxRows<fingerprint::Fingerprint> mx_terms(const Terms& terms, const operators::MoeDown& problem,
                                          const operators::MoeDownData& data,
                                          const MoeDownOperands<Terms>& operands) {
  std::vector<fingerprint::Fingerprint> values = evaluate(terms, problem, data, operands);
  if (problem.is_gated()) {
    const GateTerms gate(terms.hasher());
    values = gated(problem, values, [&](fingerprint::Fingerprint g, fingerprint::Fingerprint u) {
      return operators::gated(gate, GateTerms::Number{g}, GateTerms::Number{u}).value;
    });
  }
  return quantised(terms, *problem.a, values);
}

}  // namespace lockstep::accumulation
