// Operands as small integers, on hosts with AVX2 or VNNI: formats whose values are such integers times a
// power of two, e2m1 in halves, e2m3 in eighths.

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "host/intrinsics.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

namespace {

/// The integers of codes of up to 6 bits, in units of the smallest subnormal: [code / 16], then [code % 16]
/// repeated four times, once for each part of a register that a shuffle works on.
using Integers = std::array<std::array<std::int8_t, 64>, 4>;

constexpr Integers integers(const formats::Format& f) {
  Integers all{};
  for (std::uint32_t code = 0; code < 64; ++code)
    for (std::uint32_t part = 0; part < 64; part += 16)
      all[code / 16][part + code % 16] = std::int8_t(formats::to_double(f, code & f.code_mask()) *
                                                     formats::power_of_two(f.mantissa_bits - f.emin()));
  return all;
}

constexpr Integers kE2m1 = integers(formats::float4_e2m1fn), kE2m3 = integers(formats::float6_e2m3fn);

/// The table of a format; nullptr: its values are not such integers.
const Integers* integers_of(const formats::Format& f) {
  const auto is = [&](const formats::Format& other) { return &f == &other || f == other; };
  if (is(formats::float4_e2m1fn)) return &kE2m1;
  return is(formats::float6_e2m3fn) ? &kE2m3 : nullptr;
}

using DecodeCodes = void(Shape shape, Side side, const Operand& operand, DecodedOperand& out);
using DecodeRegisters = void(Shape shape, Side side, const std::uint32_t* const* const& registers,
                             DecodedOperand& out);

#if LOCKSTEP_X86_64
namespace v3 {

#define LOCKSTEP_LEVEL LOCKSTEP_V3
constexpr int kWidth = 8;
using ByteVector [[gnu::vector_size(4 * kWidth)]] = std::uint8_t;
using DwordVector [[gnu::vector_size(4 * kWidth)]] = std::uint32_t;
LOCKSTEP_INLINE LOCKSTEP_V3 ByteVector look_up(ByteVector table, ByteVector codes) {
  return ByteVector(_mm256_shuffle_epi8(__m256i(table), __m256i(codes)));
}
LOCKSTEP_INLINE LOCKSTEP_V3 DwordVector add_fours(DwordVector sums, ByteVector bytes) {
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(kIntegerBias), __m256i(bytes));
  return sums + DwordVector(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
#include "emulator/arithmetic/matrix/fast/decoded_integers.inc"
#undef LOCKSTEP_LEVEL

}  // namespace v3

namespace vnni {

#define LOCKSTEP_LEVEL LOCKSTEP_V4_VNNI
constexpr int kWidth = 16;
using ByteVector [[gnu::vector_size(4 * kWidth)]] = std::uint8_t;
using DwordVector [[gnu::vector_size(4 * kWidth)]] = std::uint32_t;
LOCKSTEP_INLINE LOCKSTEP_V4_VNNI ByteVector look_up(ByteVector table, ByteVector codes) {
  return ByteVector(_mm512_shuffle_epi8(__m512i(table), __m512i(codes)));
}
LOCKSTEP_INLINE LOCKSTEP_V4_VNNI DwordVector add_fours(DwordVector sums, ByteVector bytes) {
  return DwordVector(_mm512_dpbusd_epi32(__m512i(sums), _mm512_set1_epi8(kIntegerBias), __m512i(bytes)));
}
#include "emulator/arithmetic/matrix/fast/decoded_integers.inc"
#undef LOCKSTEP_LEVEL

}  // namespace vnni
#endif

constexpr host::PerLevel<DecodeCodes> kDecodeCodes{nullptr, LOCKSTEP_IF_X86_64(v3::decode), nullptr,
                                                   LOCKSTEP_IF_X86_64(vnni::decode)};
constexpr host::PerLevel<DecodeRegisters> kDecodeRegisters{nullptr, LOCKSTEP_IF_X86_64(v3::decode), nullptr,
                                                           LOCKSTEP_IF_X86_64(vnni::decode)};

}  // namespace

bool are_integers(const formats::Format& a, const formats::Format& b) {
  return integers_of(a) != nullptr && integers_of(b) != nullptr;
}

void decode_integers(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  kDecodeCodes.at(level)(shape, side, operand, out);
}

bool decode_integers(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, DecodedOperand& out) {
  if (integers_of(format) != &kE2m1) return false;
  kDecodeRegisters.at(level)(shape, side, registers, out);
  return true;
}

}  // namespace lockstep::matrix
