// What must hold of every case. One law, one file; the table is in laws.cpp.
#pragma once

#include <span>

#include "properties/laws/experiment.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

/// When a law is checked where nobody asks for it by name.
enum class When : std::uint8_t {
  always,
  sampled,  ///< the kernel runs again: of one case in kFollowUpEvery, which depends on the case alone
  named     ///< never, since a case takes seconds
};

struct Law {
  std::string_view name;
  std::string_view sentence;
  verdict::LawResult (*check)(Experiment&);
  When when = When::always;
};

inline constexpr std::uint64_t kFollowUpEvery = 64;

/// How a command asks for a law where it would not be checked unasked: " --law proof"; else empty.
std::string flag_of(std::string_view law);

std::span<const Law> laws();
const Law* find_law(std::string_view name);
/// The laws that are checked of a case where none is named.
std::vector<const Law*> laws_of(const cases::Case& c);

verdict::LawResult check_bits(Experiment&);
verdict::LawResult check_exact_grid(Experiment&);
verdict::LawResult check_bound(Experiment&);
verdict::LawResult check_snr(Experiment&);
verdict::LawResult check_untouched(Experiment&);
verdict::LawResult check_unread(Experiment&);
verdict::LawResult check_schedule(Experiment&);
verdict::LawResult check_clean(Experiment&);

verdict::LawResult check_algebra(Experiment&);
verdict::LawResult check_proof(Experiment&);
verdict::LawResult check_snr_slice(Experiment&);
verdict::LawResult check_permuted_rows(Experiment&);
verdict::LawResult check_permuted_columns(Experiment&);
verdict::LawResult check_permuted_groups(Experiment&);
verdict::LawResult check_split_group(Experiment&);
verdict::LawResult check_alone(Experiment&);
verdict::LawResult check_stacked(Experiment&);
verdict::LawResult check_doubled(Experiment&);
verdict::LawResult check_moved_scale(Experiment&);
verdict::LawResult check_negated(Experiment&);
verdict::LawResult check_extended_k(Experiment&);
verdict::LawResult check_relaunched(Experiment&);
verdict::LawResult check_shifted_base(Experiment&);

/// What law `clean` says of a run, which need not be the first.
verdict::LawResult clean_of(const Experiment& e, const Run& run);

/// What every law says of a run that did not finish: inconclusive when the emulator lacked something,
/// falsified for `clean`, and not applicable for the others, since `clean` reports it. Empty when the run
/// finished.
std::optional<verdict::LawResult> unfinished(std::string_view law, const Run& run);

}  // namespace lockstep::laws
