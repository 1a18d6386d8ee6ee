#include "emulator/isa/tables/host_lanes.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::isa {

namespace {

constexpr std::size_t kAtOnce = 8;
constexpr int kInfinite = 255;  // the exponent field of an infinity

LOCKSTEP_V3 __m256i load(const std::uint32_t* bits) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits));
}
LOCKSTEP_V3 void store(std::uint32_t* to, __m256i bits) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bits);
}
LOCKSTEP_V3 __m256i exponent_fields(__m256i bits) {
  return _mm256_and_si256(_mm256_srli_epi32(bits, 23), _mm256_set1_epi32(0xFF));
}
LOCKSTEP_V3 __m256i is_between(__m256i x, int least, int most) {
  return _mm256_and_si256(_mm256_cmpgt_epi32(x, _mm256_set1_epi32(least - 1)),
                          _mm256_cmpgt_epi32(_mm256_set1_epi32(most + 1), x));
}

/// Whether of each lane numerator and denominator are normal, and such that v_div_scale does not scale.
LOCKSTEP_V3 bool are_ordinary(__m256i denominators, __m256i numerators) {
  using Range = DivisionRange<float>;
  const __m256i below = exponent_fields(denominators), above = exponent_fields(numerators);
  const __m256i normal = _mm256_and_si256(is_between(below, 1, Range::kHuge - 1),
                                          is_between(above, Range::kTinyNumerator + 1, kInfinite - 1));
  const __m256i near = is_between(_mm256_sub_epi32(above, below), 1 - Range::kFar, Range::kFar - 1);
  return _mm256_movemask_epi8(_mm256_and_si256(normal, near)) == -1;
}

LOCKSTEP_V3 bool are_finite(__m256i bits) {
  return _mm256_movemask_epi8(is_between(exponent_fields(bits), 0, kInfinite - 1)) == -1;
}

/// All lanes: those that are ordinary eight at a time by `ordinary(first lane)`, others by `one(lane)`.
template <typename Ordinary, typename One>
LOCKSTEP_V3 void by_eights(const LaneInputs& in, const Ordinary& ordinary, const One& one) {
  for (std::size_t first = 0; first < kMaxLanes; first += kAtOnce) {
    if (are_ordinary(load(in.source[1][0] + first), load(in.source[2][0] + first)) &&
        are_finite(load(in.source[0][0] + first)))
      ordinary(first);
    else
      for (std::size_t lane = first; lane < first + kAtOnce; ++lane) one(lane);
  }
}

float source(const LaneInputs& in, std::size_t index, std::size_t lane) {
  return std::bit_cast<float>(in.source[index][0][lane]);
}

}  // namespace

LOCKSTEP_V3 void scaled_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  std::uint64_t flags = 0;
  by_eights(
      in,
      [&](std::size_t first)
          LOCKSTEP_V3 { store(out.destination[0] + first, load(in.source[0][0] + first)); },
      [&](std::size_t lane) {
        const WithCarry<float> scaled =
            scale_for_division(source(in, 0, lane), source(in, 1, lane), source(in, 2, lane));
        out.destination[0][lane] = std::bit_cast<std::uint32_t>(scaled.value);
        flags |= std::uint64_t{scaled.carry} << lane;
      });
  out.mask = flags;
}

LOCKSTEP_V3 void scaled_back_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  if (in.carry == 0) return fused_lanes_v3(in, out);
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
    out.destination[0][lane] = std::bit_cast<std::uint32_t>(v_div_fmas(
        source(in, 0, lane), source(in, 1, lane), source(in, 2, lane), Carry{(in.carry >> lane & 1) != 0}));
}

LOCKSTEP_V3 void fixed_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  by_eights(
      in,
      [&](std::size_t first) LOCKSTEP_V3 {
        const __m256i sign = _mm256_set1_epi32(int(kSignBit<float>));
        const __m256i signs = _mm256_xor_si256(load(in.source[1][0] + first), load(in.source[2][0] + first));
        store(out.destination[0] + first,
              _mm256_or_si256(_mm256_andnot_si256(sign, load(in.source[0][0] + first)),
                              _mm256_and_si256(sign, signs)));
      },
      [&](std::size_t lane) {
        out.destination[0][lane] = std::bit_cast<std::uint32_t>(
            v_div_fixup(source(in, 0, lane), source(in, 1, lane), source(in, 2, lane)));
      });
}

}  // namespace lockstep::isa
#endif
