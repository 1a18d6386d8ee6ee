#include "tests/matrix/unit_twin.hpp"

#include <algorithm>

namespace lockstep::tests {
namespace {

struct Row {
  std::string_view unit;
  UnitTwin* twin;
};

constexpr Row kRows[] = {
    {"cdna1_f16", twin::cdna1_f16},      {"cdna1_bf16", twin::cdna1_bf16},
    {"cdna1_f32", twin::fma_chain_f32},  {"cdna2_f16", twin::cdna2_four},
    {"cdna2_bf16_1k", twin::cdna2_four}, {"cdna2_bf16", twin::cdna2_two},
    {"cdna2_f32", twin::fma_chain_f32},  {"cdna3_f16", twin::cdna3_wide},
    {"cdna3_bf16", twin::cdna3_wide},    {"cdna3_f16_k4", twin::cdna3_four},
    {"cdna3_bf16_k4", twin::cdna3_four}, {"cdna3_xf32", twin::cdna3_xf32_unit},
    {"cdna3_fp8", twin::cdna3_bytes},    {"cdna3_bf8", twin::cdna3_bytes},
    {"cdna3_f32", twin::fma_chain_f32},  {"blackwell_mxf8f6f4", twin::mxf8f6f4},
    {"blackwell_mxf4", twin::mxf4},      {"blackwell_mxf4nvf4", twin::mxf4},
};

}  // namespace

UnitTwin* find_unit_twin(std::string_view unit) {
  for (const Row& row : kRows)
    if (row.unit == unit) return row.twin;
  if (unit.starts_with("rdna4_")) return twin::rdna4;
  if (unit.starts_with("rdna3_")) return twin::rdna3;
  return twin::has_truncated_fused(unit) ? twin::truncated_fused : nullptr;
}

std::uint32_t twin::nearest_code(const formats::Format& f, const mpq_class& q) {
  const std::uint32_t sign = q < 0 ? 1u << (f.exponent_bits + f.mantissa_bits) : 0;
  const mpq_class magnitude = abs(q);
  const int emin = 1 - f.bias, exponent = std::max(floor_log2(magnitude), emin);
  const mpq_class units = shifted(magnitude, f.mantissa_bits - exponent), whole = floor_to(0, units);
  const mpq_class rest = units - whole;
  auto code = std::uint32_t(whole.get_d()) + (std::uint32_t(exponent - emin) << f.mantissa_bits);
  if (rest > mpq_class(1, 2) || (rest == mpq_class(1, 2) && code % 2 != 0)) ++code;
  const std::uint32_t infinity = ((1u << f.exponent_bits) - 1) << f.mantissa_bits;
  return sign | std::min(code, infinity);
}

}  // namespace lockstep::tests
