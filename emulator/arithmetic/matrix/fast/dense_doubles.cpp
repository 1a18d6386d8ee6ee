// f64: chains of fused multiply-adds. Which of several NaNs propagates is decided elsewhere: operands that
// are infinite or NaN are not accepted, so that the accumulator's is the only one.
#include <bit>

#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix {
namespace {

constexpr int kSide = 16;                // rows and columns
constexpr int kMostDoubles = 4 * kSide;  // doubles of A or B

LOCKSTEP_INLINE void join(const std::uint32_t* low, double* out) {
  for (int j = 0; j < kSide; ++j) {
    const std::uint64_t bits = low[j] | std::uint64_t{low[kLanes + j]} << 32;
    out[j] = std::bit_cast<double>(bits);
  }
}

LOCKSTEP_INLINE void part(const double* from, std::uint32_t* low) {
  for (int j = 0; j < kSide; ++j) {
    const auto bits = std::bit_cast<std::uint64_t>(from[j]);
    low[j] = std::uint32_t(bits);
    low[kLanes + j] = std::uint32_t(bits >> 32);
  }
}

LOCKSTEP_INLINE bool all_finite(const double* from, int count) {
  bool finite = true;
  for (int i = 0; i < count; ++i) finite &= from[i] - from[i] == 0;
  return finite;
}

LOCKSTEP_INLINE bool chain(const DensePlan& plan, const DenseRegisters& registers) {
  const MatrixInstruction& i = *plan.instruction;
  alignas(64) double a[kMostDoubles], b[kMostDoubles];
  for (int k = 0; k < i.k; ++k) {
    join(registers.a + plan.places->a[std::size_t(k)].dword, a + k * kSide);
    join(registers.b + plan.places->b[std::size_t(k)].dword, b + k * kSide);
  }
  if (!all_finite(a, i.k * kSide) || !all_finite(b, i.k * kSide)) return false;
  for (int row = 0; row < kSide; ++row) {
    alignas(64) double sum[kSide];
    const std::size_t at = plan.places->c[std::size_t(row)].dword;
    join(registers.c + at, sum);
    for (int k = 0; k < i.k; ++k)
      for (int j = 0; j < kSide; ++j) sum[j] = __builtin_fma(a[k * kSide + row], b[k * kSide + j], sum[j]);
    part(sum, registers.d + at);
  }
  return true;
}

}  // namespace

LOCKSTEP_V3 bool dense_doubles_v3(const DensePlan& plan, const DenseRegisters& registers) {
  return chain(plan, registers);
}
LOCKSTEP_V4 bool dense_doubles_v4(const DensePlan& plan, const DenseRegisters& registers) {
  return chain(plan, registers);
}

}  // namespace lockstep::matrix
#endif
