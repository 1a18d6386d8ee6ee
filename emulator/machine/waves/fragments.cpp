#include "emulator/machine/waves/fragments.hpp"

#include <cstring>

#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

constexpr std::size_t kMostRegisters = 8;  // registers of an operand in a wave64
constexpr int kNarrowLanes = 32;

/// Rearranges an operand of a wave32, which has twice as many registers, as a wave64 has it: each run of four
/// registers (of 6-bit elements six) becomes the lower lanes, the next run the upper lanes.
void widen(VectorRegisters& registers, const formats::Format& format, int first,
           std::array<Lanes, kMostRegisters>& wide) {
  const int run = format.bits == 6 ? 6 : 4;
  for (int r = 0; r < matrix::operand_registers(format); ++r)
    for (int half = 0; half < 2; ++half)
      std::memcpy(&wide[std::size_t(r)][std::size_t(half * kNarrowLanes)],
                  registers.read(first + r / run * 2 * run + half * run + r % run),
                  kNarrowLanes * sizeof wide[0][0]);
}

void fill(VectorRegisters& registers, const FragmentKind& kind, int first, Fragment& out) {
  std::array<const std::uint32_t*, kMostRegisters> values{};
  std::array<Lanes, kMostRegisters> wide;
  if (kind.wave32) widen(registers, *kind.format, first, wide);
  for (std::size_t i = 0; i < std::size_t(matrix::operand_registers(*kind.format)); ++i)
    values[i] = kind.wave32 ? wide[i].data() : registers.read(first + int(i));
  out.undefined_rows = 0;
  for (int i = 0; i < registers_of(kind); ++i)
    note_undefined(registers.undefined(first + i), ~0u, kind.shape.m, out.undefined_rows,
                   kind.wave32 ? kNarrowLanes : kMaxLanes);
  if (kind.codes) matrix::gather_operand(kind.shape, *kind.format, values.data(), out.codes.data());
  matrix::decode_registers(host::best_simd_level(), kind.decoding, kind.shape, kind.side, *kind.format,
                           values.data(), out.decoded);
}

}  // namespace

int registers_of(const FragmentKind& kind) {
  return matrix::operand_registers(*kind.format) * (kind.wave32 ? 2 : 1);
}

void note_undefined(const std::uint32_t* undefined, std::uint32_t relevant, int dim, std::uint32_t& rows,
                    int lanes) {
  if (undefined == nullptr) return;
  for (int l = 0; l < lanes; ++l) rows |= std::uint32_t{(undefined[l] & relevant) != 0} << (l & (dim - 1));
}

const Fragment& Fragments::read(VectorRegisters& registers, const FragmentKind& kind, int first) {
  auto& of_side = kept_[std::size_t(kind.side)];
  if (of_side.size() <= std::size_t(first)) of_side.resize(std::size_t(registers.count()));
  Kept& kept = of_side[std::size_t(first)];
  if (kept.fragment == nullptr) {
    kept.fragment.reset(new Fragment);
  } else if (kept.kind == kind && !registers.written_since(kept.version, first, registers_of(kind))) {
    return *kept.fragment;
  }
  kept.kind = kind;
  kept.version = registers.version();
  fill(registers, kind, first, *kept.fragment);
  return *kept.fragment;
}

}  // namespace lockstep::machine
