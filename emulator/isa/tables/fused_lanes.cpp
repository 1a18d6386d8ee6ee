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

// True where a lane is NaN: which one is for settle_nan() to say.
LOCKSTEP_WIDE bool fuse_wide(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
                             Floats& sums) {
  __mmask16 nans = 0;
  for (std::size_t l = 0; l < kLanes; l += 16) {
    const __m512 sum =
        _mm512_fmadd_ps(_mm512_loadu_ps(a + l), _mm512_loadu_ps(b + l), _mm512_loadu_ps(c + l));
    nans = __mmask16(nans | _mm512_cmp_ps_mask(sum, sum, _CMP_UNORD_Q));
    _mm512_storeu_ps(&sums[l], sum);
  }
  return nans != 0;
}

LOCKSTEP_WIDE void by_wide_host(const std::uint32_t* a_bits, const std::uint32_t* b_bits,
                                const std::uint32_t* c_bits, LaneOutputs& out) {
  Floats sums;
  if (fuse_wide(a_bits, b_bits, c_bits, sums)) {
    const Floats a = floats(a_bits), b = floats(b_bits), c = floats(c_bits);
    for (std::size_t l = 0; l < kLanes; ++l) sums[l] = settle_nan(sums[l], a[l], b[l], c[l]);
  }
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
