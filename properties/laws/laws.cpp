#include <array>

#include <fmt/format.h>

#include "host/random.hpp"
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
          "the output, each group, each tile and each band of 16 rows or columns has the signal-to-noise "
          "ratio "
          "that the declared order has on this case",
          check_snr},
      Law{"untouched", "bytes outside the active rows of D keep what they held", check_untouched},
      Law{"unread", "bytes the contract does not read may be anything: same output", check_unread},
      Law{"schedule", "every legal interleaving and completion time gives the same output", check_schedule},
      Law{"clean",
          "no access outside an allocation, no undefined value in an address, branch, EXEC or output",
          check_clean},
      Law{"algebra",
          "over a finite field in place of floats, the output is the polynomial of its operands that the "
          "operator asks for, in whatever order; checked only where it is named",
          check_algebra, When::named},
      Law{"proof",
          "whatever the operands hold and matrix instructions compute, but for what is said to be assumed of "
          "them, each byte of the output is the declared order's; checked only where it is named",
          check_proof, When::named},
      Law{"snr_slice",
          "with A zero but for one slice of k, the output has the ratio that the declared order has then",
          check_snr_slice, When::sampled},
      Law{"permuted_rows", "rows of a group in another order give the rows of D in that order",
          check_permuted_rows, When::sampled},
      Law{"permuted_columns", "columns of B in another order give the columns of D in that order",
          check_permuted_columns, When::sampled},
      Law{"permuted_groups", "groups in another order give the same rows of D", check_permuted_groups,
          When::sampled},
      Law{"split_group", "a group cut in two, or an empty group more, changes no row of D", check_split_group,
          When::sampled},
      Law{"alone", "a row alone, or a group alone where groups cut k, gives what it gives in company",
          check_alone, When::sampled},
      Law{"stacked", "D of [A1; A2] is [D1; D2]", check_stacked, When::sampled},
      Law{"doubled", "doubling the scales of A doubles D, away from under- and overflow", check_doubled,
          When::sampled},
      Law{"moved_scale", "a power of two moved from the scales of A to those of B changes nothing",
          check_moved_scale, When::sampled},
      Law{"negated", "-A gives -D, under models that treat both signs alike", check_negated, When::sampled},
      Law{"extended_k", "k extended by zeros changes nothing", check_extended_k, When::sampled},
      Law{"relaunched", "other padding, tiles, grids and hints change nothing", check_relaunched,
          When::sampled},
      Law{"shifted_base", "other addresses, past 2^31 or 2^32, change nothing", check_shifted_base,
          When::sampled},
  };
  return kLaws;
}

const Law* find_law(std::string_view name) {
  for (const Law& law : laws())
    if (law.name == name) return &law;
  return nullptr;
}

std::string flag_of(std::string_view law) {
  const Law* const found = find_law(law);
  return found != nullptr && found->when == When::named ? fmt::format(" --law {}", law) : std::string();
}

// Laws are drawn by name, so that a further law changes nothing of the others.
std::vector<const Law*> laws_of(const cases::Case& c) {
  constexpr std::uint64_t kSalt = 0x3E7A3E7A;
  std::vector<const Law*> due;
  for (const Law& law : laws()) {
    std::uint64_t draw = c.seed ^ kSalt;
    for (const char letter : law.name) draw = host::hash(draw, std::uint64_t(letter));
    if (law.when == When::always || (law.when == When::sampled && draw % kFollowUpEvery == 0))
      due.push_back(&law);
  }
  return due;
}

std::optional<LawResult> unfinished(std::string_view law, const Run& run) {
  if (!run.outcome.stop) return std::nullopt;
  LawResult result;
  result.law = law;
  result.reason = run.outcome.stop->line();
  if (run.outcome.stop->kind == findings::FindingKind::unsupported) {
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
