// The executors of LDS operations and of lane permutes, which go through the LDS unit.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

Step execute_lds(Wave&, const Bound&);
Step execute_lane_permute(Wave&, const Bound&);

}  // namespace lockstep::machine
