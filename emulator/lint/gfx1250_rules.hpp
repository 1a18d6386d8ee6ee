// What lint asks for between two instructions of gfx1250, as `list wait-states` prints it: by vector
// instructions, by one certain instruction, and in expert mode by s_wait_alu. No manual at hand states any of
// it. Rows whose names findings carry are lint's own (wmma_hazards.cpp, gfx1250_hazards.cpp).
#pragma once

#include <array>
#include <string_view>

namespace lockstep::lint {

struct Gfx1250Rule {
  std::string_view name, demands;
  std::string_view evidence, severity;
  std::string_view check_compiler;  ///< what `check compiler` holds it to
  std::string_view source;
};

inline constexpr std::string_view kCompilerOnly = "compiler only",
                                  kBothWays = "LLVM's spacers suffice; one less is noticed",
                                  kNotDrawn = "no: its programs have none";

inline constexpr std::array kGfx1250Rules{
    Gfx1250Rule{"wmma-to-wmma", "5; 9 of 8 bits or integers; sparse: 3; 5 of 8 bits, in vector instructions",
                kCompilerOnly, "risk", kBothWays, "LLVM checkWMMACoexecutionHazards"},
    Gfx1250Rule{"wmma-to-vector",
                "4; 8 of 8 bits or integers; sparse: 2; 4 of 8 bits, in vector instructions", kCompilerOnly,
                "risk; where A or B are overwritten note", kBothWays,
                "LLVM checkWMMACoexecutionHazards; C: LLVM #222932"},
    Gfx1250Rule{"trans-to-vector", "a vector instruction", kCompilerOnly,
                "risk; where a source is overwritten note", kBothWays,
                "LLVM GCNHazardRecognizer, transcendental"},
    Gfx1250Rule{"trans-to-wmma", "a vector instruction", kCompilerOnly, "risk", kBothWays,
                "LLVM GCNHazardRecognizer, transcendental"},
    Gfx1250Rule{"compare-to-permlane", "a vector instruction, no v_nop", kCompilerOnly, "risk",
                "LLVM's v_mov suffices; it is not removed", "LLVM fixVcmpxPermlaneHazards"},
    Gfx1250Rule{"mode-write", "two vector instructions", kCompilerOnly, "risk", kBothWays,
                "LLVM fixSetRegMode, of hwreg(MODE, 0, 1)"},
    Gfx1250Rule{"state-read", "s_wait_alu 0", kCompilerOnly, "risk", kNotDrawn, "LLVM fixGetRegWaitIdle"},
    Gfx1250Rule{"arrive", "s_wait_alu depctr_vm_vsrc(0) on both sides, and no s_clause", kCompilerOnly,
                "risk", kNotDrawn, "LLVM fixDsAtomicAsyncBarrierArriveB64"},
    Gfx1250Rule{"scratch-base", "s_wait_alu depctr_sa_sdst(0) or depctr_va_sdst(0), or ten writes of SGPRs",
                kCompilerOnly, "risk", kNotDrawn, "LLVM fixScratchBaseForwardingHazard"},
    Gfx1250Rule{"expert mode: a vector result read by a memory operation", "s_wait_alu depctr_va_vdst",
                kCompilerOnly, "manual; wrong where a value changes",
                "LLVM's wait suffices; none or a weaker one is noticed", "LLVM SIInsertWaitcnts"},
    Gfx1250Rule{"expert mode: a load over what a vector instruction reads or writes",
                "s_wait_alu depctr_va_vdst", "measured", "manual; wrong where a value changes",
                "none or a weaker one is noticed; LLVM 22 leaves some out",
                "LLVM #201619, ROCm/llvm-project#1793: wrong values on silicon"},
    Gfx1250Rule{"expert mode: what a memory operation reads overwritten", "s_wait_alu depctr_vm_vsrc",
                kCompilerOnly, "manual; wrong where a value changes",
                "LLVM's wait suffices; none or a weaker one is noticed",
                "LLVM SIInsertWaitcnts; of copies to LDS: LLVM #203292"},
};

}  // namespace lockstep::lint
