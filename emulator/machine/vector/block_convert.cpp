// Conversions of 8 to 32 elements a lane: gather a lane's registers, convert, write back under EXEC.
#include <bit>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

namespace {

using isa::BlockConvert;

constexpr int kMost = isa::kMostBlockDwords;

/// Reads one lane's dwords of consecutive registers. True when all of them are defined.
bool read_lane(Wave& wave, int first, int dwords, int lane, std::uint32_t* out) {
  bool defined = true;
  for (int d = 0; d < dwords; ++d) {
    out[d] = wave.vector.read(first + d)[lane];
    const std::uint32_t* undefined = wave.vector.undefined(first + d);
    defined &= undefined == nullptr || undefined[lane] == 0;
  }
  return defined;
}

struct Operands {
  int destination = -1;
  std::array<int, 2> source{-1, -1};
  Source seed, scale;
};

bool find_registers(Wave& wave, const isa::Instruction& i, const BlockConvert& row, Operands& out) {
  out.destination = unified_register(wave, *i.destination());
  bool found = out.destination >= 0 && i.destination()->count >= row.destination_dwords;
  for (std::size_t s = 0; s < 2 && row.source_dwords[s] != 0; ++s) {
    out.source[s] = unified_register(wave, *i.source(s));
    found = found && out.source[s] >= 0 && i.source(s)->count >= row.source_dwords[s];
  }
  return found;
}

/// Whether a row takes one of the scales in a register: gfx1250's widening of 8 or 16 elements, where
/// scale_sel names the scale, an e8m0 byte: bit 0 the half of each 32 lanes that has it, bits 1 and 2 the
/// byte's number. Bit 3 means blocks of 16 elements.
bool takes_scale_byte(const BlockConvert& row) {
  return row.source_dwords[0] <= 3;
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
  const std::size_t sources = row.source_dwords[1] != 0 ? 2 : 1;
  const isa::Operand* const seed = i.operand(isa::OperandRole::seed);
  Operands o;
  if (!find_registers(wave, i, row, o))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a register lies beyond those of the kernel");
  if (takes_scale_byte(row) && (unsigned(i.modifiers.abid) & kBlocksOf16) != 0)
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     "which scales blocks of 16 have (scale_sel:8 to 15) is not public");
  // Only the scale's exponent counts, and no mode flushes it.
  if (!fetch(wave, i, 2, *i.scale(0), isa::Type::f32, o.scale, {.flushes = false}) ||
      (seed != nullptr && !fetch(wave, i, 1, *seed, isa::Type::u32, o.seed)))
    return wave.stop(FindingKind::unsupported, prepared, -1, "an operand can't be read as a vector source");

  std::array<Lanes, kMost> value, undefined;
  bool any_undefined = false;
  for (int l = 0; l < kMaxLanes; ++l) {
    std::array<std::array<std::uint32_t, kMost>, 2> in;
    std::array<std::uint32_t, kMost> out;
    bool defined = true;
    for (std::size_t s = 0; s < sources; ++s)
      defined &= read_lane(wave, o.source[s], row.source_dwords[s], l, in[s].data());
    const bool byte = takes_scale_byte(row);
    const int from = byte ? scale_lane(l, i.modifiers.abid) : l;
    defined &= o.scale.undefined[0] == nullptr || o.scale.undefined[0][from] == 0;
    defined &= o.seed.undefined[0] == nullptr || o.seed.undefined[0][l] == 0;
    isa::BlockInputs inputs{{in[0].data(), in[1].data()}};
    inputs.seed = seed != nullptr ? o.seed.value[0][l] : 0;
    const std::uint32_t scale = o.scale.value[0][from];
    inputs.scale = std::bit_cast<float>(byte ? scale_byte(scale, i.modifiers.abid) : scale);
    inputs.mode = wave.mode;
    row.evaluate(inputs, out.data());
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
