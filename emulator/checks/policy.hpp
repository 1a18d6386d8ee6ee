// What a user asks of the checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/findings/finding.hpp"
#include "emulator/findings/severity.hpp"
#include "emulator/isa/wait_state_mode.hpp"

namespace lockstep::checks {

/// Bytes behind a buffer that its allocator hands out with it.
struct Slack {
  std::string buffer;
  std::uint64_t begin = 0, end = 0;
};

struct Policy {
  // Opt-in checks: the hardware accepts what they report, and kernels often mean it, so they are off unless
  // asked for.
  bool regions = false;  ///< loads of what is not to be read (Regions)
  bool clamped = false;  ///< buffer accesses that their descriptor clamps (Clamped)

  bool any_nans = false;  ///< matrix instructions give NaNs of either sign and several payloads (vary_nans)

  bool lint = true;  ///< what lint says of the executed code and the run does not show

  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  findings::Severity fails = findings::kFailsByDefault;  ///< the least that fails a run

  std::vector<Slack> slacks{};  ///< accesses there are notes

  bool is_failure(findings::Severity severity) const { return severity >= fails; }
  /// Whether findings of the kind are wanted: none of wait states where those are off, whoever finds them.
  bool wants(findings::FindingKind kind) const {
    return kind != findings::FindingKind::nop || wait_states != isa::WaitStateMode::off;
  }
};

// The options that say what is asked of the checks, for --help and for lines that reproduce.

/// An opt-in check, or what runs do so that checks see more: one row each.
struct OptInCheck {
  const char* flag;
  bool Policy::* enabled;
  const char* help;
};

inline constexpr OptInCheck kOptInChecks[] = {
    {"--regions", &Policy::regions,
     "also report loads of bytes that the contract does not read, such as padding, even if unused"},
    {"--clamped", &Policy::clamped,
     "also report buffer accesses past num_records, which read 0 or are dropped"},
    {"--any-nans", &Policy::any_nans,
     "matrix instructions give NaNs of either sign and of several payloads, not the canonical one alone"},
};

/// What differs from the defaults, each behind a space.
inline std::string flags_of(const Policy& policy) {
  const Policy usual;
  std::string flags;
  for (const OptInCheck& check : kOptInChecks)
    if (policy.*check.enabled) flags += std::string(" ") + check.flag;
  if (policy.wait_states != usual.wait_states)
    flags += std::string(" --wait-states ").append(isa::name(policy.wait_states));
  if (policy.fails != usual.fails) flags += std::string(" --fail-on ").append(findings::name(policy.fails));
  return flags;
}

}  // namespace lockstep::checks
