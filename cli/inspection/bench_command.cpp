#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/bench.hpp"
#include "bench/main_loops.hpp"
#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "host/files.hpp"

namespace lockstep::cli {

namespace {

std::string processor() {
  std::istringstream info(host::read_text("/proc/cpuinfo").value_or(""));
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
  for (int u = 0; u < observe::kUnits; ++u) fmt::print("{:>8}", observe::name(observe::Unit(u)));
  fmt::print("{:>12}{:>12}{:>6}{:>8}\n", "rd conflict", "wr conflict", "regs", "scratch");
  for (const bench::MainLoop& l : loops) {
    fmt::print("{:<36}", l.name);
    if (!l.error.empty()) {
      fmt::print("  {}\n", l.error);
      continue;
    }
    for (int u = 0; u < observe::kUnits; ++u) fmt::print("{:>8.1f}", 100 * l.mix.share(observe::Unit(u)));
    fmt::print(
        "{:>12}{:>12}{:>6}{:>8}{}\n", conflicts(l.read_conflicts, l.lds_reads),
        conflicts(l.write_conflicts, l.lds_writes), l.registers, l.scratch,
        l.unknown_accesses == 0 ? "" : fmt::format("  {} accesses of unknown phases", l.unknown_accesses));
  }
}

nlohmann::json loop_json(const bench::MainLoop& l) {
  nlohmann::json j{{"name", l.name}, {"case", l.case_line}};
  if (!l.error.empty()) {
    j["error"] = l.error;
    return j;
  }
  for (int u = 0; u < observe::kUnits; ++u)
    j["executed"][observe::name(observe::Unit(u))] = l.mix.executed[std::size_t(u)];
  j["lds_reads"] = l.lds_reads;
  j["lds_writes"] = l.lds_writes;
  j["lds_read_conflict_cycles"] = l.read_conflicts;
  j["lds_write_conflict_cycles"] = l.write_conflicts;
  j["lds_unknown_accesses"] = l.unknown_accesses;
  j["registers"] = l.registers;
  j["scratch_bytes"] = l.scratch;
  return j;
}

/// What was measured, for what one figure says of another.
class Figures {
 public:
  explicit Figures(std::vector<bench::Figure> all) : all_(std::move(all)) {}

  const std::vector<bench::Figure>& all() const { return all_; }
  std::optional<double> of_sgemm(const bench::Figure& f) const {
    return f.benchmark->unit == "MAC/s" ? ratio(f.rate, rate_of("eigen/sgemm")) : std::nullopt;
  }
  /// How many times as long as a bare run a checked one takes.
  std::optional<double> checks_cost(const bench::Figure& f) const {
    constexpr std::string_view kChecked = "/checked";
    const std::string_view name = f.benchmark->name;
    if (!name.ends_with(kChecked)) return std::nullopt;
    const auto kernel = std::string(name.substr(0, name.size() - kChecked.size()));
    return ratio(rate_of(kernel + "/bare"), f.rate);
  }

 private:
  static std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
    return a && b ? std::optional(*a / *b) : std::nullopt;
  }
  std::optional<double> rate_of(const std::string& name) const {
    for (const bench::Figure& f : all_)
      if (f.benchmark->name == name) return f.rate;
    return std::nullopt;
  }
  std::vector<bench::Figure> all_;
};

void print(const bench::Figure& f, const Figures& figures) {
  const bench::Benchmark& b = *f.benchmark;
  std::string ratios;
  if (const auto ratio = figures.of_sgemm(f)) ratios += fmt::format("   {:.3f} of eigen/sgemm", *ratio);
  if (f.of_limit) ratios += fmt::format("   {:.2f} of {}", *f.of_limit, b.limit);
  if (const auto cost = figures.checks_cost(f))
    ratios += fmt::format("   {:.2f} of a bare run's time", *cost);
  fmt::print("{:<46} {:>10}{}{}\n", b.name, readable(f.rate), b.unit, ratios);
}

nlohmann::json figure_json(const bench::Figure& f, const Figures& figures) {
  const bench::Benchmark& b = *f.benchmark;
  nlohmann::json j{{"name", b.name}, {"value", f.rate}, {"unit", b.unit}};
  if (f.of_limit) {
    j["limit"] = b.limit;
    j["of_limit"] = *f.of_limit;
  }
  if (const auto cost = figures.checks_cost(f)) j["checks_cost"] = *cost;
  if (!b.case_line.empty()) j["case"] = b.case_line;
  return j;
}

// Measures until it is done or interrupted.
Figures measure(const std::vector<bench::Benchmark>& all, const std::vector<const bench::Benchmark*>& wanted,
                double seconds) {
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  std::optional<Progress> bar;
  auto figures = bench::measure(all, wanted, seconds,
                                [&](std::size_t done, std::size_t total, const bench::Benchmark& next) {
                                  if (!bar) bar.emplace(total);
                                  bar->update(done, next.name);
                                  return !interrupt.load();
                                });
  if (bar) bar->finish();
  return Figures(std::move(figures));
}

}  // namespace

int bench(const BenchOptions& options) {
  if (!options.device.empty()) return bench_device(options);
  if (!options.cases.empty()) return complain("bench", "--case needs a GPU, as in --device hip:0");
  nlohmann::json j{{"schema", kSchema}, {"host", processor()}};
  const std::vector<bench::Benchmark> all = bench::benchmarks();
  std::vector<const bench::Benchmark*> wanted;
  for (const bench::Benchmark& b : all)
    if (b.name.find(options.filter) != std::string::npos) wanted.push_back(&b);
  const std::vector<bench::MainLoop> loops = bench::main_loops(options.filter);
  if (wanted.empty() && loops.empty()) {
    fmt::print(stderr, "lockstep bench: nothing is called '{}'\n", options.filter);
    return kUsage;
  }
  if (!wanted.empty()) fmt::print("host {}; one core; ratios compare within this run only\n", processor());
  std::fflush(stdout);
  const Figures figures = measure(all, wanted, options.seconds);
  j["benchmarks"] = nlohmann::json::array();
  for (const bench::Figure& f : figures.all()) {
    print(f, figures);
    j["benchmarks"].push_back(figure_json(f, figures));
  }
  print_loops(loops);
  j["main_loops"] = nlohmann::json::array();
  for (const bench::MainLoop& loop : loops) j["main_loops"].push_back(loop_json(loop));
  if (!options.json.empty() && !write_or_complain(options.json, j.dump(1) + "\n")) return kUsage;
  if (!watch_for_interrupt().load()) return kHolds;
  fmt::print("interrupted: of the turns that were left nothing is in the figures\n");
  return kInterrupted;
}

}  // namespace lockstep::cli
