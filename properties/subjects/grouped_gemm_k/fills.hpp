// What the contract reads, in the layouts of the device.
#pragma once

#include "emulator/machine/memory.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::subjects {

/// An operand's elements or scales: in memory [all groups' depths][width], in data for each group [width][its
/// depth].
struct GroupsAlongK {
  std::vector<std::int64_t> starts;  ///< of the groups' depths, in elements; behind the last their sum
  std::int64_t width;
  std::int64_t bytes;  ///< of an element
};

/// `source` must outlive the fill.
machine::Fill fill_turned(GroupsAlongK groups, const std::vector<std::uint8_t>& source);

}  // namespace lockstep::subjects
