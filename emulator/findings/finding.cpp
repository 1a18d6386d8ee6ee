#include "emulator/findings/finding.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "emulator/findings/finding_lines.hpp"

namespace lockstep::findings {

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
    {Kind::exec, "exec", false},
    {Kind::lds_bounds, "lds-bounds", false},
    {Kind::register_bounds, "register-bounds", true},
    {Kind::wait, "wait", false},
    {Kind::lds_race, "lds-race", false},
    {Kind::memory_race, "memory-race", false},
    {Kind::nop, "nop", false},
    {Kind::divergent_barrier, "divergent-barrier", false},
    {Kind::illegal_instruction, "illegal-instruction", true},
    {Kind::unsupported, "unsupported", true},
    {Kind::trap, "trap", true},
    {Kind::step_limit, "step-limit", true},
    {Kind::deadlock, "deadlock", true},
    {Kind::endless_loop, "endless-loop", true},
    {Kind::lds_copy, "lds-copy", false},
    {Kind::erratum, "erratum", false},
    {Kind::undecided, "undecided", false},
};
constexpr std::size_t kOfLintAlone = 3;  ///< the last rows

}  // namespace

std::span<const KindFacts> finding_kinds() {
  return std::span(kKinds).first(std::size(kKinds) - kOfLintAlone);
}

const KindFacts* find_kind(std::string_view name) {
  const auto found =
      std::ranges::find(kKinds, name, [](const KindFacts& k) { return std::string_view(k.name); });
  return found == std::end(kKinds) ? nullptr : found;
}

const char* name(FindingKind kind) {
  return std::ranges::find(kKinds, kind, &KindFacts::kind)->name;
}

std::string Finding::line() const {
  // the location is not known
  if (wave < 0 && instruction.empty()) return fmt::format("{}: {}", name(kind), text);
  const std::string place =
      wave < 0 ? std::string("lint, not shown by this run")
               : fmt::format("workgroup {},{},{} wave {}", workgroup[0], workgroup[1], workgroup[2], wave);
  return fmt::format("{}{}: {}{}{} @{:#x}: {}{}: {}{}{}{}{}", name(kind),
                     severity == Severity::wrong ? "" : fmt::format(" ({})", name(severity)), kernel,
                     kernel.empty() ? "" : ": ", instruction, address, place,
                     lane < 0 ? std::string() : fmt::format(" lane {}", lane), text,
                     what_it_stands_for(*this), source.empty() ? "" : ", at ", source,
                     launch.empty() ? "" : "; " + launch);
}

}  // namespace lockstep::findings
