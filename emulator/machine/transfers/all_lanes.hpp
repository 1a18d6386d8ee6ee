// Memory operations in which all lanes of a wave, 64 or 32, take part and every one is in range whole, or, of a buffer, some
// are and of the others no byte is: nearly all of them, moved here without a question per lane. A function
// that returns false has met something else, an undefined byte or a lane across two pages for instance; going
// lane by lane from the beginning is then right, as it always is.
#pragma once

#include "emulator/machine/transfers/buffer_descriptor.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine::all_lanes {

/// Addresses, ranges and owner of an unswizzled buffer without records. `lanes`: their offsets, nullptr for
/// none; `offset`: the instruction's. Where it returns true, pending.inside is set.
bool buffer_addresses(const Memory& memory, const BufferDescriptor& descriptor, const std::uint32_t* lanes,
                      std::int64_t offset, std::uint64_t scalar_offset, Pending& pending);
/// Ranges and owner for addresses that are there already. `last` is asked first, and becomes the owner.
bool own(const Memory& memory, Allocation*& last, Pending& pending);

/// A load of whole dwords that retires_now goes straight to its registers, as `arrived` says then.
///
/// Device memory to lanes, and lanes to device memory; pending.inside is set. Lanes that are not inside get
/// 0, and what they store is dropped.
bool sample(Wave& wave, Pending& pending);
bool commit(Pending& pending);
/// An atomic of defined operands, in the order of the lanes; those that take part are inside: pending.data becomes what was there.
bool update(Pending& pending);

/// Lanes to LDS, one behind the other from pending.lds_base on.
bool fill_lds(Lds& lds, const Pending& pending);
/// ... where each lane's copy goes, whichever lanes take part; elements of whole dwords.
bool fill_lds_places(Lds& lds, const Pending& pending);
/// LDS at the lanes' addresses, to lanes and back; elements of whole dwords.
bool read_lds(Wave& wave, Pending& pending);
bool write_lds(Lds& lds, const Pending& pending);

}  // namespace lockstep::machine::all_lanes
