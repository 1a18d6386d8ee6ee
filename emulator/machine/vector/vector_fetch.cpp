#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

namespace {

constexpr int kNoLane = -1;

void apply_dpp(const isa::Dpp& dpp, const Wave& wave, Lanes& value, Lanes* undefined) {
  const std::uint64_t exec = wave.exec();
  const Lanes before = value;
  const Lanes undefined_before = undefined != nullptr ? *undefined : Lanes{};
  for (int l = 0; l < kMaxLanes; ++l) {
    const int from = dpp_source(dpp, l, wave.width());
    const bool readable = from != kNoLane && (dpp.fetch_inactive || ((exec >> from) & 1) != 0);
    value[l] = readable ? before[from] : 0;
    if (undefined != nullptr) (*undefined)[l] = readable ? undefined_before[from] : 0;
  }
}

std::uint32_t select(std::uint32_t x, isa::Select s, bool sign) {
  switch (s) {
    case isa::Select::dword:
      return x;
    case isa::Select::word0:
    case isa::Select::word1: {
      const std::uint32_t half = (x >> (s == isa::Select::word1 ? 16 : 0)) & 0xFFFF;
      return sign ? std::uint32_t(std::int32_t(std::int16_t(half))) : half;
    }
    default: {
      const std::uint32_t byte = (x >> (8 * int(s))) & 0xFF;
      return sign ? std::uint32_t(std::int32_t(std::int8_t(byte))) : byte;
    }
  }
}

// Applies neg and abs. The type does not matter: v_cndmask_b32 only moves bits and takes the modifiers of a
// float all the same. Where they have no meaning the assembler has no syntax for them.
void modify_sign(const isa::Operand& operand, isa::Type type, Source& source) {
  if (!operand.negate && !operand.absolute) return;
  own(source, isa::dwords(type));
  const SignBit sign = sign_of(type);
  for (std::uint32_t& x : source.storage[sign.dword]) {
    if (operand.absolute) x &= ~sign.bit;
    if (operand.negate) x ^= sign.bit;
  }
}

bool fetch_registers(Wave& wave, const isa::Operand& operand, int dwords, Source& out) {
  const int first = unified_register(wave, operand);
  if (first < 0 || first + dwords > wave.vector.count()) return false;
  for (int d = 0; d < dwords; ++d) {
    out.value[d] = wave.vector.read(first + d);
    out.undefined[d] = wave.vector.undefined(first + d);
  }
  return true;
}

void broadcast(Scalar s, int dwords, Source& out) {
  for (int d = 0; d < dwords; ++d) {
    out.storage[d].fill(std::uint32_t(s.value >> (32 * d)));
    out.value[d] = out.storage[d].data();
    const auto undefined = std::uint32_t(s.undefined >> (32 * d));
    if (undefined == 0) continue;
    out.undefined_storage[d].fill(undefined);
    out.undefined[d] = out.undefined_storage[d].data();
  }
}

// Moves the half or byte that op_sel selects to the low bits of a source.
void select_field(int shift, std::uint32_t field, Source& source) {
  own(source, 1);
  for (std::uint32_t& x : source.storage[0]) x = x >> shift & field;
  if (source.undefined[0] == nullptr) return;
  for (std::uint32_t& x : source.undefined_storage[0]) x = x >> shift & field;
}

}  // namespace

int dpp_source(const isa::Dpp& dpp, int lane, isa::WaveWidth width) {
  using Control = isa::Dpp::Control;
  const int row = lane & ~15, in_row = lane & 15, n = dpp.amount, lanes = isa::lane_count(width);
  switch (dpp.control) {
    case Control::quad_perm:
      return (lane & ~3) + dpp.quad[lane & 3];
    case Control::row_shl:
      return in_row + n < 16 ? lane + n : kNoLane;
    case Control::row_shr:
      return in_row - n >= 0 ? lane - n : kNoLane;
    case Control::row_ror:
      return row + ((in_row - n) & 15);
    case Control::row_mirror:
      return row + 15 - in_row;
    case Control::row_half_mirror:
      return (lane & ~7) + 7 - (lane & 7);
    case Control::row_newbcast:
      return row + n;
    case Control::row_bcast:
      if (n == 15) return row == 0 ? kNoLane : row - 1;
      return lane < 32 ? kNoLane : 31;
    case Control::wave_shl:
      return lane + 1 < lanes ? lane + 1 : kNoLane;
    case Control::wave_rol:
      return (lane + 1) % lanes;
    case Control::wave_shr:
      return lane - 1 >= 0 ? lane - 1 : kNoLane;
    case Control::wave_ror:
      return (lane + lanes - 1) % lanes;
    case Control::row_xmask:
      return lane ^ n;
    case Control::eight:
      return (lane & ~7) + dpp.eight[std::size_t(lane & 7)];
  }
  return kNoLane;
}

SignBit sign_of(isa::Type type) {
  if (isa::bits(type) == 16) return {0, 0x8000u};
  return {isa::bits(type) == 64 ? 1 : 0, 0x80000000u};
}

void own(Source& source, int dwords) {
  for (int d = 0; d < dwords; ++d) {
    if (source.value[d] != source.storage[d].data())
      std::memcpy(source.storage[d].data(), source.value[d], sizeof(Lanes));
    source.value[d] = source.storage[d].data();
    if (source.undefined[d] == nullptr) continue;
    if (source.undefined[d] != source.undefined_storage[d].data())
      std::memcpy(source.undefined_storage[d].data(), source.undefined[d], sizeof(Lanes));
    source.undefined[d] = source.undefined_storage[d].data();
  }
}

// Whether MODE flushes denormals of the type: FP_DENORM, bits 5:4 for f32, 7:6 for f16 and f64; bit 0 of each
// allows denormal sources.
bool flushes_denormals(std::uint32_t mode, isa::Type type) {
  if (!isa::is_float(type) || type == isa::Type::bf16) return false;
  return ((mode >> (type == isa::Type::f32 ? 4 : 6)) & 1) == 0;
}

void flush_lanes(std::uint32_t mode, isa::Type type, std::array<Lanes, 2>& lanes) {
  if (!flushes_denormals(mode, type)) return;
  for (int l = 0; l < kMaxLanes; ++l) {
    std::uint32_t& low = lanes[0][l];
    if (type == isa::Type::f32 && (low & 0x7F800000u) == 0) low &= 0x80000000u;
    if (type == isa::Type::f16 && (low & 0x7C00u) == 0) low &= 0xFFFF8000u;
    if (type == isa::Type::f64 && (lanes[1][l] & 0x7FF00000u) == 0) {
      low = 0;
      lanes[1][l] &= 0x80000000u;
    }
  }
}

std::uint64_t dpp_lanes(const isa::Dpp& dpp, std::uint64_t exec, isa::WaveWidth width) {
  std::uint64_t lanes = 0;
  for (int l = 0; l < kMaxLanes; ++l) {
    const int from = dpp_source(dpp, l, width);
    const bool readable = from != kNoLane && (dpp.fetch_inactive || ((exec >> from) & 1) != 0);
    const bool row = ((dpp.row_mask >> (l / 16)) & 1) != 0;
    const bool bank = ((dpp.bank_mask >> ((l / 4) & 3)) & 1) != 0;
    if ((readable || dpp.bound_control) && row && bank) lanes |= std::uint64_t{1} << l;
  }
  return lanes;
}

bool fetch(Wave& wave, const isa::Instruction& instruction, int source_index, const isa::Operand& operand,
           isa::Type type, Source& out, const SourceView& view) {
  using Kind = isa::Operand::Kind;
  const int dwords = isa::dwords(type);
  out.undefined = {};
  if (operand.kind == Kind::vector || operand.kind == Kind::accumulator) {
    if (!fetch_registers(wave, operand, dwords, out)) return false;
  } else if (operand.kind == Kind::scalar || operand.kind == Kind::constant) {
    const bool other = operand.kind == Kind::constant && view.constants != isa::Type::none;
    broadcast(read_scalar(wave, operand, other ? view.constants : type), dwords, out);
  } else {
    return false;
  }
  if (instruction.modifiers.dpp && source_index == 0) {
    own(out, dwords);
    for (int d = 0; d < dwords; ++d)
      apply_dpp(*instruction.modifiers.dpp, wave, out.storage[d],
                out.undefined[d] != nullptr ? &out.undefined_storage[d] : nullptr);
  }
  if (instruction.modifiers.sdwa && source_index < 2) {
    const isa::Select s =
        source_index == 0 ? instruction.modifiers.sdwa->src0 : instruction.modifiers.sdwa->src1;
    own(out, 1);
    for (std::uint32_t& x : out.storage[0]) x = select(x, s, operand.sign_extend);
    if (out.undefined[0] != nullptr)
      for (std::uint32_t& x : out.undefined_storage[0]) x = select(x, s, operand.sign_extend);
  }
  if (view.selects()) select_field(view.shift, view.field, out);
  if (view.flushes && flushes_denormals(wave.mode, type)) {
    own(out, dwords);
    flush_lanes(wave.mode, type, out.storage);
  }
  modify_sign(operand, type, out);
  return true;
}

}  // namespace lockstep::machine
