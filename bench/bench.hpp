// What is measured, and how: rates on one core, all in one run so that their ratios mean something.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockstep::bench {

struct Benchmark {
  std::string name;                               ///< emulate/KERNEL/checked, model/NAME, … (bench/README.md)
  std::string unit;                               ///< MAC/s, wave-instructions/s, bytes/s, cases/s
  std::function<double(double seconds)> measure;  ///< runs for about that long and returns the rate
  std::string limit{};                            ///< the benchmark of its arithmetic alone; empty: none
  std::string case_line{};                        ///< whose runs are measured; empty: none's
};

/// The yardstick eigen/sgemm comes first.
std::vector<Benchmark> benchmarks();

/// Calls `work` until `seconds` have passed, three times over, and returns the best of the three rates; work
/// returns how many units it did.
double best_rate(double seconds, const std::function<double()>& work);

}  // namespace lockstep::bench
