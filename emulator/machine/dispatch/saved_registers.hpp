// What registers of a wave held at some time, to be put back.
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Contents of some registers of a wave.
struct SavedRegisters {
  isa::RegisterAccess where;
  std::vector<Lanes> value, undefined;  ///< vectors
  std::vector<Scalar> scalar;
};

SavedRegisters save(Wave& wave, const isa::RegisterAccess& registers);
/// Writes register i of `saved` back, in the lanes of `mask`.
void restore(Wave& wave, const SavedRegisters& saved, int i, std::uint64_t mask);
/// ... all of them, in all lanes.
void restore(Wave& wave, const SavedRegisters& saved);
/// Whether the registers hold what was saved.
bool holds(Wave& wave, const SavedRegisters& saved);
/// Those of just these registers; nullptr: none are.
const SavedRegisters* find(const std::vector<SavedRegisters>& all, const isa::RegisterAccess& registers);

}  // namespace lockstep::machine
