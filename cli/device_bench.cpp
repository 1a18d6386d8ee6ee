#include "cli/device_bench.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "properties/laws/evaluate.hpp"
#include "properties/problems/benchmark.hpp"

namespace lockstep::cli {

namespace {

using devices::Failure;

constexpr double kMostTimes = 1000, kLeastTimes = 5;

tl::unexpected<Failure> can_not(std::string why) {
  return tl::unexpected(Failure{Failure::Kind::refused, std::move(why)});
}

// A few rows of a few groups, so that both the launch and the references take part.
constexpr const char* kSmall = "groups=2 m=13,40 m_max=64 n=256 k=512 data=codes scales=distinct seed=1";

}  // namespace

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

}  // namespace lockstep::cli
