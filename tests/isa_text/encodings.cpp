// The reader against the bits: the fields it takes from the line must be those of the machine word, which the
// tests decode by themselves.
#include <cstring>
#include <vector>

#include "emulator/isa/disassembler.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

struct Word {
  const Instruction* instruction;
  std::uint64_t bits;  ///< the first two dwords
  std::uint64_t get(int low, int width) const { return (bits >> low) & ((std::uint64_t{1} << width) - 1); }
  bool starts(std::string_view prefix) const { return instruction->mnemonic.starts_with(prefix); }
};

std::vector<std::byte> read_forms() {
  auto bytes = lockstep::host::read_file(LOCKSTEP_FORMS);
  REQUIRE(bytes);
  return *std::move(bytes);
}

Program read_program() {
  auto program = disassemble("gfx950", 0x1000, read_forms());
  REQUIRE(program);
  return *std::move(program);
}

std::vector<Word> words_of(const Program& program) {
  auto bytes = read_forms();
  bytes.resize(bytes.size() + 8);
  std::vector<Word> words;
  for (const Instruction& i : program.instructions) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + (i.address - program.base), 8);
    words.push_back({&i, bits});
  }
  return words;
}

// Field positions: "MI300 ISA", "Microcode formats"; a major opcode in the top bits of the first dword.
bool is_vop3p(const Word& w) {
  return w.get(23, 9) == 0b110100111;
}
bool is_vop3(const Word& w) {
  return w.get(26, 6) == 0b110100 && !is_vop3p(w);
}
// MFMA has cbsz and abid where the others have neg_hi and op_sel; a scaled one begins with a word that has
// them.
bool is_mfma(const Word& w) {
  return w.starts("v_mfma") || w.starts("v_smfmac");
}

}  // namespace

TEST_CASE("every form in the file is read") {
  const Program program = read_program();
  CHECK(program.instructions.size() > 200);
  for (const Instruction& i : program.instructions) {
    INFO(i.text);
    CHECK(i.unreadable == "");
  }
}

TEST_CASE("packed modifiers equal the fields of VOP3P") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (!is_vop3p(w) || is_mfma(w) || w.starts("v_accvgpr")) continue;
    INFO(w.instruction->text);
    const Modifiers& m = w.instruction->modifiers;
    const std::size_t sources = w.instruction->operands.size() - 1;
    const auto mask = unsigned((1 << sources) - 1);
    CHECK(m.op_sel == w.get(11, 3));
    CHECK((m.op_sel_hi & mask) == ((w.get(59, 2) | w.get(14, 1) << 2) & mask));
    if (!w.starts("v_fma_mix")) {
      CHECK(m.neg_lo == w.get(61, 3));
      CHECK(m.neg_hi == w.get(8, 3));
    }
    CHECK(m.clamp == (w.get(15, 1) != 0));
    ++seen;
  }
  CHECK(seen >= 12);
}

TEST_CASE("matrix modifiers equal their fields") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (!is_mfma(w) || w.starts("v_mfma_scale")) continue;
    INFO(w.instruction->text);
    const Modifiers& m = w.instruction->modifiers;
    CHECK(m.cbsz == w.get(8, 3));
    CHECK(m.abid == w.get(11, 4));
    CHECK((w.starts("v_mfma_f64") ? m.neg_lo : m.blgp) == w.get(61, 3));
    ++seen;
  }
  CHECK(seen >= 6);
}

TEST_CASE("scale selects equal the fields of the word before a scaled matrix instruction") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (!w.starts("v_mfma_scale")) continue;
    INFO(w.instruction->text);
    CHECK(w.instruction->size == 16);
    CHECK((w.instruction->modifiers.op_sel & 3) == w.get(11, 2));
    CHECK((w.instruction->modifiers.op_sel_hi & 3) == w.get(59, 2));
    ++seen;
  }
  CHECK(seen >= 4);
}

TEST_CASE("op_sel, abs, neg, clamp and output scale equal the fields of VOP3") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (!is_vop3(w) || w.starts("v_bitop3")) continue;
    INFO(w.instruction->text);
    const Modifiers& m = w.instruction->modifiers;
    const bool compares = w.starts("v_cmp");
    CHECK(m.clamp == (w.get(15, 1) != 0));
    CHECK(m.omod == w.get(59, 2));
    if (m.op_sel != 0) CHECK(m.op_sel == w.get(11, 4));
    // VOP3 with a scalar destination keeps the register where the others keep abs and op_sel.
    const bool scalar_destination =
        w.starts("v_addc_co") || w.starts("v_mad_u64") || w.starts("v_div_scale") || w.starts("v_mad_i64");
    unsigned negate = 0, absolute = 0;
    for (std::size_t i = 1; i < w.instruction->operands.size() && i < 4; ++i) {
      negate |= unsigned(w.instruction->operands[i].negate) << (i - 1);
      absolute |= unsigned(w.instruction->operands[i].absolute) << (i - 1);
    }
    if (!scalar_destination) {
      CHECK(negate == w.get(61, 3));
      CHECK(absolute == w.get(8, 3));
      if (!compares) CHECK((m.op_sel == 0) == (w.get(11, 4) == 0));
    }
    ++seen;
  }
  CHECK(seen >= 30);
}

TEST_CASE("DPP and SDWA equal their dword") {
  // The dword after the instruction: DPP row_mask [31:28], bank_mask [27:24], bound_ctrl [19], control
  // [16:8]; SDWA dst_sel [10:8], dst_unused [12:11], src0_sel [18:16], src1_sel [26:24]; comparisons have no
  // dst_sel.
  struct Row {
    Dpp::Control control;
    unsigned first;
    bool adds;  ///< the amount is added to `first`
  };
  constexpr Row kRows[] = {
      {Dpp::Control::row_shl, 0x100, true},          {Dpp::Control::row_shr, 0x110, true},
      {Dpp::Control::row_ror, 0x120, true},          {Dpp::Control::wave_shl, 0x130, false},
      {Dpp::Control::wave_rol, 0x134, false},        {Dpp::Control::wave_shr, 0x138, false},
      {Dpp::Control::wave_ror, 0x13C, false},        {Dpp::Control::row_mirror, 0x140, false},
      {Dpp::Control::row_half_mirror, 0x141, false}, {Dpp::Control::row_newbcast, 0x150, true},
  };
  const Program program = read_program();
  int dpp_seen = 0, sdwa_seen = 0;
  for (const Word& w : words_of(program)) {
    INFO(w.instruction->text);
    if (w.instruction->encoding == Encoding::dpp) {
      const Dpp& d = w.instruction->modifiers.dpp.value();
      CHECK(d.row_mask == w.get(60, 4));
      CHECK(d.bank_mask == w.get(56, 4));
      CHECK(d.bound_control == (w.get(51, 1) != 0));
      unsigned control = 0;
      if (d.control == Dpp::Control::quad_perm) {
        control = d.quad[0] | unsigned(d.quad[1]) << 2 | unsigned(d.quad[2]) << 4 | unsigned(d.quad[3]) << 6;
      } else if (d.control == Dpp::Control::row_bcast) {
        control = d.amount == 15 ? 0x142 : 0x143;
      }
      for (const Row& row : kRows) {
        if (row.control == d.control) control = row.first + (row.adds ? d.amount : 0u);
      }
      CHECK(control == w.get(40, 9));
      ++dpp_seen;
    } else if (w.instruction->encoding == Encoding::sdwa) {
      const Sdwa& s = w.instruction->modifiers.sdwa.value();
      if (!w.starts("v_cmp")) {
        CHECK(unsigned(s.dst) == w.get(40, 3));
        CHECK(unsigned(s.unused) == w.get(43, 2));
      }
      CHECK(unsigned(s.src0) == w.get(48, 3));
      if (w.instruction->text.find("src1_sel") != std::string::npos) CHECK(unsigned(s.src1) == w.get(56, 3));
      ++sdwa_seen;
    }
  }
  CHECK(dpp_seen >= 12);
  CHECK(sdwa_seen >= 5);
}

namespace {

/// The 32 source lanes a swizzle field selects; for the patterns of mode 6 and 7, the bits that have a
/// meaning.
std::vector<unsigned> swizzle_of(unsigned field) {
  if (field >= 0xE000) return {7, field & 31};
  if (field >= 0xC000) return {6, field >> 5 & 63};
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned quad = (lane & ~3u) | (field >> (2 * (lane & 3)) & 3);
    const unsigned masked = ((lane & field) | field >> 5) ^ field >> 10;
    lanes.push_back((field & 0x8000) != 0 ? quad : masked & 31);
  }
  return lanes;
}

}  // namespace

TEST_CASE("swizzles move lanes as their field does") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (!w.starts("ds_swizzle")) continue;
    INFO(w.instruction->text);
    CHECK(swizzle_of(unsigned(w.instruction->modifiers.offset)) == swizzle_of(unsigned(w.get(0, 16))));
    ++seen;
  }
  CHECK(seen >= 9);
}

TEST_CASE("LDS and hardware register immediates equal their fields") {
  const Program program = read_program();
  int lds = 0, registers = 0;
  for (const Word& w : words_of(program)) {
    INFO(w.instruction->text);
    const Modifiers& m = w.instruction->modifiers;
    if (w.get(26, 6) == 0b110110) {
      if (w.starts("ds_swizzle")) continue;
      const bool pair = w.starts("ds_read2") || w.starts("ds_write2");
      CHECK((pair ? (m.offset0 | m.offset1 << 8) : std::uint32_t(m.offset)) == w.get(0, 16));
      ++lds;
    }
    if (w.starts("s_getreg") || w.starts("s_setreg")) {
      CHECK((std::uint32_t(m.offset) | m.offset0 << 6 | (m.offset1 - 1) << 11) == w.get(0, 16));
      ++registers;
    }
  }
  CHECK(lds >= 10);
  CHECK(registers >= 5);
}

TEST_CASE("waits equal the fields of the immediate") {
  const Program program = read_program();
  int seen = 0;
  for (const Word& w : words_of(program)) {
    if (w.instruction->mnemonic != "s_waitcnt") continue;
    INFO(w.instruction->text);
    const Modifiers& m = w.instruction->modifiers;
    CHECK(std::uint64_t(m.vmcnt.value_or(63)) == (w.get(0, 4) | w.get(14, 2) << 4));
    CHECK(std::uint64_t(m.expcnt.value_or(7)) == w.get(4, 3));
    CHECK(std::uint64_t(m.lgkmcnt.value_or(15)) == w.get(8, 4));
    ++seen;
  }
  CHECK(seen >= 5);
}
