// Matrix instructions without block scales: registers to matrices, the product, and back. EXEC is ignored.
#include "dense_matrix.hpp"

#include <fmt/format.h>

#include <map>

#include "dense_arithmetic.hpp"
#include "emulator/matrix/layout.hpp"
#include "emulator/matrix/layout_broadcast.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;
using matrix::Layout;
using matrix::MatrixInstruction;

constexpr int kMaxRegisters = 32;  // of an accumulator

struct Plan {
  const MatrixInstruction* instruction;
  Layout a, b, c;
};

const Plan* plan_of(const isa::Semantics& semantics) {
  static const auto plans = [] {
    std::map<const isa::Semantics*, Plan> all;
    for (const isa::Semantics& row : isa::matrix_table())
      if (const MatrixInstruction* i = matrix::find_matrix_instruction(row.mnemonic))
        all.emplace(&row, Plan{i, *layout(*i, matrix::Role::a), *layout(*i, matrix::Role::b),
                               *layout(*i, matrix::Role::c)});
    return all;
  }();
  const auto found = plans.find(&semantics);
  return found == plans.end() ? nullptr : &found->second;
}

/// Visits the runs that lie together in a lane's registers as they do in Elements:
/// visit(lane, byte of the lane, byte of Elements, bytes, row or column of all blocks).
template <typename Visit>
void each_run(const Layout& layout, const Visit& visit) {
  const matrix::Dealing& d = layout.dealing;
  const int size = d.bits / 8, per_lane = layout.registers() * 32 / d.bits;
  for (int lane = 0; lane < d.lanes; ++lane)
    for (int e = 0; e < per_lane; e += d.chunk) {
      const matrix::DealtIndex at = d.index({lane, e * d.bits});
      visit(lane, e * size, (at.across * d.length + at.along) * size, d.chunk * size, at.across);
    }
}

/// A lane's registers as bytes.
using LaneBytes = std::array<std::uint8_t, 4 * kMaxRegisters>;

struct Registers {
  int first = -1, count = 0;
  std::array<const std::uint32_t*, kMaxRegisters> value{};
  std::array<const std::uint32_t*, kMaxRegisters> undefined{};  // nullptr: all defined

  bool open(Wave& wave, const Operand& operand, int registers) {
    first = unified_register(wave, operand);
    count = registers;
    if (first < 0 || operand.count < registers) return false;
    for (int r = 0; r < registers; ++r) {
      value[std::size_t(r)] = wave.vector.read(first + r);
      undefined[std::size_t(r)] = wave.vector.undefined(first + r);
    }
    return true;
  }
  LaneBytes lane(int l) const {
    LaneBytes bytes;
    for (int r = 0; r < count; ++r) std::memcpy(&bytes[std::size_t(4 * r)], value[std::size_t(r)] + l, 4);
    return bytes;
  }
  bool any_undefined(int l, int from_byte, int bytes) const {
    for (int r = from_byte / 4; r <= (from_byte + bytes - 1) / 4; ++r)
      if (undefined[std::size_t(r)] != nullptr && undefined[std::size_t(r)][l] != 0) return true;
    return false;
  }
};

/// Reads A or B; a set bit of the result is a row or column, of all blocks, with an undefined element.
/// `pattern`: BLGP.
std::uint64_t gather(const Layout& layout, const Registers& registers, int pattern, Elements& out) {
  std::uint64_t undefined = 0;
  int held = -1;
  LaneBytes bytes{};
  each_run(layout, [&](int lane, int from, int to, int size, int across) {
    const int source = matrix::lane_group_pattern(lane, pattern);
    if (source != held) bytes = registers.lane(held = source);
    std::memcpy(&out.bytes[std::size_t(to)], &bytes[std::size_t(from)], std::size_t(size));
    if (registers.any_undefined(source, from, size)) undefined |= std::uint64_t{1} << across;
  });
  return undefined;
}

void gather_accumulator(const Layout& layout, const Registers& registers, Elements& out) {
  gather(layout, registers, 0, out);
}

void fill_accumulator(const Layout& layout, const Operand& constant, Elements& out, bool is_float) {
  const int bits = layout.dealing.bits;
  const std::uint64_t value = constant.constant_bits(bits, is_float);
  for (int i = 0; i < layout.elements(); ++i)
    if (bits == 64)
      out.set(i, value);
    else
      out.set(i, std::uint32_t(value));
}

/// CBSZ covers all blocks: everyone multiplies with block ABID's A.
void broadcast(const MatrixInstruction& i, int abid, Elements& a, std::uint64_t& undefined) {
  const std::size_t size = std::size_t(i.m * i.k * i.a.bits / 8);
  const auto block = std::size_t(abid);
  const std::uint64_t rows = (std::uint64_t{1} << i.m) - 1;
  const std::uint64_t of_block = undefined >> (block * std::size_t(i.m)) & rows;
  undefined = 0;
  for (std::size_t to = 0; to < std::size_t(i.blocks); ++to) {
    if (to != block) std::memcpy(&a.bytes[to * size], &a.bytes[block * size], size);
    undefined |= of_block << (to * std::size_t(i.m));
  }
}

void negate(Elements& elements, int count) {
  for (int i = 0; i < count; ++i) elements.set(i, -elements.at<double>(i));
}

/// Why this form is not executed; empty when it is.
std::string refusal(const MatrixInstruction& i, const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  if (instruction.operands.size() != 4) return "this form of the matrix instruction";
  if (m.neg_hi != 0 || (m.neg_lo != 0 && i.a.bits != 64)) return "signs of a matrix instruction";
  // AMD's documents and AMD's emulator differ on what fewer blocks or idle bits mean.
  if (m.cbsz != 0 && (i.blocks == 1 || 1 << m.cbsz != i.blocks || m.abid >= i.blocks))
    return "a broadcast of A that does not reach all blocks";
  if (m.blgp != 0 && i.a.bits != 32 && i.a.bits != 16) return "a lane pattern of B";
  return {};
}

void write_back(Wave& wave, const Layout& layout, int first, const Elements& d,
                const std::array<Lanes, kMaxRegisters>* undefined) {
  std::array<Lanes, kMaxRegisters> result;
  each_run(layout, [&](int lane, int to, int from, int size, int) {
    for (int byte = 0; byte < size; byte += 4)
      std::memcpy(&result[std::size_t((to + byte) / 4)][std::size_t(lane)],
                  &d.bytes[std::size_t(from + byte)], 4);
  });
  static const Lanes kAll = spread(~std::uint64_t{0});
  for (int r = 0; r < layout.registers(); ++r)
    wave.vector.write(first + r, ~std::uint64_t{0}, kAll, result[std::size_t(r)].data(),
                      undefined != nullptr ? (*undefined)[std::size_t(r)].data() : nullptr);
}

/// An output element is undefined when its row of A, its column of B or its C is. False: all are defined.
bool carry_definedness(const MatrixInstruction& i, const Layout& layout, std::uint64_t rows,
                       std::uint64_t columns, const Registers* c, std::array<Lanes, kMaxRegisters>& out) {
  bool any = rows != 0 || columns != 0;
  for (int r = 0; c != nullptr && r < layout.registers(); ++r) any |= c->undefined[std::size_t(r)] != nullptr;
  if (!any) return false;
  for (int r = 0; r < layout.registers(); ++r)
    for (int lane = 0; lane < kLanes; ++lane) {
      const matrix::MatrixElement e = *layout.element({lane, 32 * r});
      const bool undefined = (rows >> (e.block * i.m + e.row) & 1) != 0 ||
                             (columns >> (e.block * i.n + e.col) & 1) != 0 ||
                             (c != nullptr && c->any_undefined(lane, 4 * r, 4));
      out[std::size_t(r)][std::size_t(lane)] = undefined ? ~0u : 0u;
    }
  return true;
}

}  // namespace

Step execute_dense_matrix(Wave& wave, const Bound& code) {
  const isa::Instruction& instruction = *code.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  const Plan* plan = plan_of(*instruction.semantics);
  if (plan == nullptr) return execute_unsupported(wave, code);
  const MatrixInstruction& i = *plan->instruction;
  if (std::string why = refusal(i, instruction); !why.empty())
    return wave.stop(FindingKind::unsupported, code, -1, std::move(why));

  const std::vector<Operand>& o = instruction.operands;
  const bool constant = o[3].kind == Operand::Kind::constant;
  Registers a, b, c, d;
  if (!a.open(wave, o[1], plan->a.registers()) || !b.open(wave, o[2], plan->b.registers()) ||
      (!constant && !c.open(wave, o[3], plan->c.registers())) || !d.open(wave, o[0], plan->c.registers()))
    return wave.stop(FindingKind::register_bounds, code, -1,
                     "an operand is too short or beyond the kernel's registers");

  Elements left, right, acc;
  std::uint64_t rows = gather(plan->a, a, 0, left);
  const std::uint64_t columns = gather(plan->b, b, m.blgp, right);
  if (m.cbsz != 0) broadcast(i, m.abid, left, rows);
  if (constant)
    fill_accumulator(plan->c, o[3], acc, i.d.name != "i32");
  else
    gather_accumulator(plan->c, c, acc);
  if ((m.neg_lo & 1) != 0) negate(left, plan->a.elements());
  if ((m.neg_lo & 2) != 0) negate(right, plan->b.elements());
  if ((m.neg_lo & 4) != 0) negate(acc, plan->c.elements());

  const matrix::Model& model = *wave.environment().model;
  if (!multiply_add(model, i, left, right, acc))
    return wave.stop(FindingKind::unsupported, code, -1,
                     fmt::format("model {} says nothing of this instruction", model.name));
  std::array<Lanes, kMaxRegisters> undefined;
  const bool any = carry_definedness(i, plan->c, rows, columns, constant ? nullptr : &c, undefined);
  write_back(wave, plan->c, d.first, acc, any ? &undefined : nullptr);
  return Step::next;
}

}  // namespace lockstep::machine
