// A row in words: what `lockstep list instructions` prints. Nothing is written twice; every word is read off
// the row.
#pragma once

#include <string>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

/// Classes of instructions between which software wait states are due: CDNA3 and CDNA4 ISA, "Manually
/// inserted wait states"; LLVM's GCNHazardRecognizer has the same ones. Windows in numbers belong beside
/// these.
enum class WaitClass : std::uint8_t {
  none,
  salu,
  vector_alu,
  transcendental,
  cross_lane,
  permlane,
  xdl,      ///< matrix products that run on the matrix core's own pipeline
  sgemm,    ///< f32 ones
  dgemm,    ///< f64 ones
  sparse,   ///< v_smfmac
  accvgpr,  ///< moves between the halves of the register file
  vector_memory,
  lds,
  scalar_memory,
};
const char* name(WaitClass wait_class);
WaitClass wait_class_of(const Semantics& row);

struct Description {
  std::string mnemonic;    ///< as AMD writes it
  std::string family;      ///< encoding: vop1, vop2, vop3, vop3p, vopc, sop1, …, ds, mubuf, flat, smem
  std::string operation;   ///< what kind of operation the machine executes
  std::string operands;    ///< "f32 <- f32, f32", "loads 16 bytes", and a modifier that chooses the row
  std::string dataflow;    ///< how undefined bits travel
  std::string counter;     ///< what it adds to: vmcnt, lgkmcnt
  std::string wait_class;  ///< see WaitClass
  std::string tests;       ///< what the test suite holds the row to
  std::string source;      ///< where the fact is taken from
};
Description describe(const Semantics& row);

}  // namespace lockstep::isa
