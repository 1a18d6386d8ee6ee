// What an instruction is to the rules of wait states.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "emulator/isa/dataflow.hpp"

namespace lockstep::isa {

/// What an instruction is to the rules; a set of bits.
enum TimingClass : std::uint32_t {
  kValu = 1u << 0,           ///< any vector operation, matrix ones included
  kTrans = 1u << 1,          ///< exp, log, rcp, rsq, sqrt, sin, cos
  kDot = 1u << 2,            ///< v_dot…
  kShiftedResult = 1u << 3,  ///< SDWA, op_sel or byte selection moves the result within its register
  kDpp = 1u << 4,
  kPermlane = 1u << 5,
  kLaneRead = 1u << 6,   ///< v_readlane, v_readfirstlane
  kLaneWrite = 1u << 7,  ///< v_writelane
  kDivFmas = 1u << 8,
  kFma64 = 1u << 9,  ///< v_fma_f64, v_fmac_f64
  kMatrix = 1u << 10,
  kXdl = 1u << 11,            ///< matrix instructions but those on f32 and f64 inputs
  kMatrix64 = 1u << 12,       ///< f64
  kMatrix64Large = 1u << 13,  ///< f64 16x16x4
  kSalu = 1u << 14,
  kVmem = 1u << 15,  ///< buffer, global, flat and scratch
  kLds = 1u << 16,
  kLdsDma = 1u << 17,
  kMessage = 1u << 18,
  kSetreg = 1u << 19,
  kGetreg = 1u << 20,
  kWideStore = 1u << 21,  ///< three or four dwords of data, unless a scalar offset is given
  kWideStoreScalarOffset = 1u << 22,
  kCompareExec = 1u << 23,  ///< v_cmpx
};

/// An instruction as the rules see it.
struct Timing {
  std::uint32_t classes = 0;
  int passes = 0;              ///< passes of a matrix instruction, four cycles each
  int wait_states = 1;         ///< wait states that it is worth as an instruction in between
  int hardware_register = -1;  ///< number of the register of s_setreg and s_getreg
  std::string_view mnemonic;
  std::vector<RegisterAccess> accesses;
};
/// v_mfma and v_smfmac.
bool is_matrix(const Instruction& instruction);
/// `program`: whose arch and width count.
Timing timing(const Instruction& instruction, const Program& program);

}  // namespace lockstep::isa
