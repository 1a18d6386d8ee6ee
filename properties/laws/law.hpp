// What must hold of every case. One law, one file; the table is in laws.cpp.
#pragma once

#include <span>

#include "properties/laws/experiment.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

struct Law {
  std::string_view name;
  std::string_view sentence;
  verdict::LawResult (*check)(Experiment&);
};

std::span<const Law> laws();
const Law* find_law(std::string_view name);

verdict::LawResult check_bits(Experiment&);
verdict::LawResult check_exact_grid(Experiment&);
verdict::LawResult check_bound(Experiment&);
verdict::LawResult check_snr(Experiment&);
verdict::LawResult check_untouched(Experiment&);
verdict::LawResult check_unread(Experiment&);
verdict::LawResult check_schedule(Experiment&);
verdict::LawResult check_clean(Experiment&);

/// What every law says of a run that did not finish: inconclusive when the emulator lacked something,
/// falsified for `clean`, and not applicable for the others, since `clean` reports it. Empty when the run
/// finished.
std::optional<verdict::LawResult> unfinished(std::string_view law, const Run& run);

}  // namespace lockstep::laws
