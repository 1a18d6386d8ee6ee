#include <string>

#include <fmt/core.h>

#include "emulator/isa/wait_states.hpp"

namespace lockstep::isa {

bool is_felt(const TooClose& pair, int found, WaitStateMode mode) {
  if (mode != WaitStateMode::evidence) return mode == WaitStateMode::enforce;
  return pair.rule->evidence != Evidence::compiler && !pair.rule->is_contradicted(found);
}

findings::Severity severity(const TooClose& pair, int found) {
  if (pair.rule->is_contradicted(found)) return findings::Severity::note;
  return pair.rule->evidence == Evidence::compiler ? findings::Severity::risk : findings::Severity::manual;
}

namespace {

constexpr int kGapFound = 19;  // wait states found at the one gap that is known

// Nothing where the manual states the rule and nobody contradicts it.
std::string basis(const TooClose& pair, int found) {
  std::string text;
  if (pair.rule->evidence == Evidence::compiler) text = "; LLVM's rule, which the ISA manual does not state";
  if (pair.rule->evidence == Evidence::measured) text = "; seen on silicon, not stated by the ISA manual";
  if (pair.rule->is_contradicted(found)) text += fmt::format("; contradicted: {}", pair.rule->contradicted);
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
