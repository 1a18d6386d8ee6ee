// The flags of opt-in checks: one row each, for --help and for lines that reproduce.
#pragma once

#include <string>

#include "emulator/checks/opt_in.hpp"

namespace lockstep::cli {

struct OptInCheck {
  const char* flag;
  bool checks::OptIn::* enabled;
  const char* help;
};

inline constexpr OptInCheck kOptInChecks[] = {
    {"--regions", &checks::OptIn::regions,
     "also report loads of bytes that the contract does not read, such as padding, even if unused"},
    {"--clamped", &checks::OptIn::clamped,
     "also report buffer accesses past num_records, which read 0 or are dropped"},
};

/// Those that are enabled, each behind a space.
inline std::string flags_of(const checks::OptIn& enabled) {
  std::string flags;
  for (const OptInCheck& check : kOptInChecks)
    if (enabled.*check.enabled) flags += std::string(" ") + check.flag;
  return flags;
}

}  // namespace lockstep::cli
