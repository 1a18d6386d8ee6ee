// The rules of software wait states of gfx942 and gfx950, one row per hazard.
//
// Sources. LLVM: the functions of GCNHazardRecognizer.cpp (22.1), whose output tests/isa_text/wait_states
// measures. T11: CDNA3 and CDNA4 ISA, "Required Software-inserted Wait States"; MX: the same manuals' table
// of dependencies between matrix instructions. Where a row names both, both say so; where they differ the row
// says which it follows: the one that asks for less, unless silicon was seen to need more. A row is the
// manual's unless it says otherwise. `contradicted` counts places in hand-written kernels that ship in
// ROCm/aiter and whose value tests pass on silicon.
#include <algorithm>
#include <array>
#include <cstddef>

#include "emulator/isa/tables/wait_rules/matrix_operands.hpp"
#include "emulator/isa/tables/wait_rules/matrix_results.hpp"
#include "emulator/isa/tables/wait_rules/memory_and_scalar.hpp"
#include "emulator/isa/tables/wait_rules/vector.hpp"

namespace lockstep::isa {

namespace {

template <std::size_t... N>
constexpr auto joined(const std::array<WaitRule, N>&... parts) {
  std::array<WaitRule, (N + ...)> all{};
  auto at = all.begin();
  ((at = std::ranges::copy(parts, at).out), ...);
  return all;
}

constexpr auto kRules = joined(wait_rule_rows::kVector, wait_rule_rows::kMatrixOperands,
                               wait_rule_rows::kMatrixResults, wait_rule_rows::kMemoryAndScalar);

}  // namespace

std::span<const WaitRule> wait_rules() {
  return kRules;
}

}  // namespace lockstep::isa
