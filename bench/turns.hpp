// Figures that a busy machine neither spoils nor flatters.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/bench.hpp"

namespace lockstep::bench {

/// What a benchmark came to.
struct Figure {
  const Benchmark* benchmark;
  double rate = 0;  ///< the best of its turns
  std::optional<double>
      of_limit;  ///< the median of the ratios of each turn to its limit's, measured just before
};

/// Called before each measurement with how many are done, of how many; false ends it there.
using BeforeMeasurement = std::function<bool(std::size_t done, std::size_t total, const Benchmark& next)>;

/// Measures what is `wanted`, and before the first that needs it each limit, in this order; both must be
/// among `all`. Each gets five turns of a fifth of `seconds`, and all the others come between two of them:
/// what else a machine does lasts for seconds, and so meets few of one benchmark's turns. Benchmarks without
/// a turn, as it was ended early, are left out.
std::vector<Figure> measure(const std::vector<Benchmark>& all, std::span<const Benchmark* const> wanted,
                            double seconds, const BeforeMeasurement& before);

}  // namespace lockstep::bench
