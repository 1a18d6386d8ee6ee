#include <algorithm>
#include <array>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_rule.hpp"

namespace lockstep::isa {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_trans(std::string_view m) {
  constexpr std::array<std::string_view, 8> kOperations{"exp_",  "log_", "rcp_", "rsq_",
                                                        "sqrt_", "sin_", "cos_", "tanh_"};
  return m.starts_with("v_") &&
         std::ranges::any_of(kOperations, [&](std::string_view o) { return m.substr(2).starts_with(o); });
}

bool names_matrix(std::string_view m) {
  return m.starts_with("v_mfma_") || m.starts_with("v_smfmac_");
}

// LLVM SISchedule.td (MAI passes of gfx940 and gfx950); CDNA3 and CDNA4 ISA, table of matrix instructions.
int passes(std::string_view m, const Modifiers& modifiers, bool slow_f64) {
  const bool large = has(m, "_32x32x"), small = has(m, "_4x4x");
  if (m.ends_with("_f64")) return small ? 4 : slow_f64 ? 16 : 8;
  if (small) return 2;
  if (m.ends_with("_f32") && !m.ends_with("_xf32")) return large ? 16 : 8;
  if (has(m, "_2b_") || has(m, "_4b_")) return large ? 16 : 8;
  if (m.ends_with("_f8f6f4")) {
    // Formats 0 and 1 are the 8-bit ones: either takes both operands at half the rate.
    const bool eight_bits = modifiers.cbsz < 2 || modifiers.blgp < 2;
    return (large ? 8 : 4) * (eight_bits ? 2 : 1);
  }
  return large ? 8 : 4;
}

// SDWA and op_sel that put the result elsewhere than in the low bits; stochastic conversions to fp4 always do
// (LLVM getDstSelForwardingOperand).
bool shifts_result(const Instruction& i) {
  const Modifiers& m = i.modifiers;
  if (m.sdwa && m.sdwa->dst != Select::dword) return true;
  if (i.mnemonic.starts_with("v_cvt_scalef32_") && has(i.mnemonic, "_sr_pk_fp4_")) return true;
  const auto* row = i.semantics != nullptr ? std::get_if<VectorAlu>(&i.semantics->operation) : nullptr;
  if (row == nullptr || row->packed || row->op_sel_dwords || row->mixed) return false;
  return ((m.op_sel >> 3) & 1) != 0 || (row->op_sel_byte && ((m.op_sel >> 2) & 3) != 0);
}

bool names_packed_f32(std::string_view m) {
  return m.starts_with("v_pk_") && (m.ends_with("_f32") || m == "v_pk_mov_b32");
}

std::uint32_t valu_classes(const Instruction& i) {
  const std::string_view m = i.mnemonic;
  std::uint32_t c = kValu;
  if (is_trans(m)) c |= kTrans;
  if (m.starts_with("v_dot")) c |= kDot;
  if (shifts_result(i)) c |= kShiftedResult;
  if (i.modifiers.dpp) c |= kDpp;
  if (m.starts_with("v_permlane")) c |= kPermlane;
  if (m == "v_readlane_b32" || m == "v_readfirstlane_b32") c |= kLaneRead;
  if (m == "v_writelane_b32") c |= kLaneWrite;
  if (m.starts_with("v_div_fmas")) c |= kDivFmas;
  if (m == "v_fma_f64" || m == "v_fmac_f64") c |= kFma64;
  if (m.starts_with("v_cmpx")) c |= kCompareExec;
  if (names_packed_f32(m)) c |= kPackedF32;
  if (names_matrix(m)) {
    c |= kMatrix;
    if (m.ends_with("_f64"))
      c |= has(m, "_16x16x") ? kMatrix64 | kMatrix64Large : kMatrix64;
    else if (!m.ends_with("_f32") || m.ends_with("_xf32"))
      c |= kXdl;
  }
  return c;
}

bool is_vmem(std::string_view m) {
  return m.starts_with("buffer_") || m.starts_with("global_") || m.starts_with("flat_") ||
         m.starts_with("scratch_") || m.starts_with("tbuffer_");
}

std::uint32_t store_classes(const Instruction& i, const std::vector<RegisterAccess>& accesses) {
  const bool wide = std::ranges::any_of(
      accesses, [](const RegisterAccess& a) { return a.role == Role::data && a.count > 2; });
  if (!wide) return 0;
  const Operand* const offset = i.operand(OperandRole::offset);  // the scalar offset that buffers have
  const bool scalar_offset = offset != nullptr && offset->kind == Operand::Kind::scalar;
  return scalar_offset ? kWideStoreScalarOffset : kWideStore;
}

std::uint32_t classes(const Instruction& i, const std::vector<RegisterAccess>& accesses) {
  const std::string_view m = i.mnemonic;
  if (m.starts_with("v_")) return valu_classes(i);
  if (m.starts_with("ds_")) return kLds;
  if (is_vmem(m)) {
    const bool dma = i.modifiers.lds || has(m, "_load_lds");
    return kVmem | store_classes(i, accesses) | (dma ? kLdsDma : 0u);
  }
  if (!m.starts_with("s_") || has(m, "_load_") || has(m, "_store_") || has(m, "_atomic_")) return 0;
  if (m.starts_with("s_sendmsg") || m == "s_ttracedata") return kSalu | kMessage;
  if (m.starts_with("s_setreg")) return kSalu | kSetreg;
  if (m.starts_with("s_getreg")) return kSalu | kGetreg;
  return kSalu;
}

}  // namespace

bool waits_for_pipe(const Instruction& i) {
  return names_matrix(i.mnemonic) || names_packed_f32(i.mnemonic);
}

Timing timing(const Instruction& i, const Program& program) {
  Timing t;
  t.mnemonic = i.mnemonic;
  t.accesses = dataflow(i, program.width);
  t.classes = classes(i, t.accesses);
  if ((t.classes & kMatrix) != 0)
    t.passes = passes(i.mnemonic, i.modifiers, program.arch->has(arch::Feature::slow_f64_products));
  if (const Operand* const o = i.source(0); i.modifiers.dpp && o != nullptr)
    t.crossing = RegisterAccess{File::vector, Role::source, o->index, o->count};
  if (i.mnemonic == "s_nop" && i.immediate() != nullptr)
    t.wait_states = int(i.immediate()->integer & 0xF) + 1;
  if ((t.classes & (kSetreg | kGetreg)) != 0) t.hardware_register = int(i.modifiers.offset);
  return t;
}

}  // namespace lockstep::isa
