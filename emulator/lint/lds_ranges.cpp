#include "emulator/lint/lds_ranges.hpp"

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tensor_descriptor.hpp"

namespace lockstep::lint {

namespace {

/// More than any LDS has: such copies go out of it, and are too many bytes to list.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

/// What a tensor's copy uses, whichever lanes execute.
std::optional<LdsRanges> tile(const isa::Instruction& line, isa::Access access,
                              const KnownValues::State& values) {
  isa::TensorWords words{}, known;
  known.fill(~0u);
  for (std::size_t g = 0; g < isa::kTensorGroups.size(); ++g) {
    const isa::Operand* const group = line.operand(isa::nth(isa::OperandRole::group0, g));
    if (group == nullptr || group->kind != isa::Operand::Kind::scalar) continue;
    for (std::size_t i = 0; i < group->count; ++i) {
      const Bits& word = values.scalars[group->index + i];
      words[isa::kTensorGroups[g] + i] = word.value;
      known[isa::kTensorGroups[g] + i] = word.known;
    }
  }
  if (!isa::says_lds_bytes(words, known)) return std::nullopt;
  const isa::TensorDescriptor descriptor = isa::decode_tensor_descriptor(words, access);
  std::uint64_t bytes = descriptor.element;
  for (const std::uint64_t count : descriptor.tile) bytes = std::min(bytes * count, kMostBytes);
  if (bytes * descriptor.iterations >= kMostBytes) return std::nullopt;
  LdsRanges all;
  isa::for_each_run(descriptor, [&](const isa::TileRun& run) {
    const auto first = std::uint32_t(run.lds);
    if (!all.bytes.empty() && all.bytes.back().first + all.bytes.back().count == first)
      all.bytes.back().count += run.bytes;
    else
      all.bytes.push_back({first, run.bytes});
  });
  return all;
}

}  // namespace

std::optional<LdsRanges> lds_ranges(const isa::Program& program, Operations code,
                                    const KnownValues::State& values, std::uint32_t i) {
  const isa::Instruction& line = program.instructions[i];
  if (const auto* copy = std::get_if<isa::TensorCopy>(&line.semantics->operation))
    return tile(line, copy->access, values);
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
    return LdsRanges{{{*address + std::uint32_t(line.modifiers.offset), m->bytes}}};
  }
  if (code[i].to_lds) {
    constexpr std::uint32_t kLdsAddress = 0x3FFFF;
    const auto m0 = values.scalars[isa::scalar::kM0].whole();
    if (!m0) return std::nullopt;
    const std::uint32_t base = (*m0 & kLdsAddress) + std::uint32_t(line.modifiers.offset);
    return LdsRanges{{{base + values.lane * bytes, bytes}}};
  }
  if (m->space != isa::Memory::Space::lds || m->thread_address || m->transpose != 0) return std::nullopt;
  const auto address = held(line.operand(isa::OperandRole::address));
  if (!address) return std::nullopt;
  if (!m->pair) return LdsRanges{{{*address + std::uint32_t(line.modifiers.offset), bytes}}};
  return LdsRanges{{{*address + line.modifiers.offset0 * m->pair_stride, bytes},
                    {*address + line.modifiers.offset1 * m->pair_stride, bytes}}};
}

}  // namespace lockstep::lint
