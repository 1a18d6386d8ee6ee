#include "emulator/machine/waves/fragments.hpp"

#include "emulator/matrix/fast/gather.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

void fill(VectorRegisters& registers, const FragmentKind& kind, int first, Fragment& out) {
  const int count = matrix::operand_registers(*kind.format);
  std::array<const std::uint32_t*, 8> values{};
  out.undefined_rows = 0;
  for (int i = 0; i < count; ++i) {
    values[std::size_t(i)] = registers.read(first + i);
    note_undefined(registers.undefined(first + i), ~0u, kind.shape.m, out.undefined_rows);
  }
  if (kind.codes) matrix::gather_operand(kind.shape, *kind.format, values.data(), out.codes.data());
  matrix::decode_registers(host::best_simd_level(), kind.decoding, kind.shape, kind.side, *kind.format,
                           values.data(), out.decoded);
}

}  // namespace

void note_undefined(const std::uint32_t* undefined, std::uint32_t relevant, int dim, std::uint32_t& rows) {
  if (undefined == nullptr) return;
  for (int l = 0; l < kMaxLanes; ++l)
    rows |= std::uint32_t{(undefined[l] & relevant) != 0} << (l & (dim - 1));
}

const Fragment& Fragments::read(VectorRegisters& registers, const FragmentKind& kind, int first) {
  auto& of_side = kept_[std::size_t(kind.side)];
  if (of_side.size() <= std::size_t(first)) of_side.resize(std::size_t(registers.count()));
  Kept& kept = of_side[std::size_t(first)];
  if (kept.fragment == nullptr) {
    kept.fragment.reset(new Fragment);
  } else if (kept.kind == kind &&
             !registers.written_since(kept.version, first, matrix::operand_registers(*kind.format))) {
    return *kept.fragment;
  }
  kept.kind = kind;
  kept.version = registers.version();
  fill(registers, kind, first, *kept.fragment);
  return *kept.fragment;
}

}  // namespace lockstep::machine
