// How well the value of an instruction is known: what a report says of a run that executed it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// How well an operation is known, from best to least.
enum class Fidelity : std::uint8_t {
  documented,   ///< the manual's pseudo-code says it
  measured,     ///< captures of the silicon show it
  inferred,     ///< follows from something documented or measured, or from what compilers assume
  approximate,  ///< the nearest value; silicon may differ in the last bits
  hypothesis,   ///< one of several that nothing public decides between
};
inline constexpr std::size_t kFidelities = std::size_t(Fidelity::hypothesis) + 1;
std::string_view name(Fidelity fidelity);

/// What differs from `documented`: one row for each group of mnemonics. The first row that matches counts.
struct FidelityRow {
  std::string_view mnemonics;  ///< a mnemonic, or how it begins, with `*` behind
  arch::Set archs = 0;
  std::optional<Fidelity> fidelity;  ///< none: that of the matrix model
  std::string_view source;
};
std::span<const FidelityRow> fidelity_rows();

/// The row of an operation that is not documented; nullptr: it is.
const FidelityRow* find_fidelity(const Semantics& row, arch::Set archs);

}  // namespace lockstep::isa
