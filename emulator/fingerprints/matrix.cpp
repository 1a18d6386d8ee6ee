// Matrix instructions, uninterpreted: an element of D is a term of its row of A, its column of B, both with
// their scales and in the order of k, and its element of C.
#include <array>
#include <bit>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/units/scale_format.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/fingerprints/following.hpp"
#include "emulator/isa/constant.hpp"

namespace lockstep::fingerprint {

namespace {

using isa::Operand;
using matrix::Layout, matrix::MatrixInstruction, matrix::Role;

/// An operand with the layout of its matrix.
struct Side {
  const Operand& operand;
  Layout layout;
};

/// Rows of A or columns of B, of all blocks, one behind the other: elements, then scales.
using Lines = std::vector<Fingerprint>;

class MatrixStep {
 public:
  MatrixStep(Following& f, const MatrixInstruction& shape) : f_(f), shape_(shape) {}

  void run() {
    const isa::Instruction& i = f_.instruction();
    const isa::Modifiers& m = i.modifiers;
    if (m.clamp) return f_.stop("a matrix instruction that saturates");
    if ((m.neg_lo | m.neg_hi) != 0) return f_.stop("signs of a matrix operand that depends on data");
    if (shape_.a.bits != 0 && (m.cbsz != 0 || m.blgp != 0))
      return f_.stop("a matrix instruction that broadcasts or exchanges data");
    unit_ = {shape_.name,           elements(shape_.a, m.cbsz), elements(shape_.b, m.blgp),
             elements(shape_.d, 0), std::size_t(shape_.k),      std::size_t(shape_.scale_block)};
    if (shape_.scale_block != 0) {
      unit_.a.scale = matrix::scale_format(m.scale_format_a);
      unit_.b.scale = matrix::scale_format(m.scale_format_b);
    }
    Lines rows, columns;
    if (!lines(Role::a, Role::scale_a, 0, m.cbsz, rows) || !lines(Role::b, Role::scale_b, 1, m.blgp, columns))
      return f_.stop("this form of the matrix instruction is not followed");
    multiply(rows, columns);
  }

 private:
  MatrixUnit::Elements elements(const matrix::ElementType& type, std::uint8_t selector) const {
    return {type.name,
            type.bits == 0 ? matrix::operand_format(selector) : matrix::element_format(type, *f_.wave.arch)};
  }

  matrix::LayoutChoice choice(const matrix::ElementType& type, std::uint8_t selector) const {
    return {type.bits == 0 ? matrix::operand_format(selector) : nullptr, 0};
  }

  /// The terms of A's rows, or of B's columns.
  bool lines(Role role, Role scale_role, std::size_t source, std::uint8_t selector, Lines& out) {
    const bool is_a = role == Role::a;
    const auto at = matrix::layout(shape_, role, choice(is_a ? shape_.a : shape_.b, selector));
    if (!at || !is_vector(*f_.instruction().source(source))) return false;
    const Side side{*f_.instruction().source(source), *at};
    std::optional<Side> scales;
    if (shape_.scale_block != 0) {
      const Operand& operand = *f_.instruction().scale(source);
      const auto scale_at = matrix::layout(shape_, scale_role, {nullptr, scale_select(source)});
      if (!scale_at || !is_vector(operand)) return false;
      scales.emplace(Side{operand, *scale_at});
    }
    const int across = is_a ? shape_.m : shape_.n;
    for (int block = 0; block < shape_.blocks; ++block)
      for (int line = 0; line < across; ++line) {
        add_line(side, is_a, block, line, shape_.k, out);
        if (scales) add_line(*scales, is_a, block, line, shape_.k / shape_.scale_block, out);
      }
    return true;
  }

  void add_line(const Side& side, bool is_a, int block, int line, int length, Lines& out) {
    for (int k = 0; k < length; ++k)
      out.push_back(element(
          side, is_a ? matrix::MatrixElement{block, line, k} : matrix::MatrixElement{block, k, line}));
  }

  int scale_select(std::size_t operand) const {
    const isa::Modifiers& m = f_.instruction().modifiers;
    const int low = m.op_sel >> operand & 1;
    return std::get<isa::Matrix>(f_.instruction().semantics->operation).wave32
               ? low
               : low + 2 * (m.op_sel_hi >> operand & 1);
  }

  static bool is_vector(const Operand& operand) {
    return operand.kind == Operand::Kind::vector || operand.kind == Operand::Kind::accumulator;
  }

  Byte byte(const Operand& operand, int lane, int number) const {
    const int r = machine::unified_register(f_.wave, operand) + number / 4;
    return {std::uint8_t(f_.wave.vector.read(r)[lane] >> 8 * (number % 4)),
            f_.shadow.vector.at(r, lane)[std::size_t(number % 4)]};
  }

  Fingerprint element(const Side& side, matrix::MatrixElement at) const {
    const matrix::RegisterBit place = side.layout.place(at);
    const int bits = side.layout.dealing.bits, first = place.bit / 8;
    if (bits == 8) return f_.hasher.of(byte(side.operand, place.lane, first));
    const int last = (place.bit + bits - 1) / 8;
    std::array<Byte, 8> bytes;
    for (int b = first; b <= last; ++b) bytes[std::size_t(b - first)] = byte(side.operand, place.lane, b);
    const auto used = std::span(bytes).first(std::size_t(last - first + 1));
    if (bits > 8) return f_.hasher.value(used);
    std::array<Fingerprint, 2> parts;
    for (std::size_t b = 0; b < used.size(); ++b) parts[b] = f_.hasher.of(used[b]);
    return f_.hasher.field(std::span(parts).first(used.size()), place.bit % 8, bits);
  }

  void multiply(const Lines& rows, const Lines& columns) {
    const Operand& c = *f_.instruction().source(2);
    const auto of_c = matrix::layout(shape_, Role::c), of_d = matrix::layout(shape_, Role::d);
    const int first = machine::unified_register(f_.wave, *f_.instruction().destination());
    if (!of_c || !of_d || first < 0) return f_.stop("this form of the matrix instruction is not followed");
    const bool constant = c.kind == Operand::Kind::constant;
    const Fingerprint addend =
        constant ? f_.hasher.constant(std::uint32_t(isa::constant_bits(c, isa::Type::f32))) : Fingerprint{};
    std::vector<VectorShadow::Register> d(std::size_t(of_d->registers()));
    const auto m = std::size_t(shape_.m), n = std::size_t(shape_.n), line = unit_.line();
    std::vector<Fingerprint> sums(m * n);
    for (int block = 0; block < shape_.blocks; ++block) {
      const auto at = [&](std::size_t i) { return matrix::MatrixElement{block, int(i / n), int(i % n)}; };
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = constant ? addend : element({c, *of_c}, at(i));
      f_.hasher.multiply(unit_, std::span(rows).subspan(std::size_t(block) * m * line, m * line),
                         std::span(columns).subspan(std::size_t(block) * n * line, n * line), sums);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const matrix::RegisterBit place = of_d->place(at(i));
        for (int b = 0; b < of_d->dealing.bits / 8; ++b) {
          const int number = place.bit / 8 + b;
          d[std::size_t(number / 4)][std::size_t(place.lane)][std::size_t(number % 4)] =
              f_.hasher.byte_of(sums[i], unsigned(b));
        }
      }
    }
    for (std::size_t r = 0; r < d.size(); ++r) f_.shadow.vector.write(first + int(r), f_.every_lane(), d[r]);
  }

  Following& f_;
  const MatrixInstruction& shape_;
  MatrixUnit unit_{};
};

}  // namespace

void follow_matrix(Following& f) {
  const isa::Instruction& i = f.instruction();
  bool any = false;
  for (const Operand& o : i.operands) any |= &o != i.destination() && depends(f, o);
  const auto& row = std::get<isa::Matrix>(i.semantics->operation);
  if (!any && !row.sparse) {
    const int first = machine::unified_register(f.wave, *i.destination());
    for (int d = 0; first >= 0 && d < i.destination()->count; ++d)
      f.shadow.vector.clear(first + d, f.every_lane(), f.every_lane());
    return;
  }
  const MatrixInstruction* const shape = matrix::find_matrix_instruction(i.mnemonic);
  if (row.sparse || shape == nullptr) return f.stop("this matrix instruction is not followed");
  MatrixStep(f, *shape).run();
}

}  // namespace lockstep::fingerprint
