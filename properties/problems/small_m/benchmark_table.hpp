// The benchmarks of small-M products: by matrix instructions 64 rows, by lanes 16.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kSmallMBenchmarks[] = {
    {"small_m_mfma", "groups=1 m=64 n=1024 k=8192 columns=4", "groups=1 m=64 n=256 k=2048 columns=4", 8},
    {"", "groups=1 m=16 n=1024 k=2048", "groups=1 m=16 n=256 k=2048", 0},
};

}  // namespace lockstep::problems
