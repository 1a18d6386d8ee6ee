// What a barrier means to vector memory operations that the waves of a workgroup have under way.
#pragma once

namespace lockstep::machine {

struct Workgroup;

/// Performs the vector memory operations that are under way, where those of a workgroup keep their order:
/// what waves issue behind the barrier comes after them, without a wait. LLVM emits none there for gfx942 and
/// gfx950 (AMDGPUUsage, memory model of gfx942: release at workgroup scope). Registers and LDS are filled as
/// late as ever.
void perform_in_turn(Workgroup& group);

}  // namespace lockstep::machine
