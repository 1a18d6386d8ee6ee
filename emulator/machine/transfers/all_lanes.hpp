// Memory operations in which all lanes of a wave, 64 or 32, take part and every one is in range whole, or, of
// a buffer, some are and of the others no byte is: nearly all operations, moved here without a test per lane.
// A function that returns false has met something else, for instance an undefined byte or a lane across two
// pages; the operation is then done lane by lane from the beginning, which is always right.
#pragma once

#include "emulator/machine/transfers/buffer_descriptor.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine::all_lanes {

/// Sets addresses, ranges and owner for an unswizzled buffer without records. `lanes`: the lanes' offsets,
/// nullptr for none; `offset`: the instruction's. Where it returns true, pending.owners.inside() is set.
bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor, const std::uint32_t* lanes,
                      std::int64_t offset, std::uint64_t scalar_offset, Pending& pending);
/// Sets ranges and owner for addresses that are set. `last` is tried first, and becomes the owner.
bool own(const Memory& memory, Allocation*& last, Pending& pending);

/// Loads device memory to lanes, where pending.owners.inside() is set. Lanes that are not inside receive 0. A
/// load of whole dwords that retires_now goes directly to its registers, and sets `arrived`.
bool sample(Wave& wave, Pending& pending);
bool commit(Pending& pending);
/// Performs an atomic on defined operands, in the order of the lanes, all of which are inside: pending.data
/// becomes the previous values.
bool update(Pending& pending);

/// Copies lanes to LDS, contiguous from pending.lds.base on.
bool fill_lds(Lds& lds, const Pending& pending);
/// Copies lanes to LDS at each lane's own address, whichever lanes take part; elements of whole dwords.
bool fill_lds_places(Lds& lds, const Pending& pending);
/// Reads LDS at the lanes' addresses; elements of whole dwords.
bool read_lds(Wave& wave, Pending& pending);
bool write_lds(Lds& lds, const Pending& pending);

}  // namespace lockstep::machine::all_lanes
