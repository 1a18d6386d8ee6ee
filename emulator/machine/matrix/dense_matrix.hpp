#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Executes v_mfma_{f32,i32,f64}_*: all but the f8f6f4 family.
Step execute_dense_matrix(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
