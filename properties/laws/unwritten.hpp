// An element that nothing wrote, as the machine's observers are asked about it: which bytes are its tensor's,
// and how near to it they lie in terms of tiles.
#pragma once

#include "emulator/observe/missing_store.hpp"
#include "properties/laws/experiment.hpp"

namespace lockstep::laws {

observe::Unwritten unwritten(const Experiment& e, const verdict::LawResult::Byte& byte);

}  // namespace lockstep::laws
