#include <fmt/format.h>

#include <fstream>

#include "bench/bench.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "json.hpp"
#include "output_file.hpp"

namespace lockstep::cli {

namespace {

std::string host() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line))
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string readable(double value) {
  if (value >= 1e9) return fmt::format("{:.2f} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.2f} M", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.2f} k", value / 1e3);
  return fmt::format("{:.1f} ", value);
}

}  // namespace

int bench(const BenchOptions& options) {
  nlohmann::json json{{"schema", kSchema}, {"host", host()}, {"benchmarks", nlohmann::json::array()}};
  std::vector<bench::Benchmark> wanted;
  std::vector<bench::Benchmark> all = bench::benchmarks();
  for (bench::Benchmark& b : all)
    if (b.name.find(options.filter) != std::string::npos) wanted.push_back(std::move(b));
  if (wanted.empty()) {
    fmt::print(stderr, "lockstep bench: nothing is called '{}'\n", options.filter);
    return kUsage;
  }
  fmt::print("host {}; one core; ratios compare within this run only\n", host());
  double yardstick = 0;
  for (const bench::Benchmark& b : wanted) {
    const double value = b.measure(options.seconds);
    if (b.name == "eigen/sgemm") yardstick = value;
    const std::string ratio =
        yardstick > 0 && b.unit == "MAC/s" ? fmt::format("   {:.3f} of eigen/sgemm", value / yardstick) : "";
    fmt::print("{:<46} {:>10}{}{}\n", b.name, readable(value), b.unit, ratio);
    std::fflush(stdout);
    json["benchmarks"].push_back({{"name", b.name}, {"value", value}, {"unit", b.unit}});
  }
  if (!options.json.empty() && !write_or_complain(options.json, json.dump(1) + "\n")) return kUsage;
  return kHolds;
}

}  // namespace lockstep::cli
