// T-FDPA of arXiv 2511.10909 and arXiv 2512.07004, by generation: the parameters that they print, in the
// implementation that tests/hardware put to an H200. That no rounded sum is -0 was seen there.
#include <algorithm>
#include <string>

#include "reference/formats/formats.hpp"
#include "tests/hardware/candidate.hpp"
#include "tests/matrix/unit_twin.hpp"

namespace lockstep::tests::twin {
namespace {

using hardware::Candidate, hardware::Encoding;
using hardware::kNoFloor;

/// Bits kept under the largest exponent, products in a sum, and what a zero counts with, for f32 and f16
/// results.
struct Generation {
  std::string_view units;  ///< without the result's format
  int fraction_bits, products, zero_f32, zero_f16;
};

constexpr Generation kGenerations[] = {
    {"volta_mma_f16", 23, 4, kNoFloor, -19},
    {"turing_mma_f16", 24, 8, -132, -20},
    {"ampere_mma_f16", 24, 8, -132, -20},
    {"ampere_mma_bf16", 24, 8, -132, -20},
    {"ampere_mma_tf32", 24, 4, -132, -20},
    {"ada_mma_f16", 24, 8, -132, -20},
    {"ada_mma_bf16", 24, 8, -132, -20},
    {"ada_mma_tf32", 24, 4, -132, -20},
    {"ada_mma_e4m3", 13, 16, -133, -21},
    {"ada_mma_e5m2", 13, 16, -133, -21},
    {"hopper_mma_f16", 25, 16, -133, -21},
    {"hopper_mma_f16_k8", 25, 8, -133, -21},
    {"hopper_mma_bf16", 25, 16, -133, -21},
    {"hopper_mma_bf16_k8", 25, 8, -133, -21},
    {"hopper_mma_tf32", 25, 8, -133, -21},
    {"hopper_mma_tf32_k4", 25, 4, -133, -21},
    {"hopper_wgmma_f16", 25, 16, -133, -21},
    {"hopper_wgmma_bf16", 25, 16, -133, -21},
    {"hopper_wgmma_tf32", 25, 8, -133, -21},
    {"hopper_wgmma_e4m3", 13, 32, -133, -21},
    {"hopper_wgmma_e5m2", 13, 32, -133, -21},
    {"hopper_mma_e4m3", 25, 16, -133, -21},  // each half
    {"hopper_mma_e5m2", 25, 16, -133, -21},
    {"hopper_mma_e4m3_k16", 25, 8, -133, -21},
    {"blackwell_mma_f16", 25, 16, -133, -21},
    {"blackwell_mma_f16_k8", 25, 8, -133, -21},
    {"blackwell_mma_bf16", 25, 16, -133, -21},
    {"blackwell_mma_bf16_k8", 25, 8, -133, -21},
    {"blackwell_mma_tf32", 25, 8, -133, -21},
    {"blackwell_mma_tf32_k4", 25, 4, -133, -21},
    {"blackwell_tcgen05_f16", 25, 16, -133, -21},
    {"blackwell_tcgen05_bf16", 25, 16, -133, -21},
    {"blackwell_tcgen05_tf32", 25, 8, -133, -21},
    {"blackwell_tcgen05_e4m3", 25, 32, -133, -21},
    {"blackwell_tcgen05_e5m2", 25, 32, -133, -21},
};

const Generation* find(std::string_view unit) {
  const std::string_view name = unit.substr(0, unit.rfind('_'));
  const auto found = std::ranges::find(kGenerations, name, &Generation::units);
  return found == std::end(kGenerations) ? nullptr : found;
}

Candidate candidate(std::string_view unit, const Generation& g) {
  const bool half = unit.ends_with("_f16");
  Candidate c{.fraction_bits = g.fraction_bits,
              .block = g.products,
              .exponent_floor = half ? g.zero_f16 : g.zero_f32,
              .result_bits = half                    ? 10
                             : g.fraction_bits == 13 ? 13
                                                     : 23,
              .round = half ? hardware::Round::nearest_even : hardware::Round::toward_zero};
  // Hopper has no 8-bit mma.sync of its own: two of f16, and an addition.
  if (unit.starts_with("hopper_mma_e")) {
    c.order = hardware::Order::quads;
    c.through_f16 = true;
    c.c_last = true;
  }
  return c;
}

Encoding encoding(const formats::Format& f) {
  if (f == formats::float8_e4m3fn) return hardware::kE4m3;
  if (f == formats::float8_e5m2) return hardware::kE5m2;
  if (f == formats::float16) return hardware::kF16;
  return f == formats::bfloat16 ? hardware::kBf16 : hardware::kF32;
}

}  // namespace

bool has_truncated_fused(std::string_view unit) {
  return find(unit) != nullptr;
}

std::uint32_t truncated_fused(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i) {
  const Candidate c = candidate(unit.name, *find(unit.name));
  const bool tf32 = *dots.a_format == formats::float32;
  const int of_instruction = c.c_last ? 2 * c.block : c.block;
  const hardware::Instruction in{.name = "",
                                 .ptx = "",
                                 .unit = "",
                                 .family = hardware::Family::mma,
                                 .a = tf32 ? hardware::kTf32 : encoding(*dots.a_format),
                                 .b = tf32 ? hardware::kTf32 : encoding(*dots.b_format),
                                 .d = encoding(*unit.d),
                                 .a_name = "",
                                 .b_name = "",
                                 .d_name = "",
                                 .m = 1,
                                 .n = 1,
                                 .k = of_instruction};
  const std::uint32_t *a = &dots.a[i * std::size_t(dots.k)], *b = &dots.b[i * std::size_t(dots.k)];
  std::uint64_t d = dots.c[i];
  for (int first = 0; first < dots.k; first += of_instruction)
    d = hardware::predict(
        in, c, [&](int k) { return std::uint64_t{a[first + k]}; },
        [&](int k) { return std::uint64_t{b[first + k]}; }, d);
  return std::uint32_t(d);
}

}  // namespace lockstep::tests::twin
