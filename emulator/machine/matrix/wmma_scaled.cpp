// Block-scaled products: by tiles where possible (wmma_tiles.hpp), otherwise element by element: layouts say
// what each register holds, the model how a row and a column are added.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/units/scale_format.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/wmma_codes.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::Layout;
using matrix::MatrixInstruction;

const formats::Format* operand_format_of(const MatrixInstruction& i, std::uint8_t selector) {
  return i.a.bits == 0 ? matrix::operand_format(selector) : selector == 0 ? &formats::float4_e2m1fn : nullptr;
}

/// The constant 0 as a scale is 1 in every block of every row (hypothesis: AMD's rocjitsu says so for both
/// block sizes, ROCm/rocm-systems#9438 and #10347, and rewrites code for other steppings by it; its #9319 had
/// read it as e8m0's code 0, which is what LLVM's builtin means by the argument from which it makes the
/// constant).
constexpr std::uint32_t kConstantZeroScale = 127;  // e8m0
bool is_one(const Operand& scale) {
  return isa::constant_bits(scale, isa::Type::u32) == 0;
}

/// What the instruction specifies about its operands; `why` is empty where all of it is known.
struct Said {
  const MatrixInstruction* instruction = nullptr;
  const formats::Format *a = nullptr, *b = nullptr;
  std::optional<matrix::Unit> unit;
  std::string why;
};

Said read_instruction(const Wave& wave, const isa::Instruction& i) {
  const isa::Modifiers& m = i.modifiers;
  Said said;
  said.instruction = matrix::find_matrix_instruction(i.mnemonic);
  said.a = operand_format_of(*said.instruction, m.cbsz);
  said.b = operand_format_of(*said.instruction, m.blgp);
  said.unit = unit_of(*wave.environment().model, *said.instruction);
  const bool e8m0 = m.scale_format_a == 0 && m.scale_format_b == 0;
  const auto is_f4 = [](const formats::Format* f) { return f == &formats::float4_e2m1fn; };
  const std::array scales{i.scale(0), i.scale(1)};
  const auto is_constant = [](const Operand* o) { return o->kind == Operand::Kind::constant; };
  const auto is_other_constant = [&](const Operand* o) { return is_constant(o) && !is_one(*o); };
  if (said.a == nullptr || said.b == nullptr || ((m.neg_lo | m.neg_hi) & 3) != 0)
    said.why = "this form of the matrix instruction";
  else if (!said.unit)
    said.why = fmt::format("model {} says nothing of this instruction", wave.environment().model->name);
  else if (m.scale_format_a != m.scale_format_b || (!e8m0 && !(is_f4(said.a) && is_f4(said.b))))
    said.why = "scales other than e8m0 that are not of one format and of f4";
  else if (std::ranges::any_of(scales, is_constant) && !e8m0)
    said.why = "a scale that is a constant, but not of e8m0";
  else if (std::ranges::any_of(scales, is_other_constant))
    said.why = "a scale that is a constant other than 0, of which no source says what it means";
  else
    said.unit->scale = matrix::scale_format(m.scale_format_a);
  return said;
}

struct Operands {
  Codes a, b, c, scale_a, scale_b;
};

bool read_all(Wave& wave, const isa::Instruction& i, const Said& said, Operands& out) {
  using matrix::Role;
  const MatrixInstruction& shape = *said.instruction;
  const auto of = [&](const Operand& operand, Role role, matrix::LayoutChoice choice, Codes& codes) {
    const auto at = layout(shape, role, choice);
    return at && read_codes(wave, operand, *at, codes);
  };
  const auto format_of = [&](const formats::Format* f) {
    return matrix::LayoutChoice{shape.a.bits == 0 ? f : nullptr, 0};
  };
  const auto scales = [&](const Operand& operand, Role role, int choice, int across, Codes& codes) {
    const int blocks = shape.k / said.unit->scale_block;
    if (operand.kind == Operand::Kind::constant) {
      fill_codes(kConstantZeroScale, blocks, across, codes);
      return true;
    }
    if (operand.kind != Operand::Kind::scalar) return of(operand, role, {nullptr, choice}, codes);
    return read_scalar_codes(wave, operand, across, blocks, codes);
  };
  const int op_sel = i.modifiers.op_sel;
  bool ok = of(*i.source(0), Role::a, format_of(said.a), out.a) &&
            of(*i.source(1), Role::b, format_of(said.b), out.b) &&
            scales(*i.scale(0), Role::scale_a, op_sel & 1, shape.m, out.scale_a) &&
            scales(*i.scale(1), Role::scale_b, op_sel >> 1 & 1, shape.n, out.scale_b);
  const Operand& addend = *i.source(2);
  if (addend.kind != Operand::Kind::constant) return ok && of(addend, Role::c, {}, out.c);
  out.c.length = shape.m;
  out.c.code.assign(std::size_t(shape.m * shape.n),
                    std::uint32_t(isa::constant_bits(addend, isa::Type::f32)));
  out.c.undefined.assign(std::size_t(shape.n), false);
  return ok;
}

/// Replaces C by D, one column at a time.
void multiply(const Said& said, Operands& o) {
  const MatrixInstruction& i = *said.instruction;
  const auto rows = std::size_t(i.m);
  std::vector<std::uint32_t> b(rows * std::size_t(i.k)), scales(rows * std::size_t(o.scale_b.length));
  for (int column = 0; column < i.n; ++column) {
    for (std::size_t r = 0; r < rows; ++r) {
      std::copy_n(&o.b.at(column, 0), i.k, &b[r * std::size_t(i.k)]);
      std::copy_n(&o.scale_b.at(column, 0), o.scale_b.length, &scales[r * std::size_t(o.scale_b.length)]);
    }
    std::uint32_t* const sum = &o.c.at(column, 0);
    dot_products(*said.unit, {rows, i.k, said.a, said.b, o.a.code.data(), b.data(), sum,
                              o.scale_a.code.data(), scales.data(), sum});
  }
}

CodesShadow shadow_of(const Operands& o) {
  CodesShadow shadow{o.a.undefined, o.b.undefined};
  shadow.add(o.scale_a, o.scale_b);
  return shadow;
}

}  // namespace

Step execute_scaled_wmma(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const TilePlan* const tiles = tile_plan(wave, prepared);
  const Said said = tiles == nullptr ? read_instruction(wave, i) : Said{};
  if (!said.why.empty()) return wave.stop(FindingKind::unsupported, prepared, -1, said.why);
  if (wave.exec() != wave.every_lane())
    wave.report(FindingKind::exec, prepared, std::countr_one(wave.exec()),
                "a matrix instruction with lanes off: all of EXEC must be set");
  if (tiles != nullptr) {
    multiply_tiles(wave, *tiles);
    return Step::next;
  }
  const Layout d = *layout(*said.instruction, matrix::Role::d);
  Operands operands;
  const Operand& to = *i.destination();
  if (!read_all(wave, i, said, operands) || unified_register(wave, to) < 0 || to.count < d.registers())
    return wave.stop(
        FindingKind::register_bounds, prepared, -1,
        "an operand is too short or beyond the kernel's registers, or its scales' rows are not there");
  change_signs(i.modifiers, operands.c, 32);
  multiply(said, operands);
  write_codes(wave, i, *said.instruction, operands.c, shadow_of(operands), d);
  return Step::next;
}

}  // namespace lockstep::machine
