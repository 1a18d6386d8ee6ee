// Operands from logical order into that of the device: turned, so that k is outermost, or shuffled by tiles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/machine/memory/memory.hpp"
#include "reference/layouts/weight_shuffle_16x16.hpp"

namespace lockstep::problems {

/// [width][depth] elements of `bytes`, 1 or 4, to [depth][width].
void turn(std::int64_t width, std::int64_t depth, std::int64_t bytes, const std::uint8_t* source,
          std::uint8_t* out);

/// An operand's elements or scales: in memory [all groups' depths][width], in data for each group [width][its
/// depth].
struct GroupsAlongK {
  std::vector<std::int64_t>
      starts;  ///< where each group's depth starts, in elements; behind the last their sum
  std::int64_t width;
  std::int64_t bytes;  ///< an element has 1 or 4
};

/// The operand as it lies in memory.
std::vector<std::uint8_t> turned(const GroupsAlongK& groups, const std::vector<std::uint8_t>& source);

/// Weights of groups or experts, of whose planes tiles of 16 rows are shuffled: one plane behind the other,
/// of which `plane_of[i]` says which one of `logical` it is; -1 where it is not to be read. `logical` has
/// [plane][n][kb]; n is a multiple of 16, kb of 32. References must outlive the fill.
machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical);

}  // namespace lockstep::problems
