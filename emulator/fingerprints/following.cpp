#include "emulator/fingerprints/following.hpp"

namespace lockstep::fingerprint {

namespace {

bool in_vector_file(const isa::Operand& operand) {
  return operand.kind == isa::Operand::Kind::vector || operand.kind == isa::Operand::Kind::accumulator;
}

bool is_scalar_register(const isa::Operand& operand) {
  return operand.kind == isa::Operand::Kind::scalar && operand.index < machine::ScalarRegisters::kCount;
}

bool is_special(const isa::Operand& operand) {
  return operand.kind == isa::Operand::Kind::scalar && operand.index >= machine::ScalarRegisters::kCount;
}

}  // namespace

bool depends(const Following& f, const isa::Operand& operand) {
  if (in_vector_file(operand)) {
    const int first = machine::unified_register(f.wave, operand);
    return first >= 0 && f.shadow.vector.depends(first, int(operand.count));
  }
  if (is_scalar_register(operand)) return f.shadow.scalar.depends(operand.index, int(operand.count));
  if (!is_special(operand)) return false;
  if (operand.index == isa::scalar::kScc) return !f.shadow.scc.none();
  return operand.index == isa::scalar::kVccz && f.shadow.scalar.depends(isa::scalar::kVcc, 2);
}

Fingerprint first_of_data(const Following& f, const isa::Operand& operand) {
  for (int d = 0; d < operand.count; ++d)
    for (int lane = 0; lane < f.lanes(); ++lane) {
      const Dword dword = operand_from(f, operand, d, lane);
      if (!none(dword)) return first_of_data(dword);
      if (!in_vector_file(operand)) break;
    }
  return {};
}

Dword operand_from(const Following& f, const isa::Operand& operand, int d, int lane) {
  if (in_vector_file(operand)) {
    const int first = machine::unified_register(f.wave, operand);
    return first < 0 ? Dword{} : f.shadow.vector.at(first + d, lane);
  }
  if (is_scalar_register(operand) && operand.index + d < machine::ScalarRegisters::kCount) {
    const int r = operand.index + d;
    const ScalarShadow::Bits* const bits = f.shadow.scalar.bits(r);
    if (bits == nullptr) return f.shadow.scalar.at(r);
    Dword dword;  // a mask read as a number: each byte is a term of its bits
    for (std::size_t b = 0; b < dword.size(); ++b)
      dword[b] = f.hasher.apply("bits", 0, std::span(*bits).subspan(8 * b, 8));
    return dword;
  }
  if (!is_special(operand) || d != 0 || !depends(f, operand)) return {};
  return {operand.index == isa::scalar::kScc ? f.shadow.scc : f.hasher.apply("vccz", 0, {})};
}

Fingerprint mask_from(const Following& f, const isa::Operand& mask, int lane) {
  if (!is_scalar_register(mask)) return {};
  const int r = mask.index + lane / 32;
  if (f.shadow.scalar.bits(r) != nullptr) return f.shadow.scalar.bit(mask.index, lane);
  const Dword& dword = f.shadow.scalar.at(r);
  const Fingerprint byte = dword[std::size_t(lane % 32 / 8)];
  return byte.none() ? Fingerprint{} : f.hasher.field(std::span(&byte, 1), lane % 8, 1);
}

}  // namespace lockstep::fingerprint
