// `bench --device`: kernels on a GPU.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "cli/devices/commands.hpp"
#include "cli/devices/gpu.hpp"
#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "devices/device.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "properties/laws/code_cache.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::cli {

namespace {

// The speed of kernels on a GPU, and of cases there against the emulator.

/// How long one case's launches take, by the device's clock.
struct LaunchTimes {
  cases::Case the_case;
  std::uint64_t macs =
      0;  ///< multiply-accumulates; of a problem that is computed in part, of the part: 0 then
  double median = 0, least = 0;  ///< seconds
  std::size_t count = 0;         ///< how many were timed
};

using devices::Failure;

constexpr double kMostTimes = 1000, kLeastTimes = 5;

tl::unexpected<Failure> can_not(std::string why) {
  return tl::unexpected(Failure{Failure::Kind::refused, std::move(why)});
}

// A few rows of a few groups, so that both the launch and the references take part.
constexpr const char* kSmall = "groups=2 m=13,40 m_max=64 n=256 k=512 data=codes scales=distinct seed=1";

/// For about so many seconds, after a launch that is not timed. Fails as the case or the device does.
tl::expected<LaunchTimes, Failure> time_launches(const cases::Case& c, devices::Device& device,
                                                 laws::CodeCache& cache, double seconds) {
  laws::Experiment::Options options;
  options.device = &device;
  const auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) return can_not(experiment.error());
  devices::Program program = (*experiment)->device_program();
  if (program.steps.empty()) return can_not("the case launches nothing");
  program.timed = 1;
  const auto once = device.run(program, {});
  if (!once) return tl::unexpected(once.error());
  const double about = std::max(once->seconds.front(), 1e-9);
  program.timed = std::uint32_t(std::clamp(std::ceil(seconds / about), kLeastTimes, kMostTimes));
  auto ran = device.run(program, {});
  if (!ran) return tl::unexpected(ran.error());
  std::vector<double>& times = ran->seconds;
  std::ranges::sort(times);
  const bool whole = (*experiment)->instance().sampled().empty();
  return LaunchTimes{c, whole ? (*experiment)->macs() : 0, times[times.size() / 2], times.front(),
                     times.size()};
}

/// Cases per second under the laws that fuzz checks, of small problems of one build; on the emulator where
/// there is no device. Nothing where one of them does not hold.
std::optional<double> case_rate(const kernels::Kernel& kernel, const std::string& build,
                                const std::string& model, devices::Device* device, laws::CodeCache& cache,
                                double seconds) {
  auto c =
      cases::parse(fmt::format("{}@{} {} model={} build={}", kernel.name, kernel.arch, kSmall, model, build));
  if (!c) return std::nullopt;
  laws::Experiment::Options options;
  options.device = device;
  std::uint64_t done = 0;
  const auto start = std::chrono::steady_clock::now();
  double passed = 0;
  do {
    ++c->seed;
    const laws::CaseResult r = laws::evaluate(*c, laws::laws_of(*c), cache, options);
    if (r.verdict != verdict::Verdict::holds) return std::nullopt;
    ++done;
    passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  } while (passed < seconds);
  return double(done) / passed;
}

// Builds of a kernel that are timed, where there are such.
constexpr const char* kBuilds[] = {"O3", "O2", "scalar"};

struct TimedRow {
  std::string name;
  cases::Case the_case;
};

class DeviceBench {
 public:
  DeviceBench(const BenchOptions& options, Gpu gpu) : options_(options), gpu_(std::move(gpu)) {}

  int run() {
    fmt::print("{}\n", gpu_.text());
    auto rows = wanted();
    if (!rows) return complain("bench", rows.error());
    if (rows->empty())
      return complain(
          "bench", fmt::format("nothing that runs on {} is called '{}'", options_.device, options_.filter));
    fmt::print(
        "kernels by the device's clock, the median of launches of the same; ratios compare within this run "
        "only\n");
    std::fflush(stdout);
    for (const TimedRow& row : *rows) {
      if (watch_for_interrupt().load()) break;
      time(row);
    }
    if (options_.cases.empty() && !watch_for_interrupt().load()) rate_of_cases();
    if (!options_.json.empty() && !write_or_complain(options_.json, json_.dump(1) + "\n") && code_ == kHolds)
      return kUsage;
    return watch_for_interrupt().load() ? int(kInterrupted) : code_;
  }

 private:
  const std::string& arch() const { return gpu_.device->identity().arch; }

  tl::expected<std::vector<TimedRow>, std::string> wanted() const {
    std::vector<TimedRow> rows;
    for (const std::string& line : options_.cases) {
      auto c = cases::parse(line);
      if (!c) return tl::unexpected(c.error());
      rows.push_back({cases::print(*c), *c});
    }
    if (!rows.empty()) return rows;
    for (const kernels::Kernel& k : kernels::kernels())
      for (const char* build : kBuilds) {
        const std::string name = fmt::format("{}@{}:{}", k.name, k.arch, build);
        const bool fits =
            kernels::find_image(k, build) != nullptr && laws::CodeCache::bytes_for(arch(), k, build);
        if (!fits || name.find(options_.filter) == std::string::npos) continue;
        cases::Case c = problems::timed_case(k);
        c.build = build;
        rows.push_back({name, c});
      }
    return rows;
  }

  void time(const TimedRow& row) {
    const auto times = time_launches(row.the_case, *gpu_.device, cache_, options_.seconds);
    nlohmann::json j{{"name", row.name}, {"case", cases::print(row.the_case)}};
    if (!times) {
      fmt::print("{:<40} {}\n", row.name, times.error().text);
      j["error"] = times.error().text;
      code_ = code_of(times.error().kind);
    } else {
      const double rate = double(times->macs) / times->median;
      if (!first_) first_ = times->median;
      fmt::print("{:<40} {:>10.1f} us, least {:.1f} of {}{}   {:.2f} of the first one's time\n", row.name,
                 times->median * 1e6, times->least * 1e6, times->count,
                 times->macs == 0 ? "" : fmt::format(" {:>10.2f} G MAC/s", rate / 1e9),
                 times->median / *first_);
      j.update({{"median_s", times->median},
                {"least_s", times->least},
                {"times", times->count},
                {"of_first", times->median / *first_}});
      if (times->macs != 0) j["mac_per_s"] = rate;
    }
    std::fflush(stdout);
    json_["benchmarks"].push_back(std::move(j));
  }

  // Times the same cases on the device and on the emulator.
  void rate_of_cases() {
    const bool cuda = options_.device.starts_with("cuda:");
    const kernels::Kernel* const kernel =
        kernels::find_kernel("grouped_gemm_masked", cuda ? "gfx950" : arch());
    if (kernel == nullptr || gpu_.models.empty()) return;
    const std::string build = cuda ? "scalar" : "O3", &model = gpu_.models.front();
    const auto on_device = case_rate(*kernel, build, model, gpu_.device.get(), cache_, options_.seconds);
    const auto emulated = case_rate(*kernel, build, model, nullptr, cache_, options_.seconds);
    const std::string name = fmt::format("cases of {}@{}:{}", kernel->name, kernel->arch, build);
    if (!on_device || !emulated) {
      fmt::print("{:<40} not all hold: nothing is said of their speed\n", name);
      code_ = kInconclusive;
      return;
    }
    fmt::print("{:<40} {:>10.1f} cases/s, {:.2f} times the emulator's on one core of this host\n", name,
               *on_device, *on_device / *emulated);
    json_["cases"] = {{"name", name}, {"per_s", *on_device}, {"emulated_per_s", *emulated}};
  }

  const BenchOptions& options_;
  Gpu gpu_;
  laws::CodeCache cache_;
  std::optional<double> first_;  ///< median of the first row
  nlohmann::json json_{{"schema", kSchema},
                       {"device", text(gpu_.device->identity())},
                       {"benchmarks", nlohmann::json::array()}};
  int code_ = kHolds;
};

}  // namespace

int bench_device(const BenchOptions& options) {
  auto gpu = open_gpu(options.device, options.timeout);
  if (!gpu) {
    fmt::print(stderr, "lockstep bench: {}\n", gpu.error().text);
    return gpu.error().code;
  }
  return DeviceBench(options, std::move(*gpu)).run();
}

}  // namespace lockstep::cli
