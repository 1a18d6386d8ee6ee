#include "emulator/machine/matrix/dense_plan.hpp"

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::MatrixInstruction;

const DenseRoutes* routes_of(const isa::Semantics& semantics) {
  static const auto routes = [] {
    std::map<const isa::Semantics*, DenseRoutes> all;
    for (const isa::Semantics& row : isa::matrix_table())
      if (const MatrixInstruction* i = matrix::find_matrix_instruction(row.mnemonic))
        all.emplace(&row, DenseRoutes(*i));
    return all;
  }();
  const auto found = routes.find(&semantics);
  return found == routes.end() ? nullptr : &found->second;
}

/// The element places of A under broadcast, computed once per mnemonic, CBSZ and ABID: every launch asks for
/// them.
std::shared_ptr<const matrix::DensePlaces> broadcast_places(const MatrixInstruction& i, int cbsz, int abid) {
  static std::mutex mutex;
  static std::map<std::tuple<const MatrixInstruction*, int, int>, std::shared_ptr<const matrix::DensePlaces>>
      found;
  const std::lock_guard held(mutex);
  const auto [place, is_new] = found.try_emplace({&i, cbsz, abid});
  if (is_new) place->second = matrix::dense_places(i, cbsz, abid);
  return place->second;
}

std::string refusal(const MatrixInstruction& i, const isa::Modifiers& m) {
  if (m.neg_hi != 0 || (m.neg_lo != 0 && i.a.bits != 64)) return "signs of a matrix instruction";
  if (i.a.bits != 64 && m.cbsz != 0 && (1 << m.cbsz > i.blocks || m.abid >= 1 << m.cbsz))
    return "CBSZ or ABID beyond the blocks there are, which the ISA leaves undefined";
  return {};
}

/// Finds the registers of the operands; false where A, B or D is not in registers that the kernel has, or C
/// is neither there nor a constant.
bool place_operands(const Wave& wave, DensePlan& plan) {
  bool ok = true;
  const auto place = [&](const Operand& operand, const MatrixRoute& route) {
    const int first = unified_register(wave, operand);
    ok &= first >= 0 && operand.count >= route.registers();
    return first;
  };
  const isa::Instruction& i = *plan.instruction;
  plan.first_a = place(*i.source(0), plan.routes.a);
  plan.first_b = place(*i.source(1), plan.routes.b);
  if (i.source(2)->kind != Operand::Kind::constant) plan.first_c = place(*i.source(2), plan.routes.c);
  plan.first_d = place(*i.destination(), plan.routes.c);
  return ok;
}

/// Whether operands can be multiplied where they lie: no lane moves, no sign changes, and C is D or shares no
/// register with it.
bool as_they_lie(const DensePlan& plan) {
  const isa::Modifiers& m = plan.instruction->modifiers;
  const int distance = std::abs(plan.first_c - plan.first_d);
  const bool lanes_move = plan.routes.instruction->a.bits != 64 && m.blgp != 0;
  return !lanes_move && m.neg_lo == 0 && plan.first_c >= 0 &&
         (distance == 0 || distance >= plan.routes.c.registers());
}

std::shared_ptr<const DensePlan> make_plan(const Wave& wave, const isa::Instruction& instruction,
                                           const DenseRoutes& routes) {
  const matrix::Model& model = *wave.environment().model;
  auto plan = std::make_shared<DensePlan>(model, routes, instruction);
  const isa::Modifiers& m = instruction.modifiers;
  const bool broadcasts = routes.instruction->a.bits != 64 && m.cbsz != 0;
  if (place_operands(wave, *plan) && plan->refused.empty())
    plan->in_registers = matrix::DenseMultiplication::of(
        host::best_simd_level(), model, *routes.instruction,
        broadcasts ? broadcast_places(*routes.instruction, m.cbsz, m.abid) : routes.places);
  plan->as_they_lie = as_they_lie(*plan);
  return plan;
}

}  // namespace

DenseRoutes::DenseRoutes(const MatrixInstruction& i)
    : instruction(&i),
      a(*layout(i, matrix::Role::a)),
      b(*layout(i, matrix::Role::b)),
      c(*layout(i, matrix::Role::c)),
      places(matrix::dense_places(i, 0, 0)) {}

DensePlan::DensePlan(const matrix::Model& model, const DenseRoutes& routes_,
                     const isa::Instruction& instruction_)
    : instruction(&instruction_),
      routes(routes_),
      product(model, *routes_.instruction),
      refused(refusal(*routes_.instruction, instruction_.modifiers)) {}

const DensePlan* dense_plan(Wave& wave, const PreparedInstruction& prepared) {
  auto& plans = wave.group->dense_plans;
  if (plans.size() <= prepared.index) plans.resize(prepared.index + 1);
  std::shared_ptr<const DensePlan>& kept = plans[prepared.index];
  if (kept != nullptr && kept->instruction == prepared.instruction) return kept.get();
  const DenseRoutes* const routes = routes_of(*prepared.instruction->semantics);
  if (routes == nullptr) return nullptr;
  kept = make_plan(wave, *prepared.instruction, *routes);
  return kept.get();
}

}  // namespace lockstep::machine
