// Sparse matrix instructions: every row of A selects half of the elements of B that it meets.
#include <map>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"

namespace lockstep::machine {

namespace {

using matrix::MatrixInstruction;
using matrix::SparseInstruction;
using matrix::SparseLayouts;

struct Plan {
  const SparseInstruction* instruction;
  MatrixInstruction half;
  SparseLayouts layouts;
  MatrixRoute a, b, c;

  explicit Plan(const SparseInstruction& i)
      : instruction(&i),
        half(dense_half(i)),
        layouts(matrix::layouts(i)),
        a(layouts.a),
        b(layouts.b),
        c(layouts.c) {}
};

const Plan* plan_of(std::string_view mnemonic) {
  static const auto plans = [] {
    std::map<std::string_view, Plan> all;
    for (const SparseInstruction& i : matrix::sparse_instructions())
      if (i.lanes() == kMaxLanes) all.emplace(i.name, Plan(i));
    return all;
  }();
  const auto found = plans.find(mnemonic);
  return found == plans.end() ? nullptr : &found->second;
}

// m * k / 2 is at most 16 * 64 or 32 * 32.
constexpr int kMost = 32 * 64;

/// The k of each stored element of A, as [row][stored element].
using Positions = std::array<std::uint8_t, kMost>;

/// Reads the positions of A's stored elements. The result has a bit for each row with an undefined index.
std::uint64_t read_positions(const Plan& plan, const MatrixRegisters& index, const isa::Modifiers& m,
                             Positions& out) {
  std::uint64_t undefined = 0;
  for (int row = 0; row < plan.half.m; ++row)
    for (int p = 0; p < plan.half.k; ++p) {
      const matrix::RegisterBit at = plan.layouts.a.place({0, row, p});
      const int bit = matrix::index_bit(plan.layouts, at.bit, m.cbsz, m.abid);
      const std::uint32_t of_four = index.value[0][at.lane] >> bit & 3;
      out[std::size_t(row * plan.half.k + p)] = std::uint8_t(4 * (p / 2) + int(of_four));
      if (index.undefined[0] != nullptr && (index.undefined[0][at.lane] >> bit & 3) != 0)
        undefined |= std::uint64_t{1} << row;
    }
  return undefined;
}

/// The element of B that stored element p of a row of A multiplies.
int met_by(const Plan& plan, const Positions& positions, int row, int p, int col) {
  return col * plan.instruction->k + positions[std::size_t(row * plan.half.k + p)];
}

void add_integers(const Plan& plan, const Positions& positions, const Elements& a, const Elements& b,
                  Elements& acc) {
  const MatrixInstruction& i = plan.half;
  for (int col = 0; col < i.n; ++col)
    for (int row = 0; row < i.m; ++row) {
      auto sum = acc.at<std::uint32_t>(col * i.m + row);
      for (int p = 0; p < i.k; ++p)
        sum += std::uint32_t(a.at<std::int8_t>(row * i.k + p) *
                             b.at<std::int8_t>(met_by(plan, positions, row, p, col)));
      acc.set(col * i.m + row, sum);
    }
}

/// Adds the dot products of every column: each row with its own half of B.
void add_dots(const matrix::Unit& unit, const Plan& plan, const Positions& positions, const Elements& a,
              const Elements& b, Elements& acc) {
  const MatrixInstruction& i = plan.half;
  std::array<std::uint32_t, kMost> a_codes, b_codes;
  std::array<std::uint32_t, 32> sums;
  for (int e = 0; e < i.m * i.k; ++e) a_codes[std::size_t(e)] = a.code(i.a.bits, e);
  for (int col = 0; col < i.n; ++col) {
    for (int row = 0; row < i.m; ++row) {
      sums[std::size_t(row)] = acc.at<std::uint32_t>(col * i.m + row);
      for (int p = 0; p < i.k; ++p)
        b_codes[std::size_t(row * i.k + p)] = b.code(i.b.bits, met_by(plan, positions, row, p, col));
    }
    dot_products(unit, {std::size_t(i.m), i.k, unit.a, unit.b, a_codes.data(), b_codes.data(), sums.data(),
                        nullptr, nullptr, sums.data()});
    for (int row = 0; row < i.m; ++row) acc.set(col * i.m + row, sums[std::size_t(row)]);
  }
}

bool multiply_add(const matrix::Model& model, const Plan& plan, const Positions& positions, const Elements& a,
                  const Elements& b, Elements& acc) {
  if (plan.half.a.name == "i8") {
    add_integers(plan, positions, a, b, acc);
    return true;
  }
  const auto unit = matrix::unit_of(model, plan.half);
  if (unit) add_dots(*unit, plan, positions, a, b, acc);
  return unit.has_value();
}

}  // namespace

Step execute_sparse_matrix(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  const Plan* plan = plan_of(instruction.mnemonic);
  if (plan == nullptr) return execute_unsupported(wave, prepared);
  if (m.blgp != 0 || m.neg_lo != 0 || m.neg_hi != 0)
    return wave.stop(FindingKind::unsupported, prepared, -1, "this form of the matrix instruction");
  MatrixRegisters a, b, c, index;
  if (!a.open(wave, *instruction.source(0), plan->a.registers()) ||
      !b.open(wave, *instruction.source(1), plan->b.registers()) ||
      !c.open(wave, *instruction.destination(), plan->c.registers()) ||
      !index.open(wave, *instruction.operand(isa::OperandRole::index), 1))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "an operand is too short or beyond the kernel's registers");
  Elements left, right, acc;
  Positions positions;
  const std::uint64_t rows = gather(plan->a, a, 0, left) | read_positions(*plan, index, m, positions);
  const std::uint64_t columns = gather(plan->b, b, 0, right);
  gather(plan->c, c, 0, acc);
  const matrix::Model& model = *wave.environment().model;
  if (!multiply_add(model, *plan, positions, left, right, acc))
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     fmt::format("model {} says nothing of this instruction", model.name));
  MatrixShadow undefined;
  const bool any = carry_definedness(plan->c, rows, columns, &c, undefined);
  write_back(wave, plan->c, c.first, acc, any ? &undefined : nullptr);
  return Step::next;
}

}  // namespace lockstep::machine
