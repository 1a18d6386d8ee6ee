// Which small-M kernel takes a problem, and cut how: rules and tables, and a reason for everything that is
// left to other kernels.
//
// Dense. m up to 4 goes to the lane-wise kernel. Above, a shape of the table goes to the matrix kernel, cut
// as its row says. A shape that is not in the table goes to the lane-wise kernel up to m = 16, and is refused
// past that: for it nothing is known that would beat a GEMM for any m.
//
// Sorted. A row of the list says for how many rows, with which experts and weights, a shape is taken; no
// other is.
//
// The keys and limits are those of aiter#3783. Its measured choices are not public here: `splits` are the
// least that give each of 256 compute units a workgroup, as far as k can be split.
#pragma once

#include <span>

#include "kernels/small_m/launch.hpp"

namespace lockstep::kernels {

struct SmallMDenseRow {
  std::int64_t k, n;
  std::int64_t column_tiles, splits;
};

enum class SmallMWeights : std::uint8_t { no, either };

struct SmallMSortedRow {
  std::int64_t n, k, a_div;
  SmallMWeights weights;
  std::int64_t least_rows, most_rows;  ///< SmallM::m
  std::int64_t least_experts;
  std::int64_t block_n;
};

std::span<const SmallMDenseRow> small_m_dense_rows();
std::span<const SmallMSortedRow> small_m_sorted_rows();

struct SmallMChoice {
  std::string_view kernel;
  SmallMCut cut;
};

/// Checks the operator's preconditions first. What is chosen, plan() takes.
tl::expected<SmallMChoice, operators::Refusal> choose(const operators::SmallM& problem);

}  // namespace lockstep::kernels
