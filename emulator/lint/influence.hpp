// Where the results of some instructions may get to: a branch, an address, device memory.
//
// Over the part of the program that was executed, along branches that may have been taken in another order.
// LDS and scratch are one place each: what is read there may be anything that was stored to them. Device
// memory isn't followed. What a register holds in lanes that EXEC masks off comes back when EXEC widens. That
// a value decides which lanes run counts as control, and nothing further.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "emulator/isa/instruction.hpp"
#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

enum class Sink : std::uint8_t {
  control,  ///< a branch, EXEC, MODE
  address,  ///< address of a memory operation, a descriptor, M0 as an LDS address, a lane number
  output,   ///< what is stored to device memory
};
inline constexpr std::size_t kSinks = std::size_t(Sink::output) + 1;

/// Bit n: source n. The last stands for all beyond it.
using Sources = std::uint64_t;
inline constexpr std::uint32_t kMostSources = 64;

struct Influence {
  std::array<Sources, kSinks> reach{};
  /// false: registers are chosen by an index, or a jump is not known: `reach` says nothing
  bool followed = true;
};

/// `source_of`: which source an instruction is, by its index; none for most.
Influence influence(const isa::Program& program, std::span<const std::uint32_t> entries, int accum_offset,
                    const std::function<bool(std::uint32_t)>& was_executed,
                    const std::function<std::optional<std::uint32_t>(std::uint32_t)>& source_of);

}  // namespace lockstep::lint
