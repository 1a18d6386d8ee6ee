#include "tests/isa_forms/naive_vector.hpp"

#include <bit>
#include <cmath>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/tables/half.hpp"

namespace lockstep::tests {
namespace {

using isa::Type;

std::uint64_t ones(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

struct Lane {
  machine::Wave& wave;
  const isa::Instruction& instruction;
  const isa::VectorAlu& row;
  int lane;

  const isa::Modifiers& m() const { return instruction.modifiers; }

  std::uint64_t registers(const isa::Operand& operand, int dwords, int from) const {
    const int first = operand.index +
                      (operand.kind == isa::Operand::Kind::accumulator ? wave.environment().accum_offset : 0);
    std::uint64_t bits = 0;
    for (int d = 0; d < dwords; ++d) bits |= std::uint64_t{wave.vector.read(first + d)[from]} << (32 * d);
    return bits;
  }

  /// A source before anything is done to it, as a number of `type`.
  std::uint64_t raw(const isa::Operand& operand, Type type, int source) const {
    if (operand.kind == isa::Operand::Kind::constant)
      return isa::constant_bits(operand, type == row.source[std::size_t(source)] && !row.mixed
                                             ? row.constants_as(std::size_t(source))
                                             : type);
    if (operand.kind == isa::Operand::Kind::scalar) return read_scalar(wave, operand, type).value;
    const bool swapped = m().dpp && source == 0;
    return registers(operand, isa::dwords(type),
                     swapped ? (lane & ~3) + m().dpp->quad[std::size_t(lane & 3)] : lane);
  }

  bool denormals_stay(Type type, int bit) const {
    return !isa::is_float(type) || type == Type::bf16 ||
           (wave.mode >> ((type == Type::f32 ? 4 : 6) + bit) & 1) != 0;
  }

  std::uint64_t without_denormals(std::uint64_t x, Type type) const {
    if (denormals_stay(type, 0)) return x;
    const int width = isa::bits(type), mantissa = type == Type::f16 ? 10 : type == Type::f32 ? 23 : 52;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const bool small = ((x & ones(width) & ~sign) >> mantissa) == 0;
    return small ? x & sign : x;
  }

  std::uint64_t with_sign(std::uint64_t x, const isa::Operand& operand, Type type) const {
    const std::uint64_t sign = std::uint64_t{1} << (isa::bits(type) - 1);
    if (operand.absolute) x &= ~sign;
    if (operand.negate) x ^= sign;
    return x;
  }

  std::uint64_t sdwa(std::uint64_t x, isa::Select select, bool extend) const {
    const int index = int(select), width = index < 4 ? 8 : index < 6 ? 16 : 32;
    const int shift = index < 4 ? 8 * index : index == int(isa::Select::word1) ? 16 : 0;
    x = x >> shift & ones(width);
    return extend && (x >> (width - 1) & 1) != 0 ? x | (ones(32) & ~ones(width)) : x;
  }

  std::uint64_t source(const isa::Operand& operand, int s) const {
    const bool half = row.mixed && (m().op_sel_hi >> s & 1) != 0;
    const Type narrow =
        row.numbers[0] == Type::bf16 ? Type::bf16 : Type::f16;  // numbers of mixed rows: what halves are
    const Type type = half ? narrow : row.source[std::size_t(s)];
    std::uint64_t x = raw(operand, row.op_sel_dwords && operand.count == 2 ? Type::u64 : type, s);
    if (m().sdwa && s < 2) x = sdwa(x, s == 0 ? m().sdwa->src0 : m().sdwa->src1, operand.sign_extend);
    if (row.op_sel_dwords && operand.count == 2) x = x >> (32 * (m().op_sel >> s & 1)) & ones(32);
    if (row.op_sel_source == isa::SourceSelect::byte && s == 0) x = x >> (8 * (m().op_sel & 3)) & 0xFF;
    if (row.op_sel_source == isa::SourceSelect::half && s == 0) x = x >> (16 * (m().op_sel & 1)) & 0xFFFF;
    if (row.op_sel_halves && isa::bits(type) == 16 &&
        (s != 0 || row.op_sel_source == isa::SourceSelect::none))
      x >>= 16 * (m().op_sel >> s & 1);
    if (half) x = x >> (16 * (m().op_sel >> s & 1)) & 0xFFFF;
    if ((row.keeps_denormals >> s & 1) == 0)
      x = without_denormals(x & ones(std::max(isa::bits(type), 32)), type);
    x = with_sign(x, operand, type);
    if (half && narrow == Type::bf16) return x << 16;
    return half ? std::bit_cast<std::uint32_t>(float(isa::widen(isa::Half{std::uint16_t(x)}))) : x;
  }

  /// Half `half` of a packed source.
  std::uint64_t half_source(const isa::Operand& operand, int s, int half) const {
    const Type type = row.source[std::size_t(s)];
    const int width = isa::bits(type);
    const bool high = ((half == 0 ? m().op_sel : m().op_sel_hi) >> s & 1) != 0;
    std::uint64_t whole;
    if (operand.kind == isa::Operand::Kind::constant) {
      whole = isa::constant_bits(operand, type);
      if (width == 32) whole |= whole << 32;
    } else if (width == 16) {
      whole = raw(operand, Type::u32, s);
    } else {
      whole = raw(operand, operand.count == 2 ? Type::u64 : Type::u32, s);
      if (operand.count == 1) whole |= whole << 32;
    }
    std::uint64_t x = without_denormals(whole >> (high ? width : 0) & ones(width), type);
    if (((half == 0 ? m().neg_lo : m().neg_hi) >> s & 1) != 0) x ^= std::uint64_t{1} << (width - 1);
    return x;
  }

  struct Called {
    std::uint64_t value;
    bool mask;
  };
  Called call(const std::array<std::uint64_t, 3>& sources, std::uint64_t old, bool carry) const {
    std::array<std::array<isa::Lanes, 2>, 3> in;
    std::array<isa::Lanes, 2> before, out;
    isa::LaneInputs inputs;
    for (std::size_t s = 0; s < 3; ++s)
      for (std::size_t d = 0; d < 2; ++d) {
        in[s][d].fill(std::uint32_t(sources[s] >> (32 * d)));
        inputs.source[s][d] = in[s][d].data();
      }
    for (std::size_t d = 0; d < 2; ++d) {
      before[d].fill(std::uint32_t(old >> (32 * d)));
      inputs.old[d] = before[d].data();
    }
    inputs.carry = carry ? ~std::uint64_t{0} : 0;
    inputs.mode = wave.mode;
    inputs.bitop3 = m().bitop3;
    isa::LaneOutputs outputs{{out[0].data(), out[1].data()}, 0};
    (m().clamp && row.saturating != nullptr ? row.saturating : row.evaluate)(inputs, outputs);
    const auto l = std::size_t(lane);
    return {out[0][l] | (isa::dwords(row.destination) == 2 ? std::uint64_t{out[1][l]} << 32 : 0),
            (outputs.mask >> lane & 1) != 0};
  }

  /// Output modifier, flushing and clamp of one float.
  std::uint64_t finished(std::uint64_t bits, Type type, bool is_half_of_two) const {
    if (!isa::is_float(type)) return bits;
    double x = type == Type::f16 ? isa::widen(isa::Half{std::uint16_t(bits)})
               : type == Type::f64
                   ? std::bit_cast<double>(bits)
                   : double(std::bit_cast<float>(std::uint32_t(type == Type::bf16 ? bits << 16 : bits)));
    const bool flushes = !denormals_stay(type, 1), ieee = (wave.mode >> 9 & 1) != 0;
    const bool scales = m().omod != 0 && flushes && !ieee && !is_half_of_two;
    constexpr double kFactors[] = {1, 2, 4, 0.5};
    if (scales) x *= kFactors[m().omod];
    const double smallest = type == Type::f16 ? 0x1p-14 : type == Type::f64 ? 0x1p-1022 : 0x1p-126;
    if (flushes && std::fabs(x) < smallest) x = scales ? 0.0 : std::copysign(0.0, x);
    if (m().clamp && std::isnan(x) && (wave.mode >> 8 & 1) != 0) x = 0;
    if (m().clamp && x < 0) x = 0;
    if (m().clamp && x > 1) x = 1;
    if (std::isnan(x) || (!scales && !m().clamp && !flushes)) return bits;
    if (type == Type::f16) return isa::narrow_half(x).bits;
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(x);
    const auto single = std::bit_cast<std::uint32_t>(float(x));
    return type == Type::bf16 ? single >> 16 : single;
  }

  std::uint64_t finished_all(std::uint64_t bits) const {
    if (row.pair == Type::none) return finished(bits, row.destination, false);
    const int width = isa::bits(row.pair);
    return finished(bits & ones(width), row.pair, width == 16) |
           finished(bits >> width, row.pair, width == 16) << width;
  }

  std::uint64_t placed(std::uint64_t x, std::uint64_t old) const {
    if (m().sdwa) {
      const int index = int(m().sdwa->dst), width = index < 4 ? 8 : index < 6 ? 16 : 32;
      if (width == 32) return x;
      const int shift = index < 4 ? 8 * index : index == int(isa::Select::word1) ? 16 : 0;
      const std::uint64_t field = ones(width) << shift;
      std::uint64_t rest = 0;
      if (m().sdwa->unused == isa::Unused::preserve) rest = old;
      if (m().sdwa->unused == isa::Unused::sext && (x >> (width - 1) & 1) != 0)
        rest = ones(32) & ~ones(shift + width);
      return (x << shift & field) | (rest & ~field & ones(32));
    }
    if (row.op_sel_byte) {
      const int shift = 8 * (m().op_sel >> 2 & 3);
      return (x & 0xFF) << shift | (old & ~(std::uint64_t{0xFF} << shift) & ones(32));
    }
    if (isa::bits(row.destination) != 16) return x;
    if (row.to_high_half || (m().op_sel >> 3 & 1) != 0) return (x & 0xFFFF) << 16 | (old & 0xFFFF);
    return (x & 0xFFFF) | (row.keeps_half ? old & 0xFFFF0000 : 0);
  }
};

}  // namespace

std::optional<NaiveResult> naive_lane(machine::Wave& wave, const isa::Instruction& instruction, int lane) {
  const auto& row = std::get<isa::VectorAlu>(instruction.semantics->operation);
  const Lane one{wave, instruction, row, lane};
  if (one.m().dpp && one.m().dpp->control != isa::Dpp::Control::quad_perm) return std::nullopt;
  std::size_t next = 0;
  const isa::Operand* destination = row.destination != Type::none ? &instruction.operands[next++] : nullptr;
  if (row.writes_mask) ++next;
  const std::size_t first_source = next;
  int sources = 0;
  while (sources < 3 && row.source[std::size_t(sources)] != Type::none) ++sources;
  next += std::size_t(sources);
  if (next > instruction.operands.size()) return std::nullopt;
  bool carry = false;
  if (row.reads_carry) {
    const bool named = next < instruction.operands.size();
    const isa::Operand* const mask_in = named ? &instruction.operands[next] : nullptr;
    const std::uint64_t mask =
        mask_in != nullptr && mask_in->kind != isa::Operand::Kind::scalar
            ? read_scalar(wave, *mask_in, Type::u64).value
            : wave.lane_mask(mask_in != nullptr ? mask_in->index : isa::scalar::kVcc).value;
    carry = (mask >> lane & 1) != 0;
  }
  const std::uint64_t before =
      destination != nullptr ? one.registers(*destination, std::min<int>(destination->count, 2), lane) : 0;
  const std::uint64_t old = row.accumulates ? one.without_denormals(before, row.destination) : before;
  NaiveResult result;
  if (row.packed) {
    const int width = isa::bits(row.destination);
    std::uint64_t value = 0;
    for (int half = 0; half < 2; ++half) {
      std::array<std::uint64_t, 3> in{};
      for (int s = 0; s < sources; ++s)
        in[std::size_t(s)] = one.half_source(instruction.operands[first_source + std::size_t(s)], s, half);
      value |= (one.finished(one.call(in, old, carry).value & ones(width), row.destination, width == 16))
               << (width * half);
    }
    result.destination = value;
    return result;
  }
  std::array<std::uint64_t, 3> in{};
  for (int s = 0; s < sources; ++s)
    in[std::size_t(s)] = one.source(instruction.operands[first_source + std::size_t(s)], s);
  const auto called = one.call(in, old, carry);
  if (row.writes_mask) result.mask = called.mask;
  if (destination != nullptr) result.destination = one.placed(one.finished_all(called.value), before);
  return result;
}

}  // namespace lockstep::tests
