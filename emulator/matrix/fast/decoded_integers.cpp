#include "emulator/matrix/fast/decoded_integers.hpp"

#include "emulator/matrix/fast/integer_table.hpp"
#include "emulator/matrix/fast/kernels.hpp"

namespace lockstep::matrix {

#if defined(__x86_64__)
bool are_integers(const formats::Format& a, const formats::Format& b) {
  return integers_of(a) != nullptr && integers_of(b) != nullptr;
}

void decode_integers(InstructionSet set, Shape shape, Side side, const Operand& operand,
                     DecodedOperand& out) {
  set == InstructionSet::v4_vnni ? decode_integers_vnni(shape, side, operand, out)
                                 : decode_integers_v3(shape, side, operand, out);
}

bool decode_integers(InstructionSet set, Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, DecodedOperand& out) {
  if (integers_of(format) != &kE2m1) return false;
  set == InstructionSet::v4_vnni ? decode_nibbles_vnni(shape, side, registers, out)
                                 : decode_nibbles_v3(shape, side, registers, out);
  return true;
}
#else
bool are_integers(const formats::Format&, const formats::Format&) {
  return false;
}
void decode_integers(InstructionSet, Shape, Side, const Operand&, DecodedOperand&) {}
bool decode_integers(InstructionSet, Shape, Side, const formats::Format&, const std::uint32_t* const*,
                     DecodedOperand&) {
  return false;
}
#endif

}  // namespace lockstep::matrix
