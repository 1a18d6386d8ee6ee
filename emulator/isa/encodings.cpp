#include "emulator/isa/encodings.hpp"

#include <algorithm>

namespace lockstep::isa {

namespace {

constexpr std::uint32_t field(std::uint32_t word, int low, int width) {
  return (word >> low) & ((1u << width) - 1u);
}

// Encodings of source fields and the fields below: "MI300 ISA", "Microcode formats".
constexpr std::uint32_t kSdwa = 0xF9, kLiteral = 0xFF, kFirstVgpr = 0x100;

/// A byte or word select of 7, or 3 for what becomes of the unused bits.
bool is_reserved_sdwa(std::uint32_t word, std::uint32_t next) {
  if (field(word, 31, 1) != 0 || field(word, 0, 9) != kSdwa) return false;
  const bool compares = field(word, 25, 7) == 0x3E;  // has a scalar destination where the others have dst_sel
  if (!compares && (field(next, 8, 3) == 7 || field(next, 11, 2) == 3)) return true;
  return field(next, 16, 3) == 7 || field(next, 24, 3) == 7;
}

/// VOP3 and VOP3P take no literal, and what has a scalar destination, a comparison or v_readlane, does not
/// write to one.
bool is_literal_vop3(std::uint32_t word, std::uint32_t next) {
  if (field(word, 26, 6) != 0x34) return false;
  const std::uint32_t opcode = field(word, 16, 10);
  constexpr std::uint32_t kReadLane = 0x289, kBehindComparisons = 0x100;
  const bool scalar_destination = opcode < kBehindComparisons || opcode == kReadLane;
  if (scalar_destination && field(word, 0, 8) == kLiteral) return true;
  return field(next, 0, 9) == kLiteral || field(next, 9, 9) == kLiteral || field(next, 18, 9) == kLiteral;
}

/// v_readfirstlane does not write to a literal either.
bool is_literal_first_lane(std::uint32_t word) {
  constexpr std::uint32_t kVop1 = 0x3F, kReadFirstLane = 2;
  return field(word, 25, 7) == kVop1 && field(word, 9, 8) == kReadFirstLane && field(word, 17, 8) == kLiteral;
}

/// No literal is the scalar offset of MUBUF and MTBUF.
bool is_literal_buffer(std::uint32_t word, std::uint32_t next) {
  const std::uint32_t encoding = field(word, 26, 6);
  return (encoding == 0x38 || encoding == 0x3A) && field(next, 24, 8) == kLiteral;
}

/// v_mfma_*_f8f6f4: formats above 4, or a matrix that is not in vector registers.
bool is_reserved_f8f6f4(std::uint32_t word, std::uint32_t next) {
  const std::uint32_t opcode = field(word, 16, 16);
  if (opcode != 0xD3AD && opcode != 0xD3AE) return false;
  const bool formats = field(word, 8, 3) <= 4 && field(next, 29, 3) <= 4;
  return !formats || field(next, 0, 9) < kFirstVgpr || field(next, 9, 9) < kFirstVgpr;
}

/// v_madmk_f16 and v_madak_f16 whose constant is 255: LLVM takes it for the code that says a literal follows.
bool is_half_constant_255(std::uint32_t word, std::uint32_t next) {
  const std::uint32_t opcode = field(word, 25, 7);
  return (opcode == 0x24 || opcode == 0x25) && next == kLiteral;
}

bool is_reserved(std::uint32_t word, std::uint32_t next) {
  return is_reserved_sdwa(word, next) || is_literal_vop3(word, next) || is_literal_buffer(word, next) ||
         is_literal_first_lane(word) || is_reserved_f8f6f4(word, next) || is_half_constant_255(word, next);
}

}  // namespace

bool is_reserved_gfx9(std::span<const std::uint32_t, 4> words) {
  if (is_reserved(words[0], words[1])) return true;
  const bool scale_prefix = field(words[0], 16, 16) == 0xD3AC;  // the prefix of a scaled matrix instruction
  return scale_prefix && is_reserved(words[2], words[3]);
}

namespace {

/// dword 0 & mask == bits selects the row; what the two dwords then become.
struct Row {
  std::uint32_t mask, bits;
  std::uint32_t set0;         ///< bits to set in dword 0
  std::uint32_t keep1, set1;  ///< bits of dword 1 to keep, and to set
};
// Found by decoding what other assemblers emit: with these, every instruction of 38 published gfx1250
// kernels, of Triton 3.9.0's and of FlyDSL's decodes, to the text that LLVM 24 gives where it decodes it.
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
