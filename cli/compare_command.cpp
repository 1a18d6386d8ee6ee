#include <optional>
#include <random>

#include <fmt/format.h>

#include "cli/comparison_run.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/json.hpp"
#include "cli/output_file.hpp"
#include "cli/selection.hpp"
#include "properties/comparison/side.hpp"

namespace lockstep::cli {

int compare(const CompareOptions& options) {
  const auto first = comparison::parse_side(options.first);
  if (!first) return complain("compare", first.error());
  const auto second = comparison::parse_side(options.second, first->kernel->arch);
  if (!second) return complain("compare", second.error());
  if (const std::string problem = unknown_names({}, options.models); !problem.empty())
    return complain("compare", problem);
  std::array<std::optional<Gpu>, 2> opened;
  SideGpus gpus{};
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const std::string& device = (i == 0 ? first : second)->device;
    if (device.empty()) continue;
    auto gpu = open_gpu(device, options.timeout, options.runs_per_process);
    if (!gpu) {
      fmt::print(stderr, "lockstep compare: {}\n", gpu.error().text);
      return gpu.error().code;
    }
    gpus[i] = &opened[i].emplace(std::move(*gpu));
    fmt::print("{}\n", gpus[i]->text());
  }
  CompareOptions seeded = options;
  if (!options.seed) seeded.seed = std::uint64_t{std::random_device{}()} << 16 | 1;
  const std::string seed = options.case_line.empty() ? fmt::format("seed {:#x}\n", *seeded.seed) : "";
  fmt::print("{}", seed);
  laws::CodeCache cache;
  const ComparisonEnd end = run_comparison(seeded, cache, gpus);
  if (!end.json.is_null()) fmt::print("{}", seed);
  if (end.json.is_null()) return end.code;
  nlohmann::json j{{"schema", kSchema}};
  j.update(end.json);
  bool written = options.json.empty() || write_or_complain(options.json, j.dump(1) + "\n");
  written &= options.html.empty() || write_or_complain(options.html, end.html);
  return written || end.code == kFalsified || end.code == kTrapped ? end.code : int(kUsage);
}

}  // namespace lockstep::cli
