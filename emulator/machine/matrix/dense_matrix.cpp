// Matrix instructions without block scales: registers to matrices, the product, and back. EXEC is ignored.
#include "emulator/machine/matrix/dense_matrix.hpp"

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/dense_plan.hpp"

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

}  // namespace lockstep::machine
