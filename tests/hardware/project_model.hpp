// The project's own matrix units, put to the same tiles as the hardware.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/hardware/tile.hpp"

namespace lockstep::hardware {

enum class Implementation { fast, slow };

/// D of tiles that all have `steps` steps: [tile][row][column].
std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation,
                                           const std::vector<Tile>& tiles);

/// The first `m` rows only, with operands given as codes: a [m][k], b [n][k], c and the result [m][n], for a
/// chain of k / in.k instructions.
std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation, int m, int k,
                                           const std::vector<std::uint64_t>& a,
                                           const std::vector<std::uint64_t>& b,
                                           const std::vector<std::uint64_t>& c);

}  // namespace lockstep::hardware
