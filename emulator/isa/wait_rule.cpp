#include "emulator/isa/wait_rule.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_states.hpp"

namespace lockstep::isa {

namespace {

using Kind = WaitRule::Kind;

constexpr std::uint32_t bit(Role r) {
  return 1u << std::uint32_t(r);
}

bool of_kind(const RegisterAccess& a, Kind kind) {
  const bool vector = a.file != File::scalar;
  const auto covers = [&](std::uint16_t r) { return !vector && a.first <= r && r < a.first + a.count; };
  switch (kind) {
    case Kind::vector:
      return vector;
    case Kind::scalar:
      return !vector && a.first < scalar::kM0;
    case Kind::exec:
      return covers(scalar::kExec);
    case Kind::vcc:
      return covers(scalar::kVcc) || covers(scalar::kVcc + 1);
    case Kind::m0:
      return covers(scalar::kM0);
    default:
      return false;
  }
}

bool chained(const WaitRule& rule, const Timing& p, const Timing& c, const RegisterAccess& of_p,
             const RegisterAccess& of_c) {
  const bool same = of_p.first == of_c.first && of_p.count == of_c.count;
  switch (rule.chain) {
    case WaitRule::Chain::same_registers:
      return same;
    case WaitRule::Chain::not_forwarded:
      return !same || p.mnemonic != c.mnemonic;
    default:
      return true;
  }
}

/// The registers of the producer's that count; none: count is 0.
RegisterAccess counted(const WaitRule& rule, RegisterAccess a) {
  if (rule.part == WaitRule::Part::rest) a.first = std::uint16_t(a.first + 1);
  if (rule.part != WaitRule::Part::all)
    a.count = rule.part == WaitRule::Part::first ? std::uint16_t(1) : std::uint16_t(a.count - 1);
  return a;
}

bool is_in_lanes(const WaitRule& rule, const Timing& c, const RegisterAccess& of_c) {
  return rule.lanes == WaitRule::Lanes::any ||
         (c.crossing == of_c) == (rule.lanes == WaitRule::Lanes::others);
}

bool meet(const WaitRule& rule, const Timing& p, const Timing& c, RegisterAccess& at) {
  if (rule.registers == Kind::any) return true;
  if (rule.registers == Kind::hardware_register) return p.hardware_register == c.hardware_register;
  for (const RegisterAccess& of_p : p.accesses) {
    if ((rule.producer_roles & bit(of_p.role)) == 0 || !of_kind(of_p, rule.registers)) continue;
    at = of_p;
    if (rule.consumer_roles == 0) return true;
    for (const RegisterAccess& of_c : c.accesses)
      if ((rule.consumer_roles & bit(of_c.role)) != 0 && counted(rule, of_p).overlaps(of_c) &&
          is_in_lanes(rule, c, of_c) && chained(rule, p, c, of_p, of_c))
        return true;
  }
  return false;
}

constexpr bool selected(std::uint32_t classes, std::uint32_t any, std::uint32_t none) {
  return (classes & any) != 0 && (classes & none) == 0;
}

}  // namespace

int WaitRule::window(int of_passes, const arch::Arch& arch) const {
  const bool one_more =
      extra == Extra::later_results || (extra == Extra::later_but_two_passes && of_passes != 2);
  return fixed + (per_pass ? of_passes : 0) + (one_more && arch.has(arch::Feature::later_results) ? 1 : 0);
}

bool WaitRule::may_begin(std::uint32_t classes, int of_passes) const {
  return selected(classes, producer, producer_not) && (passes == 0 || passes == of_passes);
}

bool WaitRule::may_begin(const Timing& p) const {
  return may_begin(p.classes, p.passes) &&
         (producer_roles == 0 || std::ranges::any_of(p.accesses, [&](const RegisterAccess& r) {
            return (producer_roles & bit(r.role)) != 0 && of_kind(r, registers);
          }));
}

int needed(const WaitRule& rule, const Timing& p, const Timing& c, const arch::Arch& arch,
           RegisterAccess& at) {
  if ((rule.archs & arch.instructions) == 0 || !rule.may_begin(p.classes, p.passes) ||
      !selected(c.classes, rule.consumer, rule.consumer_not) || !meet(rule, p, c, at))
    return 0;
  return rule.window(p.passes, arch);
}

bool is_felt(const TooClose& pair, int found, WaitStateMode mode) {
  if (mode != WaitStateMode::evidence) return mode == WaitStateMode::enforce;
  return pair.rule->evidence != Evidence::compiler && !pair.rule->is_contradicted(found, pair.passes);
}

findings::Severity severity(const TooClose& pair, int found) {
  if (pair.rule->is_contradicted(found, pair.passes)) return findings::Severity::note;
  return pair.rule->evidence == Evidence::compiler ? findings::Severity::risk : findings::Severity::manual;
}

namespace {

constexpr int kGapFound = 19;  // wait states found at the one gap that is known

// What the rule rests on; nothing where the manual states it and nobody contradicts it.
std::string basis(const TooClose& pair, int found) {
  std::string text;
  if (pair.rule->evidence == Evidence::compiler) text = "; LLVM's rule, which the ISA manual does not state";
  if (pair.rule->evidence == Evidence::measured) text = "; seen on silicon, not stated by the ISA manual";
  if (pair.rule->is_contradicted(found, pair.passes))
    text += fmt::format("; contradicted: {}", pair.rule->contradicted);
  if (!pair.rule->compiler_gap.empty() && found == kGapFound && pair.needed == kGapFound + 1)
    text += fmt::format("; {}", pair.rule->compiler_gap);
  return text;
}

}  // namespace

std::string text(const Program& program, const TooClose& pair, int found) {
  const Instruction& p = program.instructions[pair.producer];
  const bool named = pair.rule->registers != WaitRule::Kind::any &&
                     pair.rule->registers != WaitRule::Kind::hardware_register;
  return fmt::format("{}: {} wait states after {} @{:#x}, of {} needed{}{}", pair.rule->name, found, p.text,
                     p.address, pair.needed, named ? " for " + name(pair.at) : std::string(),
                     basis(pair, found));
}

}  // namespace lockstep::isa
