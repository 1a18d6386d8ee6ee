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
};

}  // namespace

std::span<const Erratum> errata() {
  return kErrata;
}

const Erratum* find_erratum(const Instruction& instruction, arch::Set archs) {
  for (const Erratum& e : kErrata)
    if ((e.archs & archs) != 0 && e.concerns(instruction)) return &e;
  return nullptr;
}

}  // namespace lockstep::isa
