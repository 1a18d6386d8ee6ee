// Moving the bytes of memory operations: between allocations or LDS and the lanes of a Pending.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Captures `dwords` data registers from `first` into pending.data, for the lanes that take part.
void capture_data(Wave& wave, Pending& pending, int first, int dwords, int at);

/// Extends a loaded element of less than a dword to the register's 32 bits, per d16 and sign rules; `old` is
/// what the register held.
/// The counter of an operation on memory or scratch: where loads and stores have one each, stores and atomics that
/// return nothing are on theirs.
PendingQueue& queue_of(Wave& wave, const Pending& pending);

void write_loaded(Wave& wave, Pending& pending);

/// Reports undefined_address, with `otherwise`, of the first of the lanes whose part of the register is not
/// defined.
void demand_defined(Wave& wave, const PreparedInstruction& prepared, int reg, std::uint64_t lanes,
                    const char* otherwise);

/// What reads and writes the lanes' bytes in an address space.
struct Moves {
  using Function = void (*)(Wave&, Pending&);
  Function load, store, atomic;
};

/// How the operation is performed and, where it fills registers, retired.
void set_moves(Pending& pending, const Moves& moves);

/// Registers that an operation fills with what it loads, or with what an atomic found.
int returned_dwords(const isa::Memory& memory);

/// A new operation with what every kind has in common.
std::unique_ptr<Pending> new_pending(Wave& wave, const PreparedInstruction& prepared,
                                     const isa::Memory& memory, std::uint64_t lanes);

/// Says that a destination is pending: its registers become undefined until the operation retires.
void mark_destination(Wave& wave, const Pending& pending);

/// Replaces `bytes` (4 or 8) at data by the result of the atomic with `operand` (for compare_swap: new value,
/// then the value compared with).
void apply_atomic(isa::Atomic what, int bytes, const std::uint32_t* operand, std::uint8_t* data);

}  // namespace lockstep::machine
