// The operands of a case: what the contract reads, as a pure function of the seed and the position, and as it lies in
// memory.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "emulator/machine/memory/memory.hpp"
#include "properties/problems/mx_gemm/problem.hpp"

namespace lockstep::problems {

/// Of a part of a problem. Fails for an unknown recipe.
tl::expected<operators::MxGemmData, std::string> make_data(const cases::Case& c, const MxGemmPart& part);

/// [m][n] of the part: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_product(const cases::Case& c, const MxGemmPart& part);

/// Bytes of a tensor from `start` on, some of which nobody reads.
struct MxGemmStored {
  std::uint64_t start = 0;
  std::vector<std::uint8_t> bytes, unread;  ///< 1: is not defined
};

/// Outlives the fills made of it.
struct MxGemmMemory {
  MxGemmStored a, b, a_scale, b_scale;

  MxGemmMemory(const MxGemmPart& part, const operators::MxGemmData& data, const kernels::MxGemmTile& tile);
};

machine::Fill fill_stored(const MxGemmStored& stored);

}  // namespace lockstep::problems
