// What a workgroup had read before the kernel stopped in it: the elements tell which tile it was at, and how
// far along k.
#pragma once

#include <string>

#include "properties/laws/experiment.hpp"

namespace lockstep::laws {

/// "a[0..15, 0..127], b[1, 0..127]": of operands, in the first run, by the workgroup that stopped. Empty
/// where it had read none, or nobody can say.
std::string read_before_stop(Experiment& e);

}  // namespace lockstep::laws
