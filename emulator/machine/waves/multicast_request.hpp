// gfx1250's multicast: workgroups of a cluster that ask for the same bytes are served together, each into its
// own registers or LDS.
//
// A request names all of them in a mask. A workgroup receives what it asked for itself; a named workgroup
// that never asks holds up the others, which is detected where the cluster ends. (CDNA5 ISA manual, 10.7:
// they meet, up to a timeout; aiter and FlyDSL rely on each workgroup's own counter for its own LDS.)
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

/// Notes a multicast request with the given mask; mask 0: no other workgroup is named.
void note_multicast(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address,
                    std::uint32_t workgroups);
/// Notes the multicast request of an operation whose addresses are set, with the mask in M0.
void note_multicast(Wave& wave, const PreparedInstruction& prepared, const Pending& pending);

}  // namespace lockstep::machine
