// The benchmarks of grouped GEMMs.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kGroupedGemmBenchmarks[] = {
    {"grouped_gemm_masked", "groups=1 m_max=256 m=256 n=1024 k=2048",
     "groups=1 m_max=128 m=128 n=512 k=2048 tile=large", 8},
    {"", "groups=1 m=256 n=1024 k=2048", "groups=1 m=128 n=512 k=2048 tile=large", 8},
};

}  // namespace lockstep::problems
