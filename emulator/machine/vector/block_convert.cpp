// Conversions of 8 to 32 elements a lane, and what else has many dwords: gather a lane's registers, evaluate,
// write back under EXEC.
#include <algorithm>
#include <bit>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

namespace {

using isa::BlockConvert;

constexpr int kMost = isa::kMostBlockDwords;

/// The lanes of each dword of an operand.
struct Dwords {
  std::array<const std::uint32_t*, kMost> value{}, undefined{};
};

/// Copies one lane's dwords. True when all of them are defined.
bool read_lane(const Dwords& dwords, int count, int lane, std::uint32_t* out) {
  bool defined = true;
  for (std::size_t d = 0; d < std::size_t(count); ++d) {
    out[d] = dwords.value[d][lane];
    defined &= dwords.undefined[d] == nullptr || dwords.undefined[d][lane] == 0;
  }
  return defined;
}

struct Operands {
  int destination = -1;
  std::array<Dwords, 3> source;
  std::array<Source, 3> broadcast;  ///< sources in scalar registers, and constants
  Source seed, scale;
};

bool find_source(Wave& wave, const isa::Instruction& i, std::size_t s, int count, Operands& out) {
  const isa::Operand& operand = *i.source(s);
  Dwords& dwords = out.source[s];
  if (operand.kind == isa::Operand::Kind::vector || operand.kind == isa::Operand::Kind::accumulator) {
    const int first = unified_register(wave, operand);
    if (first < 0 || operand.count < count) return false;
    for (int d = 0; d < count; ++d) {
      dwords.value[std::size_t(d)] = wave.vector.read(first + d);
      dwords.undefined[std::size_t(d)] = wave.vector.undefined(first + d);
    }
    return true;
  }
  Source& source = out.broadcast[s];
  if (count > 2 || !fetch(wave, i, int(s), operand, count == 2 ? isa::Type::u64 : isa::Type::u32, source))
    return false;
  std::ranges::copy(source.value, dwords.value.begin());
  std::ranges::copy(source.undefined, dwords.undefined.begin());
  return true;
}

bool find_registers(Wave& wave, const isa::Instruction& i, const BlockConvert& row, Operands& out) {
  out.destination = unified_register(wave, *i.destination());
  bool found = out.destination >= 0 && i.destination()->count >= row.destination_dwords;
  for (std::size_t s = 0; found && s < 3 && row.source_dwords[s] != 0; ++s)
    found = find_source(wave, i, s, row.source_dwords[s], out);
  return found;
}

/// Whether a row takes one of the scales in a register: gfx1250's widening of 8 or 16 elements, where
/// scale_sel names the scale, an e8m0 byte: bit 0 the half of each 32 lanes that has it, bits 1 and 2 the
/// byte's number. Bit 3 means blocks of 16 elements.
bool takes_scale_byte(const BlockConvert& row) {
  return row.scaled && row.source_dwords[0] <= 3;
}
constexpr unsigned kBlocksOf16 = 8;
int scale_lane(int lane, unsigned select) {
  return (lane & ~31) | (lane & 15) | int(select & 1) << 4;
}
std::uint32_t scale_byte(std::uint32_t scales, unsigned select) {
  const unsigned byte = (select & 2) | (select >> 2 & 1);
  return (scales >> 8 * byte & 0xFF) << 23;
}

}  // namespace

Step execute_block_convert(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const auto& row = std::get<BlockConvert>(i.semantics->operation);
  const isa::BlockFunction evaluate = i.modifiers.clamp ? row.saturating : row.evaluate;
  if (evaluate == nullptr)
    return wave.stop(FindingKind::unsupported, prepared, -1, "clamp on this instruction");
  const isa::Operand* const seed = i.operand(isa::OperandRole::seed);
  Operands o;
  if (!find_registers(wave, i, row, o))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a register lies beyond those of the kernel");
  if (takes_scale_byte(row) && (unsigned(i.modifiers.abid) & kBlocksOf16) != 0)
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     "which scales blocks of 16 have (scale_sel:8 to 15) is not public");
  // Only the scale's exponent counts, and no mode flushes it.
  if ((row.scaled && !fetch(wave, i, 2, *i.scale(0), isa::Type::f32, o.scale, {.flushes = false})) ||
      (seed != nullptr && !fetch(wave, i, 1, *seed, isa::Type::u32, o.seed)))
    return wave.stop(FindingKind::unsupported, prepared, -1, "an operand can't be read as a vector source");

  std::array<Lanes, kMost> value, undefined;
  bool any_undefined = false;
  for (int l = 0; l < kMaxLanes; ++l) {
    std::array<std::array<std::uint32_t, kMost>, 3> in;
    std::array<std::uint32_t, kMost> out;
    bool defined = true;
    for (std::size_t s = 0; s < 3; ++s)
      defined &= read_lane(o.source[s], row.source_dwords[s], l, in[s].data());
    const bool byte = takes_scale_byte(row);
    const int from = byte ? scale_lane(l, i.modifiers.abid) : l;
    defined &= o.scale.undefined[0] == nullptr || o.scale.undefined[0][from] == 0;
    defined &= o.seed.undefined[0] == nullptr || o.seed.undefined[0][l] == 0;
    isa::BlockInputs inputs{{in[0].data(), in[1].data(), in[2].data()}};
    inputs.seed = seed != nullptr ? o.seed.value[0][l] : 0;
    const std::uint32_t scale = row.scaled ? o.scale.value[0][from] : 0;
    inputs.scale = std::bit_cast<float>(byte ? scale_byte(scale, i.modifiers.abid) : scale);
    inputs.mode = wave.mode;
    evaluate(inputs, out.data());
    for (std::size_t d = 0; d < row.destination_dwords; ++d) {
      value[d][l] = out[d];
      undefined[d][l] = defined ? 0u : ~0u;
    }
    any_undefined |= !defined;
  }
  for (int d = 0; d < row.destination_dwords; ++d)
    wave.vector.write(o.destination + d, wave.exec(), wave.exec_lanes(), value[std::size_t(d)].data(),
                      any_undefined ? undefined[std::size_t(d)].data() : nullptr);
  return Step::next;
}

}  // namespace lockstep::machine
