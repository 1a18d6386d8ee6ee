// The benchmarks of dense block-scaled products.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kMxGemmBenchmarks[] = {
    {"", "groups=1 m=256 n=1024 k=2048 tile=128x256 stages=3",
     "groups=1 m=128 n=256 k=2048 tile=128x256 stages=3", 8},
};

}  // namespace lockstep::problems
