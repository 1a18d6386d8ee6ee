#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/bench.hpp"
#include "bench/main_loops.hpp"
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

std::string conflicts(std::uint64_t cycles, std::uint64_t accesses) {
  return accesses == 0 ? "-" : fmt::format("{}/{}", cycles, accesses);
}

// Percent of the instructions executed, by unit; conflicts as cycles lost / accesses.
void print_loops(const std::vector<bench::MainLoop>& loops) {
  if (loops.empty()) return;
  fmt::print("\nmain loops at the largest tile; percent of the instructions that waves execute\n{:<36}", "");
  for (int u = 0; u < checks::kUnits; ++u) fmt::print("{:>8}", checks::name(checks::Unit(u)));
  fmt::print("{:>12}{:>12}{:>6}{:>8}\n", "rd conflict", "wr conflict", "regs", "scratch");
  for (const bench::MainLoop& l : loops) {
    fmt::print("{:<36}", l.name);
    if (!l.error.empty()) {
      fmt::print("  {}\n", l.error);
      continue;
    }
    for (int u = 0; u < checks::kUnits; ++u) fmt::print("{:>8.1f}", 100 * l.mix.share(checks::Unit(u)));
    fmt::print(
        "{:>12}{:>12}{:>6}{:>8}{}\n", conflicts(l.read_conflicts, l.lds_reads),
        conflicts(l.write_conflicts, l.lds_writes), l.registers, l.scratch,
        l.unknown_accesses == 0 ? "" : fmt::format("  {} accesses of unknown phases", l.unknown_accesses));
  }
}

nlohmann::json loop_json(const bench::MainLoop& l) {
  nlohmann::json json{{"name", l.name}, {"case", l.case_line}};
  if (!l.error.empty()) {
    json["error"] = l.error;
    return json;
  }
  for (int u = 0; u < checks::kUnits; ++u)
    json["executed"][checks::name(checks::Unit(u))] = l.mix.executed[std::size_t(u)];
  json["lds_reads"] = l.lds_reads;
  json["lds_writes"] = l.lds_writes;
  json["lds_read_conflict_cycles"] = l.read_conflicts;
  json["lds_write_conflict_cycles"] = l.write_conflicts;
  json["lds_unknown_accesses"] = l.unknown_accesses;
  json["registers"] = l.registers;
  json["scratch_bytes"] = l.scratch;
  return json;
}

/// Measures as asked, each once. What is held against a limit takes turns with it: a neighbour's busy moment
/// would else flatter a ratio, or spoil it. Of the turns the rate is the best and the ratio the median.
class Measurements {
 public:
  Measurements(const std::vector<bench::Benchmark>& all, double seconds) : all_(all), seconds_(seconds) {}

  void measure(const bench::Benchmark& b) {
    if (rates_.contains(b.name)) return;
    if (b.limit.empty())
      rates_[b.name] = b.measure(seconds_);
    else
      take_turns(b, named(b.limit));
    print(b);
    order_.push_back(&b);
  }
  nlohmann::json json() const {
    nlohmann::json rows = nlohmann::json::array();
    for (const bench::Benchmark* b : order_) {
      rows.push_back({{"name", b->name}, {"value", rates_.at(b->name)}, {"unit", b->unit}});
      if (!b->limit.empty()) {
        rows.back()["limit"] = b->limit;
        rows.back()["of_limit"] = of_limit_.at(b->name);
      }
      if (!b->case_line.empty()) rows.back()["case"] = b->case_line;
    }
    return rows;
  }

 private:
  const bench::Benchmark& named(const std::string& name) const {
    return *std::ranges::find(all_, name, &bench::Benchmark::name);
  }
  void take_turns(const bench::Benchmark& b, const bench::Benchmark& limit) {
    measure(limit);
    constexpr std::size_t kTurns = 5;
    std::array<double, kTurns> ratios;
    for (double& ratio : ratios) {
      const double most = limit.measure(seconds_ / (3 * kTurns)), rate = b.measure(seconds_ / kTurns);
      rates_[limit.name] = std::max(rates_[limit.name], most);
      rates_[b.name] = std::max(rates_[b.name], rate);
      ratio = rate / most;
    }
    std::ranges::nth_element(ratios, ratios.begin() + kTurns / 2);
    of_limit_[b.name] = ratios[kTurns / 2];
  }
  void print(const bench::Benchmark& b) const {
    const double rate = rates_.at(b.name);
    std::string ratios;
    if (const auto yardstick = rates_.find("eigen/sgemm"); yardstick != rates_.end() && b.unit == "MAC/s")
      ratios += fmt::format("   {:.3f} of eigen/sgemm", rate / yardstick->second);
    if (const auto ratio = of_limit_.find(b.name); ratio != of_limit_.end())
      ratios += fmt::format("   {:.2f} of {}", ratio->second, b.limit);
    fmt::print("{:<46} {:>10}{}{}\n", b.name, readable(rate), b.unit, ratios);
    std::fflush(stdout);
  }

  const std::vector<bench::Benchmark>& all_;
  double seconds_;
  std::map<std::string, double> rates_, of_limit_;
  std::vector<const bench::Benchmark*> order_;  ///< as measured
};

}  // namespace

int bench(const BenchOptions& options) {
  nlohmann::json json{{"schema", kSchema}, {"host", host()}};
  const std::vector<bench::Benchmark> all = bench::benchmarks();
  std::vector<bench::Benchmark> wanted;
  for (const bench::Benchmark& b : all)
    if (b.name.find(options.filter) != std::string::npos) wanted.push_back(b);
  const std::vector<bench::MainLoop> loops = bench::main_loops(options.filter);
  if (wanted.empty() && loops.empty()) {
    fmt::print(stderr, "lockstep bench: nothing is called '{}'\n", options.filter);
    return kUsage;
  }
  if (!wanted.empty()) fmt::print("host {}; one core; ratios compare within this run only\n", host());
  Measurements measurements(all, options.seconds);
  for (const bench::Benchmark& b : wanted) measurements.measure(b);
  json["benchmarks"] = measurements.json();
  print_loops(loops);
  json["main_loops"] = nlohmann::json::array();
  for (const bench::MainLoop& loop : loops) json["main_loops"].push_back(loop_json(loop));
  if (!options.json.empty() && !write_or_complain(options.json, json.dump(1) + "\n")) return kUsage;
  return kHolds;
}

}  // namespace lockstep::cli
