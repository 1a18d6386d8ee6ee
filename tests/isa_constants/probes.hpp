// Lines of assembly that ask LLVM what a constant is to each source of each row: which of several bit
// patterns it writes as the inline constant 1.0, and whether it takes a constant or a literal there at all.
#pragma once

#include <string>
#include <vector>

#include "emulator/isa/semantics.hpp"

namespace lockstep::tests {

/// What stands in the place of the source that is asked about.
enum class Ask : std::uint8_t { registers, integer, literal, half, brain, single, double_precision };
inline constexpr Ask kAsks[] = {Ask::registers, Ask::integer, Ask::literal,         Ask::half,
                                Ask::brain,     Ask::single,  Ask::double_precision};

struct Probe {
  const isa::Semantics* row;
  int source;
  Ask ask;
  std::string line;
};

/// For an arch as clang names it, one line each, in an order that depends on the tables alone.
std::vector<Probe> probes(std::string_view arch);

// Registers of the lines: destinations, and where a source may be put in the place of a constant.
inline constexpr int kVectorDestination = 20, kVectorTwin = 60, kScalarDestination = 20, kScalarTwin = 60;

}  // namespace lockstep::tests
