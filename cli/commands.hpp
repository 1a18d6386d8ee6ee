// The words of the command line. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cli {

struct FuzzOptions {
  std::vector<std::string> kernels;  ///< names; empty: all
  std::vector<std::string> laws, models;
  std::string build;                 ///< empty: O3 and O2
  std::string recipe = "ceil";
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  int jobs = 0;                      ///< 0: one per processor
  std::uint64_t max_failures = 1;
  double shrink_seconds = 10;
  bool no_wide_offsets = false;
  std::string corpus = ".lockstep/corpus";
  std::string json, junit;
};
int fuzz(const FuzzOptions& options);

struct ReplayOptions {
  std::vector<std::string> words;  ///< a case line, or the name of a file of them
  std::vector<std::string> laws;
  int threads = 1;
  std::string json;
};
int replay(const ReplayOptions& options);

struct ProbeOptions {
  std::string device = "emulated:gfx950";
  std::string model = "exact";  ///< of an emulated device
  std::string from;             ///< a file to judge instead of a device
  std::string json;
  bool all = false;  ///< print every rung of the ladders, too
};
int probe(const ProbeOptions& options);

int list(const std::string& what, bool json);

struct BenchOptions {
  std::string json;
  double seconds = 0.4;  ///< per measurement
  std::string filter;
};
int bench(const BenchOptions& options);

}  // namespace lockstep::cli
