// The benchmarks program/NAME, and those of the arithmetic that they are held against.
#pragma once

#include <vector>

#include "bench/bench.hpp"

namespace lockstep::bench {

std::vector<Benchmark> program_benchmarks();

}  // namespace lockstep::bench
