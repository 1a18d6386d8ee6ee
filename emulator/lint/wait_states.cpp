#include <algorithm>

#include <fmt/format.h>

#include "emulator/lint/analyses.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/path.hpp"

namespace lockstep::lint {

namespace {

/// Whether so short a path is in a part of the program.
bool leads(const ControlFlow& flow, const isa::TooClose& pair) {
  const Follow few = [&](int passed, std::uint32_t) {
    return passed < pair.needed ? std::optional(passed + 1) : std::nullopt;
  };
  return flow.of(pair.consumer) != nullptr &&
         (pair.consumer == pair.producer + 1 ||
          !find_path(flow, pair.producer, pair.consumer, few).instructions.empty());
}

}  // namespace

std::vector<Finding> check_wait_states(const isa::Program& program, const ControlFlow& flow,
                                       const isa::WaitStates& found, bool part) {
  std::vector<Finding> findings;
  for (const isa::TooClose& pair : found.pairs) {
    if (flow.of(pair.producer) == nullptr || (part && !leads(flow, pair))) continue;
    Finding f = found_at(FindingKind::nop, pair.consumer);
    f.severity = isa::severity(pair, pair.found);
    f.rule = pair.rule->name;
    f.other_address = program.instructions[pair.producer].address;
    f.registers = isa::name(pair.at);
    f.text = isa::text(program, pair, pair.found);
    f.needed = fmt::format("s_nop {} between", pair.needed - pair.found - 1);
    findings.push_back(std::move(f));
  }
  for (const std::uint32_t producer : found.unfinished) {
    if (flow.of(producer) == nullptr) continue;
    Finding f = found_at(FindingKind::undecided, producer);
    f.text = "more paths lead on from here than are followed for wait states";
    findings.push_back(std::move(f));
  }
  return findings;
}

}  // namespace lockstep::lint
