// Control-C: the first one asks the work to stop, so that what was found is still reported.
#pragma once

#include <atomic>

namespace lockstep::cli {

/// Installs the handler and returns the flag it sets.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace lockstep::cli
