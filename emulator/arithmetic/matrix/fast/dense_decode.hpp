// Converts elements of 8, 16 or 32 bits to floats, a vector of rows or columns at a time, in the order in
// which registers hold them.
#pragma once

#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

/// The facts for decoding a format of which no value is subnormal in f32.
struct NarrowFacts {
  std::int32_t code_mask, magnitude_mask, sign_mask, smallest_normal, largest_finite, nan_code, rebias;
  int sign_shift, mantissa_shift;
  float below_normals;  ///< half of the smallest normal

  LOCKSTEP_INLINE explicit NarrowFacts(const formats::Format& f)
      : code_mask(std::int32_t(f.code_mask())),
        magnitude_mask(std::int32_t(f.magnitude_mask())),
        sign_mask(std::int32_t(f.sign_mask())),
        smallest_normal(1 << f.mantissa_bits),
        largest_finite(std::int32_t(formats::largest_finite(f))),
        nan_code(f.specials == formats::Specials::fnuz ? std::int32_t(f.sign_mask()) : -1),
        rebias((127 - f.bias) << 23),
        sign_shift(32 - f.bits),
        mantissa_shift(23 - f.mantissa_bits),
        below_normals(std::bit_cast<float>((127 - f.bias) << 23)) {}
};

inline constexpr std::int32_t kInfinityBits = 0x7F800000;

template <typename V>
LOCKSTEP_INLINE StripInts<V> decode_narrow(const NarrowFacts& f, const StripInts<V>& code) {
  const StripInts<V> magnitude = code & f.magnitude_mask;
  const StripInts<V> normal = (magnitude << f.mantissa_shift) + f.rebias;
  // Read as a normal number, a subnormal has an exponent one too small and a leading one that it lacks.
  const auto subnormal =
      std::bit_cast<StripInts<V>>((std::bit_cast<StripFloats<V>>(normal) - f.below_normals) * 2.0F);
  const StripInts<V> finite = magnitude < f.smallest_normal ? subnormal : normal;
  const StripInts<V> value = magnitude > f.largest_finite ? finite | kInfinityBits : finite;
  const StripInts<V> with_sign = value | (code & f.sign_mask) << f.sign_shift;
  return code == f.nan_code ? StripInts<V>{} + std::bit_cast<std::int32_t>(kNaN) : with_sign;
}

/// Decodes `count` contiguous vectors of `n` elements; infinities and NaNs included. `ignored_bits`: low bits
/// of f32 that are cleared.
template <typename V>
LOCKSTEP_INLINE void decode_vectors(const formats::Format& format, int ignored_bits,
                                    const VectorPlace* places, int count, int n,
                                    const std::uint32_t* registers, float* out) {
  const NarrowFacts facts(format);
  const bool is_bfloat = format == formats::bfloat16, is_float = format == formats::float32;
  for (int v = 0; v < count; ++v) {
    const VectorPlace at = places[v];
    for (int j = 0; j < n; j += V::kStrip, out += V::kStrip) {
      const auto dwords = load<StripInts<V>>(registers + at.dword + j);
      if (is_bfloat)
        store(out, at.shift == 0 ? dwords << 16 : dwords & ~0xFFFF);
      else if (is_float)
        store(out, dwords & -(1 << ignored_bits));
      else
        store(out, decode_narrow<V>(facts, dwords >> at.shift & facts.code_mask));
    }
  }
}

/// Decodes both operands to [block][k][row] and [block][k][column].
template <typename V>
LOCKSTEP_INLINE void decode_operands(const DensePlan& plan, const DenseRegisters& from, float* a, float* b) {
  const MatrixInstruction& i = *plan.instruction;
  const int count = i.blocks * i.k, ignored = plan.facts.ignored_bits;
  decode_vectors<V>(*plan.a, ignored, plan.places->a.data(), count, i.m, from.a, a);
  decode_vectors<V>(*plan.b, ignored, plan.places->b.data(), count, i.n, from.b, b);
}

}  // namespace lockstep::matrix
