// gfx1250's matrix instructions: registers to matrices, the product under the model, and back, like
// dense_matrix.cpp. A matrix lies in 32 lanes: while matrices are gathered the upper half of each register is
// a copy of the lower, so that the routes for wave64 serve both.
#include <bit>
#include <map>

#include <fmt/format.h>

#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/dense_arithmetic.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::MatrixInstruction;

constexpr std::size_t kLanes = 32;

struct Routes {
  const MatrixInstruction* instruction;
  MatrixRoute a, b, c;

  explicit Routes(const MatrixInstruction& i)
      : instruction(&i),
        a(*layout(i, matrix::Role::a)),
        b(*layout(i, matrix::Role::b)),
        c(*layout(i, matrix::Role::c)) {}
};

/// The routes of a mnemonic; nullptr: no instruction with 16-bit operands and 32-bit results.
const Routes* routes_of(const std::string& mnemonic) {
  thread_local std::map<std::string, Routes> made;
  if (const auto known = made.find(mnemonic); known != made.end()) return &known->second;
  const MatrixInstruction* const i = matrix::find_matrix_instruction(mnemonic);
  if (i == nullptr || i->a.bits != 16 || i->d.bits != 32) return nullptr;
  return &made.emplace(mnemonic, Routes(*i)).first->second;
}

/// The registers of one operand; lanes that a wave32 lacks repeat those that it has.
struct Doubled {
  MatrixRegisters registers;
  std::array<Lanes, kMaxMatrixRegisters> value, undefined;

  bool open(Wave& wave, const Operand& operand, int count) {
    if (!registers.open(wave, operand, count)) return false;
    for (std::size_t r = 0; r < std::size_t(count); ++r) {
      repeat(registers.value[r], value[r]);
      if (registers.undefined[r] != nullptr) repeat(registers.undefined[r], undefined[r]);
    }
    return true;
  }

 private:
  static void repeat(const std::uint32_t*& lanes, Lanes& both) {
    for (std::size_t l = 0; l < kMaxLanes; ++l) both[l] = lanes[l % kLanes];
    lanes = both.data();
  }
};

Step out_of_bounds(Wave& wave, const PreparedInstruction& prepared) {
  return wave.stop(FindingKind::register_bounds, prepared, -1,
                   "an operand is too short or beyond the kernel's registers");
}

}  // namespace

Step execute_wmma(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  const Routes* const routes = routes_of(instruction.mnemonic);
  if (routes == nullptr || m.neg_lo != 0 || m.neg_hi != 0) return execute_plain_wmma(wave, prepared);
  if (wave.exec() != wave.every_lane())
    wave.report(FindingKind::exec, prepared, std::countr_one(wave.exec()),
                "a matrix instruction with lanes off: all of EXEC must be set");
  const MatrixInstruction& i = *routes->instruction;
  const DenseProduct product(*wave.environment().model, i);
  if (!product.known())
    return wave.stop(
        FindingKind::unsupported, prepared, -1,
        fmt::format("model {} says nothing of this instruction", wave.environment().model->name));

  const Operand& addend = *instruction.source(2);
  const bool constant = addend.kind == Operand::Kind::constant;
  Doubled a, b, c;
  MatrixRegisters d;
  if (!a.open(wave, *instruction.source(0), routes->a.registers()) ||
      !b.open(wave, *instruction.source(1), routes->b.registers()) ||
      (!constant && !c.open(wave, addend, routes->c.registers())) ||
      !d.open(wave, *instruction.destination(), routes->c.registers()))
    return out_of_bounds(wave, prepared);
  Elements left, right, acc;
  const std::uint64_t rows = gather(routes->a, a.registers, 0, left);
  const std::uint64_t columns = gather(routes->b, b.registers, 0, right);
  if (constant) {
    const auto value = std::uint32_t(isa::constant_bits(addend, isa::Type::f32));
    for (int e = 0; e < i.m * i.n; ++e) acc.set(e, value);
  } else {
    gather(routes->c, c.registers, 0, acc);
  }
  product(left, right, acc);
  MatrixShadow undefined;
  const bool any = carry_definedness(routes->c, rows, columns, constant ? nullptr : &c.registers, undefined);
  write_back(wave, routes->c, d.first, acc, any ? &undefined : nullptr);
  return Step::next;
}

}  // namespace lockstep::machine
