// Moves the bytes of memory operations between allocations or LDS and the lanes of a Pending.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Captures `dwords` data registers from `first` on into pending.data from dword `at` on, for lanes that take
/// part.
void capture_data(Wave& wave, Pending& pending, int first, int dwords, int at);

/// The queue of the counter that counts an operation on memory or scratch: where loads and stores have one
/// each, stores and atomics that return nothing are on the stores'.
PendingQueue& queue_of(Wave& wave, const Pending& pending);

/// Writes what was loaded to its registers; extends an element of less than a dword, per d16 and sign rules.
void write_loaded(Wave& wave, Pending& pending);

/// The lanes of these whose part of the register is not defined.
std::uint64_t undefined_lanes(Wave& wave, int reg, std::uint64_t lanes);

/// Reports undefined_address, with `otherwise`, for the first lane whose part of the register is not defined.
void demand_defined(Wave& wave, const PreparedInstruction& prepared, int reg, std::uint64_t lanes,
                    const char* otherwise);

/// The functions that read and write the lanes' bytes in an address space.
struct Moves {
  using Function = void (*)(Wave&, Pending&);
  Function load, store, atomic;
};

/// Sets how the operation is performed and, if it has a destination, retired.
void set_moves(Pending& pending, const Moves& moves);

/// The number of registers that an operation fills with what it loads, or with an atomic's previous value.
int returned_dwords(const isa::Memory& memory);

/// A new operation with the fields that every kind sets.
std::unique_ptr<Pending> new_pending(Wave& wave, const PreparedInstruction& prepared,
                                     const isa::Memory& memory, std::uint64_t lanes);

/// Marks the destination registers as undefined until the operation retires.
void mark_destination(Wave& wave, const Pending& pending);

/// Replaces `bytes` (4 or 8) at data by the result of the atomic with `operand` (for compare_swap: the new
/// value, then the value compared with).
void apply_atomic(isa::Atomic what, int bytes, const std::uint32_t* operand, std::uint8_t* data);

// ---- addresses of buffer, global, flat and scratch operations (vector_address.cpp)

/// Sets addresses, ranges and owners of a buffer access. On failure `stop` says why, and it returns false.
bool buffer_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
/// Sets the lanes' addresses of a global or flat access; for global ones also the owners. False: it fails.
bool lane_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);
bool find_owners(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop);

}  // namespace lockstep::machine
