#include "finding.hpp"

#include <fmt/format.h>

namespace lockstep::machine {

const char* name(FindingKind kind) {
  switch (kind) {
    case FindingKind::bounds:
      return "bounds";
    case FindingKind::undefined_address:
      return "undefined-address";
    case FindingKind::undefined_branch:
      return "undefined-branch";
    case FindingKind::undefined_exec:
      return "undefined-exec";
    case FindingKind::undefined_scalar:
      return "undefined-scalar";
    case FindingKind::lds_bounds:
      return "lds-bounds";
    case FindingKind::register_bounds:
      return "register-bounds";
    case FindingKind::early_use:
      return "wait";
    case FindingKind::lds_race:
      return "lds-race";
    case FindingKind::memory_race:
      return "memory-race";
    case FindingKind::wait_state:
      return "nop";
    case FindingKind::divergent_barrier:
      return "divergent-barrier";
    case FindingKind::illegal_instruction:
      return "illegal-instruction";
    case FindingKind::unsupported:
      return "unsupported";
    case FindingKind::trap:
      return "trap";
    case FindingKind::step_limit:
      return "step-limit";
  }
  return "finding";
}

std::string Finding::line() const {
  const std::string place =
      fmt::format("workgroup {},{},{} wave {}", workgroup[0], workgroup[1], workgroup[2], wave);
  return fmt::format("{}: {} @{:#x}: {}{}: {}", name(kind), instruction, address, place,
                     lane < 0 ? std::string() : fmt::format(" lane {}", lane), text);
}

}  // namespace lockstep::machine
