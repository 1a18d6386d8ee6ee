// The benchmarks of a mixture of experts, as deep as DeepSeek-R1's: 7168 into an expert, 2048 between its products.
// Kernels that add rows to tokens are built for blocks of 64 rows at most, the others for 128.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kMoeDownBenchmarks[] = {
    {"moe_down_added", "groups=1 m=256 n=1024 k=2048 block=64", "groups=1 m=64 n=512 k=2048 block=64", 4},
    {"moe_gate_up", "groups=1 m=256 n=1024 k=7168 block=128", "groups=1 m=128 n=512 k=2048 block=128", 4},
    {"", "groups=1 m=256 n=1024 k=2048 block=128", "groups=1 m=128 n=512 k=2048 block=128", 4},
};

inline constexpr BenchmarkRow kMoeTwoStageBenchmarks[] = {
    {"", "groups=1 m=64 n=1024 k=7168 inter=2048 block=64", "groups=1 m=64 n=512 k=2048 block=64", 4},
};

}  // namespace lockstep::problems
