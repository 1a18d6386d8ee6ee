// The benchmarks of tensor-wise GEMMs; tn sums over m.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kTensorwiseBenchmarks[] = {
    {"tensorwise_tn", "groups=1 m=2048 n=1024 k=256", "groups=1 m=2048 n=256 k=256 tile=large", 8},
    {"", "groups=1 m=256 n=1024 k=2048", "groups=1 m=256 n=256 k=2048 tile=large", 8},
};

}  // namespace lockstep::problems
