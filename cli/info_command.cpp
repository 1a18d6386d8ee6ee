// `lockstep info`: what a code object is for, and what its kernels take.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/info_report.hpp"

namespace lockstep::cli {

int info(const InfoOptions& options) {
  const auto code = read_code(options.file);
  if (!code) return complain("info", code.error());
  std::vector<const code_object::Kernel*> kernels;
  if (options.kernel.empty()) {
    for (const code_object::Kernel& k : code->object.kernels) kernels.push_back(&k);
  } else {
    const auto kernel = find_kernel(code->object, options.kernel);
    if (!kernel) return complain("info", kernel.error());
    kernels.push_back(*kernel);
  }
  std::vector<KernelFacts> facts;
  for (const code_object::Kernel* k : kernels)
    facts.push_back(facts_of(*code, *k, {options.threads, options.dynamic_lds}));
  if (options.json)
    fmt::print("{}\n", info_json(code->object, facts).dump(1));
  else
    fmt::print("{}", info_text(code->object, facts));
  const bool runs = std::ranges::all_of(
      facts, [](const KernelFacts& f) { return f.unsupported.empty() && f.refusal.empty(); });
  return runs && !facts.empty() ? kHolds : kInconclusive;
}

}  // namespace lockstep::cli
