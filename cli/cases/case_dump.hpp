// A case as plain files, for machines without this program: its tensors, what must come out, how far elements
// may lie from the exact answer, the code object, a launch file, and a HIP program that launches it and
// compares.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/laws/experiment.hpp"

namespace lockstep::cli {

/// A tensor among the files of a dump.
struct DumpedTensor {
  std::string name;
  std::uint64_t bytes = 0;
  bool written = false;           ///< by the kernel
  int output = -1;                ///< number of the contract's output; -1: it is none
  std::size_t element_bytes = 0;  ///< bytes of an element of an output with ranges
};

/// An address in the argument segment.
struct DumpedPointer {
  std::size_t at = 0, tensor = 0;
  std::uint64_t offset = 0;  ///< in the tensor
};

struct CaseDump {
  std::string kernel;
  code_object::Geometry geometry;
  std::vector<DumpedTensor> tensors;
  std::vector<std::uint8_t> arguments;  ///< the explicit ones, packed, addresses 0
  std::vector<DumpedPointer> pointers;
};

/// Describes a case, its tensors without what is known only when they are written.
CaseDump describe(const laws::Experiment& e, const problems::Placed& placed);

/// The text of launch.hip and compare.hpp, the same of all cases, and of launch.txt, which they read.
std::string hip_program();
std::string comparing_header();
std::string launch_table(const CaseDump& dump);

/// Writes the folder. Fails, in words, for a case of several launches, one computed in part, one whose output
/// has no one right value, and one whose tensors take more than `most_bytes`.
tl::expected<void, std::string> dump_case(laws::Experiment& e, std::span<const std::byte> image,
                                          const std::string& folder, std::uint64_t most_bytes);

// How far the elements of an output may lie from what is right, as the files of a dump say it.

/// Two numbers for each element of the output, in order: the exact answer, and how far from it the output may
/// lie. NaN: no claim.
std::vector<double> bounds(laws::Experiment& e, std::size_t output);

/// The least and the greatest rank of code that each element of an output of 16 or 32 bits may have. A code's
/// rank is the code without its sign bit, negated where that is set: ranks ascend as values do. Where nothing
/// is claimed, both are the expected code's; where NaN is expected, the greatest is below the least, and
/// every rank outside is right.
std::vector<std::int32_t> code_ranges(laws::Experiment& e, std::size_t output);

}  // namespace lockstep::cli
