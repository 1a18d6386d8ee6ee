#include <array>

#include "properties/laws/law.hpp"

namespace lockstep::laws {

using verdict::LawResult;
using verdict::Verdict;

std::span<const Law> laws() {
  static constexpr std::array kLaws{
      Law{"bits",
          "the output equals the bits expected of the kernel's declared order, under the case's matrix model",
          check_bits},
      Law{"exact_grid", "where every partial sum is exact, the output equals the exact answer",
          check_exact_grid},
      Law{"bound",
          "the output lies within the derived bound of the exact answer, and operands within half a step of "
          "their source",
          check_bound},
      Law{"snr",
          "the output, each group, each tile and each band of 16 rows or columns has the signal-to-noise ratio "
          "that the declared order has on this case",
          check_snr},
      Law{"untouched", "bytes outside the active rows of D keep what they held", check_untouched},
      Law{"unread", "bytes the contract does not read may be anything: same output", check_unread},
      Law{"schedule", "every legal interleaving and completion time gives the same output", check_schedule},
      Law{"clean",
          "no access outside an allocation, no undefined value in an address, branch, EXEC or output",
          check_clean},
  };
  return kLaws;
}

const Law* find_law(std::string_view name) {
  for (const Law& law : laws())
    if (law.name == name) return &law;
  return nullptr;
}

std::optional<LawResult> unfinished(std::string_view law, const Run& run) {
  if (!run.outcome.stop) return std::nullopt;
  LawResult result;
  result.law = law;
  result.reason = run.outcome.stop->line();
  if (run.outcome.stop->kind == machine::FindingKind::unsupported) {
    result.verdict = Verdict::inconclusive;
  } else if (law == "clean") {
    result.verdict = Verdict::falsified;
    result.trapped = true;
  } else {
    result.verdict = Verdict::not_applicable;
  }
  return result;
}

}  // namespace lockstep::laws
