#include "emulator/machine/waves/finding.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace lockstep::machine {

namespace {

using Kind = FindingKind;

constexpr KindFacts kKinds[] = {
    {Kind::bounds, "bounds", true},
    {Kind::out_of_region, "out-of-region", false},
    {Kind::untouched, "untouched", false},
    {Kind::clamped, "clamped", false},
    {Kind::undefined_address, "undefined-address", false},
    {Kind::undefined_branch, "undefined-branch", false},
    {Kind::undefined_exec, "undefined-exec", false},
    {Kind::undefined_scalar, "undefined-scalar", false},
    {Kind::descriptor, "descriptor", false},
    {Kind::misaligned, "misaligned", false},
    {Kind::lanes_off, "exec", false},
    {Kind::lds_bounds, "lds-bounds", true},
    {Kind::register_bounds, "register-bounds", true},
    {Kind::early_use, "wait", false},
    {Kind::lds_race, "lds-race", false},
    {Kind::memory_race, "memory-race", false},
    {Kind::wait_state, "nop", false},
    {Kind::divergent_barrier, "divergent-barrier", false},
    {Kind::illegal_instruction, "illegal-instruction", true},
    {Kind::unsupported, "unsupported", true},
    {Kind::trap, "trap", true},
    {Kind::step_limit, "step-limit", true},
};

}  // namespace

std::span<const KindFacts> finding_kinds() {
  return kKinds;
}

const KindFacts* find_kind(std::string_view name) {
  const auto found =
      std::ranges::find(kKinds, name, [](const KindFacts& k) { return std::string_view(k.name); });
  return found == std::end(kKinds) ? nullptr : found;
}

const char* name(FindingKind kind) {
  const auto found = std::ranges::find(kKinds, kind, &KindFacts::kind);
  return found == std::end(kKinds) ? "finding" : found->name;
}

std::string Finding::line() const {
  // the location is not known
  if (wave < 0 && instruction.empty()) return fmt::format("{}: {}", name(kind), text);
  const std::string place =
      wave < 0 ? std::string("lint, not shown by this run")
               : fmt::format("workgroup {},{},{} wave {}", workgroup[0], workgroup[1], workgroup[2], wave);
  return fmt::format("{}{}: {}{}{} @{:#x}: {}{}: {}{}{}", name(kind),
                     severity == Severity::wrong ? "" : fmt::format(" ({})", findings::name(severity)),
                     kernel, kernel.empty() ? "" : ": ", instruction, address, place,
                     lane < 0 ? std::string() : fmt::format(" lane {}", lane), text,
                     source.empty() ? "" : ", at ", source);
}

}  // namespace lockstep::machine
