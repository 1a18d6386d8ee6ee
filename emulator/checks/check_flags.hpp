// The options that say what is asked of the checks, for --help and for lines that reproduce.
#pragma once

#include <string>

#include "emulator/checks/policy.hpp"

namespace lockstep::checks {

/// An opt-in check: one row each.
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
