// Operands from logical order into that of the device.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::problems {

/// [width][depth] elements of `bytes`, 1 or 4, to [depth][width].
void turn(std::int64_t width, std::int64_t depth, std::int64_t bytes, const std::uint8_t* source,
          std::uint8_t* out);

/// An operand's elements or scales: in memory [all groups' depths][width], in data for each group [width][its
/// depth].
struct GroupsAlongK {
  std::vector<std::int64_t> starts;  ///< of the groups' depths, in elements; behind the last their sum
  std::int64_t width;
  std::int64_t bytes;  ///< of an element: 1 or 4
};

/// The bytes of memory.
std::vector<std::uint8_t> turned(const GroupsAlongK& groups, const std::vector<std::uint8_t>& source);

}  // namespace lockstep::problems
