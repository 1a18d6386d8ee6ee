// What is measured, and how: rates on one core, all in one run so that their ratios mean something.
#pragma once

#include <functional>
#include <optional>
#include <span>
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

/// What a benchmark came to.
struct Figure {
  const Benchmark* benchmark;
  double rate = 0;  ///< the best of its turns
  std::optional<double>
      of_limit;  ///< the median of the ratios of each turn to its limit's, measured just before
};

/// Called before each measurement with how many are done, of how many; false ends it there.
using BeforeMeasurement = std::function<bool(std::size_t done, std::size_t total, const Benchmark& next)>;

/// Figures that a busy machine neither spoils nor flatters. Measures what is `wanted`, and before the first
/// that needs it each limit, in this order; both must be among `all`. Each gets five turns of a fifth of
/// `seconds`, and all the others come between two of them: what else a machine does lasts for seconds, and so
/// meets few of one benchmark's turns. Benchmarks without a turn, as it was ended early, are left out.
std::vector<Figure> measure(const std::vector<Benchmark>& all, std::span<const Benchmark* const> wanted,
                            double seconds, const BeforeMeasurement& before);

/// Multiply-accumulates per second of Eigen's float matrix product with the host's vectors, 512 x 512 in
/// depth of 128: the yardstick that engineers know.
double eigen_sgemm(double seconds);

/// Wave-instructions per second of 64 additions of hot memory, and nothing else: what the machine's vector
/// instructions are held against.
double lane_add(double seconds);

/// Wave-instructions per second of a straight line of `line` (an assembly line over v0 … v15 and s0 … s15)
/// through the machine: fetch, evaluate, definedness, write-back.
double vector_stream(const std::string& line, double seconds);

/// Bytes of binary32 per second through the block quantiser, 1x32 blocks of float8_e4m3fn with e8m0 scales.
double quantise_1x32_e4m3(double seconds);
double dequantise_1x32_e4m3(double seconds);

}  // namespace lockstep::bench
