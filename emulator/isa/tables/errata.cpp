// Known errata, one row each.
#include "emulator/isa/errata.hpp"

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

constexpr Erratum kErrata[] = {
    {.name = "v_pk_fma_f32 with op_sel:[0,1,0]",
     .archs = kGfx950,
     .concerns =
         [](const Instruction& i) { return i.mnemonic == "v_pk_fma_f32" && (i.modifiers.op_sel & 7) == 2; },
     .effect = "the low lane's addend is left out at times",
     .source = "ROCm/rocMLIR#2459"},
    {.name = "packed f32 beside reused matrix operands",
     .archs = kGfx950,
     .concerns =
         [](const Instruction& i) {
           return i.mnemonic == "v_pk_add_f32" || i.mnemonic == "v_pk_mul_f32" ||
                  i.mnemonic == "v_pk_fma_f32";
         },
     .beside_reused_operands = true,
     .effect =
         "its result is lost at times where another wave of the SIMD executes a matrix instruction whose "
         "A or B is still in the operand cache",
     .help = "compilation with -mattr=-packed-fp32-ops, or one wave per SIMD",
     .source = "ROCM-27743, LLVM #206825; silicon, 15 runs of 15"},
};

}  // namespace

std::span<const Erratum> errata() {
  return kErrata;
}

}  // namespace lockstep::isa
