// gfx1250: workgroups of a cluster that ask for the same bytes are served together, each into its own registers or LDS.
//
// A request names them all by a mask. What a workgroup receives is what it asked for itself; those that the mask names
// and that never ask hold the others up, which is found where the cluster ends. (CDNA5 ISA manual, 10.7: they meet, up
// to a timeout; aiter and FlyDSL rely on each workgroup's own counter for its own LDS.)
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Mask 0: nobody else is named.
void note_multicast(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address,
                    std::uint32_t workgroups);
/// The same with M0's mask, of an operation that has its addresses.
void note_multicast(Wave& wave, const PreparedInstruction& prepared, const Pending& pending);

}  // namespace lockstep::machine
