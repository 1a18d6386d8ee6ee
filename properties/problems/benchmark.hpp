// What `bench` runs of each kernel. An operator's folder has a table of them, benchmark_table.hpp.
#pragma once

#include <span>
#include <string_view>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::problems {

struct BenchmarkRow {
  std::string_view kernel;  ///< what its name begins with; the first row that fits counts
  /// Keys of the case that is timed: tiles without padding and a main loop long enough to outweigh what comes before and
  /// after, 537 M multiply-accumulates and more where the envelope allows it, in the largest blocks that the kernel is
  /// built for.
  std::string_view timed;
  /// Keys of the case whose main loop is counted: the least that makes the kernel choose its largest tile.
  std::string_view counted;
  /// Bits of the elements that its matrix instructions multiply; 0: it multiplies in vector instructions.
  int element_bits;
};

const BenchmarkRow& benchmark_of(const kernels::Kernel& kernel);

cases::Case timed_case(const kernels::Kernel& kernel);
cases::Case counted_case(const kernels::Kernel& kernel);

}  // namespace lockstep::problems
