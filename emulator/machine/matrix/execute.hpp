// The executor of matrix instructions.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_matrix(Wave&, const PreparedInstruction&);

}  // namespace lockstep::machine
