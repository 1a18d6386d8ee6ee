// The f8f6f4 matrix instructions: registers to matrices, one multiplication under the model, matrices to
// registers. EXEC is ignored.
#include <fmt/format.h>

#include "dense_matrix.hpp"
#include "sparse_matrix.hpp"
#include "transfer.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::Shape;

constexpr int kMaxElements = 32 * 128;
constexpr int kMaxRegisters = 16;

struct MatrixOperands {
  const Operand *d, *a, *b, *c, *scale_a = nullptr, *scale_b = nullptr;
};

struct Loaded {
  std::array<std::uint8_t, kMaxElements> codes;
  std::array<std::uint8_t, 64 * 2> scales;
  std::uint32_t undefined_rows = 0;  // rows of A or columns of B with an undefined bit
};

using Pointers = std::array<const std::uint32_t*, kMaxRegisters>;

bool pointers(Wave& wave, const Operand& operand, int count, Pointers& out) {
  const int first = unified_register(wave, operand);
  if (first < 0 || operand.count < count) return false;
  for (int i = 0; i < count; ++i) out[i] = wave.vector.read(first + i);
  return true;
}

// Lane l holds elements of row (or column) l mod m only, in operands and scales alike.
void note_undefined(const std::uint32_t* undefined, std::uint32_t relevant, int dim, std::uint32_t& rows) {
  if (undefined == nullptr) return;
  for (int l = 0; l < kLanes; ++l) rows |= std::uint32_t{(undefined[l] & relevant) != 0} << (l & (dim - 1));
}

bool load_operand(Wave& wave, Shape shape, const formats::Format& format, const Operand& operand,
                  Loaded& out) {
  Pointers registers;
  const int count = matrix::operand_registers(format);
  if (!pointers(wave, operand, count, registers)) return false;
  matrix::gather_operand(shape, format, registers.data(), out.codes.data());
  const int first = unified_register(wave, operand);
  for (int i = 0; i < count; ++i)
    note_undefined(wave.vector.undefined(first + i), ~0u, shape.m, out.undefined_rows);
  return true;
}

bool load_scales(Wave& wave, Shape shape, const Operand& operand, int byte, Loaded& out) {
  const int r = unified_register(wave, operand);
  if (r < 0) return false;
  matrix::gather_scales(shape, wave.vector.read(r), byte, out.scales.data());
  note_undefined(wave.vector.undefined(r), 0xFFu << (8 * byte), shape.m, out.undefined_rows);
  return true;
}

struct Accumulator {
  std::array<float, 32 * 32> value;
  std::array<Lanes, kMaxRegisters> undefined;
  bool any_undefined = false;
};

bool load_accumulator(Wave& wave, Shape shape, const Operand& operand, Accumulator& out) {
  if (operand.kind == Operand::Kind::constant) {
    out.value.fill(std::bit_cast<float>(std::uint32_t(operand.constant_bits(32, true))));
    return true;
  }
  Pointers registers;
  const int count = matrix::accumulator_registers(shape);
  if (!pointers(wave, operand, count, registers)) return false;
  matrix::gather_accumulator(shape, registers.data(), out.value.data());
  const int first = unified_register(wave, operand);
  for (int i = 0; i < count; ++i) {
    const std::uint32_t* undefined = wave.vector.undefined(first + i);
    if (undefined == nullptr) continue;
    if (!out.any_undefined)
      for (Lanes& u : out.undefined) u.fill(0);
    out.any_undefined = true;
    for (int l = 0; l < kLanes; ++l) out.undefined[i][l] = undefined[l] != 0 ? ~0u : 0u;
  }
  return true;
}

template <Shape kShape>
void spread_undefined(std::uint32_t rows, std::uint32_t columns, Accumulator& acc) {
  for (int r = 0; r < matrix::accumulator_registers(kShape); ++r)
    for (int l = 0; l < kLanes; ++l) {
      const matrix::AccumulatorElement e = matrix::accumulator_element(kShape, {r, l});
      acc.undefined[r][l] |= 0u - ((rows >> e.row | columns >> e.col) & 1);
    }
}

// An output element is undefined when its row of A, its column of B or its C is.
void carry_definedness(Shape shape, const Loaded& a, const Loaded& b, Accumulator& acc) {
  if (a.undefined_rows == 0 && b.undefined_rows == 0) return;
  if (!acc.any_undefined)
    for (Lanes& u : acc.undefined) u.fill(0);
  acc.any_undefined = true;
  shape == matrix::k16x16x128 ? spread_undefined<matrix::k16x16x128>(a.undefined_rows, b.undefined_rows, acc)
                              : spread_undefined<matrix::k32x32x64>(a.undefined_rows, b.undefined_rows, acc);
}

bool read_operands(const isa::Instruction& i, bool scaled, MatrixOperands& out) {
  if (i.operands.size() < (scaled ? 6u : 4u)) return false;
  out = {&i.operands[0], &i.operands[1], &i.operands[2], &i.operands[3]};
  if (scaled) {
    out.scale_a = &i.operands[4];
    out.scale_b = &i.operands[5];
  }
  return true;
}

constexpr int byte_select(const isa::Modifiers& m, int operand) {
  return int((m.op_sel >> operand) & 1) + 2 * int((m.op_sel_hi >> operand) & 1);
}

}  // namespace

Step execute_matrix(Wave& wave, const Bound& code) {
  const isa::Instruction& i = *code.instruction;
  const auto& row = std::get<isa::Matrix>(i.semantics->operation);
  if (row.sparse) return execute_sparse_matrix(wave, code);
  if (!row.f8f6f4) return execute_dense_matrix(wave, code);
  const Shape shape = row.wide ? matrix::k32x32x64 : matrix::k16x16x128;
  const isa::Modifiers& m = i.modifiers;
  const formats::Format* format_a = matrix::operand_format(m.cbsz);
  const formats::Format* format_b = matrix::operand_format(m.blgp);
  MatrixOperands o{};
  const auto in_vector = [](const Operand* scale) {
    return scale == nullptr || scale->kind == Operand::Kind::vector;
  };
  if (format_a == nullptr || format_b == nullptr || !read_operands(i, row.scaled, o) || m.neg_lo != 0 ||
      m.neg_hi != 0 || !in_vector(o.scale_a) || !in_vector(o.scale_b))
    return wave.stop(FindingKind::unsupported, code, -1, "this form of the matrix instruction");

  Loaded a, b;
  Accumulator acc;
  a.scales.fill(127);
  b.scales.fill(127);
  bool ok = load_operand(wave, shape, *format_a, *o.a, a) && load_operand(wave, shape, *format_b, *o.b, b) &&
            load_accumulator(wave, shape, *o.c, acc);
  if (ok && row.scaled)
    ok = load_scales(wave, shape, *o.scale_a, byte_select(m, 0), a) &&
         load_scales(wave, shape, *o.scale_b, byte_select(m, 1), b);
  const int count = matrix::accumulator_registers(shape);
  const int first = unified_register(wave, *o.d);
  if (!ok || first < 0 || o.d->count < count)
    return wave.stop(FindingKind::register_bounds, code, -1,
                     "an operand is too short or beyond the kernel's registers");

  const matrix::Operand left{format_a, a.codes.data(), a.scales.data()},
      right{format_b, b.codes.data(), b.scales.data()};
  matrix::multiply(*wave.environment().model, shape, left, right, acc.value.data(), acc.value.data());
  carry_definedness(shape, a, b, acc);

  std::array<Lanes, kMaxRegisters> result;
  std::array<std::uint32_t*, kMaxRegisters> targets;
  for (int r = 0; r < count; ++r) targets[r] = result[r].data();
  matrix::scatter_accumulator(shape, acc.value.data(), targets.data());
  const Lanes& all = wave.lanes_of(~std::uint64_t{0});
  for (int r = 0; r < count; ++r)
    wave.vector.write(first + r, ~std::uint64_t{0}, all, result[r].data(),
                      acc.any_undefined ? acc.undefined[r].data() : nullptr);
  return Step::next;
}

}  // namespace lockstep::machine
