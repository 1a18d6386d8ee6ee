#include <random>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/commands.hpp"
#include "cli/cases/comparison_run.hpp"
#include "cli/cases/fuzz_scope.hpp"
#include "cli/options/fuzz.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "properties/fuzzing/selection.hpp"

namespace lockstep::cli {

namespace {

constexpr double kDefaultSecondsOfAll = 60;

CompareOptions comparison_of(const FuzzOptions& options, std::uint64_t seed) {
  CompareOptions all;
  all.seed = seed;
  all.models = options.models;
  all.jobs = options.jobs;
  all.shrink_tries = options.shrink_tries;
  all.no_wide_offsets = options.no_wide_offsets;
  all.step_limit = options.step_limit;
  all.timeout = options.timeout;
  all.runs_per_process = options.runs_per_process;
  return all;
}

// The first that says how laws are checked or what is written of them; nullptr: none was given.
const FuzzOption* option_of_laws(const FuzzOptions& options) {
  for (const FuzzOption& option : fuzz_options())
    if (option.against.get() == Against::meaningless && is_given(option, options)) return &option;
  return nullptr;
}

}  // namespace

int fuzz_against_emulator(const FuzzOptions& options) {
  if (options.device.empty()) return complain("fuzz", "--against emulated needs a GPU, as in --device hip:0");
  if (const FuzzOption* option = option_of_laws(options); option != nullptr)
    return complain(
        "fuzz", fmt::format("{} has no meaning with --against emulated, which compares bits", option->name));
  if (const std::string problem = fuzzing::unknown_names(options.kernels, options.models); !problem.empty())
    return complain("fuzz", problem);
  const auto gpu = open_gpu(options.device, options.timeout, options.runs_per_process);
  if (!gpu) {
    fmt::print(stderr, "lockstep fuzz: {}\n", gpu.error().text);
    return gpu.error().code;
  }
  fmt::print("{}\n", gpu->text());
  laws::CodeCache cache;
  const auto scope = FuzzScope::of(options, &*gpu, cache);
  if (!scope) return complain("fuzz", scope.error().text, scope.error().code);
  const std::vector<std::string>& kernels = scope->space.kernels;
  const auto& builds = scope->space.builds;
  const std::uint64_t drawn = std::uint64_t{std::random_device{}()} << 16 | 1;
  CompareOptions one = comparison_of(options, options.seed.value_or(drawn));
  if (options.cases) one.cases = (*options.cases + kernels.size() - 1) / kernels.size();
  if (options.seconds || !options.cases)
    one.seconds = options.seconds.value_or(kDefaultSecondsOfAll) / double(kernels.size());
  fmt::print("seed {:#x}\n", *one.seed);
  nlohmann::json j{{"schema", kSchema}, {"comparisons", nlohmann::json::array()}};
  int worst = kHolds;
  for (const std::string& kernel : kernels) {
    one.second = builds.empty() ? kernel : fmt::format("{}:{}", kernel, builds.front());
    one.first = fmt::format("{},device={}", one.second, options.device);
    ComparisonEnd end = run_comparison(one, cache, {&*gpu, nullptr});
    if (!end.json.is_null()) j["comparisons"].push_back(std::move(end.json));
    worst = worse(worst, end.code);
    if (end.code == kInterrupted) break;
  }
  fmt::print("seed {:#x}\n", *one.seed);
  const bool written = options.json.empty() || write_or_complain(options.json, j.dump(1) + "\n");
  return written || worst != kHolds ? worst : int(kUsage);
}

}  // namespace lockstep::cli
