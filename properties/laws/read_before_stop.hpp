// What a workgroup had read before the kernel stopped in it: the elements tell which tile it was at, and how
// far along k.
#pragma once

#include <string>

#include "properties/laws/experiment.hpp"

namespace lockstep::laws {

/// "a[0..15, 0..127], b[1, 0..127]": elements of operands that the workgroup in which the first run stops
/// reads in another run: one in which operations complete as they are issued, and which stops at the same
/// instruction of the same workgroup. Empty where it reads none, there is no such run, or nobody can say.
std::string read_before_stop(Experiment& e);

}  // namespace lockstep::laws
