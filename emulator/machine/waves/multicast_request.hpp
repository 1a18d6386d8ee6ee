// Copies to LDS that workgroups of a cluster share: which workgroups an operation names.
#pragma once

#include <cstdint>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// A workgroup's multicast request, and how often it has been made so far.
struct SharedCopy {
  MulticastRequest request;  ///< names no workgroups if the operation is not shared
  std::uint64_t times = 0;
};

/// The request of a copy to LDS that is being issued.
SharedCopy shared_copy(const Wave& wave, const Pending& copy);

}  // namespace lockstep::machine
