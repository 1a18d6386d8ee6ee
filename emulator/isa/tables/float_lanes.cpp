#include "emulator/isa/tables/host_lanes.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::isa {

namespace {

LOCKSTEP_V3 __m256 load_v3(const std::uint32_t* bits) {
  return _mm256_castsi256_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits)));
}

LOCKSTEP_V3 void store_v3(std::uint32_t* to, __m256 x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_castps_si256(x));
}

/// x where it is a NaN, quieted, else `otherwise`.
LOCKSTEP_V3 __m256 nan_or(__m256 x, __m256 otherwise) {
  const __m256 quiet = _mm256_castsi256_ps(_mm256_set1_epi32(int(kQuietBit<float>)));
  return _mm256_blendv_ps(otherwise, _mm256_or_ps(x, quiet), _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
}

/// settle_nan of all lanes; the last source may be named twice. Nothing was stored before: which NaN a result
/// becomes depends on the sources, one of which may be the destination.
LOCKSTEP_V3 void store_settled(const float* results, const std::uint32_t* a, const std::uint32_t* b,
                               const std::uint32_t* c, LaneOutputs& out) {
  for (std::size_t l = 0; l < kMaxLanes; l += 8) {
    const __m256 result = _mm256_loadu_ps(results + l);
    const __m256 nan = nan_or(
        load_v3(a + l), nan_or(load_v3(b + l), nan_or(load_v3(c + l), _mm256_set1_ps(default_nan<float>()))));
    store_v3(out.destination[0] + l,
             _mm256_blendv_ps(result, nan, _mm256_cmp_ps(result, result, _CMP_UNORD_Q)));
  }
}

/// What becomes of a, b and c, of which sums and products take no third.
struct Sum {
  LOCKSTEP_V3 static __m256 of(__m256 a, __m256 b, __m256 /*c*/) { return _mm256_add_ps(a, b); }
  LOCKSTEP_V4 static __m512 of(__m512 a, __m512 b, __m512 /*c*/) { return _mm512_add_ps(a, b); }
};
struct Difference {
  LOCKSTEP_V3 static __m256 of(__m256 a, __m256 b, __m256 /*c*/) { return _mm256_sub_ps(a, b); }
  LOCKSTEP_V4 static __m512 of(__m512 a, __m512 b, __m512 /*c*/) { return _mm512_sub_ps(a, b); }
};
struct ReversedDifference {
  LOCKSTEP_V3 static __m256 of(__m256 a, __m256 b, __m256 /*c*/) { return _mm256_sub_ps(b, a); }
  LOCKSTEP_V4 static __m512 of(__m512 a, __m512 b, __m512 /*c*/) { return _mm512_sub_ps(b, a); }
};
struct Product {
  LOCKSTEP_V3 static __m256 of(__m256 a, __m256 b, __m256 /*c*/) { return _mm256_mul_ps(a, b); }
  LOCKSTEP_V4 static __m512 of(__m512 a, __m512 b, __m512 /*c*/) { return _mm512_mul_ps(a, b); }
};
struct Fused {
  LOCKSTEP_V3 static __m256 of(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
  LOCKSTEP_V4 static __m512 of(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }
};

template <typename Operation>
LOCKSTEP_V3 void evaluate_v3(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
                             LaneOutputs& out) {
  constexpr std::size_t kVectors = kMaxLanes / 8;
  __m256 vectors[kVectors];
  __m256 nans = _mm256_setzero_ps();
#pragma GCC unroll 8
  for (std::size_t v = 0; v < kVectors; ++v) {
    vectors[v] = Operation::of(load_v3(a + 8 * v), load_v3(b + 8 * v), load_v3(c + 8 * v));
    nans = _mm256_or_ps(nans, _mm256_cmp_ps(vectors[v], vectors[v], _CMP_UNORD_Q));
  }
  if (_mm256_movemask_ps(nans) != 0) {
    std::array<float, kMaxLanes> results;
    std::memcpy(results.data(), vectors, sizeof results);
    return store_settled(results.data(), a, b, c, out);
  }
#pragma GCC unroll 8
  for (std::size_t v = 0; v < kVectors; ++v) store_v3(out.destination[0] + 8 * v, vectors[v]);
}

template <typename Operation>
LOCKSTEP_V4 void evaluate_v4(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
                             LaneOutputs& out) {
  constexpr std::size_t kVectors = kMaxLanes / 16;
  __m512 vectors[kVectors];
  __mmask16 nans = 0;
#pragma GCC unroll 4
  for (std::size_t v = 0; v < kVectors; ++v) {
    vectors[v] =
        Operation::of(_mm512_loadu_ps(a + 16 * v), _mm512_loadu_ps(b + 16 * v), _mm512_loadu_ps(c + 16 * v));
    nans = __mmask16(nans | _mm512_cmp_ps_mask(vectors[v], vectors[v], _CMP_UNORD_Q));
  }
  if (nans != 0) {
    std::array<float, kMaxLanes> results;
    std::memcpy(results.data(), vectors, sizeof results);
    return store_settled(results.data(), a, b, c, out);
  }
#pragma GCC unroll 4
  for (std::size_t v = 0; v < kVectors; ++v) _mm512_storeu_ps(out.destination[0] + 16 * v, vectors[v]);
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define LOCKSTEP_FLOAT_LANES(NAME, OPERATION, THIRD)                      \
  void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out) {          \
    evaluate_v3<OPERATION>(in.source[0][0], in.source[1][0], THIRD, out); \
  }                                                                       \
  void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out) {          \
    evaluate_v4<OPERATION>(in.source[0][0], in.source[1][0], THIRD, out); \
  }
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_FLOAT_LANES(sum, Sum, in.source[1][0])
LOCKSTEP_FLOAT_LANES(difference, Difference, in.source[1][0])
LOCKSTEP_FLOAT_LANES(reversed_difference, ReversedDifference, in.source[1][0])
LOCKSTEP_FLOAT_LANES(product, Product, in.source[1][0])
LOCKSTEP_FLOAT_LANES(fused, Fused, in.source[2][0])
LOCKSTEP_FLOAT_LANES(accumulated, Fused, in.old[0])

}  // namespace lockstep::isa
#endif
