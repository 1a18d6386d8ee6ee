// Contents of a wave's registers at some time, to be restored.
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Contents of some registers of a wave.
struct SavedRegisters {
  isa::RegisterAccess where;
  std::vector<Lanes> value, undefined;  ///< empty for scalar registers
  std::vector<Scalar> scalar;
};

SavedRegisters save(Wave& wave, const isa::RegisterAccess& registers);
/// Restores register i of `saved`, in the lanes of `mask`.
void restore(Wave& wave, const SavedRegisters& saved, int i, std::uint64_t mask);
/// Restores all registers of `saved`, in all lanes.
void restore(Wave& wave, const SavedRegisters& saved);
/// Whether the wave's registers hold what was saved.
bool holds(Wave& wave, const SavedRegisters& saved);
/// The saved contents of exactly these registers; nullptr: none are saved.
const SavedRegisters* find(const std::vector<SavedRegisters>& all, const isa::RegisterAccess& registers);

}  // namespace lockstep::machine
