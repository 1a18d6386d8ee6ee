// Copies to LDS that workgroups of a cluster share: which of them an operation names.
#pragma once

#include <cstdint>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// A request of a workgroup, and how often it has made it by now.
struct SharedCopy {
  MulticastRequest request;  ///< of no workgroups: the operation is none that others share
  std::uint64_t times = 0;
};

/// Of a copy to LDS that is being issued.
SharedCopy shared_copy(const Wave& wave, const Pending& copy);

}  // namespace lockstep::machine
