// Matrix instructions without block scales: registers to matrices, the product, and back. EXEC is ignored.
#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/dense_plan.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::MatrixInstruction;

int elements_of(const MatrixInstruction& i, int rows, int columns) {
  return i.blocks * rows * columns;
}

void fill_accumulator(const MatrixInstruction& instruction, const Operand& constant, Elements& out) {
  const int bits = instruction.d.bits;
  const std::uint64_t value = isa::constant_bits(constant, bits == 64 ? isa::Type::f64 : isa::Type::f32);
  for (int i = 0; i < elements_of(instruction, instruction.m, instruction.n); ++i)
    if (bits == 64)
      out.set(i, value);
    else
      out.set(i, std::uint32_t(value));
}

/// Broadcasts A as CBSZ and ABID select: each block multiplies with the A of the block that they give it.
void broadcast(const MatrixInstruction& i, int cbsz, int abid, Elements& a) {
  const std::size_t size = std::size_t(i.m * i.k * i.a.bits / 8);
  const Elements from = a;
  for (std::size_t to = 0; to < std::size_t(i.blocks); ++to) {
    const auto block = std::size_t(matrix::broadcast_block(int(to), i.blocks, cbsz, abid));
    std::memcpy(&a.bytes[to * size], &from.bytes[block * size], size);
  }
}

void negate(Elements& elements, int count) {
  for (int i = 0; i < count; ++i) elements.set(i, -elements.at<double>(i));
}

}  // namespace

Step execute_dense_matrix(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  const DensePlan* plan = dense_plan(wave, prepared);
  if (plan == nullptr) return execute_unsupported(wave, prepared);
  if (!plan->refused.empty()) return wave.stop(FindingKind::unsupported, prepared, -1, plan->refused);
  if (multiply_in_registers(wave, *plan)) return Step::next;

  const DenseRoutes& routes = plan->routes;
  const MatrixInstruction& i = *routes.instruction;
  if (!plan->product.known())
    return wave.stop(
        FindingKind::unsupported, prepared, -1,
        fmt::format("model {} says nothing of this instruction", wave.environment().model->name));

  const Operand& addend = *instruction.source(2);
  const bool constant = addend.kind == Operand::Kind::constant;
  MatrixRegisters a, b, c, d;
  if (!a.open(wave, *instruction.source(0), routes.a.registers()) ||
      !b.open(wave, *instruction.source(1), routes.b.registers()) ||
      (!constant && !c.open(wave, addend, routes.c.registers())) ||
      !d.open(wave, *instruction.destination(), routes.c.registers()))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "an operand is too short or beyond the kernel's registers");

  Elements left, right, acc;
  std::uint64_t rows = gather(routes.a, a, 0, left);
  const std::uint64_t columns = gather(routes.b, b, i.b.bits == 64 ? 0 : m.blgp, right);
  if (m.cbsz != 0 && i.a.bits != 64) {
    broadcast(i, m.cbsz, m.abid, left);
    rows = broadcast_rows(i, m.cbsz, m.abid, rows);
  }
  if (constant)
    fill_accumulator(i, addend, acc);
  else
    gather(routes.c, c, 0, acc);
  if ((m.neg_lo & 1) != 0) negate(left, elements_of(i, i.m, i.k));
  if ((m.neg_lo & 2) != 0) negate(right, elements_of(i, i.n, i.k));
  if ((m.neg_lo & 4) != 0) negate(acc, elements_of(i, i.m, i.n));

  plan->product(left, right, acc);
  MatrixShadow undefined;
  const bool any = carry_definedness(routes.c, rows, columns, constant ? nullptr : &c, undefined);
  write_back(wave, routes.c, d.first, acc, any ? &undefined : nullptr);
  return Step::next;
}

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

/// The element places of A under broadcast, found once per mnemonic, CBSZ and ABID: every launch asks.
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
  OperandPlaces place{wave};
  const isa::Instruction& i = *plan.instruction;
  plan.first_a = place(*i.source(0), plan.routes.a.registers());
  plan.first_b = place(*i.source(1), plan.routes.b.registers());
  if (i.source(2)->kind != Operand::Kind::constant)
    plan.first_c = place(*i.source(2), plan.routes.c.registers());
  plan.first_d = place(*i.destination(), plan.routes.c.registers());
  return place.ok;
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
  return wave.group->plans.get<DensePlan>(prepared, [&]() -> std::shared_ptr<const DensePlan> {
    const DenseRoutes* const routes = routes_of(*prepared.instruction->semantics);
    return routes == nullptr ? nullptr : make_plan(wave, *prepared.instruction, *routes);
  });
}

}  // namespace lockstep::machine
