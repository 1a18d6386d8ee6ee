// What a kernel's main loop spends its instructions on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::observe {

/// The unit that an instruction is issued to.
enum class Unit : std::uint8_t { matrix, lds, vector_memory, vector, scalar, wait, barrier, nop };
inline constexpr int kUnits = 8;
std::string_view name(Unit unit);

Unit unit_of(const isa::Instruction& instruction);

/// Instructions [first, last] of the program, the last being the branch back.
struct Loop {
  std::uint32_t first = 0, last = 0;
};

struct InstructionMix {
  Loop loop;
  std::array<std::uint64_t, kUnits> executed{};  ///< [unit]

  std::uint64_t total() const;
  double share(Unit unit) const;
};

/// The shortest loop with at least half as many matrix instructions executed as any loop has, and what it
/// executed; none where no loop has any. `executed` is per instruction, as machine::Outcome counts it.
std::optional<InstructionMix> main_loop(const isa::Program& program, std::span<const std::uint64_t> executed);

}  // namespace lockstep::observe
