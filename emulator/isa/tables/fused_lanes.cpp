#include "fused_lanes.hpp"

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lockstep::isa {

namespace {

#if defined(__x86_64__)
using Floats = std::array<float, kLanes>;

Floats floats(const std::uint32_t* bits) {
  Floats values;
  std::memcpy(values.data(), bits, sizeof values);
  return values;
}

__attribute__((target("arch=x86-64-v3"))) Floats fuse(const Floats& a, const Floats& b, const Floats& c) {
  Floats sums;
  for (std::size_t l = 0; l < kLanes; ++l) sums[l] = std::fma(a[l], b[l], c[l]);
  return sums;
}

// Nothing is stored before a NaN was looked for: which one it becomes depends on the sources, one of which
// may be the destination.
LOCKSTEP_WIDE void by_wide_host(const std::uint32_t* a_bits, const std::uint32_t* b_bits,
                                const std::uint32_t* c_bits, LaneOutputs& out) {
  constexpr std::size_t kVectors = kLanes / 16;
  __m512 vectors[kVectors];
  __mmask16 nans = 0;
#pragma GCC unroll 4
  for (std::size_t v = 0; v < kVectors; ++v) {
    vectors[v] = _mm512_fmadd_ps(_mm512_loadu_ps(a_bits + 16 * v), _mm512_loadu_ps(b_bits + 16 * v),
                                 _mm512_loadu_ps(c_bits + 16 * v));
    nans = __mmask16(nans | _mm512_cmp_ps_mask(vectors[v], vectors[v], _CMP_UNORD_Q));
  }
  if (nans == 0) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) _mm512_storeu_ps(out.destination[0] + 16 * v, vectors[v]);
    return;
  }
  Floats sums;
  std::memcpy(sums.data(), vectors, sizeof sums);
  const Floats a = floats(a_bits), b = floats(b_bits), c = floats(c_bits);
  for (std::size_t l = 0; l < kLanes; ++l) sums[l] = settle_nan(sums[l], a[l], b[l], c[l]);
  std::memcpy(out.destination[0], sums.data(), sizeof sums);
}

bool by_host(const std::uint32_t* a_bits, const std::uint32_t* b_bits, const std::uint32_t* c_bits,
             LaneOutputs& out) {
  if (!__builtin_cpu_supports("x86-64-v3")) return false;
  const Floats a = floats(a_bits), b = floats(b_bits), c = floats(c_bits);
  Floats sums = fuse(a, b, c);
  bool any_nan = false;
  for (const float sum : sums) any_nan |= sum != sum;
  if (any_nan)
    for (std::size_t l = 0; l < kLanes; ++l) sums[l] = settle_nan(sums[l], a[l], b[l], c[l]);
  std::memcpy(out.destination[0], sums.data(), sizeof sums);
  return true;
}
#else
bool by_host(const std::uint32_t*, const std::uint32_t*, const std::uint32_t*, LaneOutputs&) {
  return false;
}
void by_wide_host(const std::uint32_t*, const std::uint32_t*, const std::uint32_t*, LaneOutputs&) {}
#endif

}  // namespace

void fused_lanes(const LaneInputs& in, LaneOutputs& out) {
  if (!by_host(in.source[0][0], in.source[1][0], in.source[2][0], out))
    RowOf<fused_multiply_add<float>>::evaluate(in, out);
}

void accumulated_lanes(const LaneInputs& in, LaneOutputs& out) {
  if (!by_host(in.source[0][0], in.source[1][0], in.old[0], out)) RowOf<accumulate<float>>::evaluate(in, out);
}

void fused_lanes_wide(const LaneInputs& in, LaneOutputs& out) {
  by_wide_host(in.source[0][0], in.source[1][0], in.source[2][0], out);
}

void accumulated_lanes_wide(const LaneInputs& in, LaneOutputs& out) {
  by_wide_host(in.source[0][0], in.source[1][0], in.old[0], out);
}

}  // namespace lockstep::isa
