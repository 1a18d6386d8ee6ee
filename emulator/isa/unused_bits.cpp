#include "emulator/isa/unused_bits.hpp"

#include <algorithm>

namespace lockstep::isa {

namespace {

/// dword 0 & mask == bits selects the row; what the two dwords then become.
struct Row {
  std::uint32_t mask, bits;
  std::uint32_t set0;         ///< in dword 0
  std::uint32_t keep1, set1;  ///< in dword 1
};
// Found by decoding what other assemblers emit: with these, every instruction of 38 published gfx1250 kernels, of
// Triton 3.9.0's and of FlyDSL's decodes, to the text that LLVM 24 gives where it decodes it.
constexpr Row kRows[] = {
    // tensor_load_to_lds, tensor_store_from_lds: the operands that neither names.
    {0xFFFFBFFFu, 0xD0310000u, 0x00400001u, 0x00FFFFFFu, 0x7C000000u},
    // v_wmma_f32_32x16x128_f4: op_sel_hi of a third source.
    {0xFFFF0000u, 0xCC880000u, 0x00004000u, ~0u, 0},
    // The scales in front of a matrix instruction (b32, b64): their third source, inline 0 and not v0.
    {0xFFFF0000u, 0xCC350000u, 0, ~(0x1FFu << 18), 0x100u << 18},
    {0xFFFF0000u, 0xCC3A0000u, 0, ~(0x1FFu << 18), 0x100u << 18},
};

}  // namespace

bool set_unused_bits(std::span<std::uint32_t, 2> dwords) {
  const auto row = std::ranges::find_if(kRows, [&](const Row& r) { return (dwords[0] & r.mask) == r.bits; });
  if (row == std::end(kRows)) return false;
  dwords[0] |= row->set0;
  dwords[1] = (dwords[1] & row->keep1) | row->set1;
  return true;
}

}  // namespace lockstep::isa
