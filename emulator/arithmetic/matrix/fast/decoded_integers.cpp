#include "emulator/arithmetic/matrix/fast/decoded_integers.hpp"

#include "emulator/arithmetic/matrix/fast/integer_table.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"

namespace lockstep::matrix {

namespace {

constexpr host::PerLevel<DecodeIntegers> kDecode{nullptr, LOCKSTEP_IF_X86_64(decode_integers_v3), nullptr,
                                                 LOCKSTEP_IF_X86_64(decode_integers_vnni)};
constexpr host::PerLevel<DecodeNibbles> kDecodeNibbles{nullptr, LOCKSTEP_IF_X86_64(decode_nibbles_v3),
                                                       nullptr, LOCKSTEP_IF_X86_64(decode_nibbles_vnni)};

}  // namespace

bool are_integers(const formats::Format& a, const formats::Format& b) {
  return integers_of(a) != nullptr && integers_of(b) != nullptr;
}

void decode_integers(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out) {
  kDecode.at(level)(shape, side, operand, out);
}

bool decode_integers(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, DecodedOperand& out) {
  if (integers_of(format) != &kE2m1) return false;
  kDecodeNibbles.at(level)(shape, side, registers, out);
  return true;
}

}  // namespace lockstep::matrix
