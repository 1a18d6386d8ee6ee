// The benchmark of grouped GEMMs whose groups cut the reduction: m is what is summed over.
#pragma once

#include "properties/problems/benchmark.hpp"

namespace lockstep::problems {

inline constexpr BenchmarkRow kGroupedGemmKBenchmarks[] = {
    {"", "groups=1 m=2048 n=1024 k=256 out=f32", "groups=1 m=2048 n=256 k=256 out=f32", 8},
};

}  // namespace lockstep::problems
