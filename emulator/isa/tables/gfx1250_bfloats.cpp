// Packed arithmetic of bf16, which LLVM 22 selects for IEEE 754's operations on that type: one rounding, to
// nearest even. MODE does not flush bf16. And hyperbolic tangents.
#include <array>
#include <bit>
#include <cmath>

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {
namespace {

constexpr std::string_view
    kSelected = "LLVM 22, the operation that gfx1250's patterns select it for; one rounding (inferred)",
    kTangent = "LLVM 22, gfx1250's hyperbolic tangent; the nearest value (bits not public)";

/// A sum of two in binary32 has as many bits as a second rounding, to 8, needs to be innocuous (Figueroa,
/// 1995).
inline Bfloat add_bfloats(Bfloat a, Bfloat b) {
  return narrow_bfloat(add<float>(widen(a), widen(b)));
}
/// Exact in binary32, or below every bfloat.
inline Bfloat multiply_bfloats(Bfloat a, Bfloat b) {
  return narrow_bfloat(multiply<float>(widen(a), widen(b)));
}

/// The product is exact; the sum is rounded to odd in binary64, and that to odd in binary32, so that rounding
/// to nearest even sees the exact value (fused_binary32 has the same).
inline float to_odd(double x) {
  const auto near = static_cast<float>(x);
  if (!std::isfinite(x) || static_cast<double>(near) == x) return near;
  const auto bits = std::bit_cast<std::uint32_t>(near);
  const bool beyond =
      std::fabs(static_cast<double>(near)) > std::fabs(x);  // the truncated number is one less
  return std::bit_cast<float>((bits - (beyond ? 1u : 0u)) | 1u);
}
inline Bfloat fused_bfloats(Bfloat a, Bfloat b, Bfloat c) {
  const double product = double{widen(a)} * double{widen(b)}, addend = double{widen(c)};
  const double sum = product + addend, other = sum - product;
  const double error = (product - (sum - other)) + (addend - other);
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (std::isfinite(sum) && error != 0 && (bits & 1) == 0)
    bits += (error > 0) == (sum > 0) ? 1 : ~std::uint64_t{0};
  return narrow_bfloat(settle_nan(to_odd(std::bit_cast<double>(bits)), widen(a), widen(b), widen(c)));
}

inline Bfloat smaller_bfloat(Bfloat a, Bfloat b, Mode mode) {
  return narrow_bfloat(minimum<float>(widen(a), widen(b), mode));
}
inline Bfloat larger_bfloat(Bfloat a, Bfloat b, Mode mode) {
  return narrow_bfloat(maximum<float>(widen(a), widen(b), mode));
}

inline double tangent(double x) {
  return std::tanh(x);
}
inline Bfloat tangent_of_bfloat(Bfloat a) {
  return narrow_bfloat(approximate<float, tangent, false>(widen(a)));
}

constexpr auto kRows =
    on(kGfx1250, std::array{
                     // clang-format off
    lane_op<add_bfloats>("v_pk_add_bf16", kSelected, kPacked),
    lane_op<multiply_bfloats>("v_pk_mul_bf16", kSelected, kPacked),
    lane_op<fused_bfloats>("v_pk_fma_bf16", kSelected, kPacked),
    lane_op<smaller_bfloat>("v_pk_min_num_bf16", kSelected, exact(kPacked)),
    lane_op<larger_bfloat>("v_pk_max_num_bf16", kSelected, exact(kPacked)),
    lane_op<approximate<float, tangent, false>>("v_tanh_f32", kTangent),
    lane_op<approximate<Half, tangent, false>>("v_tanh_f16", kTangent, kOpSel),
    lane_op<tangent_of_bfloat>("v_tanh_bf16", kTangent, kOpSel),
                     // clang-format on
                 });

}  // namespace

std::span<const Semantics> gfx1250_bfloat_rows() {
  return kRows;
}

}  // namespace lockstep::isa
