// Matrix instructions without block scales directly on registers, without conversion to matrices.
#include <cstdlib>
#include <cstring>

#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/dense_plan.hpp"

namespace lockstep::machine {

namespace {

using RegisterCopy = std::array<std::uint32_t, kMaxMatrixRegisters * kMaxLanes>;

constexpr bool of_doubles(const matrix::MatrixInstruction& i) {
  return i.a.bits == 64;
}

/// Reads all registers of the operands, so that undefined ones are materialised.
void read_all(Wave& wave, const DensePlan& plan) {
  wave.vector.read_floats(plan.first_a, plan.routes.a.registers());
  wave.vector.read_floats(plan.first_b, plan.routes.b.registers());
  if (plan.first_c >= 0) wave.vector.read_floats(plan.first_c, plan.routes.c.registers());
}

/// Registers of an operand with their lanes in the order that BLGP selects, or of doubles with flipped signs,
/// which every second register holds.
const std::uint32_t* rearranged(const std::uint32_t* registers, const MatrixRoute& route, int pattern,
                                bool negated, RegisterCopy& copy) {
  if (pattern == 0 && !negated) return registers;
  constexpr std::size_t kTogether = 16;  // lanes that stay together under every pattern
  const auto count = std::size_t(route.registers());
  for (std::size_t group = 0; group < kMaxLanes; group += kTogether) {
    const std::uint32_t* const from = registers + matrix::lane_group_pattern(int(group), pattern);
    for (std::size_t r = 0; r < count; ++r)
      std::memcpy(&copy[r * kMaxLanes + group], from + r * kMaxLanes, kTogether * sizeof copy[0]);
  }
  if (!negated) return copy.data();
  for (std::size_t r = 1; r < count; r += 2)
    for (std::size_t l = 0; l < kMaxLanes; ++l) copy[r * kMaxLanes + l] ^= 0x8000'0000U;
  return copy.data();
}

const std::uint32_t* constant_addend(const DensePlan& plan, RegisterCopy& copy) {
  const matrix::MatrixInstruction& i = *plan.routes.instruction;
  const std::uint64_t value =
      isa::constant_bits(*plan.instruction->source(2), i.d.bits == 64 ? isa::Type::f64 : isa::Type::f32);
  for (std::size_t r = 0; r < std::size_t(plan.routes.c.registers()); ++r)
    std::fill_n(&copy[r * kMaxLanes], std::size_t{kMaxLanes},
                std::uint32_t(of_doubles(i) && r % 2 == 1 ? value >> 32 : value));
  return copy.data();
}

/// The lanes of C, where D may be written: the registers themselves, unless only part of them becomes D.
const std::uint32_t* addend_of(Wave& wave, const DensePlan& plan, RegisterCopy& copy) {
  const MatrixRoute& route = plan.routes.c;
  const bool negated = (plan.instruction->modifiers.neg_lo & 4) != 0;
  if (plan.first_c < 0) return rearranged(constant_addend(plan, copy), route, 0, negated, copy);
  const std::uint32_t* const c = wave.vector.written(plan.first_c);
  const int distance = std::abs(plan.first_c - plan.first_d);
  if (negated || distance == 0 || distance >= route.registers())
    return rearranged(c, route, 0, negated, copy);
  std::memcpy(copy.data(), c, std::size_t(route.registers()) * sizeof(Lanes));
  return copy.data();
}

bool all_defined(const Wave& wave, const DensePlan& plan) {
  const DenseRoutes& r = plan.routes;
  return wave.vector.defined(plan.first_a, r.a.registers()) &&
         wave.vector.defined(plan.first_b, r.b.registers()) &&
         (plan.first_c < 0 || wave.vector.defined(plan.first_c, r.c.registers()));
}

/// Finds which elements of D are undefined; false: none.
bool find_undefined(Wave& wave, const DensePlan& plan, MatrixShadow& out) {
  const isa::Instruction& instruction = *plan.instruction;
  const matrix::MatrixInstruction& i = *plan.routes.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  MatrixRegisters a, b, c;
  a.open(wave, *instruction.source(0), plan.routes.a.registers());
  b.open(wave, *instruction.source(1), plan.routes.b.registers());
  if (plan.first_c >= 0) c.open(wave, *instruction.source(2), plan.routes.c.registers());
  const bool lanes_move = !of_doubles(i);
  const std::uint64_t rows = undefined_in(plan.routes.a, a, 0);
  const std::uint64_t columns = undefined_in(plan.routes.b, b, lanes_move ? m.blgp : 0);
  return carry_definedness(plan.routes.c, lanes_move ? broadcast_rows(i, m.cbsz, m.abid, rows) : rows,
                           columns, plan.first_c >= 0 ? &c : nullptr, out);
}

[[gnu::noinline]] bool multiply_undefined(Wave& wave, const DensePlan& plan,
                                          matrix::DenseRegisters& registers) {
  MatrixShadow undefined;
  const bool any = find_undefined(wave, plan, undefined);
  if (!(*plan.in_registers)(registers)) return false;
  const int count = plan.routes.c.registers();
  wave.vector.overwrite_floats(plan.first_d, count);
  for (int r = 0; any && r < count; ++r)
    wave.vector.mark_undefined(plan.first_d + r, undefined[std::size_t(r)]);
  return true;
}

/// Multiplies defined operands where they lie, if plan.as_they_lie.
bool multiply_there(Wave& wave, const DensePlan& plan) {
  VectorRegisters& vector = wave.vector;
  if (!(*plan.in_registers)({vector.written(plan.first_a), vector.written(plan.first_b),
                             vector.written(plan.first_c), vector.lanes_to_write(plan.first_d)}))
    return false;
  vector.overwrite_floats(plan.first_d, plan.routes.c.registers());
  return true;
}

/// Multiplies under any plan, rearranging operands first.
[[gnu::noinline]] bool multiply_rearranged(Wave& wave, const DensePlan& plan, bool defined) {
  const DenseRoutes& routes = plan.routes;
  const isa::Modifiers& m = plan.instruction->modifiers;
  RegisterCopy own_a, own_b, own_c;
  const int pattern = of_doubles(*routes.instruction) ? 0 : m.blgp;
  if (!defined) read_all(wave, plan);
  const std::uint32_t* const a =
      rearranged(wave.vector.written(plan.first_a), routes.a, 0, (m.neg_lo & 1) != 0, own_a);
  const std::uint32_t* const b =
      rearranged(wave.vector.written(plan.first_b), routes.b, pattern, (m.neg_lo & 2) != 0, own_b);
  matrix::DenseRegisters registers{a, b, addend_of(wave, plan, own_c), nullptr};
  registers.d = wave.vector.lanes_to_write(plan.first_d);
  if (!defined) return multiply_undefined(wave, plan, registers);
  if (!(*plan.in_registers)(registers)) return false;
  wave.vector.overwrite_floats(plan.first_d, routes.c.registers());
  return true;
}

}  // namespace

bool multiply_in_registers(Wave& wave, const DensePlan& plan) {
  if (!plan.in_registers) return false;
  const bool defined = all_defined(wave, plan);
  return defined && plan.as_they_lie ? multiply_there(wave, plan) : multiply_rearranged(wave, plan, defined);
}

}  // namespace lockstep::machine
