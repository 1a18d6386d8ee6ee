// The f8f6f4 matrix instructions: registers to matrices, one multiplication under the model, matrices to
// registers. EXEC is ignored.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::Shape;

constexpr int kMaxRegisters = 16;

/// What an instruction specifies about its operands, worked out at its first execution.
struct MatrixPlan {
  std::optional<FindingKind> refused;
  const char* why = nullptr;
  Shape shape = matrix::k16x16x128;
  FragmentKind a{}, b{};
  std::optional<matrix::Multiplication> multiply;
  /// Unified registers; first_c -1: C is a constant.
  int first_a = -1, first_b = -1, first_c = -1, first_d = -1;
  float constant = 0;
  int scale_a = -1, scale_b = -1;  ///< unified registers; -1: no scales
  int byte_a = 0, byte_b = 0;      ///< the byte of each lane's scale register that is used
};

constexpr int byte_select(const isa::Modifiers& m, int operand) {
  return int((m.op_sel >> operand) & 1) + 2 * int((m.op_sel_hi >> operand) & 1);
}

bool refuse(MatrixPlan& plan, FindingKind kind, const char* why) {
  plan.refused = kind;
  plan.why = why;
  return false;
}

bool plan_formats(const Wave& wave, const isa::Instruction& i, const isa::Matrix& row, MatrixPlan& plan) {
  const isa::Modifiers& m = i.modifiers;
  const formats::Format *a = matrix::operand_format(m.cbsz), *b = matrix::operand_format(m.blgp);
  const auto in_vector = [&](std::size_t scale) {
    return !row.scaled || i.scale(scale)->kind == Operand::Kind::vector;
  };
  if (a == nullptr || b == nullptr || m.neg_lo != 0 || m.neg_hi != 0 || !in_vector(0) || !in_vector(1))
    return refuse(plan, FindingKind::unsupported, "this form of the matrix instruction");
  plan.shape = row.wide ? matrix::k32x32x64 : matrix::k16x16x128;
  plan.multiply.emplace(host::best_simd_level(), *wave.environment().model, plan.shape, *a, *b);
  plan.a = {plan.shape, a, matrix::Side::rows, plan.multiply->decoding(), plan.multiply->needs_codes()};
  plan.b = {plan.shape, b, matrix::Side::columns, plan.multiply->decoding(), plan.multiply->needs_codes()};
  return true;
}

bool plan_registers(const Wave& wave, const isa::Instruction& i, const isa::Matrix& row, MatrixPlan& plan) {
  const Operand& addend = *i.source(2);
  OperandPlaces place{wave};
  const int count = matrix::accumulator_registers(plan.shape);
  plan.first_d = place(*i.destination(), count);
  plan.first_a = place(*i.source(0), matrix::operand_registers(*plan.a.format));
  plan.first_b = place(*i.source(1), matrix::operand_registers(*plan.b.format));
  if (addend.kind == Operand::Kind::constant)
    plan.constant = std::bit_cast<float>(std::uint32_t(isa::constant_bits(addend, isa::Type::f32)));
  else
    plan.first_c = place(addend, count);
  if (row.scaled) {
    plan.scale_a = place(*i.scale(0), 1);
    plan.scale_b = place(*i.scale(1), 1);
    plan.byte_a = byte_select(i.modifiers, 0);
    plan.byte_b = byte_select(i.modifiers, 1);
  }
  return place.ok || refuse(plan, FindingKind::register_bounds,
                            "an operand is too short or beyond the kernel's registers");
}

const MatrixPlan& plan_of(Wave& wave, const PreparedInstruction& prepared) {
  return *wave.group->plans.get<MatrixPlan>(prepared, [&] {
    auto plan = std::make_shared<MatrixPlan>();
    const auto& row = std::get<isa::Matrix>(prepared.instruction->semantics->operation);
    if (plan_formats(wave, *prepared.instruction, row, *plan))
      plan_registers(wave, *prepared.instruction, row, *plan);
    return plan;
  });
}

/// The scales of A or of B: e8m0 codes, lane by lane, and the rows or columns with an undefined one.
struct Scales {
  std::array<std::uint8_t, kMaxLanes> codes;
  std::uint32_t undefined_rows = 0;
};

void load_scales(Wave& wave, Shape shape, int r, int byte, Scales& out) {
  if (r < 0) return out.codes.fill(127);
  matrix::gather_scales(wave.vector.read(r), byte, out.codes.data());
  note_undefined(wave.vector.undefined(r), 0xFFu << (8 * byte), shape.m, out.undefined_rows);
}

/// Which elements of D are undefined; the arrays are filled only if one is.
struct Definedness {
  std::array<Lanes, kMaxRegisters> undefined;
  bool any = false;

  void begin() {
    if (!any)
      for (Lanes& u : undefined) u.fill(0);
    any = true;
  }
};

void take_from_accumulator(Wave& wave, const MatrixPlan& plan, Definedness& out) {
  const int count = matrix::accumulator_registers(plan.shape);
  if (plan.first_c < 0 || wave.vector.defined(plan.first_c, count)) return;
  out.begin();
  for (int i = 0; i < count; ++i)
    if (const std::uint32_t* undefined = wave.vector.undefined(plan.first_c + i))
      for (int l = 0; l < kMaxLanes; ++l) out.undefined[i][l] = undefined[l] != 0 ? ~0u : 0u;
}

template <Shape kShape>
void spread_undefined(std::uint32_t rows, std::uint32_t columns, Definedness& out) {
  for (int r = 0; r < matrix::accumulator_registers(kShape); ++r)
    for (int l = 0; l < kMaxLanes; ++l) {
      const matrix::AccumulatorElement e = matrix::accumulator_element(kShape, {r, l});
      out.undefined[r][l] |= 0u - ((rows >> e.row | columns >> e.col) & 1);
    }
}

// Finds the undefined elements of D: those whose row of A, column of B or element of C is undefined.
void take_from_operands(Shape shape, std::uint32_t rows, std::uint32_t columns, Definedness& out) {
  if (rows == 0 && columns == 0) return;
  out.begin();
  shape == matrix::k16x16x128 ? spread_undefined<matrix::k16x16x128>(rows, columns, out)
                              : spread_undefined<matrix::k32x32x64>(rows, columns, out);
}

/// The lanes of C, where D may be written: the registers, unless C is a constant or only part of it becomes
/// D.
struct Accumulator {
  alignas(64) std::array<float, kMaxRegisters * kMaxLanes> copy;

  const float* of(Wave& wave, const MatrixPlan& plan) {
    const int count = matrix::accumulator_registers(plan.shape);
    const auto elements = std::size_t(count * kMaxLanes);
    if (plan.first_c < 0) {
      std::fill_n(copy.begin(), elements, plan.constant);
      return copy.data();
    }
    const float* const c = wave.vector.read_floats(plan.first_c, count);
    const int distance = std::abs(plan.first_c - plan.first_d);
    if (distance == 0 || distance >= count) return c;
    std::memcpy(copy.data(), c, elements * sizeof(float));
    return copy.data();
  }
};

}  // namespace

namespace {

Step multiply(Wave& wave, const PreparedInstruction& prepared) {
  const auto& row = std::get<isa::Matrix>(prepared.instruction->semantics->operation);
  if (row.wave32 && row.sparse) return execute_plain_wmma(wave, prepared);
  if (row.wave32) return row.scaled ? execute_scaled_wmma(wave, prepared) : execute_wmma(wave, prepared);
  if (wave.width() != isa::WaveWidth::lanes64)
    return wave.stop(FindingKind::unsupported, prepared, -1, "a matrix instruction in a wave of 32 lanes");
  if (row.sparse) return execute_sparse_matrix(wave, prepared);
  if (!row.f8f6f4) return execute_dense_matrix(wave, prepared);
  const MatrixPlan& plan = plan_of(wave, prepared);
  if (plan.refused) return wave.stop(*plan.refused, prepared, -1, plan.why);

  const Fragment& a = wave.fragments.read(wave.vector, plan.a, plan.first_a);
  const Fragment& b = wave.fragments.read(wave.vector, plan.b, plan.first_b);
  Scales scales_a, scales_b;
  load_scales(wave, plan.shape, plan.scale_a, plan.byte_a, scales_a);
  load_scales(wave, plan.shape, plan.scale_b, plan.byte_b, scales_b);
  Definedness result;
  take_from_accumulator(wave, plan, result);
  take_from_operands(plan.shape, a.undefined_rows | scales_a.undefined_rows,
                     b.undefined_rows | scales_b.undefined_rows, result);
  Accumulator accumulator;
  const float* const c = accumulator.of(wave, plan);
  const int count = matrix::accumulator_registers(plan.shape);
  plan.multiply->in_registers({plan.a.format, a.codes.data(), scales_a.codes.data(), &a.decoded},
                              {plan.b.format, b.codes.data(), scales_b.codes.data(), &b.decoded}, c,
                              wave.vector.overwrite_floats(plan.first_d, count));
  for (int r = 0; result.any && r < count; ++r)
    wave.vector.mark_undefined(plan.first_d + r, result.undefined[std::size_t(r)]);
  return Step::next;
}

}  // namespace

Step execute_matrix(Wave& wave, const PreparedInstruction& prepared) {
  const Step step = multiply(wave, prepared);
  if (wave.environment().any_nans && step == Step::next) vary_nans(wave, prepared);
  return step;
}

}  // namespace lockstep::machine
