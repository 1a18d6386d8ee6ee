// One instruction, read once from the disassembler's line and bound to its semantics.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/isa/operand.hpp"
#include "emulator/isa/wave_width.hpp"

namespace lockstep::isa {

struct Semantics;

enum class Encoding : std::uint8_t { base, e32, e64, dpp, sdwa };

/// DPP: which lane feeds each lane of src0.
struct Dpp {
  enum class Control : std::uint8_t {
    quad_perm,
    row_shl,
    row_shr,
    row_ror,
    row_mirror,
    row_half_mirror,
    row_bcast,
    row_newbcast,
    wave_shl,
    wave_rol,
    wave_shr,
    wave_ror,
    row_xmask,  ///< gfx1250: the lane whose number in the row differs in these bits
    eight,      ///< gfx1250, dpp8: a lane of each eight
  };
  Control control = Control::quad_perm;
  std::array<std::uint8_t, 4> quad{0, 1, 2, 3};
  std::array<std::uint8_t, 8> eight{0, 1, 2, 3, 4, 5, 6, 7};
  std::uint8_t amount = 0;
  std::uint8_t row_mask = 0xF, bank_mask = 0xF;
  bool bound_control = false;   ///< lanes without a source read 0 instead of leaving the destination as it is
  bool fetch_inactive = false;  ///< gfx1250, fi: lanes that are off are sources, too

  bool operator==(const Dpp&) const = default;
};

/// SDWA: a byte or half of a register. The numeric values are the encodings of dst_sel and src_sel.
enum class Select : std::uint8_t { byte0, byte1, byte2, byte3, word0, word1, dword };
enum class Unused : std::uint8_t { pad, sext, preserve };
struct Sdwa {
  Select dst = Select::dword, src0 = Select::dword, src1 = Select::dword;
  Unused unused = Unused::pad;

  bool operator==(const Sdwa&) const = default;
};

/// Everything the line says after its operands. Bit i of a mask belongs to source i.
struct Modifiers {
  /// hwreg(ID, OFFSET, WIDTH) of s_getreg and s_setreg fills offset, offset0 and offset1.
  std::int64_t offset = 0;
  std::uint32_t offset0 = 0, offset1 = 0;
  bool offen = false, idxen = false, lds = false, gds = false;
  bool sc0 = false, sc1 = false, nt = false;
  bool clamp = false;
  std::uint8_t omod = 0;  ///< 0 none, 1 mul:2, 2 mul:4, 3 div:2
  std::uint8_t op_sel = 0, neg_lo = 0, neg_hi = 0;
  std::uint8_t op_sel_hi = 0xFF;  ///< all ones unless written, as the disassembler omits it then
  std::uint8_t cbsz = 0, abid = 0, blgp = 0;
  /// v_bitop3: the truth table, indexed by the bits of src0 (4), src1 (2), src2 (1); v_dot4_i32_iu8 and the
  /// like: which sources are signed, which is neg_lo on the line (roles.cpp)
  std::uint8_t bitop3 = 0;
  std::optional<Dpp> dpp;
  std::optional<Sdwa> sdwa;
  /// s_waitcnt: a counter that is not written does not wait. gfx1250's s_wait_loadcnt is vmcnt, its
  /// s_wait_dscnt lgkmcnt, and it has more of them.
  std::optional<int> vmcnt, lgkmcnt, expcnt, storecnt, kmcnt, xcnt, asynccnt, tensorcnt;
  bool scale_offset = false;  ///< gfx1250: the offset in a register counts accesses, not bytes
  /// gfx1250, byte_sel: what is op_sel on others; roles.cpp resolves it
  std::optional<std::uint8_t> byte_select;
  /// gfx1250, of matrix instructions: 0 E8M0, 1 E5M3, 2 E4M3. The formats of A and B are cbsz and blgp; ROW1
  /// of their scales is bit 0 and 1 of op_sel.
  std::uint8_t scale_format_a = 0, scale_format_b = 0;

  bool operator==(const Modifiers&) const = default;
};

struct Instruction {
  std::uint64_t address = 0;  ///< its address in the code object
  std::uint32_t size = 0;     ///< bytes
  bool continues = false;     ///< the second of a pair that is one instruction (VOPD): no jump leads here
  std::string text;           ///< the disassembler's line
  std::string mnemonic;       ///< the mnemonic without the suffix of its encoding
  Encoding encoding = Encoding::base;
  /// Operands in the order of the line; outside this layer, ask for them by role.
  std::vector<Operand> operands;
  Roles roles;
  Modifiers modifiers;
  /// What it does; nullptr: known to the disassembler, unknown here; reaching it stops the wave
  const Semantics* semantics = nullptr;
  std::string unreadable;  ///< why the line could not be read, or its operands have no roles; else empty

  /// The operand of that role; nullptr where the instruction has none.
  const Operand* operand(OperandRole role) const {
    const std::int8_t at = roles[role];
    return at == Roles::kNone ? nullptr : &operands[std::size_t(at)];
  }
  Operand* operand(OperandRole role) {
    const std::int8_t at = roles[role];
    return at == Roles::kNone ? nullptr : &operands[std::size_t(at)];
  }
  /// The operand of that role; nullptr also where the line says `off`.
  const Operand* unless_off(OperandRole role) const {
    const Operand* const o = operand(role);
    return o == nullptr || o->kind == Operand::Kind::off ? nullptr : o;
  }
  const Operand* destination() const { return operand(OperandRole::destination); }
  const Operand* mask() const { return operand(OperandRole::mask); }
  const Operand* source(std::size_t n) const { return operand(nth(OperandRole::source0, n)); }
  const Operand* scale(std::size_t n) const { return operand(nth(OperandRole::scale0, n)); }
  const Operand* data(std::size_t n) const { return operand(nth(OperandRole::data0, n)); }
  const Operand* immediate() const { return operand(OperandRole::immediate); }

  bool operator==(const Instruction&) const = default;
};

/// The text section of a code object, decoded. Undecodable words become instructions without semantics, since
/// padding and data may lie between kernels.
struct Program {
  const arch::Arch* arch = nullptr;
  WaveWidth width = WaveWidth::lanes64;  ///< width of the waves that it is for
  std::uint64_t base = 0;                ///< address of the first instruction
  std::vector<Instruction> instructions;
  std::vector<std::int32_t> index_of_dword;  ///< [(address - base) / 4] -> instruction, -1 inside one

  /// The instruction at an address, or -1.
  std::int32_t at(std::uint64_t address) const {
    if (address < base || (address - base) % 4 != 0) return -1;
    const std::uint64_t dword = (address - base) / 4;
    return dword < index_of_dword.size() ? index_of_dword[dword] : -1;
  }

  bool operator==(const Program&) const = default;
};

}  // namespace lockstep::isa
