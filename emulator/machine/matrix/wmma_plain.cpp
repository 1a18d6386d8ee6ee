// gfx1250's matrix instructions without block scales whose operands or results are not those of wmma.cpp: of
// 8, 6, 4 and 32 bits, integers, results of 16 bits, and sparse ones (v_swmmac_*). A result of 16 bits is the
// model's f32, rounded once more (hypothesis, as in AMD's rocjitsu).
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/wmma_codes.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::MatrixInstruction;

constexpr std::uint32_t kFp16Overflow = 1u << 23;  // bit of MODE

struct Product {
  const MatrixInstruction* instruction = nullptr;  ///< sparse: the dense instruction on the stored half
  bool sparse = false;
  const formats::Format *a = nullptr, *b = nullptr;
  std::optional<matrix::Unit> unit;  ///< empty for integers
  std::string why;                   ///< why the result is not known; empty where it is
};

const formats::Format* format_of(const Wave& wave, const matrix::ElementType& type, std::uint8_t selector) {
  return type.bits == 0 ? matrix::operand_format(selector) : matrix::element_format(type, *wave.arch);
}

/// The dense instruction on a sparse one's stored half: v_swmmac_f32_16x16x64_f16 multiplies like
/// v_wmma_f32_16x16x32_f16.
std::string dense_half(std::string_view mnemonic) {
  std::string name(mnemonic);
  const auto replace = [&](std::string_view from, std::string_view to) {
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
  };
  replace("swmmac", "wmma");
  replace("16x16x64", "16x16x32");
  replace("16x16x128", "16x16x64");
  return name;
}

Product product_of(const Wave& wave, const isa::Instruction& i) {
  Product p;
  const isa::Modifiers& m = i.modifiers;
  p.sparse = std::get<isa::Matrix>(i.semantics->operation).sparse;
  p.instruction = matrix::find_matrix_instruction(p.sparse ? dense_half(i.mnemonic) : i.mnemonic);
  if (p.instruction == nullptr) {
    p.why = "the emulator has no semantics for this instruction";
    return p;
  }
  const bool integers = p.instruction->a.name == "iu8";
  if (p.sparse && m.abid != 0)
    p.why = "index_key: the indices of a lane fill its registers, and leave no room for another set";
  if (p.sparse && ((m.neg_lo | m.neg_hi) & 4) != 0) p.why = "signs of C";
  if (!integers && !has_known_signs(m, p.instruction->a.bits)) p.why = "signs of A and B";
  if (integers || !p.why.empty()) return p;
  p.a = format_of(wave, p.instruction->a, m.cbsz);
  p.b = format_of(wave, p.instruction->b, m.blgp);
  p.unit = unit_of(*wave.environment().model, *p.instruction);
  if (p.a == nullptr || p.b == nullptr) p.why = "this form of the matrix instruction";
  if (!p.unit)
    p.why = fmt::format("model {} says nothing of this instruction", wave.environment().model->name);
  return p;
}

struct PlainOperands {
  Codes a, b, c;
  Codes index;  ///< [row][k of A]: which of four elements is stored; sparse only

  /// The index in a column of B of the element that element k of a row of A multiplies.
  int met(int row, int k) { return index.code.empty() ? k : 4 * (k / 2) + int(index.at(row, k)); }
};

bool read_sparse(Wave& wave, const isa::Instruction& i, const MatrixInstruction& half, PlainOperands& out) {
  const matrix::SparseLayouts at = layouts(*matrix::find_sparse_instruction(i.mnemonic));
  if (!read_codes(wave, *i.source(0), at.a, out.a) || !read_codes(wave, *i.source(1), at.b, out.b) ||
      !read_codes(wave, *i.operand(isa::OperandRole::index), at.index, out.index))
    return false;
  for (std::size_t row = 0; row < out.a.undefined.size(); ++row)
    if (out.index.undefined[row]) out.a.undefined[row] = true;
  const auto c = layout(half, matrix::Role::c);
  return c && read_codes(wave, *i.destination(), *c, out.c);
}

bool read_operands(Wave& wave, const isa::Instruction& i, const Product& p, PlainOperands& out) {
  using matrix::Role;
  const MatrixInstruction& shape = *p.instruction;
  if (p.sparse) return read_sparse(wave, i, shape, out);
  const auto of = [&](const Operand& operand, Role role, const formats::Format* format, Codes& codes) {
    const auto at = layout(shape, role, {shape.a.bits == 0 ? format : nullptr, 0});
    return at && read_codes(wave, operand, *at, codes);
  };
  if (!of(*i.source(0), Role::a, p.a, out.a) || !of(*i.source(1), Role::b, p.b, out.b)) return false;
  const Operand& addend = *i.source(2);
  if (addend.kind != Operand::Kind::constant) return of(addend, Role::c, nullptr, out.c);
  const bool integers = !p.unit;
  fill_codes(std::uint32_t(isa::constant_bits(addend, integers ? isa::Type::i32 : isa::Type::f32)), shape.m,
             shape.n, out.c);
  return true;
}

/// Converts C to f32; constants are f32 already.
void widen(const formats::Format& format, Codes& c) {
  for (std::uint32_t& code : c.code)
    code = std::bit_cast<std::uint32_t>(float(formats::to_double(format, code)));
}

void narrow(const formats::Format& format, bool saturates, Codes& d) {
  for (std::uint32_t& code : d.code) {
    const auto x = double(std::bit_cast<float>(code));
    const auto overflow = saturates ? formats::Overflow::saturate : formats::Overflow::to_special;
    code = formats::encode_nearest_even(format, x, overflow);
    if (saturates && std::isinf(x))
      code = formats::encode_nearest_even(format, std::copysign(1e39, x), overflow);
  }
}

/// Replaces C by D, one column at a time.
void multiply(const Product& p, PlainOperands& o) {
  const MatrixInstruction& i = *p.instruction;
  const auto rows = std::size_t(i.m);
  constexpr std::uint32_t kOne = 127;  // the scale 1 in e8m0
  std::vector<std::uint32_t> b(rows * std::size_t(i.k));
  const std::vector<std::uint32_t> ones(
      p.unit->scale != nullptr ? rows * std::size_t(i.k / p.unit->scale_block) : 0, kOne);
  const std::uint32_t* const scales = ones.empty() ? nullptr : ones.data();
  for (int column = 0; column < i.n; ++column) {
    for (int row = 0; row < i.m; ++row)
      for (int k = 0; k < i.k; ++k) b[std::size_t(row * i.k + k)] = o.b.at(column, o.met(row, k));
    std::uint32_t* const sum = &o.c.at(column, 0);
    dot_products(*p.unit, {rows, i.k, p.a, p.b, o.a.code.data(), b.data(), sum, scales, scales, sum});
  }
}

/// Multiplies 8-bit integers. neg_lo says which of A and B is signed (LLVM AMDGPU, v_wmma_i32_*_iu8); the
/// 32-bit sum wraps, or clamp saturates it.
void multiply_bytes(const isa::Modifiers& m, const MatrixInstruction& i, PlainOperands& o) {
  const auto value = [](std::uint32_t code, bool is_signed) {
    return is_signed ? std::int64_t(std::int8_t(code)) : std::int64_t(code);
  };
  for (int column = 0; column < i.n; ++column)
    for (int row = 0; row < i.m; ++row) {
      std::int64_t sum = std::int32_t(o.c.at(column, row));
      for (int k = 0; k < i.k; ++k)
        sum += value(o.a.at(row, k), (m.neg_lo & 1) != 0) *
               value(o.b.at(column, o.met(row, k)), (m.neg_lo & 2) != 0);
      using Limits = std::numeric_limits<std::int32_t>;
      if (m.clamp) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
      o.c.at(column, row) = std::uint32_t(sum);
    }
}

}  // namespace

Step execute_plain_wmma(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const Product p = product_of(wave, i);
  if (!p.why.empty()) return wave.stop(FindingKind::unsupported, prepared, -1, p.why);
  if (wave.exec() != wave.every_lane())
    wave.report(FindingKind::exec, prepared, std::countr_one(wave.exec()),
                "a matrix instruction with lanes off: all of EXEC must be set");
  const MatrixInstruction& shape = *p.instruction;
  const matrix::Layout d = *layout(shape, matrix::Role::d);
  PlainOperands operands;
  const Operand& to = *i.destination();
  if (!read_operands(wave, i, p, operands) || unified_register(wave, to) < 0 || to.count < d.registers())
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "an operand is too short or beyond the kernel's registers");
  if (!p.unit) {
    multiply_bytes(i.modifiers, shape, operands);
  } else {
    negate(i.modifiers, 0, operands.a, shape.a.bits);
    negate(i.modifiers, 1, operands.b, shape.b.bits);
    const bool constant = !p.sparse && i.source(2)->kind == Operand::Kind::constant;
    change_signs(i.modifiers, operands.c, constant ? 32 : shape.addend().bits);
    if (!constant && shape.addend().bits == 16) widen(*format_of(wave, shape.addend(), 0), operands.c);
    multiply(p, operands);
    if (shape.d.bits == 16)
      narrow(*format_of(wave, shape.d, 0), (wave.mode & kFp16Overflow) != 0, operands.c);
  }
  write_codes(wave, i, shape, operands.c, {operands.a.undefined, operands.b.undefined}, d);
  return Step::next;
}

}  // namespace lockstep::machine
