#include "emulator/lint/lds_ranges.hpp"

#include "emulator/isa/semantics.hpp"

namespace lockstep::lint {

std::optional<LdsRanges> lds_ranges(const isa::Program& program, Operations code,
                                    const KnownValues::State& values, std::uint32_t i) {
  const isa::Instruction& line = program.instructions[i];
  const auto* m = std::get_if<isa::Memory>(&line.semantics->operation);
  if (m == nullptr || !values.lane_executes()) return std::nullopt;
  const std::uint32_t bytes = m->bytes < 4 && code[i].to_lds ? 4 : m->bytes;
  const auto held = [&](const isa::Operand* named) {
    return named != nullptr && named->kind == isa::Operand::Kind::vector
               ? values.vectors[named->index].whole()
               : std::nullopt;
  };
  if (code[i].lds_by_lanes) {
    const auto address = held(line.data(0));
    if (!address) return std::nullopt;
    return LdsRanges{{Bytes{*address + std::uint32_t(line.modifiers.offset), m->bytes}, Bytes{}}};
  }
  if (code[i].to_lds) {
    constexpr std::uint32_t kLdsAddress = 0x3FFFF;
    const auto m0 = values.scalars[isa::scalar::kM0].whole();
    if (!m0) return std::nullopt;
    const std::uint32_t base = (*m0 & kLdsAddress) + std::uint32_t(line.modifiers.offset);
    return LdsRanges{{Bytes{base + values.lane * bytes, bytes}, Bytes{}}};
  }
  if (m->space != isa::Memory::Space::lds || m->thread_address || m->transpose != 0) return std::nullopt;
  const auto address = held(line.operand(isa::OperandRole::address));
  if (!address) return std::nullopt;
  if (!m->pair) return LdsRanges{{Bytes{*address + std::uint32_t(line.modifiers.offset), bytes}, Bytes{}}};
  return LdsRanges{{Bytes{*address + line.modifiers.offset0 * m->pair_stride, bytes},
                    Bytes{*address + line.modifiers.offset1 * m->pair_stride, bytes}}};
}

}  // namespace lockstep::lint
